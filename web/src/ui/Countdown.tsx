// A moment up to which something can be done, and how long that still is: counted down while the page is open.
import { useEffect, useState } from 'react'
import { age, moment } from './format'
import { say } from '../words/say'

const MINUTE_MS = 60_000
const SOON_MS = 4 * 60 * MINUTE_MS

/** The present minute. */
function useMinute(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const every = setInterval(() => setNow(Date.now()), MINUTE_MS)
    return () => clearInterval(every)
  }, [])
  return now
}

export function Countdown({ until }: { until: number }) {
  const left = until - useMinute()
  if (left <= 0) return <span className="muted">{moment(until)}</span>
  return (
    <>
      {moment(until)}
      <div className={left < SOON_MS ? 'text-12 danger' : 'text-12 warn'}>
        {say('{age} left', { age: age(0, left) })}
      </div>
    </>
  )
}

interface Deadline {
  label: string
  until: number
}

/** The deadlines of a document that are not over. */
export function Deadlines({ of }: { of?: Deadline[] }) {
  const now = useMinute()
  const open = (of ?? []).filter(({ until }) => until > now)
  if (open.length === 0) return null
  return (
    <section aria-label={say('Deadlines')} className="card mb-12 p-12-16">
      <dl className="row gap-16 wrap text-13">
        {open.map(({ label, until }) => (
          <div key={label}>
            <dt className="muted">{label}</dt>
            <dd className="semibold">
              <Countdown until={until} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
