// What of a document waits here already, said where its page would offer the same once more.
import { useMemo } from 'react'
import { Link } from 'react-router'
import { docDef } from '../core'
import type { DocKey } from '../core/types.gen'
import { paths } from '../docs/paths'
import { useMended } from '../sync/mended'
import { isOpen, useOutbox, type Entry } from '../sync/outbox'
import { Finding } from './parts'
import { say } from '../words/say'

/** The steps of a document that are not through yet, beside the one that its page was opened to mend. */
export function useQueued(type: DocKey, id: string): Entry[] {
  const all = useOutbox()
  const { mended } = useMended()
  return useMemo(
    () =>
      all.filter(
        (one) =>
          one.doc_type === type &&
          one.id === id &&
          one.deed === 'act' &&
          isOpen(one) &&
          one.command_id !== mended?.command_id,
      ),
    [all, type, id, mended],
  )
}

export function Queued({ entry: { doc_type, action, state } }: { entry: Entry }) {
  const label = docDef(doc_type)?.actions.find((one) => one.action === action)?.label ?? ''
  return (
    <Finding tone="warn" box action={<Link to={paths.unsent}>{say('Unsent changes')}</Link>}>
      {state === 'refused'
        ? say('{label}: refused.', { label })
        : say('{label}: queued. It will be sent when you are online.', { label })}
    </Finding>
  )
}
