// How many of some steps are done, as a bar.
import css from './Progress.module.css'

export function Progress({ done, of }: { done: number; of: number }) {
  return (
    <div
      role="progressbar"
      aria-label="Steps done"
      aria-valuemin={0}
      aria-valuemax={of}
      aria-valuenow={done}
      className={css.track}
    >
      <div className={css.done} style={{ width: `${of > 0 ? (done / of) * 100 : 0}%` }} />
    </div>
  )
}
