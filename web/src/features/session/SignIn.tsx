// Signing in: two fields, one message for both mistakes, the server's state, and the draft that waits.
import SaveOutlined from '@mui/icons-material/SaveOutlined'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { useEffect, useId, useLayoutEffect, useRef, useState, type FormEvent } from 'react'
import { Link, Navigate, useLocation } from 'react-router'
import { send } from '../../net/client'
import { draftAt } from '../../sync/drafts'
import { signIn } from '../../sync/session'
import { useAppDispatch, useAppSelector } from '../../sync/store'
import { loadCore } from '../../core'
import { paths } from '../../docs/paths'
import { ROUTES } from '../../kit/routes'
import { Kbd } from '../../ui/Kbd'
import { takeStanding } from '../../ui/standing'
import { Alert, Heading, Labelled, SessionFrame, useCountdown, useSite } from './Frame'
import { PasswordField } from './PasswordField'
import css from './session.module.css'
import { say } from '../../words/say'

export default function SignIn() {
  const { isAuthenticated, notice, user } = useAppSelector((state) => state.auth)
  const location = useLocation()
  const site = useSite()
  const from = (location.state as { from?: string } | null)?.from
  useEffect(() => {
    void send({ url: '/healthz' })
    // While the person types, the rules load: the first page then waits for its data alone.
    void loadCore().catch(() => undefined)
  }, [])
  if (isAuthenticated) return <Navigate to={from && from !== '/' ? from : homeOf(user?.home)} replace />
  const foot = site?.registration ? (
    <span>
      {say('New here? ')}
      <Link to={paths.signUp}>{say('Create an account')}</Link>
    </span>
  ) : (
    <span>{say('Accounts are created by your administrator')}</span>
  )
  return (
    <SessionFrame title={say('Sign in')} foot={foot}>
      <Form notice={notice} from={from} />
    </SessionFrame>
  )
}

/** Where the role begins its day; a list may be filtered there. */
function homeOf(home: unknown): string {
  const address = typeof home === 'string' ? home : ''
  return ROUTES.some(({ path }) => path === address.split('?')[0]) ? address : '/'
}

function Form({ notice, from }: { notice: string | null; from: string | undefined }) {
  const dispatch = useAppDispatch()
  const [id, setId] = useState('')
  const [password, setPassword] = useState('')
  const [tried, setTried] = useState(false)
  const [pending, setPending] = useState(false)
  const [refused, setRefused] = useState(notice)
  const [wait, setWait] = useCountdown()
  const idField = useRef<HTMLInputElement>(null)
  const passwordField = useRef<HTMLInputElement>(null)
  const form = useRef<HTMLFormElement>(null)
  const errorId = useId()
  // What was typed before the app was there goes on here, in the field where it was.
  const [sent, setSent] = useState(false)
  useLayoutEffect(() => {
    const taken = takeStanding()
    if (!taken) return
    setId(taken.emailId)
    setPassword(taken.password)
    setSent(taken.sent)
    const field = taken.focused === 'password' ? passwordField.current : idField.current
    field?.focus()
  }, [])
  useEffect(() => {
    if (sent) form.current?.requestSubmit()
  }, [sent])

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    // A password manager fills fields without telling: what stands there counts.
    const [emailId, secret] = [idField.current?.value.trim() ?? '', passwordField.current?.value ?? '']
    if (!emailId) return idField.current?.focus()
    if (!secret) return passwordField.current?.focus()
    if (wait > 0 || pending) return
    setPending(true)
    const answer = await signIn(dispatch, emailId, secret)
    if ('user' in answer) return
    setPending(false)
    setRefused(answer.message)
    setWait(answer.retryAfter ?? 0)
    // Another that was typed meanwhile is the next try.
    setPassword((now) => (now === secret ? '' : now))
    passwordField.current?.focus()
  }
  const draft = from ? draftAt(from) : null

  return (
    <form ref={form} onSubmit={(event) => void submit(event)} noValidate className={css.form}>
      <Heading title={say('Sign in')}>{say('Orders, stock and accounts')}</Heading>
      {refused && (
        <Alert id={errorId}>
          {refused}
          {wait > 0 && say(' ({wait} s left)', { wait })}
        </Alert>
      )}
      <Labelled label={say('Employee id')} error={tried && !id ? say('Employee id is required') : null}>
        {(props) => (
          <TextField
            id={props.id}
            fullWidth
            value={id}
            inputRef={idField}
            autoFocus
            name="emailId"
            onChange={(event) => setId(event.target.value)}
            error={tried && !id}
            slotProps={{
              htmlInput: {
                ...props.htmlInput,
                autoComplete: 'username',
                autoCapitalize: 'none',
                spellCheck: false,
                className: css.input,
              },
            }}
          />
        )}
      </Labelled>
      <PasswordField
        label={say('Password')}
        value={password}
        onChange={setPassword}
        inputRef={passwordField}
        error={tried && !password && !refused ? say('Password is required') : null}
      />
      <Button
        type="submit"
        variant="contained"
        color="primary"
        className={css.submit}
        aria-describedby={refused ? errorId : undefined}
      >
        {pending ? say('Signing in') : say('Sign in')}
        <span className="ml-10 inline-flex">
          <Kbd on="fill">Enter</Kbd>
        </span>
      </Button>
      <Link to={paths.forgotPassword} state={{ id }} className={css.secondary}>
        {say('Forgot password')}
      </Link>
      {draft && (
        <div className={css.draft}>
          <SaveOutlined aria-hidden className="text-18 accent rigid" />
          <span>
            {say('Your draft {title} is kept on this device and opens after sign-in.', {
              title: <strong className="ink">{draft.title}</strong>,
            })}
          </span>
        </div>
      )}
    </form>
  )
}
