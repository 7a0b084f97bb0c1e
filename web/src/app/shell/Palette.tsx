// The command palette: one field over the pages of the menu, what was opened last, commands, and every document that
// the person may see.
import type { SearchHit } from '../../core/types.gen'
import Search from '@mui/icons-material/Search'
import Dialog from '@mui/material/Dialog'
import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { useSearchQuery } from '../../sync/docs'
import { core, docDefs } from '../../core'
import type { DocDef } from '../../core/records'
import { may } from '../../sync/rights'
import { useUser } from '../../sync/store'
import { paths } from '../../docs/paths'
import { Kbd } from '../../ui/Kbd'
import { useSelected, useSteady } from '../../ui/steady'
import { StatusChip } from '../../ui/StatusChip'
import { MenuIcon } from '../../ui/MenuIcon'
import type { NavItem } from './nav'
import { useCommands, type Command } from './commands'
import { recentOf, type Opened } from '../../sync/recent'
import { lower } from '../../ui/words'
import { classes } from '../../theme/classes'
import css from './Palette.module.css'
import { say } from '../../words/say'

interface Choice {
  key: string
  group: string
  path: string
  title: string
  note?: string
  status?: string
  icon?: string
  hint?: string
  /** What it does, where it opens no page. */
  run?: () => void
}

const keyOf = (choice: Choice) => choice.key

const LEAST = 2
const PAGES_SHOWN = 6
const COMMANDS_SHOWN = 4

/** What was typed finds these, by their names and by the words beside them: the core puts the best first. */
function best<T>(q: string, all: T[], texts: (one: T) => [string, string?]): T[] {
  const choices = all.map(texts).map(([name, beside]) => ({ names: [name], others: beside ? [beside] : [] }))
  return core()
    .ranked(q, choices)
    .map(({ at }) => all[at]!)
}

function pageChoices(nav: NavItem[], q: string): Choice[] {
  const pages = nav.flatMap((item): (NavItem & { note?: string })[] =>
    item.children.length > 0
      ? item.children.map((child) => ({ ...child, note: item.name, icon: child.icon || item.icon }))
      : [item],
  )
  const inside = pages.filter((page) => page.path.startsWith('/'))
  const found = best(q, inside, (page) => [page.name, page.note])
  return found.slice(0, q ? PAGES_SHOWN : 12).map((page) => ({
    key: `page:${page.path}`,
    group: say('Pages'),
    path: page.path,
    title: page.name,
    note: page.note,
    icon: page.icon,
    hint: say('Page'),
  }))
}

function newChoices(defs: DocDef[], q: string): Choice[] {
  const addable = defs.filter((def) => !def.single)
  return best(q, addable, (def) => [say('New {label}', { label: lower(def.label) })])
    .slice(0, 4)
    .map((def) => ({
      key: `new:${def.key}`,
      group: say('Actions'),
      path: paths.add(def.key),
      title: say('New {label}', { label: lower(def.label) }),
      icon: 'assignment',
      hint: say('New'),
    }))
}

/** All of them where nothing was typed. */
function commandChoices(commands: Command[], q: string): Choice[] {
  return best(q, commands, (one) => [one.title, one.words]).map(({ key, title, icon, run }) => ({
    key,
    group: say('Commands'),
    path: '',
    title,
    icon,
    run,
  }))
}

function recentChoices(opened: Opened[]): Choice[] {
  return opened.map(({ path, title }) => ({
    key: `recent:${path}`,
    group: say('Recently opened'),
    path,
    title,
    icon: 'assignment',
  }))
}

const nameOf = (hit: SearchHit) => hit.doc_no ?? hit.title

/** What is known of a hit beside its number; its type is the group's head already. */
function noteOf(hit: SearchHit): string {
  const beside = (hit.subtitle ?? '').split(' · ').slice(1)
  return [hit.title, ...beside].filter((text) => text && text !== nameOf(hit)).join(' · ')
}

function hitChoices(hits: SearchHit[], defs: Map<string, DocDef>): Choice[] {
  return hits.map((hit) => ({
    key: `${hit.type}:${hit.id}`,
    group: defs.get(hit.type)?.plural ?? hit.type,
    path: paths.view(hit.type, hit.id),
    title: nameOf(hit),
    note: noteOf(hit),
    status: hit.status,
  }))
}

export default function Palette({
  nav,
  onClose,
  onShortcuts,
}: {
  nav: NavItem[]
  onClose: () => void
  onShortcuts: () => void
}) {
  const navigate = useNavigate()
  const user = useUser()
  const [text, setText] = useState('')
  const listId = useId()
  const list = useRef<HTMLDivElement>(null)
  // `>` asks for commands alone, `#` for numbers, `@` for people.
  const sigil = /^[>#@]/.exec(text)?.[0]
  // Never behind what is typed: Enter takes what stands first for these letters.
  const q = text
    .replace(/^[>#@]/, '')
    .trim()
    .toLowerCase()
  const { currentData: hits, isFetching } = useSearchQuery(q, { skip: q.length < LEAST || sigil === '>' })
  const commands = useCommands(onShortcuts)
  const recent = useMemo(() => recentOf(user.account), [user.account])
  const found = useMemo(() => {
    const all = docDefs()
    const byKey = new Map(all.map((def) => [def.key, def]))
    const addable = all.filter((def) => may(user, def, 'add'))
    const documents =
      q.length < LEAST || sigil === '>'
        ? []
        : (hits ?? []).filter((hit) =>
            sigil === '#'
              ? hit.doc_no
              : sigil === '@'
                ? ['employee', 'customer', 'supplier', 'driver'].includes(hit.type)
                : true,
          )
    // What is known here comes first, so that what the server adds moves none of it.
    if (sigil === '>') return [...commandChoices(commands, q), ...newChoices(addable, q)]
    if (sigil) return hitChoices(documents, byKey)
    if (!q) return [...recentChoices(recent), ...pageChoices(nav, q)]
    return [
      ...pageChoices(nav, q),
      ...newChoices(addable, q),
      ...commandChoices(commands, q).slice(0, COMMANDS_SHOWN),
      ...hitChoices(documents, byKey),
    ]
  }, [commands, hits, nav, q, recent, sigil, user])
  const question = `${sigil ?? ''}${q}`
  const choices = useSteady(question, found, keyOf)
  const { at, select } = useSelected(question, choices, keyOf)
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  }, [at])

  const go = (choice: Choice | undefined, elsewhere: boolean) => {
    if (!choice) return
    onClose()
    if (choice.run) choice.run()
    else if (elsewhere) window.open(choice.path, '_blank', 'noopener')
    else void navigate(choice.path)
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') select(at + 1)
    else if (event.key === 'ArrowUp') select(at - 1)
    else if (event.key === 'Enter') go(choices[at], event.ctrlKey || event.metaKey)
    else return
    event.preventDefault()
  }

  return (
    <Dialog
      open
      onClose={onClose}
      aria-labelledby={`${listId}-title`}
      maxWidth={false}
      slotProps={{
        paper: {
          className: css.paper,
        },
      }}
    >
      <h2 id={`${listId}-title`} className="visually-hidden">
        {say('Search or jump to anything')}
      </h2>
      <div className={css.search}>
        <Search aria-hidden className="muted" />
        <input
          autoFocus
          role="combobox"
          aria-expanded
          aria-controls={listId}
          aria-activedescendant={choices[at] ? `${listId}-${at}` : undefined}
          aria-label={say('Search or jump to anything')}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKey}
          placeholder={say('004187, Bhavani, stock')}
          className={css.input}
        />
        <Kbd>Esc</Kbd>
      </div>
      <div ref={list} role="listbox" id={listId} aria-label={say('Results')} className={css.results}>
        {choices.map((choice, index) => (
          <Row
            key={choice.key}
            id={`${listId}-${index}`}
            choice={choice}
            q={q}
            on={index === at}
            first={choices[index - 1]?.group !== choice.group}
            onHover={() => select(index)}
            onPick={(elsewhere) => go(choice, elsewhere)}
          />
        ))}
        {choices.length === 0 && (
          <div className={css.nothing}>
            {q.length < LEAST
              ? say('Type a number, a name or a page.')
              : isFetching
                ? say('Searching')
                : say('Nothing found for “{text}”.', { text })}
          </div>
        )}
      </div>
      <footer className={`wide-only ${css.hints}`}>
        <Hint keys={['↑', '↓']}>{say('move')}</Hint>
        <Hint keys={['Enter']}>{say('open')}</Hint>
        <Hint keys={['Ctrl', 'Enter']}>{say('new tab')}</Hint>
        <span className="grow" />
        <Hint keys={['>']}>{say('commands')}</Hint>
        <Hint keys={['#']}>{say('numbers')}</Hint>
        <Hint keys={['@']}>{say('people')}</Hint>
      </footer>
    </Dialog>
  )
}

function Hint({ keys, children }: { keys: string[]; children: ReactNode }) {
  return (
    <span className="inline-row gap-4">
      {keys.map((key) => (
        <Kbd key={key}>{key}</Kbd>
      ))}
      <span className={css.hintText}>{children}</span>
    </span>
  )
}

function Marked({ text, q }: { text: string; q: string }) {
  const at = q ? text.toLowerCase().indexOf(q) : -1
  if (at < 0) return text
  return (
    <>
      {text.slice(0, at)}
      <mark className={css.mark}>{text.slice(at, at + q.length)}</mark>
      {text.slice(at + q.length)}
    </>
  )
}

function Row({
  id,
  choice,
  q,
  on,
  first,
  onHover,
  onPick,
}: {
  id: string
  choice: Choice
  q: string
  on: boolean
  first: boolean
  onHover: () => void
  onPick: (elsewhere: boolean) => void
}) {
  return (
    <>
      {first && (
        <div role="presentation" className={css.group}>
          {choice.group}
        </div>
      )}
      {/* Keys are handled in the field, which holds the focus. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events */}
      <div
        id={id}
        className={classes('found', css.choice, on && css.active)}
        role="option"
        aria-selected={on}
        tabIndex={-1}
        onMouseMove={onHover}
        onClick={(event) => onPick(event.ctrlKey || event.metaKey)}
      >
        {choice.status ? (
          <span className="found-status">
            <StatusChip status={choice.status} />
          </span>
        ) : (
          <span className="muted grid">
            <MenuIcon name={choice.icon ?? ''} />
          </span>
        )}
        <span className={`nowrap ${css.name}`}>
          <Marked text={choice.title} q={q} />
        </span>
        {choice.note && (
          <span className="found-note ellipsis muted text-13">
            <Marked text={choice.note} q={q} />
          </span>
        )}
        <span className="wide-only grow" />
        {on ? <Kbd>Enter</Kbd> : choice.hint && <span className="muted text-12">{choice.hint}</span>}
      </div>
    </>
  )
}
