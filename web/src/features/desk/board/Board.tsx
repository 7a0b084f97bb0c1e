// A board: its lists side by side, cards dragged or moved by keys, and each card in full. Every change is a step
// of the board, shown before it is answered.
import Add from '@mui/icons-material/Add'
import GroupOutlined from '@mui/icons-material/GroupOutlined'
import HistoryOutlined from '@mui/icons-material/HistoryOutlined'
import Button from '@mui/material/Button'
import { useCallback, useMemo, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react'
import { flushSync } from 'react-dom'
import { Link, useParams, useSearchParams } from 'react-router'
import { docDef } from '../../../core'
import type { Colleague } from '../../../net/answers.gen'
import NotFound from '../../../docs/NotFound'
import { paths } from '../../../docs/paths'
import { useFacts, useSave } from '../../../sync/docs'
import { isTyped, lastTyped } from '../../../sync/drafts'
import { may } from '../../../sync/rights'
import { useSteps } from '../../../sync/steps'
import { useUser } from '../../../sync/store'
import { announce } from '../../../ui/announce'
import { Page } from '../../../ui/Page'
import { Failed, Skeletons } from '../../../ui/states'
import { useSaid } from '../../../kit/said'
import { TitleDialog } from '../../../kit/TitleDialog'
import { CardDialog } from './CardDialog'
import { ColumnView, Faces } from './Column'
import { columnReader, placed, type Column } from './columns'
import { DeleteBoard } from './DeleteBoard'
import { useDragging, type Dropped } from './dragging'
import { Members } from './Members'
import css from './board.module.css'
import { say } from '../../../words/say'

const CRUMBS = [{ name: say('Boards'), path: '/desk/board' }]

type Asking = 'members' | 'list' | 'title' | 'delete' | { rename: string }

/** The dialog in which something was typed when the page was left stands open again. */
function askedBefore(id: string | undefined): Asking | null {
  for (const one of ['list', 'title'] as const) if (isTyped(`board:${id}:${one}`)) return one
  const renamed = lastTyped(`board:${id}:rename:`)
  return renamed && { rename: renamed.rest }
}

export default function Board() {
  const { id } = useParams()
  const user = useUser()
  const board = useSteps('board', id)
  const act = useSaid(board.run)
  const colleagues = useFacts<Colleague[]>('/api/scrum-board/all-member')
  const [query, setQuery] = useSearchParams()
  const [dialog, setDialog] = useState<Asking | null>(() => askedBefore(id))
  const save = useSave('board', id ?? '')
  const reader = useState(columnReader)[0]
  const { doc } = board
  const columns = useMemo(() => (doc ? reader(doc) : []), [doc, reader])
  const names = useMemo(() => {
    const linked = doc?.links.employee ?? {}
    return { ...linked, ...Object.fromEntries((colleagues.data ?? []).map((one) => [one.id, one.name])) }
  }, [doc?.links.employee, colleagues.data])
  if (board.error?.status === 404) return <NotFound />
  if (!doc)
    return (
      <Page title={say('Board')} crumbs={CRUMBS}>
        {board.error ? (
          <Failed problem={board.error} what={say('The board')} onRetry={() => void board.refetch()} />
        ) : (
          <Skeletons />
        )}
      </Page>
    )
  const keeps = may(user, docDef('board')!, 'edit')
  const members = doc.record.members ?? []
  const card = query.get('card')
  const list = columns.find(({ cards }) => cards.some((one) => one.id === card))
  const open = list?.cards.find((one) => one.id === card)
  const show = (of: string | null) => setQuery(of ? { card: of } : {}, { replace: !of })
  const people = [...members, ...(doc.owner ? [doc.owner] : [])].map((one) => ({
    id: one,
    name: names[one] ?? one,
  }))
  const renamed = typeof dialog === 'object' ? columns.find((one) => one.id === dialog?.rename) : undefined
  return (
    <Page
      title={doc.record.title ?? say('Board')}
      crumbs={CRUMBS}
      fixed
      actions={
        <>
          {members.length > 0 && <Faces ids={members.slice(0, 5)} names={names} />}
          <Button startIcon={<GroupOutlined />} onClick={() => setDialog('members')}>
            {say('Members')}
          </Button>
          {doc.editable && <Button onClick={() => setDialog('title')}>{say('Rename')}</Button>}
          {doc.editable && may(user, docDef('board')!, 'delete') && (
            <Button className="danger" onClick={() => setDialog('delete')}>
              {say('Delete')}
            </Button>
          )}
          <Button component={Link} to={paths.view('board', doc.id)} startIcon={<HistoryOutlined />}>
            {say('History')}
          </Button>
          {keeps && (
            <Button variant="contained" color="primary" startIcon={<Add />} onClick={() => setDialog('list')}>
              {say('Add a list')}
            </Button>
          )}
        </>
      }
    >
      <Lists
        board={doc.id}
        columns={columns}
        names={names}
        keeps={keeps}
        act={act}
        onOpen={show}
        onRename={setDialog}
      />
      {open && list && (
        <CardDialog
          key={open.id}
          board={doc.id}
          card={open}
          list={list.title}
          people={people}
          names={names}
          keeps={keeps}
          act={act}
          onClose={() => show(null)}
        />
      )}
      {dialog === 'members' && (
        <Members
          members={members}
          maker={doc.owner}
          colleagues={colleagues.data ?? []}
          names={names}
          keeps={keeps}
          act={act}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === 'list' && (
        <TitleDialog
          draft={`board:${doc.id}:list`}
          heading={say('Add a list')}
          label={say('Title')}
          max={100}
          onDone={(title) => {
            setDialog(null)
            return act({ action: 'add_list', inputs: { title } })
          }}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === 'delete' && <DeleteBoard doc={doc} columns={columns} onClose={() => setDialog(null)} />}
      {dialog === 'title' && (
        <TitleDialog
          draft={`board:${doc.id}:title`}
          heading={say('Rename the board')}
          label={say('Title')}
          max={100}
          begin={doc.record.title}
          problem={save.problem?.errors[0]?.message ?? save.problem?.detail}
          onDone={async (title) => {
            const saved = await save.run({ title }, doc.version)
            if (saved) setDialog(null)
            return saved !== null
          }}
          onClose={() => setDialog(null)}
        />
      )}
      {renamed && (
        <TitleDialog
          draft={`board:${doc.id}:rename:${renamed.id}`}
          heading={say('Rename the list')}
          label={say('Title')}
          max={100}
          begin={renamed.title}
          onDone={(title) => {
            setDialog(null)
            return act({
              action: 'rename_list',
              inputs: { list: renamed.id, title },
              said: say('{title} is now {title2}', { title: renamed.title, title2: title }),
              back: { action: 'rename_list', inputs: { list: renamed.id, title: renamed.title } },
            })
          }}
          onClose={() => setDialog(null)}
        />
      )}
    </Page>
  )
}

interface ListsProps {
  board: string
  columns: Column[]
  names: Record<string, string>
  keeps: boolean
  act: ReturnType<typeof useSaid>
  onOpen: (card: string) => void
  onRename: (of: { rename: string }) => void
}

/** A card that was lifted by the keyboard: where it was, and where it would be dropped. */
interface Lifted {
  card: string
  from: string
  start: number
  to: string
  end: number
}

function Lists({ board, columns, names, keeps, act, onOpen, onRename }: ListsProps) {
  const root = useRef<HTMLDivElement>(null)
  const [lifted, setLifted] = useState<Lifted | null>(null)
  const latest = useRef(columns)
  latest.current = columns
  const shown = lifted ? placed(columns, lifted.card, lifted.to, lifted.end) : columns
  const move = useCallback(
    (card: string, from: string, to: string, end: number) => {
      const column = latest.current.find(({ id }) => id === from)
      const start = column?.cards.findIndex(({ id }) => id === card) ?? -1
      const title = column?.cards[start]?.title ?? ''
      if (start < 0 || (from === to && start === end)) return
      const target = latest.current.find(({ id }) => id === to)?.title ?? ''
      void act({
        action: 'place_card',
        inputs: { card, from, to, end },
        said: say('{title} moved to {target}, place {end}', { title, target, end: end + 1 }),
        back: { action: 'place_card', inputs: { card, from: to, to: from, end: start } },
      })
    },
    [act],
  )
  const shift = useCallback(
    (list: string, end: number) => {
      const start = latest.current.findIndex(({ id }) => id === list)
      if (start < 0 || end < 0 || end >= latest.current.length || start === end) return
      void act({
        action: 'place_list',
        inputs: { list, end },
        said: say('{title} moved to place {end}', { title: latest.current[start]!.title, end: end + 1 }),
        back: { action: 'place_list', inputs: { list, end: start } },
      })
    },
    [act],
  )
  const onDrop = (dropped: Dropped) => {
    if (dropped.kind === 'list') shift(dropped.id, dropped.end)
    else move(dropped.id, dropped.from, dropped.to, dropped.end)
  }
  useDragging(root, css as { copy: string; mark: string; dragged: string }, onDrop)
  const { onKeyDown, onKeyUp } = useKeysOf({ root, shown, lifted, setLifted, move, keeps })
  const onClick = (event: MouseEvent) => {
    const card = (event.target as Element).closest<HTMLElement>('[data-card]')
    if (card?.dataset.card && !lifted) onOpen(card.dataset.card)
  }
  const onAdd = useCallback(
    (list: string, title: string) => act({ action: 'add_card', inputs: { list, title } }),
    [act],
  )
  const rename = useCallback((list: string) => onRename({ rename: list }), [onRename])
  const remove = useCallback(
    (list: string) => {
      const column = latest.current.find(({ id }) => id === list)
      void act({
        action: 'delete_list',
        inputs: { list },
        said: say('{title} deleted with its {cards} cards', {
          title: column?.title ?? say('The list'),
          cards: column?.cards.length ?? 0,
        }),
        back: { action: 'restore', inputs: { id: list } },
      })
    },
    [act],
  )
  const onShift = useCallback(
    (list: string, by: -1 | 1) => shift(list, latest.current.findIndex(({ id }) => id === list) + by),
    [shift],
  )
  return (
    // Keys and clicks of all cards are heard here.
    <div
      ref={root}
      role="group"
      aria-label={say('Lists')}
      className={css.board}
      onClick={onClick}
      onKeyDown={onKeyDown}
      onKeyUp={onKeyUp}
    >
      {shown.map((column) => (
        <ColumnView
          key={column.id}
          board={board}
          column={column}
          names={names}
          keeps={keeps}
          lifted={lifted && column.cards.some(({ id }) => id === lifted.card) ? lifted.card : null}
          onAdd={onAdd}
          onRename={rename}
          onDelete={remove}
          onShift={onShift}
        />
      ))}
      {shown.length === 0 && <p className="muted">{say('This board has no list yet. Add one to put cards on it.')}</p>}
    </div>
  )
}

interface Moving {
  root: React.RefObject<HTMLDivElement | null>
  shown: Column[]
  lifted: Lifted | null
  setLifted: (lifted: Lifted | null) => void
  move: (card: string, from: string, to: string, end: number) => void
  keeps: boolean
}

const ARROWS: Record<string, [list: number, card: number]> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
}

/** Space lifts a card, the arrows carry it, Space drops it and Escape returns it; else they go from card to card. */
function useKeysOf({ root, shown, lifted, setLifted, move, keeps }: Moving) {
  const focus = (card: string | undefined) => {
    if (card) root.current?.querySelector<HTMLElement>(`[data-card="${CSS.escape(card)}"] button`)?.focus()
  }
  // A card that is drawn elsewhere loses the focus, and the next key with it: it has both back before that key comes.
  const keep = (card: string, change: () => void) => {
    flushSync(change)
    focus(card)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const card = (event.target as Element).closest<HTMLElement>('[data-card]')?.dataset.card
    if (!card) return
    const list = shown.findIndex(({ cards }) => cards.some(({ id }) => id === card))
    const at = shown[list]?.cards.findIndex(({ id }) => id === card) ?? -1
    const column = shown[list]
    if (!column || at < 0) return
    const arrow = ARROWS[event.key]
    if (event.key === ' ' && keeps) {
      event.preventDefault()
      if (!lifted) {
        setLifted({ card, from: column.id, start: at, to: column.id, end: at })
        return announce(say('Card lifted. Arrows move it, Space drops it, Escape returns it.'))
      }
      keep(card, () => {
        setLifted(null)
        move(lifted.card, lifted.from, lifted.to, lifted.end)
      })
    } else if (event.key === 'Escape' && lifted) {
      event.preventDefault()
      event.stopPropagation()
      keep(card, () => setLifted(null))
      announce(say('Card returned'))
    } else if (arrow) {
      event.preventDefault()
      const to = shown[list + arrow[0]]
      if (!to) return
      if (!lifted) return focus(to.cards[Math.min(at + arrow[1], to.cards.length - 1)]?.id)
      const most = to === column ? to.cards.length - 1 : to.cards.length
      const end = Math.max(0, Math.min(at + arrow[1], most))
      keep(card, () => setLifted({ ...lifted, to: to.id, end }))
      announce(say('{title}, place {end}', { title: to.title, end: end + 1 }))
    }
  }
  // Space presses a button when it comes up.
  const onKeyUp = (event: KeyboardEvent) => {
    if (event.key === ' ' && (event.target as Element).closest('[data-card]')) event.preventDefault()
  }
  return { onKeyDown, onKeyUp }
}
