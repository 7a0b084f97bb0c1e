// A document's bar of actions, wired: it acts, says what came of it, and meets a stale version.
//
//   <DocActions def={def} doc={doc} onDone={(next) => …} right={…} before={…} primary="approve" confirm={…} hide={…} />
//   Undo is offered where the workflow has the way back: hold and resume, submit and withdraw.
import { Suspense, useCallback } from 'react'
import { docNow, useAct, useOffered } from '../sync/docs'
import { useAppDispatch } from '../sync/store'
import { core } from '../core'
import type { DocDef, DocView } from '../core/records'
import { ActionBar, type ActionBarProps } from './ActionBar'
import type { DrawInput } from './ActionBox'
import { ownPages } from './overrides'
import { TurnNote } from './TurnNote'
import { titleOfDoc } from './titles'
import { useOutcome } from './useOutcome'
import { Skeletons } from '../ui/states'
import { say } from '../words/say'

const WAY_BACK: Record<string, string> = {
  submit: 'withdraw',
  hold: 'resume',
  activate: 'deactivate',
  deactivate: 'activate',
}

interface Props extends Pick<
  ActionBarProps,
  'primary' | 'hide' | 'entered' | 'confirm' | 'right' | 'starts' | 'before'
> {
  def: DocDef
  doc: DocView
  onDone?: (next: DocView, action: string) => void
}

export function DocActions({ def, doc, onDone, ...bar }: Props) {
  const act = useAct(def.key, doc.id)
  const offered = useOffered(def.key, doc.actions)
  const outcome = useOutcome()
  const dispatch = useAppDispatch()
  const run = useCallback(
    async (action: string, inputs: Record<string, unknown>) => {
      const next = await act.run(action, doc.version, inputs)
      if (!next) {
        // Another's change is fetched at once: the bar then shows what is possible now.
        void dispatch(docNow(def.key, doc.id))
        return false
      }
      const label = doc.actions.find((one) => one.action === action)?.label ?? action
      const back = WAY_BACK[action]
      const undo =
        back &&
        next.actions.some((one) => one.action === back && one.allowed && one.inputs.every((input) => !input.required))
          ? () => void act.run(back, next.version, {})
          : undefined
      outcome(
        next,
        next.status === doc.status
          ? `${titleOfDoc(def, next)}: ${label}`
          : say('{def} is now {status}', { def: titleOfDoc(def, next), status: next.status }),
        { undo },
      )
      onDone?.(next, action)
      return true
    },
    [act, def, dispatch, doc, outcome, onDone],
  )
  const draw: DrawInput = (field, form) => {
    const Own = ownPages(def.key).inputs?.[field.key]
    return Own ? (
      <Suspense fallback={<Skeletons rows={3} />}>
        <Own doc={doc} form={form} field={field} />
      </Suspense>
    ) : undefined
  }
  return (
    <ActionBar
      key={doc.id}
      {...bar}
      actions={offered}
      check={(action, inputs) => core().check_inputs(def.key, doc.status, action, inputs)}
      onAct={run}
      pending={act.pending}
      problem={act.problem}
      onOpen={act.clear}
      known={doc.links}
      draw={draw}
      note={<TurnNote def={def} doc={doc} />}
    />
  )
}
