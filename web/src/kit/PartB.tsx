// The log of Part B of e-way bills: which vehicle each named, from when.
import { say } from '../words/say'
import { day, moment } from '../ui/format'
import { Card } from './parts'
import { reasonWords, useReasons } from '../docs/reasons'

interface Entry {
  no?: string
  ewb_no?: string
  vehicle_no?: string
  valid_to?: string
  reason?: string
  at?: number
}

export function PartB({ title, rows }: { title: string; rows: Entry[] }) {
  const reasons = useReasons()
  if (rows.length === 0) return null
  return (
    <Card title={title} label={title} pad={0}>
      <ol>
        {rows.map((row, at) => (
          <li key={at} className="divided p-12-16 text-13">
            <strong className="bold num">{row.ewb_no}</strong> <span className="nowrap">{row.vehicle_no}</span>
            <div className="muted">
              {[
                row.no,
                row.valid_to && say('valid to {valid_to}', { valid_to: day(row.valid_to) }),
                row.at && moment(row.at),
              ]
                .filter(Boolean)
                .join(', ')}
            </div>
            {row.reason && <div className="muted">{reasonWords(reasons, row.reason)}</div>}
          </li>
        ))}
      </ol>
    </Card>
  )
}
