// How long an order has been in its status: amber when its time runs out, red with an alarm past it.
import type { Queue } from '../../core/types.gen'
import AlarmOutlined from '@mui/icons-material/AlarmOutlined'
import type { Row } from '../../core/records'
import { role } from '../../theme/themes'
import { age, moment } from '../../ui/format'
import { urgency } from '../../kit/queue'

export function AgeCell({ row, queue }: { row: Row; queue: Queue | undefined }) {
  const { since } = row
  const sla = queue?.rows.find((one) => one.id === row.id)?.sla_hours ?? null
  const how = urgency(since, sla)
  const ink = how === 'late' ? role.danger : how === 'soon' ? role.warn : undefined
  return (
    <span
      className="num nowrap"
      title={moment(since)}
      style={{ color: ink, fontWeight: ink ? 600 : 400, display: 'inline-flex', gap: 4, alignItems: 'center' }}
    >
      {how === 'late' && <AlarmOutlined aria-label="late" style={{ fontSize: 15 }} />}
      {age(since)}
    </span>
  )
}
