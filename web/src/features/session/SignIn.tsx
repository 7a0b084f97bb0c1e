// Signing in: two fields, one message for both mistakes, the server's state, and the draft that waits.
import KeyboardCapslock from '@mui/icons-material/KeyboardCapslock'
import ErrorIcon from '@mui/icons-material/Error'
import SaveOutlined from '@mui/icons-material/SaveOutlined'
import VisibilityOffOutlined from '@mui/icons-material/VisibilityOffOutlined'
import VisibilityOutlined from '@mui/icons-material/VisibilityOutlined'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import InputAdornment from '@mui/material/InputAdornment'
import TextField from '@mui/material/TextField'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useEffect, useId, useRef, useState, type FormEvent, type KeyboardEvent } from 'react'
import { Navigate, useLocation } from 'react-router'
import { send } from '../../api/client'
import { draftAt } from '../../app/drafts'
import { useReach } from '../../app/reach'
import { signIn } from '../../app/session'
import { useAppDispatch, useAppSelector } from '../../app/store'
import { loadCore } from '../../core'
import { ROUTES } from '../../routes'
import { role } from '../../theme/themes'
import { Kbd } from '../../ui/Kbd'
import { Logo } from '../../ui/Logo'
import { SignInPicture } from './SignInPicture'

export default function SignIn() {
  const { isAuthenticated, notice, user } = useAppSelector((state) => state.auth)
  const location = useLocation()
  const wide = useMediaQuery('(min-width: 900px)')
  const from = (location.state as { from?: string } | null)?.from
  useEffect(() => {
    document.title = 'Sign in · Godown'
    void send({ url: '/healthz' })
    // While the person types, the rules load: the first page then waits for its data alone.
    void loadCore().catch(() => undefined)
  }, [])
  if (isAuthenticated) return <Navigate to={from && from !== '/' ? from : homeOf(user?.home)} replace />
  return (
    <div style={{ display: 'grid', gridTemplateColumns: wide ? 'minmax(0, 4fr) minmax(0, 5fr)' : '1fr', minHeight: '100dvh', background: role.paper }}>
      {wide && <SignInPicture />}
      <main style={{ display: 'flex', flexDirection: 'column', minHeight: '100dvh', padding: wide ? '24px 40px' : 16, borderLeft: wide ? `1px solid ${role.line}` : undefined }}>
        {!wide && <div style={{ display: 'flex', alignItems: 'center', gap: 10, padding: '8px 0', fontSize: 18, fontWeight: 600 }}><Logo size={32} />Godown</div>}
        <div style={{ flex: 1, display: 'grid', placeItems: 'center', padding: '24px 0' }}>
          <Form notice={notice} from={from} />
        </div>
        <footer style={{ display: 'flex', justifyContent: 'space-between', alignItems: 'center', gap: 12, flexWrap: 'wrap', fontSize: 12, color: role.ink2 }}>
          <ServerState />
          <span>Accounts are created by your administrator</span>
        </footer>
      </main>
    </div>
  )
}

/** Where the role begins its day, once that page is built. */
function homeOf(home: unknown): string {
  return ROUTES.some(({ path }) => path === home) ? String(home) : '/'
}

function ServerState() {
  const reach = useReach()
  return (
    <span role="status" style={{ display: 'inline-flex', alignItems: 'center', gap: 8, padding: '4px 12px', borderRadius: 14, border: `1px solid ${role.line}`, fontSize: 13, background: reach.live ? 'none' : role.offTint, color: reach.live ? role.ink2 : role.off }}>
      <span aria-hidden style={{ width: 8, height: 8, borderRadius: 4, background: reach.live ? role.ok : role.off }} />
      {reach.live ? 'Server reached' : 'Server not reached, trying again'}
    </span>
  )
}

function Form({ notice, from }: { notice: string | null; from: string | undefined }) {
  const dispatch = useAppDispatch()
  const [id, setId] = useState('')
  const [password, setPassword] = useState('')
  const [shown, setShown] = useState(false)
  const [caps, setCaps] = useState(false)
  const [tried, setTried] = useState(false)
  const [pending, setPending] = useState(false)
  const [refused, setRefused] = useState(notice)
  const [wait, setWait] = useState(0)
  const idField = useRef<HTMLInputElement>(null)
  const passwordField = useRef<HTMLInputElement>(null)
  const errorId = useId()
  useEffect(() => {
    if (wait <= 0) return
    const timer = setTimeout(() => setWait(wait - 1), 1000)
    return () => clearTimeout(timer)
  }, [wait])

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
    setPassword('')
    passwordField.current?.focus()
  }
  const onKey = (event: KeyboardEvent) => setCaps(event.getModifierState('CapsLock'))
  const draft = from ? draftAt(from) : null

  return (
    <form onSubmit={(event) => void submit(event)} noValidate style={{ width: '100%', maxWidth: 384, display: 'grid', gap: 16 }}>
      <div>
        <h1 style={{ fontSize: 26, lineHeight: '34px', fontWeight: 600, letterSpacing: '-0.6px' }}>Sign in</h1>
        <p style={{ color: role.ink2, fontSize: 15 }}>Orders, stock and accounts</p>
      </div>
      {refused && (
        <div id={errorId} role="alert" style={{ display: 'flex', gap: 10, alignItems: 'center', padding: '8px 12px', borderRadius: 6, background: role.dangerTint, color: role.danger, fontSize: 13 }}>
          <ErrorIcon aria-hidden style={{ fontSize: 18 }} />
          <span>{refused}{wait > 0 && ` (${wait} s left)`}</span>
        </div>
      )}
      <Labelled label="Employee id" error={tried && !id ? 'Employee id is required' : null}>
        {(props) => (
          <TextField id={props.id} fullWidth value={id} inputRef={idField} autoFocus name="emailId"
            onChange={(event) => setId(event.target.value)} error={tried && !id}
            slotProps={{ htmlInput: { ...props.htmlInput, autoComplete: 'username', autoCapitalize: 'none', spellCheck: false, style: { height: 44 } } }} />
        )}
      </Labelled>
      <Labelled label="Password" error={tried && !password && !refused ? 'Password is required' : null}
        hint={caps ? <span style={{ display: 'inline-flex', gap: 4, alignItems: 'center' }}><KeyboardCapslock aria-hidden style={{ fontSize: 14 }} />Caps Lock is on</span> : null}>
        {(props) => (
          <TextField id={props.id} fullWidth value={password} inputRef={passwordField} name="password" type={shown ? 'text' : 'password'}
            onChange={(event) => setPassword(event.target.value)} onKeyDown={onKey} onKeyUp={onKey} error={tried && !password && !refused}
            slotProps={{
              htmlInput: { ...props.htmlInput, autoComplete: 'current-password', style: { height: 44 } },
              input: {
                endAdornment: (
                  <InputAdornment position="end">
                    <IconButton edge="end" aria-label={shown ? 'Hide the password' : 'Show the password'} aria-pressed={shown} onClick={() => setShown(!shown)}>
                      {shown ? <VisibilityOffOutlined style={{ fontSize: 20 }} /> : <VisibilityOutlined style={{ fontSize: 20 }} />}
                    </IconButton>
                  </InputAdornment>
                ),
              },
            }} />
        )}
      </Labelled>
      <Button type="submit" variant="contained" color="primary" style={{ minHeight: 44, fontSize: 15 }} aria-describedby={refused ? errorId : undefined}>
        {pending ? 'Signing in' : 'Sign in'}<span style={{ marginLeft: 10, display: 'inline-flex' }}><Kbd on="fill">Enter</Kbd></span>
      </Button>
      {draft && (
        <div style={{ display: 'flex', gap: 12, padding: '12px 16px', borderRadius: 8, background: role.sunk, color: role.ink2, fontSize: 13 }}>
          <SaveOutlined aria-hidden style={{ fontSize: 18, color: role.link, flex: 'none' }} />
          <span>Your draft <strong style={{ color: role.ink }}>{draft.title}</strong> is kept on this device and opens after sign-in.</span>
        </div>
      )}
    </form>
  )
}

interface InputProps { id: string; htmlInput: { 'aria-describedby': string | undefined; 'aria-invalid': boolean } }

/** A label above its field and a message under it, tied to the field for readers. */
export function Labelled({ label, error, hint, children }: { label: string; error: string | null; hint?: React.ReactNode; children: (props: InputProps) => React.ReactNode }) {
  const id = useId()
  const note = error ?? hint
  return (
    <div>
      <label htmlFor={id} style={{ display: 'block', fontSize: 13, fontWeight: 500, marginBottom: 4 }}>{label}</label>
      {children({ id, htmlInput: { 'aria-describedby': note ? `${id}-note` : undefined, 'aria-invalid': !!error } })}
      {note && <div id={`${id}-note`} style={{ fontSize: 12, lineHeight: '16px', marginTop: 4, color: error ? role.danger : role.ink2 }}>{note}</div>}
    </div>
  )
}
