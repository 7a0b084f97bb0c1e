// Which fields stand down, which across, and which figures: picked, moved and dropped, by mouse or by keys.
import Close from '@mui/icons-material/Close'
import Add from '@mui/icons-material/Add'
import DragIndicator from '@mui/icons-material/DragIndicator'
import Button from '@mui/material/Button'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useState } from 'react'
import type { ReportDef } from '../../core/types.gen'
import { useDescribed } from '../../sync/reporter'
import { usePhone } from '../../kit/parts'
import type { ReportState } from './state'
import { classes } from '../../theme/classes'
import css from './Pivot.module.css'
import { say } from '../../words/say'

type Zone = 'rows' | 'columns' | 'measures'
const ZONES: [Zone, string][] = [
  ['rows', say('Rows')],
  ['columns', say('Columns')],
  ['measures', say('Figures')],
]

export default function Pivot({ state }: { state: ReportState; def: ReportDef }) {
  const described = useDescribed()
  const phone = usePhone()
  const [held, setHeld] = useState<{ from: Zone; key: string } | null>(null)
  if (!described) return null
  const labels = new Map([...described.dimensions, ...described.measures].map((one) => [one.key, one.label]))
  const dimensions = described.dimensions.filter((one) => one.free)
  const used = new Set([...state.rows, ...state.columns])
  const set = (zone: Zone, list: string[]) => {
    // Without figures or rows there is nothing to show.
    if (zone !== 'columns' && list.length === 0) return
    state.setList(zone, list)
  }
  const move = (from: Zone, key: string, to: Zone, before?: string) => {
    if ((from === 'measures') !== (to === 'measures')) return
    const into = state[to].filter((one) => one !== key)
    const at = before ? into.indexOf(before) : into.length
    into.splice(at < 0 ? into.length : at, 0, key)
    if (from === to) return set(to, into)
    const rest = state[from].filter((one) => one !== key)
    if (from === 'rows' && rest.length === 0) return
    state.change({ [from]: rest.join('|'), [to]: into.join('|') })
  }
  return (
    <div className={classes('no-print', css.zones, phone && css.phone)}>
      {ZONES.map(([zone, title]) => (
        <section
          key={zone}
          aria-label={title}
          className={classes(
            'card',
            css.zone,
            held && (held.from === 'measures') === (zone === 'measures') && css.target,
          )}
          onDragOver={(event) => event.preventDefault()}
          onDrop={() => {
            if (held) move(held.from, held.key, zone)
            setHeld(null)
          }}
        >
          <div className={css.zoneHead}>
            <span className="grow">{title}</span>
            <Adder
              label={say('Add to {noun}', { noun: title.toLowerCase() })}
              options={(zone === 'measures'
                ? described.measures.filter((one) => !state.measures.includes(one.key))
                : dimensions.filter((one) => !used.has(one.key))
              ).map((one) => [one.key, one.label])}
              onAdd={(key) => set(zone, [...state[zone], key])}
            />
          </div>
          <div className="flex wrap gap-6">
            {state[zone].map((key, at) => (
              <Field
                key={key}
                label={labels.get(key) ?? key}
                zone={zone}
                first={at === 0}
                last={at === state[zone].length - 1}
                onHold={() => setHeld({ from: zone, key })}
                onLet={() => setHeld(null)}
                onDrop={() => {
                  if (held && held.key !== key) move(held.from, held.key, zone, key)
                  setHeld(null)
                }}
                onMove={(by) => {
                  const list = [...state[zone]]
                  list.splice(at, 1)
                  list.splice(at + by, 0, key)
                  set(zone, list)
                }}
                onTo={(to) => move(zone, key, to)}
                onRemove={() =>
                  set(
                    zone,
                    state[zone].filter((one) => one !== key),
                  )
                }
              />
            ))}
          </div>
        </section>
      ))}
    </div>
  )
}

function Adder({
  label,
  options,
  onAdd,
}: {
  label: string
  options: [string, string][]
  onAdd: (key: string) => void
}) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  return (
    <>
      <Button
        size="small"
        variant="text"
        startIcon={<Add />}
        aria-label={label}
        aria-haspopup="menu"
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {say('Add')}
      </Button>
      <Menu
        open={!!anchor}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        slotProps={{ paper: { className: css.menu } }}
      >
        {options.map(([key, text]) => (
          <MenuItem
            key={key}
            dense
            onClick={() => {
              setAnchor(null)
              onAdd(key)
            }}
          >
            {text}
          </MenuItem>
        ))}
      </Menu>
    </>
  )
}

function Field({
  label,
  zone,
  first,
  last,
  onHold,
  onLet,
  onDrop,
  onMove,
  onTo,
  onRemove,
}: {
  label: string
  zone: Zone
  first: boolean
  last: boolean
  onHold: () => void
  onLet: () => void
  onDrop: () => void
  onMove: (by: number) => void
  onTo: (zone: Zone) => void
  onRemove: () => void
}) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const act = (does: () => void) => () => {
    setAnchor(null)
    does()
  }
  return (
    <span
      draggable
      onDragStart={onHold}
      onDragEnd={onLet}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.stopPropagation()
        onDrop()
      }}
      className={css.dimension}
    >
      <button
        type="button"
        aria-haspopup="menu"
        onClick={(event) => setAnchor(event.currentTarget)}
        onKeyDown={(event) => {
          if (event.key === 'ArrowLeft' && event.altKey && !first) onMove(-1)
          else if (event.key === 'ArrowRight' && event.altKey && !last) onMove(1)
          else if (event.key === 'Delete') onRemove()
        }}
        className={css.handle}
      >
        <DragIndicator className="text-16 muted" />
        {label}
      </button>
      <button type="button" aria-label={say('Remove {label}', { label })} onClick={onRemove} className={css.remove}>
        <Close className="text-14" />
      </button>
      <Menu open={!!anchor} anchorEl={anchor} onClose={() => setAnchor(null)}>
        {zone === 'columns' && <MenuItem onClick={act(() => onTo('rows'))}>{say('Move to rows')}</MenuItem>}
        {zone === 'rows' && <MenuItem onClick={act(() => onTo('columns'))}>{say('Move to columns')}</MenuItem>}
        <MenuItem disabled={first} onClick={act(() => onMove(-1))}>
          {say('Move before')}
        </MenuItem>
        <MenuItem disabled={last} onClick={act(() => onMove(1))}>
          {say('Move after')}
        </MenuItem>
        <MenuItem onClick={act(onRemove)}>{say('Remove')}</MenuItem>
      </Menu>
    </span>
  )
}
