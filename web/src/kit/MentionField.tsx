// A box for words in which an @ offers the people who can be mentioned.
//
//   <MentionField label="Message" value={text} onChange={setText} people={people} onEnter={send} />
//   mentionsIn(text, people)      the ids of those whom a text mentions
import MenuItem from '@mui/material/MenuItem'
import MenuList from '@mui/material/MenuList'
import Paper from '@mui/material/Paper'
import Popper from '@mui/material/Popper'
import TextField from '@mui/material/TextField'
import { useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { say } from '../words/say'

export interface Mentionable {
  id: string
  name: string
}

interface Props {
  label: string
  value: string
  onChange: (text: string) => void
  people: Mentionable[]
  /** Enter without Shift; where there is none, Enter begins a line. */
  onEnter?: () => void
  placeholder?: string
  max: number | undefined
  maxRows: number
  autoFocus?: boolean
}

const OFFERED = 6
const TYPED = /(?:^|\s)@([\p{L}\p{M}\p{N}.' -]{0,40})$/u

export const mentionsIn = (text: string, people: Mentionable[]): string[] =>
  people.filter(({ name }) => text.includes(`@${name}`)).map(({ id }) => id)

/** A text with those whom it mentions set off from the rest. */
export function Mentioning({ text, people }: { text: string; people: Mentionable[] }) {
  // The longer of two names that begin alike is meant where it stands.
  const names = people.map(({ name }) => `@${name}`).sort((a, b) => b.length - a.length)
  const parts: ReactNode[] = []
  let rest = text
  while (rest) {
    const found = names
      .map((name) => ({ name, at: rest.indexOf(name) }))
      .filter(({ at }) => at >= 0)
      .sort((a, b) => a.at - b.at)[0]
    if (!found) break
    parts.push(rest.slice(0, found.at), <strong key={parts.length}>{found.name}</strong>)
    rest = rest.slice(found.at + found.name.length)
  }
  return (
    <>
      {parts}
      {rest}
    </>
  )
}

export function MentionField({ label, value, onChange, people, onEnter, placeholder, max, maxRows, autoFocus }: Props) {
  const list = useId()
  const box = useRef<HTMLTextAreaElement>(null)
  const [typed, setTyped] = useState<string | null>(null)
  const [at, setAt] = useState(0)
  const offered =
    typed === null
      ? []
      : people.filter(({ name }) => name.toLowerCase().startsWith(typed.toLowerCase())).slice(0, OFFERED)
  const look = () => {
    const caret = box.current?.selectionStart ?? 0
    setTyped(TYPED.exec((box.current?.value ?? '').slice(0, caret))?.[1] ?? null)
    setAt(0)
  }
  const take = ({ name }: Mentionable) => {
    const caret = box.current?.selectionStart ?? value.length
    const begin = caret - (typed ?? '').length
    onChange(`${value.slice(0, begin)}${name} ${value.slice(caret)}`)
    setTyped(null)
    const after = begin + name.length + 1
    requestAnimationFrame(() => {
      box.current?.focus()
      box.current?.setSelectionRange(after, after)
    })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const one = offered[at]
    if (one && ['ArrowDown', 'ArrowUp', 'Enter', 'Tab', 'Escape'].includes(event.key)) {
      event.preventDefault()
      event.stopPropagation()
      if (event.key === 'Escape') setTyped(null)
      else if (event.key === 'ArrowDown') setAt((at + 1) % offered.length)
      else if (event.key === 'ArrowUp') setAt((at + offered.length - 1) % offered.length)
      else take(one)
      return
    }
    if (!onEnter || event.key !== 'Enter' || event.shiftKey) return
    event.preventDefault()
    onEnter()
  }
  const open = offered.length > 0
  return (
    <>
      <TextField
        multiline
        maxRows={maxRows}
        fullWidth
        size="small"
        autoFocus={autoFocus}
        placeholder={placeholder}
        value={value}
        inputRef={box}
        onChange={(event) => {
          onChange(event.target.value)
          look()
        }}
        onKeyDown={onKeyDown}
        onBlur={() => setTyped(null)}
        slotProps={{
          htmlInput: {
            'aria-label': label,
            'aria-controls': open ? list : undefined,
            'aria-activedescendant': open ? `${list}-${at}` : undefined,
            'aria-autocomplete': 'list',
            maxLength: max,
          },
        }}
      />
      <Popper open={open} anchorEl={box.current} placement="top-start" style={{ zIndex: 1400 }}>
        <Paper elevation={6}>
          <MenuList id={list} role="listbox" aria-label={say('People to mention')} dense>
            {offered.map((one, place) => (
              <MenuItem
                key={one.id}
                id={`${list}-${place}`}
                role="option"
                aria-selected={place === at}
                selected={place === at}
                onMouseDown={(event) => {
                  event.preventDefault()
                  take(one)
                }}
              >
                {one.name}
              </MenuItem>
            ))}
          </MenuList>
        </Paper>
      </Popper>
    </>
  )
}
