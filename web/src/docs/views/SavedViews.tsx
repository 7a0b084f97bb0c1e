// Questions that were kept: one's own, those that others share with one's roles, and the layouts that every site has.
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
import { useState, type FormEvent } from 'react'
import { useSearchParams } from 'react-router'
import { send } from '../../net/client'
import { useSave } from '../../sync/docs'
import { isProblem, recordPage } from '../../sync/tables'
import { may } from '../../sync/rights'
import { useUser } from '../../sync/store'
import { docDef, roleLabel } from '../../core'
import type { Where } from '../../core/records'
import type { ReportDef } from '../../core/types.gen'
import { useDescribed } from '../../sync/reporter'
import { useToast } from '../../ui/Toasts'
import { useHeld } from '../../ui/held'
import css from './SavedViews.module.css'

interface View {
  id: string
  version: number
  name: string
  question: string
  own: boolean
  shared: boolean
}

const TYPE = 'report_view'

async function viewsOf(report: string, me: string): Promise<View[] | null> {
  const where: Where<typeof TYPE>[] = [`report:eq:${report}`]
  const [mine, all] = await Promise.all([
    recordPage({ type: TYPE, where: [...where, `owner:eq:${me}`], limit: 100 }),
    recordPage({ type: TYPE, where, limit: 500 }),
  ])
  if (isProblem(mine) || isProblem(all)) return null
  const own = new Set(mine.rows.map(({ id }) => id))
  return [...mine.rows, ...all.rows.filter((row) => !own.has(row.id))].map((row) => ({
    id: row.id,
    version: row.version,
    name: row.record.name ?? '',
    question: row.record.question ?? '',
    own: own.has(row.id),
    shared: (row.record.roles ?? []).length > 0,
  }))
}

export function SavedViews({ def }: { def: ReportDef }) {
  const user = useUser()
  const toast = useToast()
  const described = useDescribed()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [naming, setNaming] = useState(false)
  const [views, setViews] = useState<View[] | null | undefined>(undefined)
  const [, setQuery] = useSearchParams()
  const open = (at: HTMLElement) => {
    setAnchor(at)
    void viewsOf(def.key, user.id).then(setViews)
  }
  const pick = (question: string) => {
    setAnchor(null)
    setQuery(new URLSearchParams(question))
  }
  const drop = async (view: View) => {
    const query = new URLSearchParams({ command_id: crypto.randomUUID(), version: String(view.version) })
    const answer = await send({ url: `/api/docs/${TYPE}/${view.id}?${query}`, method: 'DELETE' })
    if ('error' in answer) toast(answer.error.detail, { tone: 'danger' })
    setViews(await viewsOf(def.key, user.id))
  }
  const kind = docDef(TYPE)
  const keeps = !!kind && may(user, kind, 'add')
  const layouts = def.free ? (described?.layouts ?? []) : []
  const item = (view: View) => (
    <MenuItem key={view.id} dense onClick={() => pick(view.question)} className="gap-8">
      <span className="grow">{view.name}</span>
      {view.own && view.shared && <span className="muted text-12">shared</span>}
      {view.own && (
        <IconButton
          size="small"
          aria-label={`Delete the view ${view.name}`}
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
        variant="outlined"
        startIcon={<BookmarkBorder />}
        aria-haspopup="menu"
        onClick={(event) => open(event.currentTarget)}
      >
        Views
      </Button>
      <Menu
        open={!!anchor}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        slotProps={{ paper: { className: css.menu } }}
      >
        <MenuItem dense onClick={() => pick('')}>
          Default view
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
            Save this view
          </MenuItem>
        )}
        {layouts.length > 0 && (
          <ListSubheader disableSticky className="leading-32">
            Layouts
          </ListSubheader>
        )}
        {layouts.map(([name, question]) => (
          <MenuItem key={name} dense onClick={() => pick(question)}>
            {name}
          </MenuItem>
        ))}
        {own.length > 0 && (
          <ListSubheader disableSticky className="leading-32">
            Mine
          </ListSubheader>
        )}
        {own.map(item)}
        {shared.length > 0 && (
          <ListSubheader disableSticky className="leading-32">
            Shared with me
          </ListSubheader>
        )}
        {shared.map(item)}
        {views === null && (
          <MenuItem dense disabled>
            Saved views could not be loaded
          </MenuItem>
        )}
      </Menu>
      {naming && <Save def={def} onClose={() => setNaming(false)} />}
    </>
  )
}

function Save({ def, onClose }: { def: ReportDef; onClose: () => void }) {
  const user = useUser()
  const toast = useToast()
  const [query] = useSearchParams()
  const [name, setName] = useState('')
  const [roles, setRoles] = useState<string[]>([])
  const save = useSave(TYPE, null)
  const still = useHeld(save.pending)
  const keep = async (event: FormEvent) => {
    event.preventDefault()
    const made = await save.run({
      name: name.trim(),
      report: def.key,
      question: query.toString(),
      ...(roles.length > 0 ? { roles } : {}),
    })
    if (!made) return
    toast(`The view ${name.trim()} was saved`)
    onClose()
  }
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="xs">
      <form onSubmit={(event) => void keep(event)}>
        <DialogTitle>Save this view</DialogTitle>
        <DialogContent className={css.save} {...still}>
          {save.problem && (
            <p role="alert" className="bar-alert">
              {save.problem.detail}
            </p>
          )}
          <TextField
            label="Name"
            value={name}
            autoFocus
            required
            slotProps={{ htmlInput: { maxLength: 60 } }}
            onChange={(event) => setName(event.target.value)}
          />
          <div role="group" aria-label="Share with">
            {user.roles.map((one) => (
              <FormControlLabel
                key={one}
                label={`Share with everyone in the role ${roleLabel(one)}`}
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
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="contained" color="primary" disabled={!name.trim() || save.pending}>
            Save view
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
