// Where figures come from: the states as tiles near their places, coloured by a figure; one opens what lies in it.
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useEffect, useMemo, useState } from 'react'
import type { MapTile, ReportColumn, ReportDef, ReportLine } from '../../core/types.gen'
import { useDescribed, useReport, type Params } from '../../sync/reporter'
import { figure, isFigure } from '../../kit/shown'
import type { ReportState } from './state'
import css from './TileMap.module.css'
import { say } from '../../words/say'

/** A place with its figure, and those that lie in it. */
interface Place {
  id: string
  name: string
  value: number
  within: Place[]
}

/** How deep the colour is from the lowest step to the highest, in per cent: text stays readable on all of them. */
const DEPTHS = [8, 18, 28, 38, 48]

const fill = (depth: number) => `color-mix(in srgb, var(--brand) ${depth}%, var(--paper))`

/** The step of a value among those up to the highest; none where it is nothing. */
function stepOf(value: number, most: number): number | null {
  if (value <= 0 || most <= 0) return null
  return Math.min(DEPTHS.length - 1, Math.ceil((value / most) * DEPTHS.length) - 1)
}

/** The lines of states and what lies in them. A line of what has no state stands for itself. */
function placesOf(lines: ReportLine[], columns: ReportColumn[], measure: string, state: string): Place[] {
  const at = columns.findIndex(({ key }) => key === measure)
  const found: Place[] = []
  for (const line of lines) {
    const [dimension, id] = line.steps.at(-1) ?? ['', '']
    const value = line.cells[at]
    const place = {
      id,
      name: figure(line.cells[0] ?? '', 'text') || say('Not set'),
      value: typeof value === 'number' ? value : 0,
      within: [],
    }
    if (dimension === state) found.push(place)
    else found.at(-1)?.within.push(place)
  }
  return found
}

/** Every line of the report by states and what lies in them. */
function usePlaces(def: ReportDef, params: Params, [state, within]: [string, string], measure: string) {
  const asked = useMemo<Params>(() => {
    const { sort: _sort, top: _top, hide: _hide, ...rest } = params
    return { ...rest, rows: `${state}|${within}`, columns: '', measures: measure, sort: `-${measure}` }
  }, [params, state, within, measure])
  const { data, lines } = useReport(def.key, asked)
  const [places, setPlaces] = useState<{ places: Place[]; column: ReportColumn | undefined } | null>(null)
  useEffect(() => {
    if (!data) return
    let gone = false
    lines(0, data.lines).then(
      ({ rows }) => {
        const column = data.columns.find(({ key }) => key === measure)
        if (!gone) setPlaces({ places: placesOf(rows, data.columns, measure, state), column })
      },
      // The figures have just changed: the next ones are on their way.
      () => undefined,
    )
    return () => {
      gone = true
    }
  }, [data, lines, measure, state])
  return places
}

export default function TileMap({
  def,
  state,
  params,
  dimensions,
}: {
  def: ReportDef
  state: ReportState
  params: Params
  dimensions: [string, string]
}) {
  const described = useDescribed()
  const [chosen, setChosen] = useState(def.chart ?? '')
  const [open, setOpen] = useState<string | null>(null)
  const offered = (described?.measures ?? []).filter(({ key, unit }) => state.measures.includes(key) && unit !== 'day')
  const measure = offered.some(({ key }) => key === chosen) ? chosen : (offered[0]?.key ?? '')
  const told = usePlaces(def, params, dimensions, measure)
  if (!described || !told || !told.column || !isFigure(told.column.shown)) return <div className={css.map} />
  const { places, column } = told
  const shown = (value: number) => figure(value, column.shown)
  const most = Math.max(0, ...places.map(({ value }) => value))
  const tiles = new Map(described.tiles.map((tile) => [tile.name, tile]))
  const elsewhere = places.filter(({ name }) => !tiles.has(name))
  const opened = places.find(({ id }) => id === open) ?? places[0]
  const within = dimensions[1]
  return (
    <section className={`card no-print ${css.map}`} aria-label={say('Map')}>
      <div className={css.head}>
        <TextField
          select
          size="small"
          label={say('Figure')}
          value={measure}
          onChange={(event) => setChosen(event.target.value)}
        >
          {offered.map(({ key, label }) => (
            <MenuItem key={key} value={key}>
              {label}
            </MenuItem>
          ))}
        </TextField>
        <Legend most={most} shown={shown} />
      </div>
      <div className={css.tiles}>
        {described.tiles.map((tile) => {
          const place = places.find(({ name }) => name === tile.name)
          return (
            <Tile
              key={tile.name}
              tile={tile}
              place={place}
              step={stepOf(place?.value ?? 0, most)}
              shown={shown}
              isOpen={!!place && place.id === opened?.id}
              onOpen={() => setOpen(place?.id ?? null)}
            />
          )
        })}
      </div>
      <div className={css.places}>
        {opened && (
          <>
            <h2 className="subheading">
              {opened.name} <span className="muted">{shown(opened.value)}</span>
            </h2>
            <Within place={opened} shown={shown} onPick={(id) => state.setFilter(within, [id || '-'])} />
          </>
        )}
        {elsewhere.length > 0 && (
          <p className="text-12 muted">
            {say('Not on the map: {list}', {
              list: elsewhere.map(({ name, value }) => `${name} ${shown(value)}`).join(', '),
            })}
          </p>
        )}
      </div>
    </section>
  )
}

function Tile({
  tile,
  place,
  step,
  shown,
  isOpen,
  onOpen,
}: {
  tile: MapTile
  place: Place | undefined
  step: number | null
  shown: (value: number) => string
  isOpen: boolean
  onOpen: () => void
}) {
  const told = place ? `${tile.name}: ${shown(place.value)}` : say('{name}: nothing', { name: tile.name })
  return (
    <button
      type="button"
      className={css.tile}
      style={{
        gridColumn: tile.column + 1,
        gridRow: tile.row + 1,
        background: step === null ? 'transparent' : fill(DEPTHS[step]!),
      }}
      disabled={!place}
      aria-pressed={isOpen}
      aria-label={told}
      title={told}
      onClick={onOpen}
    >
      {tile.short}
    </button>
  )
}

/** What lies in a state, the highest first; one becomes the report's filter. */
function Within({
  place,
  shown,
  onPick,
}: {
  place: Place
  shown: (value: number) => string
  onPick: (id: string) => void
}) {
  const most = Math.max(0, ...place.within.map(({ value }) => value))
  return (
    <ul className={css.list}>
      {place.within.map(({ id, name, value }) => (
        <li key={id}>
          <button
            type="button"
            className={css.place}
            title={say('Show {name} alone', { name })}
            onClick={() => onPick(id)}
          >
            <span className="ellipsis">{name}</span>
            <span
              aria-hidden
              className={css.bar}
              style={{
                width: `${most > 0 && value > 0 ? Math.round((value / most) * 100) : 0}%`,
                background: fill(DEPTHS.at(-1)!),
              }}
            />
            <span className="num">{shown(value)}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}

function Legend({ most, shown }: { most: number; shown: (value: number) => string }) {
  if (most <= 0) return null
  return (
    <div className={css.legend} role="group" aria-label={say('Legend')}>
      {DEPTHS.map((depth, at) => (
        <span key={depth}>
          <span aria-hidden className={css.swatch} style={{ background: fill(depth) }} />
          {at === DEPTHS.length - 1
            ? say('over {most}', { most: shown(Math.round((most * at) / DEPTHS.length)) })
            : say('up to {most}', { most: shown(Math.round((most * (at + 1)) / DEPTHS.length)) })}
        </span>
      ))}
    </div>
  )
}
