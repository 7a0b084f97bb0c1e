// How many of some steps are done, as a bar.
import css from './Progress.module.css'
import { say } from '../words/say'

/** Without figures it stands at 75 of 100. */
export function Progress({
  done = 75,
  of = 100,
  label = say('Steps done'),
}: {
  done?: number
  of?: number
  label?: string
}) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={of}
      aria-valuenow={done}
      className={css.track}
    >
      <div className={css.done} style={{ width: `${of > 0 ? (done / of) * 100 : 0}%` }} />
    </div>
  )
}
