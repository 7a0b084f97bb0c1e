// A list of a board and its cards. What happens to them is heard at the board: a card holds no function of its own.
import MoreVert from '@mui/icons-material/MoreVert'
import AttachFile from '@mui/icons-material/AttachFile'
import ChatBubbleOutline from '@mui/icons-material/ChatBubbleOutlined'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { memo, useId, useState } from 'react'
import { isTyped, useTyped } from '../../../sync/drafts'
import { classes } from '../../../theme/classes'
import { initials } from '../../../ui/words'
import { AboutDoc } from '../../../kit/AboutDoc'
import type { Card, Column } from './columns'
import { labels } from './labels'
import css from './board.module.css'
import { say } from '../../../words/say'

interface Props {
  board: string
  column: Column
  names: Record<string, string>
  lifted: string | null
  /** The person keeps boards and does not only look at them. */
  keeps: boolean
  onAdd: (list: string, title: string) => Promise<boolean>
  onRename: (list: string) => void
  onDelete: (list: string) => void
  onShift: (list: string, by: -1 | 1) => void
}

export const ColumnView = memo(function ColumnView(props: Props) {
  const { board, column, names, lifted, keeps, onAdd, onRename, onDelete, onShift } = props
  const heading = useId()
  const [menu, setMenu] = useState<HTMLElement | null>(null)
  const choose = (act: () => void) => () => {
    setMenu(null)
    act()
  }
  return (
    <section className={css.list} data-list={column.id} aria-labelledby={heading}>
      <div className={css.head} data-drag={keeps ? 'list' : undefined}>
        <h2 id={heading} className={css.name} title={column.title}>
          {column.title} <span className="muted regular num">{column.cards.length}</span>
        </h2>
        {keeps && (
          <IconButton
            size="small"
            aria-label={say('More for {title}', { title: column.title })}
            onClick={(e) => setMenu(e.currentTarget)}
          >
            <MoreVert className="text-18" />
          </IconButton>
        )}
        <Menu anchorEl={menu} open={!!menu} onClose={() => setMenu(null)}>
          <MenuItem onClick={choose(() => onRename(column.id))}>{say('Rename')}</MenuItem>
          <MenuItem onClick={choose(() => onShift(column.id, -1))}>{say('Move left')}</MenuItem>
          <MenuItem onClick={choose(() => onShift(column.id, 1))}>{say('Move right')}</MenuItem>
          <MenuItem onClick={choose(() => onDelete(column.id))}>{say('Delete')}</MenuItem>
        </Menu>
      </div>
      <ul className={css.cards} data-cards>
        {column.cards.map((card) => (
          <CardView key={card.id} card={card} names={names} lifted={lifted === card.id} keeps={keeps} />
        ))}
      </ul>
      {keeps && <AddCard draft={`board:${board}:card:${column.id}`} list={column} onAdd={onAdd} />}
    </section>
  )
})

const CardView = memo(function CardView({
  card,
  names,
  lifted,
  keeps,
}: {
  card: Card
  names: Record<string, string>
  lifted: boolean
  keeps: boolean
}) {
  const said = card.comments.length
  return (
    <li className={css.item} data-card={card.id}>
      <button
        type="button"
        data-drag={keeps ? 'card' : undefined}
        aria-pressed={lifted || undefined}
        className={classes(css.card, lifted && css.lifted)}
      >
        {card.labels.length > 0 && (
          <span className={css.labels}>
            {labels()
              .filter(({ id }) => card.labels.includes(id))
              .map(({ id, title }) => (
                <span key={id} className={classes(css.label, css[`label${id}`])}>
                  {title}
                </span>
              ))}
          </span>
        )}
        <span>{card.title}</span>
        {card.about && (
          <span className="block mt-6">
            <AboutDoc about={card.about} plain />
          </span>
        )}
        {(said > 0 || card.files.length > 0 || card.members.length > 0) && (
          <span className={css.foot}>
            {said > 0 && (
              <span className="inline-row gap-2">
                <ChatBubbleOutline aria-hidden className="text-14" />
                {said}
                <span className="visually-hidden">{say(' comments')}</span>
              </span>
            )}
            {card.files.length > 0 && (
              <span className="inline-row gap-2">
                <AttachFile aria-hidden className="text-14" />
                {card.files.length}
                <span className="visually-hidden">{say(' attachments')}</span>
              </span>
            )}
            <span className="grow" />
            <Faces ids={card.members} names={names} />
          </span>
        )}
      </button>
    </li>
  )
})

export function Faces({ ids, names }: { ids: string[]; names: Record<string, string> }) {
  return (
    <span className={css.faces}>
      {ids.map((id) => (
        <span key={id} className={css.face} title={names[id] ?? id}>
          <span aria-hidden>{initials(names[id] ?? '?')}</span>
          <span className="visually-hidden">{names[id] ?? id} </span>
        </span>
      ))}
    </span>
  )
}

const UNTITLED = { title: '' }

function AddCard({ draft, list, onAdd }: { draft: string; list: Column; onAdd: Props['onAdd'] }) {
  const [open, setOpen] = useState(() => isTyped(draft))
  const typed = useTyped(draft, UNTITLED, say('new card in {title}', { title: list.title }))
  const { title } = typed.value
  const add = async () => {
    const words = title.trim()
    if (!words) return
    typed.drop()
    if (!(await onAdd(list.id, words))) typed.set((now) => ({ title: now.title || words }))
  }
  const close = () => {
    typed.drop()
    setOpen(false)
  }
  if (!open)
    return (
      <div className={css.add}>
        <Button size="small" variant="text" onClick={() => setOpen(true)}>
          {say('Add a card')}
        </Button>
      </div>
    )
  return (
    <form
      className={`${css.add} grid gap-6`}
      onSubmit={(event) => {
        event.preventDefault()
        void add()
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') close()
      }}
    >
      <TextField
        autoFocus
        size="small"
        value={title}
        placeholder={say('Title of the card')}
        onChange={(event) => typed.set({ title: event.target.value })}
        slotProps={{ htmlInput: { 'aria-label': say('New card in {title}', { title: list.title }), maxLength: 200 } }}
      />
      <div className="flex gap-6">
        <Button size="small" type="submit" variant="contained" color="primary">
          {say('Add')}
        </Button>
        <Button size="small" variant="text" onClick={close}>
          {say('Close')}
        </Button>
      </div>
    </form>
  )
}
