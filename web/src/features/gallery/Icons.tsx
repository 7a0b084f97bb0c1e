// The gallery's icons: those of the menu and of the statuses, found by name, each copied as the line that draws it.
import TextField from '@mui/material/TextField'
import { useMemo, useState } from 'react'
import { core } from '../../core'
import { STATUS } from '../../theme/status'
import { MENU_ICONS, MenuIcon } from '../../ui/MenuIcon'
import { StatusIcon } from '../../ui/StatusIcon'
import { Filtered } from '../../ui/states'
import { Example, Gallery, useCopy } from './Gallery'
import css from './Gallery.module.css'
import { say } from '../../words/say'

const ALL = [
  ...Object.keys(MENU_ICONS).map((name) => ({ name, kind: 'menu' as const, code: `<MenuIcon name="${name}" />` })),
  ...Object.keys(STATUS).map((name) => ({ name, kind: 'status' as const, code: `<StatusIcon status="${name}" />` })),
]

export default function Icons() {
  const [text, setText] = useState('')
  const { copied, copy } = useCopy()
  const q = text.trim()
  const found = useMemo(() => {
    if (!q) return ALL
    const choices = ALL.map(({ name, kind }) => ({ names: [name.replaceAll('_', ' '), name], others: [kind] }))
    return core()
      .ranked(q, choices)
      .map(({ at }) => ALL[at]!)
  }, [q])
  return (
    <Gallery title={say('Icons')}>
      <Example title={say('Icons')} code={found[0]?.code ?? '<MenuIcon name="…" />'} wide>
        <div className="row gap-12 wrap">
          <TextField
            type="search"
            value={text}
            placeholder="truck"
            onChange={(event) => setText(event.target.value)}
            slotProps={{ htmlInput: { 'aria-label': say('Search icons') } }}
          />
          <span role="status" className="muted text-13">
            {found.length === 1 ? say('1 icon') : say('{found} icons', { found: found.length })}
            {say('. A click copies the line that draws it.')}
          </span>
        </div>
        {found.length === 0 ? (
          <Filtered title={say('No icon is called “{q}”', { q })} onClear={() => setText('')} />
        ) : (
          <ul className={css.icons} data-own aria-label={say('Icons')}>
            {found.map(({ name, kind, code }) => (
              <li key={`${kind}:${name}`}>
                <button
                  type="button"
                  className={css.icon}
                  title={code}
                  aria-label={say('Copy {code}', { code })}
                  onClick={() => void copy(code)}
                >
                  {kind === 'menu' ? <MenuIcon name={name} size={24} /> : <StatusIcon status={name} size={24} />}
                  <span>{copied === code ? say('Copied') : name}</span>
                </button>
              </li>
            ))}
          </ul>
        )}
      </Example>
    </Gallery>
  )
}
