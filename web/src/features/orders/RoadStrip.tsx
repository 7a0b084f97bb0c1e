// The road on a phone: seven short bars, the words of the present one above them.
import type { HistoryEntry } from '../../core/types.gen'
import { orderSteps } from './orderSteps'
import { useStatusColours } from '../../ui/StatusChip'
import { classes } from '../../theme/classes'
import css from './RoadStrip.module.css'
import { say } from '../../words/say'

export function RoadStrip({ status, history }: { status: string; history: HistoryEntry[] }) {
  const steps = orderSteps(status, history)
  const { ink } = useStatusColours(status)
  const at = steps.filter((step) => step.state !== 'ahead').length
  return (
    <ol aria-label={say('Step {at} of {steps}: {status}', { at, steps: steps.length, status })} className="even gap-5">
      {steps.map((step) => (
        <li
          key={step.status}
          title={step.status}
          aria-current={step.state === 'now' ? 'step' : undefined}
          className={classes(css.bar, step.state === 'done' && css.done)}
          style={
            step.state === 'now' || (step.state === 'done' && step.sidings.some((siding) => siding.now))
              ? { background: ink }
              : undefined
          }
        />
      ))}
    </ol>
  )
}
