// A yard's concern and what was answered to it.
import type { DocView } from '../core/types.gen'
import { reasonWords, useReasons } from '../docs/reasons'
import { role } from '../theme/themes'
import { age, moment } from '../ui/format'
import { Card, Finding } from './parts'
import { group, int, text, titleOf } from './record'

export function ConcernCard({ doc }: { doc: DocView }) {
  const reasons = useReasons()
  const concern = group(doc.record, 'concern')
  if (!text(concern, 'remarks') && !text(concern, 'reason')) return null
  const lines = Array.isArray(concern.lines) ? (concern.lines as number[]) : []
  const at = int(concern, 'at')
  return (
    <Card title="Concern" aside={at !== null ? <span title={moment(at)}>{age(at)} ago</span> : undefined}>
      <div style={{ display: 'grid', gap: 8, fontSize: 13 }}>
        <Finding tone="warn" box>
          <strong>{reasonWords(reasons, text(concern, 'reason'))}</strong>
          {lines.length > 0 && (
            <>
              , {lines.length === 1 ? 'line' : 'lines'} {lines.map((line) => line + 1).join(', ')}
            </>
          )}
          <div>{text(concern, 'remarks')}</div>
        </Finding>
        <div style={{ color: role.ink2 }}>By {titleOf(doc.links, 'employee', concern.by)}</div>
        {text(concern, 'answer_remarks') && (
          <Finding tone="info" box>
            {titleOf(doc.links, 'employee', concern.answered_by)}: {text(concern, 'answer_remarks')}
          </Finding>
        )}
      </div>
    </Card>
  )
}
