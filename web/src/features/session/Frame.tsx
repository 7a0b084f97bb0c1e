// What stands around every page before a session: the picture, the form in its middle, the server's state.
import ErrorIcon from '@mui/icons-material/Error'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useEffect, useId, useState, type ReactNode } from 'react'
import { send } from '../../net/client'
import { useReach } from '../../net/reach'
import { role } from '../../theme/themes'
import { Logo } from '../../ui/Logo'
import { SignInPicture } from './SignInPicture'

/** What a site lets strangers do; nothing is known before the server was asked. */
export interface Site {
  registration: boolean
}

export function useSite(): Site | null {
  const [site, setSite] = useState<Site | null>(null)
  useEffect(() => {
    let here = true
    void send({ url: '/api/session' }).then((answer) => {
      if (here && 'data' in answer) setSite(answer.data as Site)
    })
    return () => void (here = false)
  }, [])
  return site
}

export function SessionFrame({ title, foot, children }: { title: string; foot?: ReactNode; children: ReactNode }) {
  const wide = useMediaQuery('(min-width: 900px)')
  useEffect(() => {
    document.title = `${title} · Godown`
  }, [title])
  return (
    <div
      style={{
        display: 'grid',
        gridTemplateColumns: wide ? 'minmax(0, 4fr) minmax(0, 5fr)' : '1fr',
        minHeight: '100dvh',
        background: role.paper,
      }}
    >
      {wide && <SignInPicture />}
      <main
        style={{
          display: 'flex',
          flexDirection: 'column',
          minHeight: '100dvh',
          padding: wide ? '24px 40px' : 16,
          borderLeft: wide ? `1px solid ${role.line}` : undefined,
        }}
      >
        {!wide && (
          <div
            style={{ display: 'flex', alignItems: 'center', gap: 10, padding: '8px 0', fontSize: 18, fontWeight: 600 }}
          >
            <Logo size={32} />
            Godown
          </div>
        )}
        <div style={{ flex: 1, display: 'grid', placeItems: 'center', padding: '24px 0' }}>{children}</div>
        <footer
          style={{
            display: 'flex',
            justifyContent: 'space-between',
            alignItems: 'center',
            gap: 12,
            flexWrap: 'wrap',
            fontSize: 12,
            color: role.ink2,
          }}
        >
          <ServerState />
          {foot}
        </footer>
      </main>
    </div>
  )
}

function ServerState() {
  const reach = useReach()
  return (
    <span
      role="status"
      style={{
        display: 'inline-flex',
        alignItems: 'center',
        gap: 8,
        padding: '4px 12px',
        borderRadius: 14,
        border: `1px solid ${role.line}`,
        fontSize: 13,
        background: reach.live ? 'none' : role.offTint,
      }}
    >
      <span aria-hidden style={{ width: 8, height: 8, borderRadius: 4, background: reach.live ? role.ok : role.off }} />
      {reach.live ? 'Server reached' : 'Server not reached, trying again'}
    </span>
  )
}

export const FORM = { width: '100%', maxWidth: 384, display: 'grid', gap: 16 } as const
export const SUBMIT = { minHeight: 44, fontSize: 15 } as const

export function Heading({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div>
      <h1 style={{ fontSize: 26, lineHeight: '34px', fontWeight: 600, letterSpacing: '-0.6px' }}>{title}</h1>
      {children && <p style={{ color: role.ink2, fontSize: 15, marginTop: 2 }}>{children}</p>}
    </div>
  )
}

export function Alert({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <div
      id={id}
      role="alert"
      style={{
        display: 'flex',
        gap: 10,
        alignItems: 'center',
        padding: '8px 12px',
        borderRadius: 6,
        background: role.dangerTint,
        color: role.danger,
        fontSize: 13,
      }}
    >
      <ErrorIcon aria-hidden style={{ fontSize: 18 }} />
      <span>{children}</span>
    </div>
  )
}

interface InputProps {
  id: string
  htmlInput: { 'aria-describedby': string | undefined; 'aria-invalid': boolean }
}

/** A label above its field and a message under it, tied to the field for readers. */
export function Labelled({
  label,
  error,
  hint,
  children,
}: {
  label: string
  error: string | null
  hint?: ReactNode
  children: (props: InputProps) => ReactNode
}) {
  const id = useId()
  const note = error ?? hint
  return (
    <div>
      <label htmlFor={id} style={{ display: 'block', fontSize: 13, fontWeight: 500, marginBottom: 4 }}>
        {label}
      </label>
      {children({ id, htmlInput: { 'aria-describedby': note ? `${id}-note` : undefined, 'aria-invalid': !!error } })}
      {note && (
        <div
          id={`${id}-note`}
          style={{ fontSize: 12, lineHeight: '16px', marginTop: 4, color: error ? role.danger : role.ink2 }}
        >
          {note}
        </div>
      )}
    </div>
  )
}

/** Seconds until the server looks at a try again. */
export function useCountdown(): [number, (seconds: number) => void] {
  const [wait, setWait] = useState(0)
  useEffect(() => {
    if (wait <= 0) return
    const timer = setTimeout(() => setWait(wait - 1), 1000)
    return () => clearTimeout(timer)
  }, [wait])
  return [wait, setWait]
}
