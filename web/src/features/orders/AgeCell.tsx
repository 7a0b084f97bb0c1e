// How long an order has been in its status: amber when its time runs out, red with an alarm past it.
import type { Queue } from '../../core/types.gen'
import AlarmOutlined from '@mui/icons-material/AlarmOutlined'
import type { Row } from '../../core/records'
import { age, moment } from '../../ui/format'
import { urgency } from '../../kit/queue'
import { classes } from '../../theme/classes'
import { say } from '../../words/say'

export function AgeCell({ row, queue }: { row: Row; queue: Queue | undefined }) {
  const { since } = row
  const sla = queue?.rows.find((one) => one.id === row.id)?.sla_hours ?? null
  const how = urgency(since, sla)
  return (
    <span
      className={classes(
        'num nowrap inline-row gap-4',
        how === 'late' ? 'danger bold' : how === 'soon' ? 'warn bold' : 'regular',
      )}
      title={moment(since)}
    >
      {how === 'late' && <AlarmOutlined aria-label={say('late')} className="text-15" />}
      {age(since)}
    </span>
  )
}
