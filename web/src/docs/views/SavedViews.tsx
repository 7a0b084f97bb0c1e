// Views that were kept, of a report or a list: one's own, those that others share with one's roles, those that every
// site has.
import BookmarkBorder from '@mui/icons-material/BookmarkBorder'
import DeleteOutlined from '@mui/icons-material/DeleteOutlined'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import FormControlLabel from '@mui/material/FormControlLabel'
import IconButton from '@mui/material/IconButton'
import ListSubheader from '@mui/material/ListSubheader'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useRef, useState, type FormEvent, type KeyboardEvent } from 'react'
import { send } from '../../net/client'
import { useSave } from '../../sync/docs'
import { isProblem, recordPage } from '../../sync/tables'
import { may } from '../../sync/rights'
import { useUser } from '../../sync/store'
import { docDef, roleLabel } from '../../core'
import type { RecordValue, Where } from '../../core/records'
import type { DocKey } from '../../core/types.gen'
import { isCtrlEnter } from '../../ui/ctrlEnter'
import { useToast } from '../../ui/Toasts'
import { useHeld } from '../../ui/held'
import { ManyLinks } from '../fields/ManyLinks'
import { useCheck } from '../record'
import css from './SavedViews.module.css'
import { say } from '../../words/say'

interface View {
  id: string
  version: number
  name: string
  question: string
  own: boolean
  shared: boolean
  /** The page opens with it. */
  opens: boolean
  /** It goes out by mail. */
  mailed: boolean
  record: RecordValue
}

/** What the views are of: the type of their documents, its field that names the page, and the page. */
export interface ViewsOf {
  type: 'report_view' | 'list_view'
  field: 'report' | 'list'
  key: string
}

async function viewsOf({ type, field, key }: ViewsOf, me: string): Promise<View[] | null> {
  const where: Where[] = [`${field}:eq:${key}`]
  const page = (where: Where[], limit: number) => recordPage<DocKey>({ type, where, limit })
  const [mine, all] = await Promise.all([page([...where, `owner:eq:${me}`], 100), page(where, 500)])
  if (isProblem(mine) || isProblem(all)) return null
  const own = new Set(mine.rows.map(({ id }) => id))
  return [...mine.rows, ...all.rows.filter((row) => !own.has(row.id))].map((row) => ({
    id: row.id,
    version: row.version,
    name: textOf(row.record.name),
    question: textOf(row.record.question),
    own: own.has(row.id),
    shared: Array.isArray(row.record.roles) && row.record.roles.length > 0,
    opens: row.record.opens === true,
    mailed: !!row.record.mail_every,
    record: row.record,
  }))
}

/** A page opens with one view of a person: one that did so before is a view like any other. */
async function opensAlone(of: ViewsOf, me: string, made: string) {
  const views = (await viewsOf(of, me)) ?? []
  for (const { id, version, record } of views.filter((view) => view.own && view.opens && view.id !== made)) {
    const body = { command_id: crypto.randomUUID(), version, record: { ...record, opens: false } }
    await send({ url: `/api/docs/${of.type}/${id}`, method: 'PUT', body })
  }
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

interface Props {
  of: ViewsOf
  /** What is on the page now, as a view keeps it. */
  question: () => string
  onPick: (question: string) => void
  /** Those that every site has: name and question. */
  layouts?: readonly (readonly [string, string])[]
  /** Smaller, among the filters of a list. */
  small?: boolean
}

export function SavedViews({ of, question, onPick, layouts = [], small }: Props) {
  const user = useUser()
  const toast = useToast()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [naming, setNaming] = useState(false)
  const [views, setViews] = useState<View[] | null | undefined>(undefined)
  const open = (at: HTMLElement) => {
    setAnchor(at)
    void viewsOf(of, user.id).then(setViews)
  }
  const pick = (question: string) => {
    setAnchor(null)
    onPick(question)
  }
  const drop = async (view: View) => {
    const query = new URLSearchParams({ command_id: crypto.randomUUID(), version: String(view.version) })
    const answer = await send({ url: `/api/docs/${of.type}/${view.id}?${query}`, method: 'DELETE' })
    if ('error' in answer) toast(answer.error.detail, { tone: 'danger' })
    setViews(await viewsOf(of, user.id))
  }
  const kind = docDef(of.type)
  const keeps = !!kind && may(user, kind, 'add')
  const item = (view: View) => (
    <MenuItem key={view.id} dense onClick={() => pick(view.question)} className="gap-8">
      <span className="grow">{view.name}</span>
      {view.opens && <span className="muted text-12">{say('opens first')}</span>}
      {view.own && view.mailed && <span className="muted text-12">{say('by mail')}</span>}
      {view.own && view.shared && <span className="muted text-12">{say('shared')}</span>}
      {view.own && (
        <IconButton
          size="small"
          aria-label={say('Delete the view {name}', { name: view.name })}
          onClick={(event) => {
            event.stopPropagation()
            void drop(view)
          }}
        >
          <DeleteOutlined className="text-16" />
        </IconButton>
      )}
    </MenuItem>
  )
  const [own, shared] = [views?.filter((view) => view.own) ?? [], views?.filter((view) => !view.own) ?? []]
  return (
    <>
      <Button
        variant={small ? 'text' : 'outlined'}
        size={small ? 'small' : undefined}
        startIcon={<BookmarkBorder />}
        aria-haspopup="menu"
        onClick={(event) => open(event.currentTarget)}
      >
        {say('Views')}
      </Button>
      <Menu
        open={!!anchor}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        slotProps={{ paper: { className: css.menu } }}
      >
        <MenuItem dense onClick={() => pick('')}>
          {say('Default view')}
        </MenuItem>
        {/* Above what is fetched, which comes late and moves nothing. */}
        {keeps && (
          <MenuItem
            dense
            onClick={() => {
              setAnchor(null)
              setNaming(true)
            }}
          >
            {say('Save this view')}
          </MenuItem>
        )}
        {layouts.length > 0 && (
          <ListSubheader disableSticky className="leading-32">
            {say('Layouts')}
          </ListSubheader>
        )}
        {layouts.map(([name, question]) => (
          <MenuItem key={name} dense onClick={() => pick(question)}>
            {name}
          </MenuItem>
        ))}
        {own.length > 0 && (
          <ListSubheader disableSticky className="leading-32">
            {say('Mine')}
          </ListSubheader>
        )}
        {own.map(item)}
        {shared.length > 0 && (
          <ListSubheader disableSticky className="leading-32">
            {say('Shared with me')}
          </ListSubheader>
        )}
        {shared.map(item)}
        {views === null && (
          <MenuItem dense disabled>
            {say('Saved views could not be loaded')}
          </MenuItem>
        )}
      </Menu>
      {naming && <Save of={of} question={question()} onClose={() => setNaming(false)} />}
    </>
  )
}

function Save({ of, question, onClose }: { of: ViewsOf; question: string; onClose: () => void }) {
  const user = useUser()
  const toast = useToast()
  const [name, setName] = useState('')
  const [roles, setRoles] = useState<string[]>([])
  const [opens, setOpens] = useState(false)
  const [every, setEvery] = useState('')
  const [others, setOthers] = useState<string[]>([])
  const rhythms =
    of.type === 'report_view' ? docDef(of.type)?.fields.find(({ key }) => key === 'mail_every') : undefined
  const save = useSave<DocKey>(of.type, null)
  const still = useHeld(save.pending)
  const record = {
    ...(name.trim() ? { name: name.trim() } : {}),
    [of.field]: of.key,
    question,
    ...(opens ? { opens } : {}),
    ...(roles.length > 0 ? { roles } : {}),
    ...(every ? { mail_every: every, mail_to: others } : {}),
  }
  const check = useCheck(of.type, null, true)
  const [tried, setTried] = useState(false)
  const wrong = tried ? check(record).find(({ path }) => path === 'name')?.message : undefined
  const input = useRef<HTMLInputElement>(null)
  const keep = async (event: FormEvent | KeyboardEvent) => {
    event.preventDefault()
    if (save.pending) return
    setTried(true)
    if (check(record).some(({ path }) => path === 'name')) return input.current?.focus()
    const made = await save.run(record)
    if (!made) return
    if (opens) await opensAlone(of, user.id, made.id)
    toast(say('The view {name} was saved', { name: name.trim() }))
    onClose()
  }
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="xs">
      <form
        noValidate
        onSubmit={(event) => void keep(event)}
        onKeyDown={(event) => {
          if (!isCtrlEnter(event)) return
          event.preventDefault()
          void keep(event)
        }}
      >
        <DialogTitle>{say('Save this view')}</DialogTitle>
        <DialogContent className={css.save} {...still}>
          {save.problem && (
            <p role="alert" className="bar-alert">
              {save.problem.detail}
            </p>
          )}
          <TextField
            label={say('Name')}
            value={name}
            autoFocus
            required
            inputRef={input}
            error={!!wrong}
            helperText={wrong}
            slotProps={{ htmlInput: { maxLength: 60 } }}
            onChange={(event) => setName(event.target.value)}
          />
          {of.type === 'list_view' && (
            <FormControlLabel
              label={say('Open this list with it')}
              control={<Checkbox size="small" checked={opens} onChange={(_, on) => setOpens(on)} />}
            />
          )}
          {rhythms && (
            <TextField
              select
              label={rhythms.label}
              value={every}
              helperText={rhythms.help}
              onChange={(event) => setEvery(event.target.value)}
            >
              <MenuItem value="">{say('Never')}</MenuItem>
              {rhythms.choices.map(({ key, label }) => (
                <MenuItem key={key} value={key}>
                  {label}
                </MenuItem>
              ))}
            </TextField>
          )}
          {every && (
            <div role="group" aria-label={say('Also to')}>
              <p className="text-13 muted">{say('It goes to you. Also to:')}</p>
              <ManyLinks type="employee" value={others} onChange={setOthers} />
            </div>
          )}
          <div role="group" aria-label={say('Share with')}>
            {user.roles.map((one) => (
              <FormControlLabel
                key={one}
                label={say('Share with everyone in the role {one}', { one: roleLabel(one) })}
                control={
                  <Checkbox
                    size="small"
                    checked={roles.includes(one)}
                    onChange={(_, on) => setRoles(on ? [...roles, one] : roles.filter((was) => was !== one))}
                  />
                }
              />
            ))}
          </div>
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{say('Cancel')}</Button>
          <Button type="submit" variant="contained" color="primary" aria-busy={save.pending}>
            {say('Save view')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
