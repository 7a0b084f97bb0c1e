// What one act sets up: the starter set of a trade, and the number series of a financial year for all branches.
import type { SetupPlan } from '../../core/types.gen'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { send, type Problem } from '../../net/client'
import { api } from '../../sync/api'
import { useCommandId } from '../../sync/docs'
import { useAppDispatch } from '../../sync/store'
import { Card } from '../../kit/parts'
import { pieces } from '../../ui/format'
import { useToast } from '../../ui/Toasts'
import { lower } from '../../ui/words'
import { say } from '../../words/say'

/** What is asked for: the address's last word, and what its body says. */
type Act = { set: string } | { fy: string }

export interface OfferProps {
  title: string
  /** What it is for, in a sentence. */
  says: string
  button: string
  act: Act
  plan: SetupPlan
}

export function Offer({ title, says, button, act, plan }: OfferProps) {
  const dispatch = useAppDispatch()
  const notify = useToast()
  const ids = useCommandId()
  const [pending, setPending] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)
  const run = async () => {
    setPending(true)
    const url = `/api/setup/${'set' in act ? 'set' : 'year'}`
    const answer = await send({ url, method: 'POST', body: { command_id: ids.of(act), ...act } })
    setPending(false)
    if ('error' in answer) return setProblem(answer.error)
    ids.done()
    const { made, there } = answer.data as SetupPlan
    notify(
      say('{made} created{value}', {
        made: pieces(made),
        value: there > 0 ? say(', {there} were there already', { there: pieces(there) }) : '',
      }),
    )
    dispatch(api.util.invalidateTags(['List', 'Facts']))
  }
  return (
    <Card
      title={title}
      aside={plan.there > 0 ? say('{there} of them are there', { there: pieces(plan.there) }) : undefined}
    >
      <div className="grid gap-12">
        <p className="muted text-13">{says}</p>
        <ul aria-label={say('{title}: what is created', { title })} className="text-13">
          {plan.types
            .filter((one) => one.made > 0)
            .map((one) => (
              <li key={one.label}>
                <strong className="num">{pieces(one.made)}</strong> {lower(one.label)}
                {one.there > 0 && (
                  <span className="muted">{say('; {there} there already', { there: pieces(one.there) })}</span>
                )}
              </li>
            ))}
        </ul>
        {plan.refused.length > 0 && (
          <ul aria-label={say('{title}: what is left out', { title })} className="warn text-13">
            {plan.refused.map((why) => (
              <li key={why}>{why}</li>
            ))}
          </ul>
        )}
        {problem && (
          <p role="alert" className="danger text-13">
            {problem.detail}
          </p>
        )}
        <div>
          <Button variant="outlined" color="primary" disabled={pending} onClick={() => void run()}>
            {button}
          </Button>
        </div>
      </div>
    </Card>
  )
}
