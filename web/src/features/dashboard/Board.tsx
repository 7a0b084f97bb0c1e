// Tiles and charts of a dashboard: the core asks the frames in this browser, and every figure leads to what it counts.
import { Suspense, type ReactNode } from 'react'
import { Link } from 'react-router'
import { opens } from '../../sync/rights'
import { useUser } from '../../sync/store'
import { docDef } from '../../core'
import type {
  CellFormat,
  Dashboard,
  DashboardChart,
  DashboardLead,
  DashboardTile,
  ReportLine,
} from '../../core/types.gen'
import { useDashboard, useFrames } from '../../sync/reporter'
import { paths } from '../../docs/paths'
import { role } from '../../theme/themes'
import { lazily } from '../../ui/lazily'
import { NOTHING, lakhs, moment, percent1 } from '../../ui/format'
import { Skeletons } from '../../ui/states'
import { Bars, StackedRows } from '../../kit/Bars'
import { listAt } from '../../kit/filters'
import { Card, Legend, usePhone } from '../../kit/parts'
import { figure, isFigure } from '../../kit/shown'
import { Road } from './Road'
import { classes } from '../../theme/classes'
import css from './Board.module.css'
import { say } from '../../words/say'

const Chart = lazily(() => import('../../kit/Chart'))

/** The address of what a figure counts; narrowed to a line where one is given. None for who may not open it. */
function useLead() {
  const user = useUser()
  return (lead: DashboardLead, line?: ReportLine): string | undefined => {
    const step = line?.steps.at(-1)
    if ('list' in lead) {
      const conditions = lead.where.map((one) => {
        const [field = '', op = '', ...value] = one.split(':')
        return { field, op, value: value.join(':') }
      })
      if (step && lead.by) conditions.push({ field: lead.by, op: 'eq', value: step[1] })
      return docDef(lead.list) && listAt(paths.list(lead.list), conditions)
    }
    if (!lead.route || !opens(user, lead.report)) return undefined
    const params = new URLSearchParams({ ...lead.params, ...(step ? { [step[0]]: step[1] || '-' } : {}) }).toString()
    return params ? `${lead.route}?${params}` : lead.route
  }
}

const NBSP = '\u00a0'
const LARGE: Partial<Record<CellFormat, string>> = { grams: say('MT') }

/** A figure and its unit as a tile shows them. */
function shown(value: number | null, unit: CellFormat): [string, string | undefined] {
  if (value === null) return ['–', undefined]
  if (unit === 'paise') return [lakhs(value), undefined]
  return [value === 0 && isFigure(unit) ? '0' : figure(value, unit), LARGE[unit]]
}

export function Tile({
  label,
  figure: main,
  unit,
  says,
  note,
  tone,
  to,
}: {
  label: string
  figure: ReactNode
  unit?: string
  /** What the figure is, on hover. */
  says?: string
  note?: ReactNode
  tone?: 'danger' | 'warn'
  to?: string
}) {
  const body = (
    <>
      <div className="caption">{label}</div>
      <div className="num figure" title={says}>
        {main}
        {unit && <span className={css.unit}> {unit}</span>}
      </div>
      <div className={classes('text-12 leading-16', css.note, tone ?? 'muted')}>{note}</div>
    </>
  )
  return to ? (
    <Link to={to} className={`card ${css.tile}`}>
      {body}
    </Link>
  ) : (
    <div className={`card ${css.tile}`}>{body}</div>
  )
}

function change(now: number | null | undefined, before: number | null): string | null {
  if (now === null || now === undefined || before === null) return null
  if (before === 0) return say('nothing in the previous month')
  const bp = Math.round(((now - before) * 10_000) / Math.abs(before))
  return say('{value}{bp}% on the previous month', { value: bp >= 0 ? '+' : '', bp: percent1(bp) })
}

function BoardTile({ tile }: { tile: DashboardTile }) {
  const lead = useLead()
  const [first, ...rest] = tile.figures
  const [main, unit] = shown(first?.value ?? null, first?.unit ?? 'count')
  const beside = rest
    .filter(({ value }) => value !== null)
    .map(({ label, unit, value }) => {
      const [text, of] = shown(value, unit)
      const name = label.replace(/ [₹%](?=,|$)/, '')
      // Of what is counted the name comes first: one of them is then no plural.
      return of ? `${text} ${of}` : unit === 'count' ? `${name} ${text}` : `${text} ${name.toLowerCase()}`
    })
  const against =
    tile.before === null
      ? null
      : first?.unit === 'basis_points'
        ? say('{before} in the previous month', { before: figure(tile.before, 'basis_points') })
        : change(first?.value, tile.before)
  return (
    <Tile
      label={tile.label}
      figure={main}
      unit={unit}
      to={lead(tile.lead)}
      says={first?.says}
      note={[...(against ? [against] : []), ...beside].join(', ')}
    />
  )
}

/** The board of a page, as its frames stand; none for who has no frames. */
export function useBoard(key: string): { board: Dashboard | null; loading: boolean } {
  const frames = useFrames()
  const { data } = useDashboard(key)
  return { board: data, loading: !data && !frames.failed }
}

/** How many tiles a board had when it was last seen; before that as many as most have. */
const counted = new Map<string, number>()
const TILES = 3

/** Until the figures are worked out as many empty tiles take their place, so that nothing below them moves. */
export function BoardTiles({
  name,
  board,
  loading,
  first,
}: {
  name: string
  board: Dashboard | null
  loading: boolean
  first?: ReactNode
}) {
  if (board) counted.set(name, board.tiles.length)
  const empty = !board && loading ? (counted.get(name) ?? TILES) : 0
  return (
    <div className="tiles">
      {first}
      {Array.from({ length: empty }, (_, at) => (
        <Tile key={at} label={NBSP} figure={<span className="faint">{NOTHING}</span>} />
      ))}
      {board?.tiles.map((tile) => (
        <BoardTile key={tile.key} tile={tile} />
      ))}
    </div>
  )
}

export function BoardCharts({
  board,
  loading,
  except = [],
}: {
  board: Dashboard | null
  loading: boolean
  except?: string[]
}) {
  if (!board)
    return loading ? (
      <Card>
        <Skeletons rows={6} label={say('Loading the charts')} />
      </Card>
    ) : null
  const charts = board.charts.filter(({ key }) => !except.includes(key))
  const half = charts.filter(({ drawn }) => drawn !== 'road')
  return (
    <>
      {charts
        .filter(({ drawn }) => drawn === 'road')
        .map((chart) => (
          <Road key={chart.key} chart={chart} />
        ))}
      <div className={css.charts}>
        {half.map((chart) => (
          <div key={chart.key} className={css.chart}>
            <ChartCard chart={chart} />
          </div>
        ))}
      </div>
    </>
  )
}

/** As of when the figures stand, and whether the server still answers. */
export function Stamp() {
  const frames = useFrames()
  if (!frames.at) return null
  return (
    <span className={classes('text-12', frames.stale ? 'warn' : 'muted')}>
      {say('As of ')}
      <span className="num">{moment(frames.at)}</span>
      {frames.stale && say(', the server has not answered since')}
    </span>
  )
}

export function ChartCard({ chart }: { chart: DashboardChart }) {
  const phone = usePhone()
  const lead = useLead()
  const measure = chart.table.columns.find((head) => isFigure(head.shown))
  const whole = lead(chart.lead)
  const empty = chart.table.rows.length === 0 && chart.drawn !== 'figures'
  const aside = whole ? <Link to={whole}>{say('View all')}</Link> : undefined
  if (chart.drawn === 'columns' && !empty) {
    return (
      <Card title={say(chart.title)} aside={aside}>
        <Suspense fallback={<div className={css.drawing} />}>
          <Chart table={chart.table} measure={measure?.key ?? ''} phone={phone} bare />
        </Suspense>
      </Card>
    )
  }
  return (
    <Card title={say(chart.title)} aside={aside}>
      {empty && <p className="muted">{say('No data for this period.')}</p>}
      {!empty && chart.drawn === 'bars' && <Ranked chart={chart} />}
      {!empty && chart.drawn === 'parts' && <Stacked chart={chart} />}
      {chart.drawn === 'figures' && <Ages chart={chart} />}
    </Card>
  )
}

/** Groups by size: a bar for the first figure, the others beside it, each under its heading. */
function Ranked({ chart }: { chart: DashboardChart }) {
  const lead = useLead()
  const heads = chart.table.columns
  const at = heads.findIndex((head) => isFigure(head.shown))
  const figures = heads.slice(at)
  const most = Math.max(1, ...chart.table.rows.map((line) => Math.abs(Number(line.cells[at] ?? 0))))
  return (
    <table className={css.ranked}>
      <thead>
        <tr>
          <th scope="col">
            <span className="visually-hidden">{heads[0]!.label}</span>
          </th>
          <td className={css.drawn} />
          {figures.map(({ key, label, says }) => (
            <th key={key} scope="col" title={says} className="text-12 muted right nowrap">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {chart.table.rows.map((line) => {
          const to = lead(chart.lead, line)
          const name = figure(line.cells[0] ?? '', 'text') || say('Not set')
          return (
            <tr key={name}>
              <th scope="row">{to ? <Link to={to}>{name}</Link> : name}</th>
              <td className={css.drawn}>
                <span
                  aria-hidden
                  className={css.bar}
                  style={{ width: `${(Math.abs(Number(line.cells[at] ?? 0)) / most) * 100}%` }}
                />
              </td>
              {figures.map((head, next) => (
                <td key={head.key} className={classes('num nowrap right', next === 0 ? 'bold' : 'muted')}>
                  {figure(line.cells[at + next] ?? null, head.shown)}
                </td>
              ))}
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

const LAYERS = [role.link, `color-mix(in srgb, ${role.link} 45%, ${role.paper})`, role.amber, role.control, role.ink3]

/** Parts of each group: a stacked bar with the sum at its end. */
function Stacked({ chart }: { chart: DashboardChart }) {
  const lead = useLead()
  const heads = chart.table.columns.map((head, at) => ({ head, at })).filter(({ head }) => isFigure(head.shown))
  const plainLabel = (label: string) => label.replace(/ MT$/, '')
  return (
    <div className={css.rows}>
      <StackedRows
        rows={chart.table.rows.map((line) => {
          const parts = heads.map(({ head, at }, layer) => ({
            value: Number(line.cells[at] ?? 0),
            colour: LAYERS[layer] ?? role.ink3,
            label: `${plainLabel(head.label)} ${figure(line.cells[at] ?? null, head.shown)}`,
          }))
          return {
            label: String(line.cells[0] ?? ''),
            shown: figure(
              parts.reduce((sum, part) => sum + part.value, 0),
              heads[0]!.head.shown,
            ),
            path: lead(chart.lead, line),
            parts,
          }
        })}
      />
      <Legend
        parts={heads.map(({ head }, layer) => ({ label: plainLabel(head.label), colour: LAYERS[layer] ?? role.ink3 }))}
      />
    </div>
  )
}

/** The figures of the whole side by side, with their colours from young to old. */
function Ages({ chart }: { chart: DashboardChart }) {
  const totals = chart.table.totals ?? []
  const heads = chart.table.columns.slice(chart.table.columns.length - totals.length)
  const colours = [role.link, role.amber, role.warn, role.danger]
  return (
    <Bars
      height={110}
      items={heads.map((head, at) => ({
        label: head.label
          .replace(/^Overdue /, '')
          .replace(/ days\b/, ' d')
          .replace(/ ₹$/, ''),
        value: Number(totals[at] ?? 0),
        shown: lakhs(Number(totals[at] ?? 0)),
        colour: colours[at] ?? role.danger,
      }))}
    />
  )
}
