// Making oneself an account, where the site allows it: it opens nothing until an administrator grants roles.
import HowToRegOutlined from '@mui/icons-material/HowToRegOutlined'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { useState, type FormEvent } from 'react'
import { Link, Navigate } from 'react-router'
import type { Problem } from '../../net/client'
import { signUp } from '../../sync/session'
import { useAppDispatch, useAppSelector } from '../../sync/store'
import { paths } from '../../docs/paths'
import { Kbd } from '../../ui/Kbd'
import { Alert, Heading, Labelled, SessionFrame, useSite } from './Frame'
import { PasswordField } from './PasswordField'
import css from './session.module.css'
import { say } from '../../words/say'

const BACK = (
  <Link to={paths.signIn} className={css.secondary}>
    {say('Back to sign-in')}
  </Link>
)

export default function SignUp() {
  const site = useSite()
  const isAuthenticated = useAppSelector((state) => state.auth.isAuthenticated)
  if (isAuthenticated) return <Navigate to={paths.dashboard} replace />
  return (
    <SessionFrame title={say('Sign up')} foot={<span>{say('An administrator grants what you may see and do')}</span>}>
      {site && (site.registration ? <Form /> : <Closed />)}
    </SessionFrame>
  )
}

function Closed() {
  return (
    <div className={css.form}>
      <span className={css.signUpMark}>
        <HowToRegOutlined aria-hidden className={css.signUpIcon} />
      </span>
      <Heading title={say('Sign up')}>{say('Accounts are created by your administrator')}</Heading>
      <p className="muted">{say('Ask for an employee id and a one-time password, and sign in with them.')}</p>
      <Button component={Link} to={paths.signIn} variant="contained" color="primary" className={css.submit}>
        {say('Back to sign-in')}
      </Button>
    </div>
  )
}

const FIELDS = [
  { key: 'username', label: say('Full name'), autoComplete: 'name', type: 'text' },
  { key: 'email', label: say('E-mail'), autoComplete: 'email', type: 'email' },
] as const
/** The server's names of what was sent, by those of the employee it makes. */
const NAMES: Record<string, string> = { name: 'username' }

function Form() {
  const dispatch = useAppDispatch()
  const [values, setValues] = useState({ username: '', email: '', password: '' })
  const [tried, setTried] = useState(false)
  const [pending, setPending] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)
  const set = (key: keyof typeof values) => (value: string) => {
    setValues({ ...values, [key]: value })
    setProblem(null)
  }
  const label = (key: keyof typeof values) => FIELDS.find((field) => field.key === key)?.label ?? say('Password')
  const errorOf = (key: keyof typeof values) =>
    problem?.errors.find((issue) => (NAMES[issue.path] ?? issue.path) === key)?.message ??
    (tried && !values[key].trim() ? say('{key} is required', { key: label(key) }) : null)
  const known = problem?.errors.some((issue) => (NAMES[issue.path] ?? issue.path) in values)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (pending || Object.values(values).some((value) => !value.trim())) return
    setPending(true)
    const refused = await signUp(dispatch, values)
    if (!refused) return
    setPending(false)
    setProblem(refused)
  }
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className={css.form}>
      <Heading title={say('Sign up')}>{say('Create an account; an administrator then grants you access.')}</Heading>
      {problem && !known && <Alert>{problem.detail}</Alert>}
      {FIELDS.map((field, at) => (
        <Labelled key={field.key} label={field.label} error={errorOf(field.key)}>
          {(props) => (
            <TextField
              id={props.id}
              fullWidth
              value={values[field.key]}
              autoFocus={at === 0}
              name={field.key}
              type={field.type}
              onChange={(event) => set(field.key)(event.target.value)}
              error={!!errorOf(field.key)}
              slotProps={{ htmlInput: { ...props.htmlInput, autoComplete: field.autoComplete, className: css.input } }}
            />
          )}
        </Labelled>
      ))}
      <PasswordField
        label={say('Password')}
        value={values.password}
        onChange={set('password')}
        fresh
        hint={say('8 to 128 characters')}
        error={errorOf('password')}
      />
      <Button type="submit" variant="contained" color="primary" className={css.submit}>
        {pending ? say('Creating the account') : say('Sign up')}
        <span className="ml-10 inline-flex">
          <Kbd on="fill">Enter</Kbd>
        </span>
      </Button>
      {BACK}
    </form>
  )
}
