// The frame of every page below the shell: title with breadcrumb and actions, a body that scrolls, a bar that does not.
//
//   <Page title="New order" crumbs={[{ name: 'Orders', path: '/order' }]} actions={<Button/>} bar={<ActionBar/>}>…</Page>
//   crumbs are the segments before the title; `name` is the last segment when it differs from the title.
import HomeOutlined from '@mui/icons-material/HomeOutlined'
import ChevronRight from '@mui/icons-material/ChevronRight'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useEffect, useRef, type ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { role } from '../theme/themes'

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
}: {
  title: string
  name?: string
  crumbs?: Crumb[]
  actions?: ReactNode
  bar?: ReactNode
  children: ReactNode
  /** The body does not scroll itself: a grid inside does. */
  fixed?: boolean
}) {
  const head = useRef<HTMLHeadingElement>(null)
  const { pathname } = useLocation()
  const phone = useMediaQuery('(max-width: 899.95px)')
  const pad = phone ? 16 : 24
  // A page about a document that the path names already ends in what the page does.
  const last = name && !crumbs.some((crumb) => crumb.name === name) ? name : title
  useEffect(() => {
    document.title = `${name ?? title} · Godown`
  }, [name, title])
  useEffect(() => {
    const inside = document.activeElement?.closest('main')
    if (!inside) head.current?.focus({ preventScroll: true })
  }, [pathname])
  return (
    <>
      <header
        className="no-print"
        style={{
          display: 'flex',
          alignItems: 'center',
          gap: 12,
          flexWrap: 'wrap',
          padding: `14px ${pad}px 12px`,
          flex: 'none',
        }}
      >
        <h1 ref={head} tabIndex={-1} style={{ fontSize: 20, lineHeight: '28px', fontWeight: 600, outline: 'none' }}>
          {title}
        </h1>
        {!phone && <Crumbs crumbs={crumbs} last={last} />}
        <span style={{ flex: 1 }} />
        {actions && (
          <div className="page-actions" style={{ display: 'flex', gap: 8, alignItems: 'center', flexWrap: 'wrap' }}>
            {actions}
          </div>
        )}
      </header>
      <div
        // A body that scrolls and holds nothing to focus is still reached by the keyboard.
        tabIndex={fixed ? undefined : 0}
        style={{
          flex: 1,
          minHeight: 0,
          outlineOffset: -2,
          padding: `2px ${pad}px ${pad}px`,
          overflow: fixed ? 'hidden' : 'auto',
          position: 'relative',
          display: 'flex',
          flexDirection: 'column',
        }}
      >
        {children}
      </div>
      {bar}
    </>
  )
}

function Crumbs({ crumbs, last }: { crumbs: Crumb[]; last: string }) {
  const link = { color: role.ink2, fontSize: 13 }
  return (
    <nav aria-label="Breadcrumb" style={{ borderLeft: `1px solid ${role.lineStrong}`, paddingLeft: 12, minWidth: 0 }}>
      <ol style={{ display: 'flex', alignItems: 'center', gap: 6 }}>
        <li style={{ display: 'grid' }}>
          <Link to="/" aria-label="Home" style={{ ...link, display: 'grid' }}>
            <HomeOutlined style={{ fontSize: 18 }} />
          </Link>
        </li>
        {crumbs.map((crumb) => (
          <li key={crumb.path} style={{ display: 'flex', alignItems: 'center', gap: 6 }}>
            <ChevronRight aria-hidden style={{ fontSize: 16, color: role.ink3 }} />
            <Link to={crumb.path} style={link}>
              {crumb.name}
            </Link>
          </li>
        ))}
        <li style={{ display: 'flex', alignItems: 'center', gap: 6 }} aria-current="page">
          <ChevronRight aria-hidden style={{ fontSize: 16, color: role.ink3 }} />
          <span className="nowrap" style={{ fontSize: 13 }}>
            {last}
          </span>
        </li>
      </ol>
    </nav>
  )
}
