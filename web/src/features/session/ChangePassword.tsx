// Changing one's own password; also where a person with a one-time password must begin.
import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined'
import ErrorIcon from '@mui/icons-material/Error'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { Link, Navigate } from 'react-router'
import { changePassword, signOut } from '../../sync/session'
import { useAppDispatch, useAppSelector } from '../../sync/store'
import { offerTour } from '../../sync/tour'
import { paths } from '../../docs/paths'
import { Logo } from '../../ui/Logo'
import { Labelled } from './Frame'
import css from './session.module.css'
import { say } from '../../words/say'

const LEAST = 8

export default function ChangePassword() {
  const { user, left } = useAppSelector((state) => state.auth)
  useEffect(() => {
    document.title = say('Change password · Godown')
  }, [])
  if (!user) return <Navigate to={paths.signIn} replace state={left ? null : { from: paths.changePassword }} />
  return (
    <main className={css.page}>
      <div className={`card grid gap-16 p-24 ${css.card}`}>
        <div className="row gap-10 text-18 bold">
          <Logo />
          {say('Godown')}
        </div>
        <Form must={user.must_change_password === true} person={user.id} />
      </div>
    </main>
  )
}

function Form({ must, person }: { must: boolean; person: string }) {
  const dispatch = useAppDispatch()
  const [values, setValues] = useState({ old: '', next: '', again: '' })
  const [tried, setTried] = useState(false)
  const [pending, setPending] = useState(false)
  const [refused, setRefused] = useState<Record<string, string>>({})
  const [done, setDone] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const wrong = {
    old: values.old ? (refused.old ?? null) : say('The current password is required'),
    next: values.next.length < LEAST ? say('Enter at least {LEAST} characters', { LEAST }) : (refused.new ?? null),
    again: values.again === values.next ? null : say('The passwords do not match'),
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    const first = (['old', 'next', 'again'] as const).find(
      (key) => wrong[key] && !refused[key === 'next' ? 'new' : key],
    )
    if (first) return form.current?.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus()
    setPending(true)
    const problem = await changePassword(values.old, values.next)
    setPending(false)
    // Who comes in with a one-time password is here for the first time.
    if (!problem && must) offerTour(person)
    if (!problem) return setDone(true)
    const fields = Object.fromEntries(problem.errors.map((issue) => [issue.path, issue.message]))
    setRefused(fields.old || fields.new ? fields : { all: problem.detail })
  }
  if (done) return <Done />
  const field = (key: 'old' | 'next' | 'again', label: string, autoComplete: string) => (
    <Labelled label={label} error={tried ? wrong[key] : null}>
      {(props) => (
        <TextField
          id={props.id}
          fullWidth
          type="password"
          name={key}
          value={values[key]}
          error={tried && !!wrong[key]}
          autoFocus={key === 'old'}
          onChange={(event) => {
            setValues({ ...values, [key]: event.target.value })
            setRefused({})
          }}
          slotProps={{ htmlInput: { ...props.htmlInput, autoComplete } }}
        />
      )}
    </Labelled>
  )
  return (
    <form ref={form} onSubmit={(event) => void submit(event)} noValidate className="grid gap-16">
      <div>
        <h1 className="title">{say('Change password')}</h1>
        <p className="muted">
          {must
            ? say('Your password was set by somebody else. Set your own to continue.')
            : say('Your other sessions end when it changes.')}
        </p>
      </div>
      {refused.all && (
        <div role="alert" className="alert flex gap-10">
          <ErrorIcon aria-hidden className="text-18" />
          {refused.all}
        </div>
      )}
      {field('old', say('Current password'), 'current-password')}
      {field('next', say('New password'), 'new-password')}
      {field('again', say('Confirm new password'), 'new-password')}
      <div className="flex gap-8">
        <Button type="submit" variant="contained" color="primary">
          {pending ? say('Saving') : say('Change password')}
        </Button>
        {must ? (
          <Button onClick={() => void signOut(dispatch)}>{say('Sign out')}</Button>
        ) : (
          <Button component={Link} to="/">
            {say('Keep the old password')}
          </Button>
        )}
      </div>
    </form>
  )
}

/** A changed password ends every session, this one too: the person signs in with the new one. */
function Done() {
  const dispatch = useAppDispatch()
  return (
    <div role="status" className={`grid gap-12 ${css.changed}`}>
      <div className="row gap-10 ok bold">
        <CheckCircleOutlined aria-hidden />
        {say('Password changed')}
      </div>
      <p className="muted">{say('Sign in with the new password.')}</p>
      <Button variant="contained" color="primary" onClick={() => void signOut(dispatch)}>
        {say('Sign in')}
      </Button>
    </div>
  )
}
