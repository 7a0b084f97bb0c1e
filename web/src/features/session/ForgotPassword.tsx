// A forgotten password: the id is asked for, a code comes by mail, and the code sets a new one.
import MarkEmailReadOutlined from '@mui/icons-material/MarkEmailReadOutlined'
import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { useRef, useState, type FormEvent } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { send, type Problem } from '../../net/client'
import { paths } from '../../docs/paths'
import { Kbd } from '../../ui/Kbd'
import { Alert, Heading, Labelled, SessionFrame, useCountdown } from './Frame'
import { PasswordField } from './PasswordField'
import css from './session.module.css'
import { say } from '../../words/say'

export default function ForgotPassword() {
  const location = useLocation()
  const named = (location.state as { id?: string } | null)?.id ?? ''
  const [id, setId] = useState(named)
  const [step, setStep] = useState<'id' | 'code' | 'done'>(location.search === '?code' ? 'code' : 'id')
  return (
    <SessionFrame
      title={say('Forgot password')}
      foot={<span>{say('No mail? Ask your administrator for a new password')}</span>}
    >
      {step === 'id' && <AskForCode id={id} setId={setId} onSent={() => setStep('code')} />}
      {step === 'code' && (
        <SetPassword id={id} setId={setId} onAgain={() => setStep('id')} onDone={() => setStep('done')} />
      )}
      {step === 'done' && <Done />}
    </SessionFrame>
  )
}

interface StepProps {
  id: string
  setId: (id: string) => void
}

function IdField({ id, setId, error, autoFocus }: StepProps & { error: string | null; autoFocus: boolean }) {
  return (
    <Labelled label={say('Employee id')} error={error} hint={say('Or your e-mail address or mobile number')}>
      {(props) => (
        <TextField
          id={props.id}
          fullWidth
          value={id}
          autoFocus={autoFocus}
          name="id"
          onChange={(event) => setId(event.target.value)}
          error={!!error}
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
  )
}

function AskForCode({ id, setId, onSent }: StepProps & { onSent: () => void }) {
  const [tried, setTried] = useState(false)
  const [pending, setPending] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)
  const [wait, setWait] = useCountdown()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (!id.trim() || pending || wait > 0) return
    setPending(true)
    const answer = await send({ url: '/api/session/forgot', method: 'POST', body: { id: id.trim() } })
    setPending(false)
    if ('data' in answer) return onSent()
    setProblem(answer.error)
    setWait(answer.error.retryAfter ?? 0)
  }
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className={css.form}>
      <Heading title={say('Forgot password')}>{say('We send a code to the e-mail address of your account.')}</Heading>
      {problem && (
        <Alert>
          {problem.detail}
          {wait > 0 && say(' ({wait} s left)', { wait })}
        </Alert>
      )}
      <IdField id={id} setId={setId} autoFocus error={tried && !id.trim() ? say('Employee id is required') : null} />
      <Button type="submit" variant="contained" color="primary" className={css.submit}>
        {pending ? say('Sending') : say('Send the code')}
        <span className="ml-10 inline-flex">
          <Kbd on="fill">Enter</Kbd>
        </span>
      </Button>
      <Link to={paths.signIn} className={css.secondary}>
        {say('Back to sign-in')}
      </Link>
    </form>
  )
}

function SetPassword({ id, setId, onAgain, onDone }: StepProps & { onAgain: () => void; onDone: () => void }) {
  const asked = useRef(id.trim() !== '')
  const [code, setCode] = useState('')
  const [password, setPassword] = useState('')
  const [tried, setTried] = useState(false)
  const [pending, setPending] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)
  const [wait, setWait] = useCountdown()
  const refused = (path: string) => problem?.errors.find((issue) => issue.path === path)?.message ?? null
  const loose = problem && !problem.errors.some((issue) => issue.path) ? problem.detail : null
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (!id.trim() || !code.trim() || !password || pending || wait > 0) return
    setPending(true)
    const answer = await send({
      url: '/api/session/reset',
      method: 'POST',
      body: { id: id.trim(), code: code.trim(), password },
    })
    setPending(false)
    if ('data' in answer) return onDone()
    setProblem(answer.error)
    setWait(answer.error.retryAfter ?? 0)
  }
  const edit =
    <T,>(set: (value: T) => void) =>
    (value: T) => {
      set(value)
      setProblem(null)
    }
  const codeError = refused('code') ?? (tried && !code.trim() ? say('The code is required') : null)
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className={css.form}>
      <Heading title={say('Set a new password')}>
        {say('The code works once, until the time given in the e-mail.')}
      </Heading>
      {asked.current && !problem && (
        <div role="status" className={css.sent}>
          <MarkEmailReadOutlined aria-hidden className="text-18 accent rigid" />
          <span>{say('If the id exists, a reset link was sent')}</span>
        </div>
      )}
      {loose && (
        <Alert>
          {loose}
          {wait > 0 && say(' ({wait} s left)', { wait })}
        </Alert>
      )}
      {!asked.current && (
        <IdField
          id={id}
          setId={edit(setId)}
          autoFocus
          error={tried && !id.trim() ? say('Employee id is required') : null}
        />
      )}
      <Labelled label={say('Code')} error={codeError}>
        {(props) => (
          <TextField
            id={props.id}
            fullWidth
            value={code}
            name="code"
            autoFocus={asked.current}
            onChange={(event) => edit(setCode)(event.target.value)}
            error={!!codeError}
            slotProps={{
              htmlInput: {
                ...props.htmlInput,
                autoComplete: 'one-time-code',
                autoCapitalize: 'none',
                spellCheck: false,
                className: `${css.input} ${css.code}`,
              },
            }}
          />
        )}
      </Labelled>
      <PasswordField
        label={say('New password')}
        value={password}
        onChange={edit(setPassword)}
        fresh
        hint={say('8 to 128 characters')}
        error={refused('password') ?? (tried && !password ? say('The new password is required') : null)}
      />
      <Button type="submit" variant="contained" color="primary" className={css.submit}>
        {pending ? say('Saving') : say('Set the password')}
        <span className="ml-10 inline-flex">
          <Kbd on="fill">Enter</Kbd>
        </span>
      </Button>
      <Button variant="text" onClick={onAgain} className={css.again}>
        {say('Send another code')}
      </Button>
    </form>
  )
}

function Done() {
  const navigate = useNavigate()
  return (
    <div role="status" className={`${css.form} ${css.changed}`}>
      <CheckCircleOutlined aria-hidden className="text-40 ok" />
      <Heading title={say('Your password was changed')}>
        {say('All your sessions have ended. Sign in with the new password.')}
      </Heading>
      <Button
        variant="contained"
        color="primary"
        autoFocus
        className={`full ${css.submit}`}
        onClick={() => void navigate(paths.signIn)}
      >
        {say('Sign in')}
      </Button>
    </div>
  )
}
