// How many of some steps are done, as a bar.
import { role } from '../theme/themes'

export function Progress({ done, of }: { done: number; of: number }) {
  return (
    <div
      role="progressbar"
      aria-label="Steps done"
      aria-valuemin={0}
      aria-valuemax={of}
      aria-valuenow={done}
      style={{ height: 6, borderRadius: 3, background: role.line, overflow: 'hidden' }}
    >
      <div style={{ width: `${of > 0 ? (done / of) * 100 : 0}%`, height: '100%', background: role.ok }} />
    </div>
  )
}
