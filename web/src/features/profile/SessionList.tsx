// Where a person is signed in, and ending it: one session, or all but this one.
import ComputerOutlined from '@mui/icons-material/ComputerOutlined'
import PhoneAndroidOutlined from '@mui/icons-material/PhoneAndroidOutlined'
import Button from '@mui/material/Button'
import { useState } from 'react'
import type { Sessions } from '../../net/answers.gen'
import { send, type Problem } from '../../net/client'
import { useFacts } from '../../sync/docs'
import { moment } from '../../ui/format'
import { Failed, Skeletons } from '../../ui/states'
import { useToast } from '../../ui/Toasts'
import { deviceOf } from './device'
import css from './SessionList.module.css'
import { say } from '../../words/say'

export function SessionList({ account, own }: { account: string; own: boolean }) {
  const { data, error, refetch } = useFacts<Sessions>(`/api/sessions?account=${account}`)
  const [problem, setProblem] = useState<Problem | null>(null)
  const notify = useToast()
  const end = async (body: { session?: string; account?: string }, said: string) => {
    const answer = await send({ url: '/api/sessions/end', method: 'POST', body })
    if ('error' in answer) return setProblem(answer.error)
    setProblem(null)
    notify(said)
    await refetch()
  }
  if (error && !data) return <Failed problem={error} what={say('The sessions')} onRetry={() => void refetch()} />
  if (!data) return <Skeletons rows={2} label={say('Loading the sessions')} />
  const others = data.rows.filter((row) => !row.current)
  return (
    <>
      {problem && (
        <p role="alert" className={css.problem}>
          {problem.detail}
        </p>
      )}
      {data.rows.length === 0 && <p className="p-16 muted">{say('No one is signed in to this account.')}</p>}
      <ul>
        {data.rows.map((row) => {
          const device = deviceOf(row.agent)
          return (
            <li key={row.id} className={css.session}>
              {device.phone ? (
                <PhoneAndroidOutlined aria-hidden className="muted" />
              ) : (
                <ComputerOutlined aria-hidden className="muted" />
              )}
              <div className="grow min-0">
                <div className="bold">
                  {device.name}
                  {row.current && <span className={css.own}>{say('This one')}</span>}
                </div>
                <div className="num muted text-13">
                  {say('Since {began}, until {expires}', { began: moment(row.began), expires: moment(row.expires) })}
                </div>
              </div>
              {!row.current && (
                <Button
                  size="small"
                  onClick={() => void end({ session: row.id }, say('{name} was signed out', { name: device.name }))}
                  aria-label={say('Sign out {name}, signed in {began}', {
                    name: device.name,
                    began: moment(row.began),
                  })}
                >
                  {say('Sign out')}
                </Button>
              )}
            </li>
          )
        })}
      </ul>
      {others.length > 1 && (
        <div className="p-12-16">
          <Button
            color="error"
            onClick={() =>
              void end(
                own ? {} : { account },
                own ? say('Every other session was signed out') : say('Every session was signed out'),
              )
            }
          >
            {own ? say('Sign out everywhere else') : say('Sign out everywhere')}
          </Button>
        </div>
      )}
    </>
  )
}
