// A conversation: what was said, oldest first, and the box for what is said next.
import InsertLinkOutlined from '@mui/icons-material/InsertLinkOutlined'
import SendOutlined from '@mui/icons-material/SendOutlined'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import { memo, useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { AboutDoc, AboutInput, type About } from '../../kit/AboutDoc'
import { MentionField, Mentioning, mentionsIn, type Mentionable } from '../../kit/MentionField'
import { longestMessage, type Words } from '../../sync/chat'
import { classes } from '../../theme/classes'
import { isoDay, today } from '../../core/days'
import { day, moment, time } from '../../ui/format'
import css from './Chat.module.css'
import { say } from '../../words/say'

const MOST_ROWS = 4
/** A list that stands so near its end follows what is said next, in pixels. */
const NEAR_END = 80

/** A message as it is shown. */
export interface Said {
  id: string
  own: boolean
  name: string
  text: string
  at: number
  about?: About | null
  /** What is to be said of it beside its time: that it is on its way, waits, or was refused. */
  note?: ReactNode
  /** It was looked for. */
  found?: boolean
}

interface Props {
  said: Said[]
  onSay: (words: Words) => void
  /** Those whom an @ offers. */
  people?: Mentionable[]
  /** Those whom a text may mention, the reader among them. */
  named?: Mentionable[]
  /** Documents can be linked. */
  links?: boolean
  draft?: { text: string; onText: (text: string) => void }
  /** Above what was said first. */
  before?: ReactNode
  /** Below what was said last. */
  after?: ReactNode
  none?: string
}

const NOBODY: Mentionable[] = []

export function Talk({
  said,
  onSay,
  people = NOBODY,
  named = people,
  links = false,
  draft,
  before,
  after,
  none,
}: Props) {
  const [own, setOwn] = useState('')
  const [text, setText] = draft ? [draft.text, draft.onText] : [own, setOwn]
  const [about, setAbout] = useState<About | null>(null)
  const [linking, setLinking] = useState(false)
  const post = () => {
    const words = text.trim()
    setText('')
    if (words === '') return
    onSay({ text: words, mentions: mentionsIn(words, people), about })
    setAbout(null)
    setLinking(false)
  }
  return (
    <>
      <Messages
        said={said}
        people={named}
        several={people.length > 1}
        before={before}
        none={none ?? say('No messages yet.')}
      />
      {after}
      {linking && (
        <div className={css.linking}>
          <AboutInput value={about} onChange={setAbout} />
        </div>
      )}
      <div className={css.box}>
        <MentionField
          label={say('Message')}
          placeholder={say('Write a message')}
          value={text}
          onChange={setText}
          people={people}
          onEnter={post}
          max={longestMessage()}
          maxRows={MOST_ROWS}
        />
        {links && (
          <IconButton aria-label={say('Link a document')} aria-expanded={linking} onClick={() => setLinking(!linking)}>
            <InsertLinkOutlined />
          </IconButton>
        )}
        <IconButton aria-label={say('Send')} onClick={post}>
          <SendOutlined />
        </IconButton>
      </div>
    </>
  )
}

function Messages({
  said,
  people,
  several,
  before,
  none,
}: Required<Pick<Props, 'said' | 'people' | 'none'>> & Pick<Props, 'before'> & { several: boolean }) {
  const list = useRef<HTMLDivElement>(null)
  const seen = useRef({ first: '', last: '', height: 0 })
  const first = said[0]?.id ?? ''
  const last = said.at(-1)?.id ?? ''
  const found = said.find((one) => one.found)?.id
  useLayoutEffect(() => {
    const box = list.current
    if (!box) return
    const was = seen.current
    seen.current = { first, last, height: box.scrollHeight }
    // What is put above pushes nothing away from the eye.
    if (was.last === last && was.first !== first && was.first) box.scrollTop += box.scrollHeight - was.height
    if (was.last === last) return
    const begun = was.last === ''
    const near = was.height - box.scrollTop - box.clientHeight < NEAR_END
    if (begun && found) return
    if (!begun && !near && !said.at(-1)?.own) return
    const still = begun || window.matchMedia('(prefers-reduced-motion: reduce)').matches
    box.scrollTo({ top: box.scrollHeight, behavior: still ? 'auto' : 'smooth' })
  }, [first, last, found, said])
  useEffect(() => {
    if (found) document.getElementById(`said-${found}`)?.scrollIntoView({ block: 'center' })
  }, [found])
  return (
    <div ref={list} tabIndex={0} role="log" aria-label={say('Messages')} className={css.list}>
      {before}
      {said.length === 0 && <p className={`muted text-13 ${css.none}`}>{none}</p>}
      {said.map((one, at) => (
        <Message key={one.id} one={one} before={said[at - 1]} people={people} several={several} />
      ))}
    </div>
  )
}

/** Messages of one person within so many milliseconds stand together. */
const TOGETHER_MS = 5 * 60_000

interface MessageProps {
  one: Said
  before: Said | undefined
  people: Mentionable[]
  /** Whose message it is shows above it. */
  several: boolean
}

/** Hundreds stand in a list, and none of them changes with a key that is pressed. */
const Message = memo(function Message({ one, before, people, several }: MessageProps) {
  const newDay = !before || isoDay(before.at) !== isoDay(one.at)
  const together = !newDay && before.name === one.name && one.at - before.at < TOGETHER_MS
  return (
    <>
      {newDay && before && <p className={`muted text-12 ${css.none}`}>{day(isoDay(one.at))}</p>}
      <div id={`said-${one.id}`} className={classes(css.said, one.own && css.own, one.found && css.found)}>
        {!several || one.own || together ? (
          <span className="visually-hidden">{one.name}: </span>
        ) : (
          <span className="text-12 semibold">{one.name}</span>
        )}
        <p className={css.bubble}>
          <Mentioning text={one.text} people={people} />
        </p>
        {one.about && (
          <span className={css.about}>
            <AboutDoc about={one.about} />
          </span>
        )}
        <span className="text-12 muted num" title={moment(one.at)}>
          {isoDay(one.at) === today() || before ? time(one.at) : moment(one.at)}
          {one.note}
        </span>
      </div>
    </>
  )
})

/** What a message that was refused says, and what can be done about it. */
export function Refused({ why, onAgain, onDrop }: { why: string; onAgain: () => void; onDrop: () => void }) {
  return (
    <span role="alert" className={css.refused}>
      <span className="danger">{why}</span>
      <span>
        <Button size="small" variant="text" onClick={onAgain}>
          {say('Send again')}
        </Button>
        <Button size="small" variant="text" onClick={onDrop}>
          {say('Discard')}
        </Button>
      </span>
    </span>
  )
}
