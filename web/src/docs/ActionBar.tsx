// The bar of what can be done now: primary, others, danger, and what is not available with its reason.
//
//   <ActionBar
//     actions={doc.actions}
//     check={(action, inputs) => core().check_inputs('order', doc.status, action, inputs)}
//     onAct={async (action, inputs) => !!(await act.run(action, doc.version, inputs))}
//     pending={act.pending} problem={act.problem} onOpen={act.clear} known={doc.links} right={<QueuePosition/>} />
//   `primary` names the main action (else the first available one that is no danger), `hide` leaves actions out
//   (a page that has its own button for them), `entered` those that the page enters itself while they are possible,
//   `confirm` gives words for what cannot be undone, `before` buttons at the left (Save draft). An action with inputs
//   opens a box with them; Enter or Ctrl Enter in it decides.
//   The reader is told first of refused steps that concern them.
//   Keys: Ctrl Enter primary, A approve, H hold, R reject, Q query.
import LockOutlined from '@mui/icons-material/LockOutlined'
import MoreHoriz from '@mui/icons-material/MoreHoriz'
import Button from '@mui/material/Button'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useEffect, useId, useState, type ReactNode } from 'react'
import type { Links } from '../core/records'
import type { Problem } from '../net/client'
import type { ActionView, FieldDef, Issue } from '../core/types.gen'
import { useMended, useRefusal } from '../sync/mended'
import { useSteady } from '../ui/steady'
import { ActionBox, type Confirm, type DrawInput } from './ActionBox'
import { Kbd } from '../ui/Kbd'
import { WhatItMeans } from '../ui/WhatItMeans'
import { announce } from '../ui/announce'
import { useKeys } from '../ui/keys'
import { useSight } from '../ui/sight'
import { isDanger, keyOf, rankOf } from './ranks'
import { useLeft } from './useLeft'
import { classes } from '../theme/classes'
import css from './ActionBar.module.css'
import { say } from '../words/say'

export interface ActionBarProps {
  actions: ActionView[]
  /** What the core finds wrong with an action's inputs. */
  check: (action: string, inputs: Record<string, unknown>) => Issue[]
  /** True when it was done; false leaves the box open with `problem` in it. */
  onAct: (action: string, inputs: Record<string, unknown>) => Promise<boolean>
  pending?: boolean
  problem?: Problem | null
  onOpen?: () => void
  primary?: string
  hide?: string[]
  /** Steps that the page enters itself: the bar has them only while they are not possible, with the reason. */
  entered?: string[]
  confirm?: Record<string, Confirm>
  known?: Links
  before?: ReactNode
  right?: ReactNode
  /** A line above the buttons. */
  note?: ReactNode
  /** What an action's inputs begin with. */
  starts?: Record<string, Record<string, unknown>>
  /** What draws an input in place of the field's own. */
  draw?: DrawInput
  /** Steps that ask for something only where they lack it: they are taken at once. */
  atOnce?: string[]
}

const NONE: string[] = []
const SHOWN = 3
const LOCKED_SHOWN = 1

export function ActionBar({
  actions,
  check,
  onAct,
  pending,
  problem = null,
  onOpen,
  primary,
  hide = [],
  entered = NONE,
  confirm = {},
  known,
  draw,
  before,
  right,
  note,
  starts = {},
  atOnce = NONE,
}: ActionBarProps) {
  const [open, setOpen] = useState<ActionView | null>(null)
  const [running, setRunning] = useState<string | null>(null)
  const phone = useMediaQuery('(max-width: 599.95px)')
  const offered = actions.filter((one) => !hide.includes(one.action) && !(one.allowed && entered.includes(one.action)))
  const free = offered.filter((one) => one.allowed)
  const main = free.find((one) => one.action === primary) ?? free.find((one) => rankOf(one.action) === 0)
  const rest = free
    .filter((one) => one !== main)
    .sort((a, b) => Number(isDanger(a.action)) - Number(isDanger(b.action)))
  const room = phone ? (main ? 1 : 2) : SHOWN
  const shown = rest.length + (main ? 1 : 0) <= room ? rest : rest.slice(0, Math.max(0, room - 1))
  const more = rest.filter((one) => !shown.includes(one))
  const refused = offered.filter((one) => !one.allowed)
  const own = refused.filter((one) => one.concerns)
  const locked = [...own, ...refused.filter((one) => !own.includes(one))]

  const { mended } = useMended()
  const redo = mended?.deed === 'act' ? mended : null
  const again = redo && free.find((one) => one.action === redo.action)
  useEffect(() => {
    if (again) setOpen(again)
    // oxlint-disable-next-line react/exhaustive-deps -- once, when the refused step and its document are known
  }, [redo?.command_id, again?.action])
  const { refusal, met } = useRefusal()
  // A step that the page enters itself is told there.
  const past = again ? undefined : offered.find(({ action }) => action === redo?.action && !entered.includes(action))
  const left = useLeft()
  const sight = useSight()
  const start = (one: ActionView) => {
    onOpen?.()
    const quiet =
      one.inputs.length === 0 || (atOnce.includes(one.action) && !one.inputs.some((input) => input.required))
    if (!quiet || confirm[one.action] || left.of(one.action)) return setOpen(one)
    if (running) return
    setRunning(one.action)
    sight.leave()
    const asks = one.inputs.length > 0
    void onAct(one.action, asks ? (starts[one.action] ?? {}) : {})
      // What it lacks is asked for then, under the reason.
      .then((done) => {
        if (done) return
        sight.stay()
        if (asks) setOpen(one)
      })
      .finally(() => setRunning(null))
  }
  const run = async (one: ActionView, inputs: Record<string, unknown>) => {
    met()
    setRunning(one.action)
    sight.leave()
    const done = await onAct(one.action, inputs)
    setRunning(null)
    if (!done) return sight.stay()
    left.drop(one.action)
    setOpen(null)
  }
  const startOf = (one: ActionView) => {
    const typed = left.of(one.action)
    if (typed) return typed
    return one.action === redo?.action ? asChosen(one.inputs, redo.inputs ?? {}) : starts[one.action]
  }
  const pressed = (one: ActionView) => (event: KeyboardEvent) => {
    if (event.repeat) return
    if (sight.on) start(one)
    else announce(say('Another document is shown now. Look at it, then press the key again.'))
  }
  const byKey = Object.fromEntries(
    [...free].reverse().flatMap((one) => {
      const key = keyOf(one.action)
      return key ? [[key, pressed(one)]] : []
    }),
  )
  useKeys({ ...byKey, 'ctrl+enter': main && pressed(main) }, !open && !pending)

  if (offered.length === 0 && !before && !right && !note) return null
  // A bar without a step leaves a phone to the page: what it says takes one line.
  const idle = phone && free.length === 0 && !before && !right && !problem && !past
  const busy = (one: ActionView) => !!pending && running === one.action
  return (
    <section aria-label={say('Actions')} className={classes('bar no-print', idle && css.idle)}>
      {problem && !open && (
        <p role="alert" className="bar-alert">
          {problem.detail} <WhatItMeans problem={problem} />
        </p>
      )}
      {past && (
        <p role="alert" className="bar-alert">
          {say('{label} was refused{value}. It is not possible now: {why}', {
            label: past.label,
            value: redo?.problem ? `: ${redo.problem.detail}` : '',
            why: past.why,
          })}
        </p>
      )}
      {note}
      <div className={classes('bar-row', !phone && !!right && css.sided)}>
        <div className={css.steps}>
          {main && (
            <Button
              variant="contained"
              color="primary"
              onClick={() => start(main)}
              aria-busy={busy(main)}
              aria-keyshortcuts={sight.on ? shortcutsOf(main, true) : undefined}
            >
              {busy(main) ? say('Saving') : named(main)}
              <span className="keys">
                <Kbd on="fill">Ctrl</Kbd>
                <Kbd on="fill">Enter</Kbd>
              </span>
            </Button>
          )}
          {before}
          {shown.map((one) => (
            <Button
              key={one.action}
              onClick={() => start(one)}
              aria-busy={busy(one)}
              aria-keyshortcuts={sight.on ? shortcutsOf(one) : undefined}
              className={classes(isDanger(one.action) && 'danger', phone && !main && 'grow')}
            >
              {busy(one) ? say('Saving') : named(one)}
            </Button>
          ))}
          {more.length > 0 && <More actions={more} onPick={start} />}
          {locked.length > 0 && (
            <Locked actions={locked} most={phone ? 0 : Math.min(LOCKED_SHOWN, own.length)} wide={phone} />
          )}
          {((!phone && locked.length === 0) || (phone && right)) && <span className="grow" />}
        </div>
        {right}
      </div>
      {open && (
        <ActionBox
          key={open.action}
          action={open}
          check={(inputs) => check(open.action, inputs)}
          danger={isDanger(open.action)}
          problem={problem ?? (open.action === redo?.action ? refusal : null)}
          pending={pending}
          known={known}
          confirm={confirm[open.action]}
          start={startOf(open)}
          draw={draw}
          onRun={(inputs) => void run(open, inputs)}
          onClose={(typed) => {
            left.keep(open.action, typed)
            setOpen(null)
          }}
        />
      )}
    </section>
  )
}

/** Inputs as the box has them, from those that were sent: what is chosen from a list is chosen by its text. */
function asChosen(fields: FieldDef[], inputs: Record<string, unknown>): Record<string, unknown> {
  const text = (value: unknown) => (typeof value === 'number' ? String(value) : value)
  const of = (field: FieldDef, value: unknown): unknown => {
    if (field.kind === 'choice') return text(value)
    if (field.kind === 'many' && field.of?.kind === 'choice' && Array.isArray(value)) return value.map(text)
    if (field.kind === 'rows' && Array.isArray(value))
      return value.map((row) => asChosen(field.fields, row as Record<string, unknown>))
    if (field.kind === 'group' && value) return asChosen(field.fields, value as Record<string, unknown>)
    return value
  }
  const known = fields.filter((field) => inputs[field.key] !== undefined)
  return Object.fromEntries(known.map((field) => [field.key, of(field, inputs[field.key])]))
}

/** The keys that press a button, for those who hear what it is. */
function shortcutsOf({ action }: ActionView, main = false): string | undefined {
  const letter = keyOf(action)?.toUpperCase()
  return [main && 'Control+Enter', letter].filter(Boolean).join(' ') || undefined
}

/** A step as a menu or a button names it. */
type Named = Pick<ActionView, 'action' | 'label' | 'inputs'>

function named(one: Named): string {
  return isDanger(one.action) && one.inputs.length > 0 ? `${one.label}…` : one.label
}

export function More<One extends Named>({
  actions,
  small,
  onPick,
}: {
  actions: One[]
  small?: boolean
  onPick: (one: One) => void
}) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const shown = useSteady(anchor ? 'open' : null, actions, (one) => one.action)
  return (
    <>
      <Button
        size={small ? 'small' : undefined}
        startIcon={<MoreHoriz />}
        onClick={(event) => setAnchor(event.currentTarget)}
        aria-haspopup="menu"
      >
        {say('More')}
      </Button>
      <Menu
        open={!!anchor}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'top', horizontal: 'left' }}
        transformOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      >
        {shown.map((one) => (
          <MenuItem
            key={one.action}
            className={isDanger(one.action) ? 'danger' : undefined}
            onClick={() => {
              setAnchor(null)
              onPick(one)
            }}
          >
            {named(one)}
          </MenuItem>
        ))}
      </Menu>
    </>
  )
}

/** Not greyed out in silence: each is a real button that says why it does nothing. */
function Locked({ actions, most, wide }: { actions: ActionView[]; most: number; wide: boolean }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const shown = actions.slice(0, most)
  return (
    <div className={classes(css.group, most > 0 && css.reasoned, wide && css.alone)}>
      {shown.map((one) => (
        <LockedOne key={one.action} action={one} />
      ))}
      {actions.length > shown.length && (
        <>
          <button
            type="button"
            onClick={(event) => setAnchor(event.currentTarget)}
            aria-haspopup="dialog"
            className={classes(css.show, wide && css.wide)}
          >
            {actions.length - shown.length}{' '}
            {shown.length > 0 ? say('more not available') : say('not available, and why')}
          </button>
          <Menu
            open={!!anchor}
            anchorEl={anchor}
            onClose={() => setAnchor(null)}
            anchorOrigin={{ vertical: 'top', horizontal: 'left' }}
            transformOrigin={{ vertical: 'bottom', horizontal: 'left' }}
          >
            {actions.slice(most).map((one) => (
              <MenuItem key={one.action} aria-disabled onClick={() => setAnchor(null)} className={css.reason}>
                <LockOutlined aria-hidden className="text-14 muted" />
                <strong>{one.label}</strong>
                <span className="muted">{one.why}</span>
              </MenuItem>
            ))}
          </Menu>
        </>
      )}
    </div>
  )
}

export function LockedOne({ action }: { action: ActionView }) {
  const id = useId()
  return (
    <span className="row gap-4 text-12 leading-16 min-0">
      <LockOutlined aria-hidden className="text-14 muted rigid" />
      <button type="button" aria-disabled aria-describedby={id} data-locked={action.action} className={css.blocked}>
        {action.label}
      </button>
      <span id={id} className={`muted min-0 ${css.why}`}>
        {action.why}
      </span>
    </span>
  )
}
