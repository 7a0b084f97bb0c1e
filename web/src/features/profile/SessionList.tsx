// Where a person is signed in, and ending it: one session, or all but this one.
import ComputerOutlined from '@mui/icons-material/ComputerOutlined'
import PhoneAndroidOutlined from '@mui/icons-material/PhoneAndroidOutlined'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { send, type Problem } from '../../net/client'
import { useFacts } from '../../sync/docs'
import { role } from '../../theme/themes'
import { moment } from '../../ui/format'
import { Failed, Skeletons } from '../../ui/states'
import { useToast } from '../../ui/Toasts'
import { deviceOf } from './device'

interface Row {
  id: string
  began: number
  expires: number
  agent: string
  current: boolean
}

export function SessionList({ account, own }: { account: string; own: boolean }) {
  const { data, error, refetch } = useFacts<{ rows: Row[] }>(`/api/sessions?account=${account}`)
  const [problem, setProblem] = useState<Problem | null>(null)
  const notify = useToast()
  const end = async (body: { session?: string; account?: string }, said: string) => {
    const answer = await send({ url: '/api/sessions/end', method: 'POST', body })
    if ('error' in answer) return setProblem(answer.error)
    setProblem(null)
    notify(said)
    await refetch()
  }
  if (error && !data) return <Failed problem={error} what="The sessions" onRetry={() => void refetch()} />
  if (!data) return <Skeletons rows={2} label="Loading the sessions" />
  const others = data.rows.filter((row) => !row.current)
  return (
    <>
      {problem && (
        <p role="alert" style={{ padding: '8px 16px', color: role.danger, fontSize: 13 }}>
          {problem.detail}
        </p>
      )}
      {data.rows.length === 0 && <p style={{ padding: 16, color: role.ink2 }}>No one is signed in to this account.</p>}
      <ul>
        {data.rows.map((row) => {
          const device = deviceOf(row.agent)
          return (
            <li
              key={row.id}
              style={{
                display: 'flex',
                alignItems: 'center',
                gap: 14,
                padding: '12px 16px',
                borderBottom: `1px solid ${role.line}`,
              }}
            >
              {device.phone ? (
                <PhoneAndroidOutlined aria-hidden style={{ color: role.ink2 }} />
              ) : (
                <ComputerOutlined aria-hidden style={{ color: role.ink2 }} />
              )}
              <div style={{ flex: 1, minWidth: 0 }}>
                <div style={{ fontWeight: 600 }}>
                  {device.name}
                  {row.current && (
                    <span
                      style={{
                        marginLeft: 8,
                        padding: '1px 8px',
                        borderRadius: 10,
                        background: role.okTint,
                        color: role.ok,
                        fontSize: 12,
                        fontWeight: 550,
                      }}
                    >
                      This one
                    </span>
                  )}
                </div>
                <div className="num" style={{ color: role.ink2, fontSize: 13 }}>
                  Since {moment(row.began)}, until {moment(row.expires)}
                </div>
              </div>
              {!row.current && (
                <Button
                  size="small"
                  onClick={() => void end({ session: row.id }, `${device.name} was signed out`)}
                  aria-label={`Sign out ${device.name}, signed in ${moment(row.began)}`}
                >
                  Sign out
                </Button>
              )}
            </li>
          )
        })}
      </ul>
      {others.length > 1 && (
        <div style={{ padding: '12px 16px' }}>
          <Button
            color="error"
            onClick={() =>
              void end(
                own ? {} : { account },
                own ? 'Every other session was signed out' : 'Every session was signed out',
              )
            }
          >
            {own ? 'Sign out everywhere else' : 'Sign out everywhere'}
          </Button>
        </div>
      )}
    </>
  )
}
