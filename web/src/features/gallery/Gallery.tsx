// What every page of the gallery stands in: the way to the others, and each example with its states and its code line.
import CheckOutlined from '@mui/icons-material/CheckOutlined'
import ContentCopyOutlined from '@mui/icons-material/ContentCopyOutlined'
import IconButton from '@mui/material/IconButton'
import { useEffect, useState, type ReactNode } from 'react'
import { NavLink } from 'react-router'
import { announce } from '../../ui/announce'
import { Page } from '../../ui/Page'
import { classes } from '../../theme/classes'
import css from './Gallery.module.css'
import { say } from '../../words/say'

const PAGES: [path: string, name: string][] = [
  ['/material/table', say('Tables')],
  ['/material/form', say('Forms')],
  ['/material/buttons', say('Buttons')],
  ['/material/icons', say('Icons')],
  ['/material/progress', say('Progress')],
  ['/material/menu', say('Menus')],
  ['/material/checkbox', say('Check boxes')],
  ['/material/switch', say('Switches')],
  ['/material/radio', say('Radio buttons')],
  ['/material/slider', say('Sliders')],
  ['/material/autocomplete', say('Pickers')],
  ['/material/expansion-panel', say('Panels')],
  ['/material/dialog', say('Dialogs')],
  ['/material/snackbar', say('Notices')],
  ['/charts/echarts', say('Charts')],
]

export function Gallery({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Page title={title} crumbs={[{ name: say('Components'), path: PAGES[0]![0] }]}>
      <div className="grid gap-12">
        <nav aria-label={say('Components')} className={css.pages}>
          {PAGES.map(([path, name]) => (
            <NavLink key={path} to={path} className={({ isActive }) => classes(css.page, isActive && css.on) ?? ''}>
              {name}
            </NavLink>
          ))}
        </nav>
        <div className={css.examples}>{children}</div>
      </div>
    </Page>
  )
}

export function Example({
  title,
  code,
  wide,
  children,
}: {
  title: string
  /** The line that draws it. */
  code: string
  /** As wide as the page. */
  wide?: boolean
  children: ReactNode
}) {
  return (
    <section aria-label={title} className={classes('card min-0', wide && css.wide)}>
      <h2 className="subheading p-12-16 rule-below">{title}</h2>
      <div className={`p-16 ${css.states}`}>{children}</div>
      <div className={css.code}>
        <code className={css.line} tabIndex={0}>
          {code}
        </code>
        <Copy text={code} what={say('the code of {title}', { title })} />
      </div>
    </section>
  )
}

export function State({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={css.state}>
      <span className="caption">{name}</span>
      <div className="min-0">{children}</div>
    </div>
  )
}

const SHOWN_MS = 2000

/** Copies a text, and says so for a moment. */
export function useCopy() {
  const [copied, setCopied] = useState<string | null>(null)
  useEffect(() => {
    if (copied === null) return
    const timer = setTimeout(() => setCopied(null), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = async (text: string) => {
    await navigator.clipboard?.writeText(text)
    setCopied(text)
    announce(say('Copied'))
  }
  return { copied, copy }
}

function Copy({ text, what }: { text: string; what: string }) {
  const { copied, copy } = useCopy()
  const done = copied === text
  return (
    <IconButton
      aria-label={done ? say('Copied {what}', { what }) : say('Copy {what}', { what })}
      title={done ? say('Copied') : say('Copy')}
      onClick={() => void copy(text)}
    >
      {done ? <CheckOutlined className="text-18 ok" /> : <ContentCopyOutlined className="text-18" />}
    </IconButton>
  )
}
