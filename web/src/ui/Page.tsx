// The frame of every page below the shell: title with breadcrumb and actions, a body that scrolls, a bar that does not.
//
//   <Page title="New order" crumbs={[{ name: 'Orders', path: '/order' }]} actions={<Button/>} bar={<ActionBar/>}>
//   crumbs are the segments before the title; `name` is the last segment when it differs from the title.
import HomeOutlined from '@mui/icons-material/HomeOutlined'
import NavigateNext from '@mui/icons-material/NavigateNext'
import { createContext, useContext, useEffect, useRef, type ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import css from './Page.module.css'
import { classes } from '../theme/classes'
import { useHeld } from './held'
import { say } from '../words/say'

/** What stands below every page that scrolls. */
export const Footing = createContext<ReactNode>(null)

export interface Crumb {
  name: string
  path: string
}

export function Page({
  title,
  name,
  crumbs = [],
  actions,
  bar,
  children,
  fixed,
  held = false,
  slim = false,
}: {
  title: string
  name?: string
  crumbs?: Crumb[]
  actions?: ReactNode
  bar?: ReactNode
  children: ReactNode
  /** The body does not scroll itself: a grid inside does. */
  fixed?: boolean
  /** A step that takes what stands in the page is under way. */
  held?: boolean
  /** A step within a page: a phone shows its title and what leads back, and not the way to it. */
  slim?: boolean
}) {
  const head = useRef<HTMLHeadingElement>(null)
  const { pathname } = useLocation()
  const still = useHeld(held)
  const footing = useContext(Footing)
  // A page about a document that the path names already ends in what the page does.
  const last = name && !crumbs.some((crumb) => crumb.name === name) ? name : title
  useEffect(() => {
    document.title = say('{name} · Godown', { name: name ?? title })
  }, [name, title])
  useEffect(() => {
    const inside = document.activeElement?.closest('main')
    if (!inside) head.current?.focus({ preventScroll: true })
  }, [pathname])
  return (
    <>
      <header className={classes('no-print', css.head, slim && css.slim)}>
        <h1 ref={head} tabIndex={-1} className={classes(css.title, last === title && css.repeated)}>
          {title}
        </h1>
        <Crumbs crumbs={crumbs} last={last} />
        <span className="grow" />
        {actions && <div className="page-actions row gap-8 wrap">{actions}</div>}
      </header>
      <div
        // A body that scrolls and holds nothing to focus is still reached by the keyboard.
        tabIndex={fixed ? undefined : 0}
        className={classes(css.body, fixed ? 'clip' : 'scroll')}
        {...still}
      >
        {children}
        {!fixed && !bar && footing}
      </div>
      {bar}
    </>
  )
}

function Crumbs({ crumbs, last }: { crumbs: Crumb[]; last: string }) {
  return (
    <nav aria-label={say('Breadcrumb')} className={css.crumbs}>
      <span aria-hidden className={css.bar}>
        |
      </span>
      <ol className={css.segments}>
        <li className="row">
          <Link to="/" aria-label={say('Home')} className={`muted text-13 ${css.home}`}>
            <HomeOutlined className="text-18" />
          </Link>
        </li>
        {crumbs.map((crumb) => (
          <li key={crumb.path} className={css.segment}>
            <NavigateNext aria-hidden className="text-16 faint" />
            <Link to={crumb.path} className="muted text-13">
              {crumb.name}
            </Link>
          </li>
        ))}
        <li className={css.segment} aria-current="page">
          <NavigateNext aria-hidden className="text-16 faint" />
          <span className={css.last}>{last}</span>
        </li>
      </ol>
    </nav>
  )
}
