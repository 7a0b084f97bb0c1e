// A yard's concern and what was answered to it.
import { memo } from 'react'
import type { DocView } from '../core/records'
import { reasonWords, useReasons } from '../docs/reasons'
import { age, moment } from '../ui/format'
import { Card, Finding } from './parts'
import { titleOf } from './record'
import { many, say } from '../words/say'

export const ConcernCard = memo(function ConcernCard({ doc }: { doc: DocView<'order'> }) {
  const reasons = useReasons()
  const concern = doc.record.concern ?? {}
  if (!concern.remarks && !concern.reason) return null
  const lines = concern.lines ?? []
  const at = concern.at ?? null
  return (
    <Card
      title={say('Concern')}
      aside={at !== null ? <span title={moment(at)}>{say('{at} ago', { at: age(at) })}</span> : undefined}
    >
      <div className="grid gap-8 text-13">
        <Finding tone="warn" box>
          <strong>{reasonWords(reasons, concern.reason ?? '')}</strong>
          {lines.length > 0 && (
            <>{many(lines.length, ', line {at}', ', lines {at}', { at: lines.map((line) => line + 1).join(', ') })}</>
          )}
          <div>{concern.remarks}</div>
        </Finding>
        <div className="muted">{say('By {links}', { links: titleOf(doc.links, 'employee', concern.by) })}</div>
        {concern.answer_remarks && (
          <Finding tone="info" box>
            {titleOf(doc.links, 'employee', concern.answered_by)}: {concern.answer_remarks}
          </Finding>
        )}
      </div>
    </Card>
  )
})
