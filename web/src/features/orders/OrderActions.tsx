// The order's bar: its steps with reasons and lines to choose from, the place in the queue, and the next one after a
// decision.
import KeyboardArrowDown from '@mui/icons-material/KeyboardArrowDown'
import KeyboardArrowUp from '@mui/icons-material/KeyboardArrowUp'
import IconButton from '@mui/material/IconButton'
import { useEffect, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { docDef } from '../../core'
import type { DocView } from '../../core/records'
import { docNow, useAct, useOffered } from '../../sync/docs'
import { useAppDispatch } from '../../sync/store'
import { ActionBar } from '../../docs/ActionBar'
import { TurnNote } from '../../docs/TurnNote'
import { useOutcome } from '../../docs/useOutcome'
import { isTyping } from '../../ui/keys'
import { checkChosen, sendableInputs, useChoosable } from './actions'
import { usePhone } from '../../kit/parts'
import { usePlace, type Place } from '../../kit/queue'
import { classes } from '../../theme/classes'
import css from './OrderActions.module.css'
import { say } from '../../words/say'

/** Steps whose way back needs nothing but the deed. */
const WAY_BACK: Record<string, string> = { hold: 'resume' }

/** A reason is wanted of an approval only where a rate is below its floor price. */
const AT_ONCE = ['approve']

/** What asks another person: it is no decision that the next order of the queue would follow. */
const ASKS = ['raise_concern']

export function useOrderAct(doc: DocView<'order'>, onNext?: () => void) {
  const act = useAct(doc.type, doc.id)
  const outcome = useOutcome()
  const dispatch = useAppDispatch()
  const run = async (action: string, inputs: Record<string, unknown>): Promise<boolean> => {
    const next = await act.run(action, doc.version, sendableInputs(inputs))
    if (!next) {
      // Another's change is fetched at once: the bar then shows what is possible now.
      void dispatch(docNow(doc.type, doc.id))
      return false
    }
    const back = WAY_BACK[action]
    const undo =
      back && next.actions.some((one) => one.action === back && one.allowed)
        ? () => void act.run(back, next.version, {})
        : undefined
    const label = doc.actions.find((one) => one.action === action)?.label ?? action
    outcome(
      next,
      next.status === doc.status
        ? `${next.doc_no ?? say('Draft')}: ${label}`
        : say('{doc_no} is now {status}', { doc_no: next.doc_no ?? say('Draft'), status: next.status }),
      { undo },
    )
    if (next.status !== doc.status && !ASKS.includes(action)) onNext?.()
    return true
  }
  return { run, pending: act.pending, problem: act.problem, clear: act.clear }
}

/**
 * A decides nothing by itself where the decision's inputs stand in the page: it goes to them, and Ctrl Enter decides.
 */
function useToDecision(boxed: string | undefined) {
  useEffect(() => {
    if (!boxed) return
    const onKey = (event: KeyboardEvent) => {
      if (
        event.key.toLowerCase() !== 'a' ||
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        isTyping(event) ||
        document.querySelector('[role=dialog]')
      )
        return
      event.preventDefault()
      document
        .querySelector<HTMLElement>(
          '[aria-label="Your decision"] textarea, [aria-label="Your decision"] input:not([type=radio])',
        )
        ?.focus()
    }
    window.addEventListener('keydown', onKey, true)
    return () => window.removeEventListener('keydown', onKey, true)
  }, [boxed])
}

export function OrderActions({
  doc,
  pathOf,
  primary,
  hide,
  starts,
  before,
  deeds,
  boxed,
}: {
  doc: DocView<'order'>
  /** The page of a document in the queue; the next one opens there after a decision. */
  pathOf: (id: string) => string
  primary?: string
  hide?: string[]
  starts?: Record<string, Record<string, unknown>>
  before?: ReactNode
  /** Another page's own way of running steps (with what was typed in its decision box). */
  deeds?: ReturnType<typeof useOrderAct>
  /** The action whose inputs stand in the page: its button decides at once. */
  boxed?: string
}) {
  const navigate = useNavigate()
  const phone = usePhone()
  const place = usePlace(doc.type, doc.id)
  const own = useOrderAct(doc, () => place?.next && void navigate(pathOf(place.next.id)))
  const { run, pending, problem, clear } = deeds ?? own
  const choosable = useOffered(doc.type, useChoosable(doc))
  const actions = boxed ? choosable.map((one) => (one.action === boxed ? { ...one, inputs: [] } : one)) : choosable
  useToDecision(boxed)
  return (
    <ActionBar
      key={doc.id}
      actions={actions}
      check={(action, inputs) => checkChosen(doc, action, inputs)}
      onAct={run}
      pending={pending}
      problem={problem}
      onOpen={clear}
      known={doc.links}
      primary={primary}
      hide={hide}
      starts={starts}
      atOnce={AT_ONCE}
      before={before}
      note={<TurnNote def={docDef(doc.type)} doc={doc} />}
      right={place && !phone && <QueuePlace place={place} onGo={(id) => void navigate(pathOf(id))} />}
    />
  )
}

function QueuePlace({ place, onGo }: { place: Place; onGo: (id: string) => void }) {
  const button = (row: Place['next'], label: string, icon: ReactNode) => (
    <IconButton
      aria-label={row ? label : say('{label}: there is none', { label })}
      aria-disabled={!row}
      onClick={() => row && onGo(row.id)}
      className={classes(css.tool, row ? 'ink' : 'faint')}
    >
      {icon}
    </IconButton>
  )
  return (
    <div className="row gap-8 rigid">
      <span className="num nowrap text-13 muted">{say('{at} of {of}', { at: place.at, of: place.of })}</span>
      {button(place.before, say('The one before in the queue'), <KeyboardArrowUp className="text-20" />)}
      {button(place.next, say('The next in the queue'), <KeyboardArrowDown className="text-20" />)}
    </div>
  )
}
