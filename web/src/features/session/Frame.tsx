// What stands around every page before a session: the picture, the form in its middle, the server's state.
import ErrorIcon from '@mui/icons-material/Error'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useEffect, useId, useState, type ReactNode } from 'react'
import type { SiteDoor } from '../../net/answers.gen'
import { send } from '../../net/client'
import { useReach } from '../../net/reach'
import { Logo } from '../../ui/Logo'
import { SignInPicture } from './SignInPicture'
import { classes } from '../../theme/classes'
import css from './session.module.css'
import { LANGUAGE, LANGUAGES, speak } from '../../words/language'
import { say } from '../../words/say'

/** What a site lets strangers do; nothing is known before the server was asked. */
export function useSite(): SiteDoor | null {
  const [site, setSite] = useState<SiteDoor | null>(null)
  useEffect(() => {
    let here = true
    void send({ url: '/api/session' }).then((answer) => {
      if (here && 'data' in answer) setSite(answer.data as SiteDoor)
    })
    return () => void (here = false)
  }, [])
  return site
}

export function SessionFrame({ title, foot, children }: { title: string; foot?: ReactNode; children: ReactNode }) {
  const wide = useMediaQuery('(min-width: 900px)')
  useEffect(() => {
    document.title = say('{title} · Godown', { title })
  }, [title])
  return (
    <div className={classes(css.frame, wide && css.wide)}>
      {wide && <SignInPicture />}
      <main className={classes(css.main, wide && css.mainWide)}>
        {!wide && (
          <div className={css.brand}>
            <Logo size={32} />
            {say('Godown')}
          </div>
        )}
        <div className={css.middle}>{children}</div>
        <footer className={css.foot}>
          <ServerState />
          <Languages />
          {foot}
        </footer>
      </main>
    </div>
  )
}

function Languages() {
  return (
    <span role="group" aria-label={say('Language')} className="row gap-4">
      {LANGUAGES.map(({ key, name, locale }) => (
        <button
          key={key}
          type="button"
          lang={locale}
          data-own
          aria-pressed={key === LANGUAGE.key}
          onClick={() => speak(key)}
          className={css.language}
        >
          {name}
        </button>
      ))}
    </span>
  )
}

function ServerState() {
  const reach = useReach()
  return (
    <span role="status" className={classes(css.server, !reach.live && css.reached)}>
      <span aria-hidden className={classes(css.dot, reach.live && css.dotReached)} />
      {reach.live ? say('Server reached') : say('Server not reached, trying again')}
    </span>
  )
}

export function Heading({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div>
      <h1 className="figure">{title}</h1>
      {children && <p className={css.lead}>{children}</p>}
    </div>
  )
}

export function Alert({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <div id={id} role="alert" className="alert row gap-10">
      <ErrorIcon aria-hidden className="text-18" />
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
      <label htmlFor={id} className="block text-13 medium mb-4">
        {label}
      </label>
      {children({ id, htmlInput: { 'aria-describedby': note ? `${id}-note` : undefined, 'aria-invalid': !!error } })}
      {note && (
        <div id={`${id}-note`} className={classes('text-12 leading-16 mt-4', error ? 'danger' : 'muted')}>
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
