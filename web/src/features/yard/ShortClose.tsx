// Lines that stay open after this vehicle: each may be closed short, with a reason.
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { kg, pieces } from '../../ui/format'
import { useReasonChoices } from '../../docs/reasons'
import { Card } from '../../kit/parts'
import type { Row } from './load'
import type { YardLine } from './PickLine'
import { say } from '../../words/say'

export function ShortClose({
  kind,
  lines,
  picked,
  value,
  onChange,
}: {
  kind: string | null
  lines: YardLine[]
  picked: Row[]
  value: { line: number; reason: string }[]
  onChange: (value: { line: number; reason: string }[]) => void
}) {
  const reasons = useReasonChoices(kind)
  const left = lines
    .map((line) => ({
      line,
      left:
        line.open -
        picked
          .filter((row) => row.order_line === line.at)
          .reduce((sum, row) => sum + (line.byWeight ? row.weight_g : row.pcs), 0),
    }))
    .filter((one) => one.left > 0)
  if (left.length === 0 || picked.length === 0) return null
  const set = (line: number, reason: string) =>
    onChange([...value.filter((one) => one.line !== line), ...(reason ? [{ line, reason }] : [])])
  return (
    <Card title={say('Short-loaded items')}>
      <ul className="grid gap-12">
        {left.map(({ line, left: open }) => (
          <li key={line.at} className="grid gap-6">
            <div className="flex between gap-12">
              <span>{line.name}</span>
              <span className="num nowrap warn">
                {line.byWeight ? say('{open} kg', { open: kg(open) }) : say('{open} pcs', { open: pieces(open) })}
                {say(' left')}
              </span>
            </div>
            <TextField
              select
              fullWidth
              value={value.find((one) => one.line === line.at)?.reason ?? ''}
              onChange={(event) => set(line.at, event.target.value)}
              slotProps={{
                select: { displayEmpty: true },
                htmlInput: { 'aria-label': say('What to do with the rest of {name}', { name: line.name }) },
              }}
            >
              <MenuItem value="">{say('To follow on another vehicle')}</MenuItem>
              {reasons.map((reason) => (
                <MenuItem key={reason.key} value={reason.key}>
                  {say('Close short: {label}', { label: reason.label })}
                </MenuItem>
              ))}
            </TextField>
          </li>
        ))}
      </ul>
    </Card>
  )
}
