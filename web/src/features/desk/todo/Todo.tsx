// What a person has to do: in their own order, with days, tags and the document that each follows up.
import Close from '@mui/icons-material/Close'
import PriorityHigh from '@mui/icons-material/PriorityHigh'
import Star from '@mui/icons-material/Star'
import StarBorder from '@mui/icons-material/StarBorder'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import Chip from '@mui/material/Chip'
import IconButton from '@mui/material/IconButton'
import TextField from '@mui/material/TextField'
import { useMemo, useState } from 'react'
import { today } from '../../../core/days'
import { useReorder } from '../../../kit/reorder'
import { isTyped, useTyped } from '../../../sync/drafts'
import { useTodos } from '../../../sync/todos'
import { classes } from '../../../theme/classes'
import { day } from '../../../ui/format'
import { Page } from '../../../ui/Page'
import { Empty, Failed, Skeletons } from '../../../ui/states'
import { AboutDoc } from '../../../kit/AboutDoc'
import { useSaid } from '../../../kit/said'
import { TitleDialog } from '../../../kit/TitleDialog'
import { TodoDialog } from './TodoDialog'
import { keeps, sent, SHOWN, tagsOf, todosOf, type Show, type Tag, type Todo } from './todos'
import css from './todo.module.css'
import { useQuery } from '../../../ui/query'
import { say } from '../../../words/say'

const NEW_TAG = 'todo:tag'

export default function TodoPage() {
  const list = useTodos()
  const act = useSaid(list.run)
  const { query, set } = useQuery()
  const [tagging, setTagging] = useState<string | null | false>(() => isTyped(NEW_TAG) && null)
  const all = useMemo(() => todosOf(list.doc), [list.doc])
  const tags = useMemo(() => tagsOf(list.doc), [list.doc])
  const show = (SHOWN.find(([one]) => one === query.get('show'))?.[0] ?? 'open') as Show
  const tag = query.get('tag')
  const shown = all.filter((one) => keeps(show, one) && (!tag || one.tags.includes(tag)))
  const opened = all.find(({ no }) => String(no) === query.get('todo'))
  const ask = (change: Record<string, string | null>, replace = true) => set(change, { replace })
  const change = (before: Todo, to: Partial<Todo>, said: string, refused?: (message: string) => void) =>
    act(
      {
        action: 'change',
        inputs: sent({ ...before, ...to }),
        said,
        back: { action: 'change', inputs: sent(before) },
      },
      refused,
    )
  const place = (from: number, to: number) => {
    const moved = shown[from]
    const target = shown[to]
    if (!moved || !target) return
    const start = all.indexOf(moved)
    void act({
      action: 'place',
      inputs: { no: moved.no, to: all.indexOf(target) },
      said: say('{title} moved', { title: moved.title }),
      back: { action: 'place', inputs: { no: moved.no, to: start } },
    })
  }
  const remove = (todo: Todo) => {
    const { no: _, ...rest } = sent(todo)
    const about = todo.about ? { about_type: todo.about.type, about_id: todo.about.id } : {}
    void act({
      action: 'remove',
      inputs: { no: todo.no },
      said: say('{title} deleted', { title: todo.title }),
      back: { action: 'add', inputs: { ...rest, ...about, place: all.indexOf(todo) } },
    })
  }
  if (!list.doc && list.error?.status !== 404)
    return (
      <Page title={say('To-do')}>
        {list.error ? (
          <Failed problem={list.error} what={say('The to-do list')} onRetry={() => void list.refetch()} />
        ) : (
          <Skeletons />
        )}
      </Page>
    )
  return (
    <Page title={say('To-do')} actions={<Button onClick={() => setTagging(null)}>{say('New tag')}</Button>}>
      <div className="grid gap-12">
        <AddTodo onAdd={(title) => act({ action: 'add', inputs: { title, tags: tag ? [tag] : [] } })} />
        <div className="row wrap gap-6" role="group" aria-label={say('Show')}>
          {SHOWN.map(([one, label]) => (
            <Chip
              key={one}
              label={label}
              onClick={() => ask({ show: one === 'open' ? null : one })}
              color={show === one ? 'primary' : undefined}
              aria-pressed={show === one}
            />
          ))}
        </div>
        {tags.length > 0 && (
          <div className="row wrap gap-6" role="group" aria-label={say('Tags')}>
            {tags.map(({ no, name }) => (
              <Chip
                key={no}
                size="small"
                variant="outlined"
                label={name}
                color={tag === String(no) ? 'primary' : undefined}
                aria-pressed={tag === String(no)}
                onClick={() => ask({ tag: tag === String(no) ? null : String(no) })}
                onDelete={() =>
                  void act({
                    action: 'remove_tag',
                    inputs: { no },
                    said: say('Tag {name} deleted', { name }),
                    back: { action: 'add_tag', inputs: { name } },
                  })
                }
                deleteIcon={<Close aria-label={say('Delete the tag {name}', { name })} />}
              />
            ))}
          </div>
        )}
        {shown.length === 0 ? (
          <Empty title={all.length === 0 ? say('Nothing to do yet') : say('Nothing here')}>
            {all.length === 0
              ? say('Type what you have to do, or follow a document up from its page.')
              : say('Nothing of your list matches this filter.')}
          </Empty>
        ) : (
          <Rows
            shown={shown}
            tags={tags}
            onMove={place}
            onChange={(todo, to, said) => void change(todo, to, said)}
            onOpen={(no) => ask({ todo: String(no) }, false)}
            onRemove={remove}
          />
        )}
      </div>
      {opened && (
        <TodoDialog
          key={opened.no}
          todo={opened}
          tags={tags}
          onSave={async (to, refused) => {
            const taken = await change(opened, to, say('{title} saved', { title: to.title ?? opened.title }), refused)
            if (taken) ask({ todo: null })
            return taken
          }}
          onClose={() => ask({ todo: null })}
        />
      )}
      {tagging !== false && (
        <TitleDialog
          draft={NEW_TAG}
          heading={say('New tag')}
          label={say('Tag')}
          max={60}
          problem={tagging}
          onDone={async (name) => {
            const taken = await act({ action: 'add_tag', inputs: { name } }, setTagging)
            if (taken) setTagging(false)
            return taken
          }}
          onClose={() => setTagging(false)}
        />
      )}
    </Page>
  )
}

const UNTITLED = { title: '' }

function AddTodo({ onAdd }: { onAdd: (title: string) => Promise<boolean> }) {
  const typed = useTyped('todo:new', UNTITLED, say('new to-do'))
  const { title } = typed.value
  const add = async () => {
    const words = title.trim()
    if (!words) return
    typed.drop()
    if (!(await onAdd(words))) typed.set((now) => ({ title: now.title || words }))
  }
  return (
    <form
      className="row gap-8"
      onSubmit={(event) => {
        event.preventDefault()
        void add()
      }}
    >
      <TextField
        fullWidth
        size="small"
        value={title}
        placeholder={say('Add a to-do')}
        onChange={(event) => typed.set({ title: event.target.value })}
        slotProps={{ htmlInput: { 'aria-label': say('New to-do'), maxLength: 200 } }}
      />
      <Button type="submit" variant="contained" color="primary">
        {say('Add')}
      </Button>
    </form>
  )
}

interface RowsProps {
  shown: Todo[]
  tags: Tag[]
  onMove: (from: number, to: number) => void
  onChange: (todo: Todo, to: Partial<Todo>, said: string) => void
  onOpen: (no: number) => void
  onRemove: (todo: Todo) => void
}

function Rows({ shown, tags, onMove, onChange, onOpen, onRemove }: RowsProps) {
  const order = useReorder(shown.length, onMove, say('To-do'))
  return (
    <ul className={`card ${css.list}`} aria-label={say('To-dos')}>
      {shown.map((todo, at) => (
        <li
          key={todo.no}
          className={classes(css.todo, order.over === at && css.over)}
          onKeyDown={order.onRowKey(at)}
          {...order.row(at)}
        >
          {order.handle(at)}
          <Checkbox
            checked={todo.done}
            slotProps={{ input: { 'aria-label': say('{title} is done', { title: todo.title }) } }}
            onChange={() => {
              const { title, done } = todo
              onChange(
                todo,
                { done: !done },
                done ? say('{title} open again', { title }) : say('{title} done', { title }),
              )
            }}
          />
          <div className="grow min-0">
            <button type="button" className={classes(css.title, todo.done && css.done)} onClick={() => onOpen(todo.no)}>
              {todo.title}
            </button>
            <div className="row wrap gap-6">
              {todo.due && (
                <span className={classes('text-12', !todo.done && todo.due < today() ? css.late : 'muted')}>
                  {say('Due {due}', { due: day(todo.due) })}
                </span>
              )}
              {tags
                .filter(({ no }) => todo.tags.includes(String(no)))
                .map(({ no, name }) => (
                  <span key={no} className={css.tag}>
                    {name}
                  </span>
                ))}
              {todo.about && <AboutDoc about={todo.about} />}
            </div>
          </div>
          <IconButton
            aria-label={say('{title} is important', { title: todo.title })}
            aria-pressed={todo.important}
            color={todo.important ? 'error' : undefined}
            onClick={() =>
              onChange(todo, { important: !todo.important }, say('{title} changed', { title: todo.title }))
            }
          >
            <PriorityHigh className="text-18" />
          </IconButton>
          <IconButton
            aria-label={say('Star {title}', { title: todo.title })}
            aria-pressed={todo.starred}
            onClick={() => onChange(todo, { starred: !todo.starred }, say('{title} changed', { title: todo.title }))}
          >
            {todo.starred ? <Star className="text-18 warn" /> : <StarBorder className="text-18" />}
          </IconButton>
          <IconButton aria-label={say('Delete {title}', { title: todo.title })} onClick={() => onRemove(todo)}>
            <Close className="text-18" />
          </IconButton>
        </li>
      ))}
    </ul>
  )
}
