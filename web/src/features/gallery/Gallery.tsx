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

const PAGES: [path: string, name: string][] = [
  ['/material/table', 'Tables'],
  ['/material/form', 'Forms'],
  ['/material/buttons', 'Buttons'],
  ['/material/icons', 'Icons'],
  ['/material/progress', 'Progress'],
  ['/material/menu', 'Menus'],
  ['/material/checkbox', 'Check boxes'],
  ['/material/switch', 'Switches'],
  ['/material/radio', 'Radio buttons'],
  ['/material/slider', 'Sliders'],
  ['/material/autocomplete', 'Pickers'],
  ['/material/expansion-panel', 'Panels'],
  ['/material/dialog', 'Dialogs'],
  ['/material/snackbar', 'Notices'],
  ['/charts/echarts', 'Charts'],
]

export function Gallery({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Page title={title} crumbs={[{ name: 'Components', path: PAGES[0]![0] }]}>
      <div className="grid gap-12">
        <nav aria-label="Components" className={css.pages}>
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
        <Copy text={code} what={`the code of ${title}`} />
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
    announce('Copied')
  }
  return { copied, copy }
}

function Copy({ text, what }: { text: string; what: string }) {
  const { copied, copy } = useCopy()
  const done = copied === text
  return (
    <IconButton
      aria-label={done ? `Copied ${what}` : `Copy ${what}`}
      title={done ? 'Copied' : 'Copy'}
      onClick={() => void copy(text)}
    >
      {done ? <CheckOutlined className="text-18 ok" /> : <ContentCopyOutlined className="text-18" />}
    </IconButton>
  )
}
