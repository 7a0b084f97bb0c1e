// The road on a phone: seven short bars, the words of the present one above them.
import type { HistoryEntry } from '../../core/types.gen'
import { role } from '../../theme/themes'
import { orderSteps } from './orderSteps'
import { useStatusColours } from '../../ui/StatusChip'

export function RoadStrip({ status, history }: { status: string; history: HistoryEntry[] }) {
  const steps = orderSteps(status, history)
  const { ink } = useStatusColours(status)
  const at = steps.filter((step) => step.state !== 'ahead').length
  return (
    <ol
      aria-label={`Step ${at} of ${steps.length}: ${status}`}
      style={{ display: 'grid', gridTemplateColumns: `repeat(${steps.length}, 1fr)`, gap: 5 }}
    >
      {steps.map((step) => (
        <li
          key={step.status}
          title={step.status}
          aria-current={step.state === 'now' ? 'step' : undefined}
          style={{
            height: 5,
            borderRadius: 3,
            background:
              step.state === 'now' || (step.state === 'done' && step.sidings.some((siding) => siding.now))
                ? ink
                : step.state === 'done'
                  ? role.ok
                  : role.line,
          }}
        />
      ))}
    </ol>
  )
}
