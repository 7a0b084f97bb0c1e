// By which ways a person is told: a field of their profile, saved by the profile's own step as each switch is turned.
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import type { DocView } from '../../core/records'
import type { ActionView } from '../../core/types.gen'
import { paths } from '../../docs/paths'
import { PROFILE_STEP, useAct } from '../../sync/docs'
import { useUser } from '../../sync/store'
import { Failed, Skeletons } from '../../ui/states'
import { Switch } from '../../ui/Switch'
import { WhatItMeans } from '../../ui/WhatItMeans'
import { inputsOf, keptOf, useProfile } from './useProfile'
import css from './Settings.module.css'
import { say } from '../../words/say'

const FIELD = 'channels'

export function Channels() {
  const user = useUser()
  const { data: doc, error, refetch } = useProfile()
  if (!doc && user.roles.length === 0)
    return (
      <p className="muted">
        {say('You do not have a role yet. How you are told is selected here once an administrator grants you one.')}
      </p>
    )
  if (!doc && error) return <Failed problem={error} what={say('Your profile')} onRetry={() => void refetch()} />
  if (!doc) return <Skeletons rows={3} />
  const action = doc.actions.find((one) => one.action === PROFILE_STEP)
  if (!action?.inputs.some(({ key }) => key === FIELD))
    return (
      <p className="muted">
        {say('Mails go to the address in your profile. {change}', {
          change: (
            <Link key="change" to={paths.profileEdit()}>
              {say('Change the profile')}
            </Link>
          ),
        })}
      </p>
    )
  return <Ways key={doc.id} doc={doc} action={action} />
}

/** What each way reaches; a way that has nothing to reach says so. */
function saysOf(way: string, { email, mobile }: { email: string; mobile: string }): string {
  if (way === 'app') return say('The bell in the top bar counts what is new.')
  if (way === 'mail')
    return email
      ? say('Each also goes to {to}.', { to: email })
      : say('It reaches you once your profile has an e-mail.')
  if (!mobile) return say('It reaches you once your profile has a mobile.')
  return way === 'sms'
    ? say('Each also goes to {mobile} as a text message, where the site sends them.', { mobile })
    : say('Each also goes to {mobile} on WhatsApp, where the site sends them.', { mobile })
}

function Ways({ doc: told, action }: { doc: DocView; action: ActionView }) {
  const { run, pending, problem } = useAct(told.type, told.id)
  // What was answered last may be newer than what the page was told.
  const [answered, setAnswered] = useState<DocView | null>(null)
  const doc = answered && answered.version > told.version ? answered : told
  /** What the person asked for last: shown at once, and sent when what was sent before is answered. */
  const [wanted, setWanted] = useState<string[] | null>(null)
  const saved = inputsOf(doc, action)[FIELD] as string[] | undefined
  const on = wanted ?? saved ?? []
  const due = pending ? null : wanted
  useEffect(() => {
    if (!due) return
    void run(PROFILE_STEP, doc.version, { ...keptOf(doc, action), [FIELD]: due }).then((done) => {
      if (done) setAnswered(done)
      // What was refused is not so; what was asked for meanwhile goes next.
      setWanted((now) => (!done || now === due ? null : now))
    })
  }, [due, run, doc, action])
  const ways = action.inputs.find(({ key }) => key === FIELD)?.of?.choices ?? []
  const turn = (way: string) => {
    // In the order of the declaration, so that the same ways are the same value.
    const next = ways.map(({ key }) => key).filter((key) => (key === way ? !on.includes(key) : on.includes(key)))
    setWanted(next)
  }
  const { email, mobile } = doc.record as { email?: string; mobile?: string }
  return (
    <>
      <div className={css.switches}>
        {ways.map(({ key, label }) => {
          const last = on.length === 1 && on[0] === key
          return (
            <Switch
              key={key}
              label={label}
              says={
                last
                  ? say('One way must be left: turn on another first.')
                  : saysOf(key, { email: email ?? '', mobile: mobile ?? '' })
              }
              on={on.includes(key)}
              disabled={last || !action.allowed}
              onChange={() => turn(key)}
            />
          )
        })}
      </div>
      {!action.allowed && <p className="muted text-13">{action.why}</p>}
      {problem && (
        <p role="alert" className="alert">
          {problem.errors[0]?.message ?? problem.detail} <WhatItMeans problem={problem} />{' '}
          <Link to={paths.profileEdit()}>{say('Change the profile')}</Link>
        </p>
      )}
    </>
  )
}
