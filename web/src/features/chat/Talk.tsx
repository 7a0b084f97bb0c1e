// A conversation: what was said, oldest first, and the box for what is said next.
import SendOutlined from '@mui/icons-material/SendOutlined'
import IconButton from '@mui/material/IconButton'
import TextField from '@mui/material/TextField'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { moment, time } from '../../ui/format'
import { classes } from '../../theme/classes'
import type { Said } from './practice'
import css from './Chat.module.css'

const MOST_ROWS = 4
const LONGEST = 2_000

interface Props {
  said: Said[]
  /** Says it; whether it was taken. What was refused stays in the box. */
  onSay: (text: string) => Promise<boolean> | void
  problem?: string | null
}

export function Talk({ said, onSay, problem }: Props) {
  const [text, setText] = useState('')
  const list = useRef<HTMLDivElement>(null)
  const last = said.at(-1)?.id
  useEffect(() => {
    const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches
    list.current?.scrollTo({ top: list.current.scrollHeight, behavior: still ? 'auto' : 'smooth' })
  }, [last])
  const say = async () => {
    const words = text.trim()
    setText('')
    if (words !== '' && (await onSay(words)) === false) setText((typed) => typed || words)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    void say()
  }
  return (
    <>
      <div ref={list} tabIndex={0} role="log" aria-label="Messages" className={css.list}>
        {said.length === 0 && <p className={`muted text-13 ${css.none}`}>No messages yet.</p>}
        {said.map((one) => (
          <div key={one.id} className={classes(css.said, one.own && css.own)}>
            <span className="visually-hidden">{one.name}: </span>
            <p className={css.bubble}>{one.text}</p>
            <span className="text-12 muted num" title={moment(one.at)}>
              {time(one.at)}
            </span>
          </div>
        ))}
      </div>
      {problem && (
        <p role="alert" className={`alert ${css.problem}`}>
          {problem}
        </p>
      )}
      <div className={css.box}>
        <TextField
          multiline
          maxRows={MOST_ROWS}
          fullWidth
          size="small"
          placeholder="Write a message"
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKeyDown}
          slotProps={{ htmlInput: { 'aria-label': 'Message', maxLength: LONGEST } }}
        />
        <IconButton aria-label="Send" onClick={() => void say()}>
          <SendOutlined />
        </IconButton>
      </div>
    </>
  )
}
