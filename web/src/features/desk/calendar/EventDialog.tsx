// An event in full: its times, for whom it is, and what it is about.
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useEffect, useId, useMemo, useState } from 'react'
import { core } from '../../../core'
import { isoDay } from '../../../core/days'
import type { DocView } from '../../../core/records'
import { useDoc, useList } from '../../../sync/docs'
import { lastTyped, useTyped } from '../../../sync/drafts'
import { useUser } from '../../../sync/store'
import { useBackCloses } from '../../../ui/back'
import { Skeletons } from '../../../ui/states'
import { useOutcome } from '../../../docs/useOutcome'
import { DayInput } from '../../../kit/DayInput'
import { clock, instantOf, minutesOf, minutesOfClock } from './days'
import type { useEvents } from './events'
import { say } from '../../../words/say'

/** An event that there is, or the day and minute of a new one. */
export type Opened = { id: string } | { day: string; minutes: number }

interface Props {
  opened: Opened
  calendar: ReturnType<typeof useEvents>
  onClose: () => void
}

export function EventDialog({ opened, calendar, onClose }: Props) {
  const id = useId()
  const known = 'id' in opened ? opened.id : undefined
  const { data: doc } = useDoc('calendar_event', known)
  const begin = useMemo(() => begun(doc, opened), [doc, opened])
  const title = known ? say('event {title}', { title: begin.title }) : say('new event')
  const typed = useTyped(`${DRAFT}${known ?? newAt(opened)}`, begin, title)
  const close = () => {
    typed.drop()
    onClose()
  }
  useBackCloses(close)
  return (
    <Dialog open onClose={close} aria-labelledby={id} maxWidth="xs" fullWidth>
      <div className="p-20">
        <h2 id={id} className="heading mb-12">
          {known ? say('Event') : say('New event')}
        </h2>
        {known && !doc ? (
          <Skeletons rows={4} />
        ) : (
          <EventForm doc={doc} typed={typed.value} set={typed.set} calendar={calendar} onClose={close} />
        )}
      </div>
    </Dialog>
  )
}

const DRAFT = 'calendar_event:dialog:'
const NEW = /^new:([\d-]+):(\d+)$/

const newAt = (opened: Opened) => ('day' in opened ? `new:${opened.day}:${opened.minutes}` : '')

/** The event in which something was typed when the page was left: its dialog stands open again. */
export function openedBefore(): Opened | null {
  const found = lastTyped(DRAFT)?.rest
  if (found === undefined) return null
  const [, day, minutes] = NEW.exec(found) ?? []
  return day ? { day, minutes: Number(minutes) } : { id: found }
}

interface Typed {
  title: string
  day: string | null
  from: string
  lastDay: string | null
  to: string
  location: string
  note: string
  audience: 'me' | 'branch'
  branch: string
}

function begun(doc: DocView<'calendar_event'> | undefined, opened: Opened): Typed {
  if (!doc && 'day' in opened) {
    const { day, minutes } = opened
    const end = Math.min(minutes + 60, 24 * 60 - 1)
    const times = { day, from: clock(minutes), lastDay: day, to: clock(end) }
    return { title: '', ...times, location: '', note: '', audience: 'me', branch: '' }
  }
  const record = doc?.record ?? {}
  const [starts, ends] = [record.starts_at ?? 0, record.ends_at ?? 0]
  return {
    title: record.title ?? '',
    day: isoDay(starts),
    from: clock(minutesOf(starts)),
    lastDay: isoDay(ends),
    to: clock(minutesOf(ends)),
    location: record.location ?? '',
    note: record.note ?? '',
    audience: record.audience ?? 'me',
    branch: record.branch ?? '',
  }
}

const at = (day: string | null, text: string) => (day && text ? instantOf(day, minutesOfClock(text)) : undefined)

const recordOf = (typed: Typed) => ({
  title: typed.title.trim(),
  starts_at: at(typed.day, typed.from),
  ends_at: at(typed.lastDay, typed.to),
  location: typed.location.trim() || undefined,
  note: typed.note.trim() || undefined,
  audience: typed.audience,
  branch: typed.audience === 'branch' ? typed.branch || undefined : undefined,
})

interface FormProps extends Omit<Props, 'opened'> {
  doc: DocView<'calendar_event'> | undefined
  typed: Typed
  set: (to: Partial<Typed>) => void
}

function EventForm({ doc, typed, set, calendar, onClose }: FormProps) {
  const user = useUser()
  const outcome = useOutcome()
  const [issues, setIssues] = useState<{ path: string; message: string }[]>([])
  const branches = useList({ type: 'branch', limit: 100 })
  const mine = !doc || doc.owner === user.id
  const problem = (path: string) => issues.find((one) => one.path === path)?.message
  useEffect(() => setIssues([]), [typed])
  const save = async () => {
    const record = recordOf(typed)
    const wrong = core().check('calendar_event', record, null, true)
    if (wrong.length > 0) return setIssues(wrong)
    const saved = await calendar.save(doc?.id ?? null, record, doc?.version)
    if (Array.isArray(saved)) return setIssues(saved)
    outcome(saved, say('{title} saved', { title: record.title }))
    onClose()
  }
  const beside = issues.find(({ path }) => !FIELDS.includes(path))
  const fixed = !mine
  return (
    <form
      className="grid gap-16"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <TextField
        label={say('Title')}
        required
        disabled={fixed}
        value={typed.title}
        error={!!problem('title')}
        helperText={problem('title')}
        onChange={(event) => set({ title: event.target.value })}
        slotProps={{ htmlInput: { maxLength: 200 } }}
      />
      <div className="row items-start gap-8">
        <DayInput
          label={say('Start')}
          value={typed.day}
          onChange={(day) => set({ day })}
          problem={problem('starts_at')}
        />
        <Clock label={say('Start time')} value={typed.from} onChange={(from) => set({ from })} />
      </div>
      <div className="row items-start gap-8">
        <DayInput
          label={say('End')}
          value={typed.lastDay}
          onChange={(lastDay) => set({ lastDay })}
          problem={problem('ends_at')}
        />
        <Clock label={say('End time')} value={typed.to} onChange={(to) => set({ to })} />
      </div>
      <TextField
        label={say('Place')}
        disabled={fixed}
        value={typed.location}
        error={!!problem('location')}
        helperText={problem('location')}
        onChange={(event) => set({ location: event.target.value })}
        slotProps={{ htmlInput: { maxLength: 200 } }}
      />
      <TextField
        select
        label={say('For')}
        disabled={fixed}
        value={typed.audience}
        onChange={(event) => set({ audience: event.target.value as Typed['audience'] })}
      >
        <MenuItem value="me">{say('Only me')}</MenuItem>
        <MenuItem value="branch">{say('A branch')}</MenuItem>
      </TextField>
      {typed.audience === 'branch' && (
        <TextField
          select
          label={say('Branch')}
          disabled={fixed}
          value={typed.branch}
          error={!!problem('branch')}
          helperText={problem('branch')}
          onChange={(event) => set({ branch: event.target.value })}
        >
          {(branches.data?.rows ?? []).map(({ id, name }) => (
            <MenuItem key={id} value={id}>
              {name}
            </MenuItem>
          ))}
        </TextField>
      )}
      <TextField
        label={say('Note')}
        multiline
        minRows={2}
        maxRows={6}
        disabled={fixed}
        value={typed.note}
        error={!!problem('note')}
        helperText={problem('note')}
        onChange={(event) => set({ note: event.target.value })}
        slotProps={{ htmlInput: { maxLength: 4000 } }}
      />
      {beside && (
        <p role="alert" className="danger text-13">
          {beside.message}
        </p>
      )}
      <div className="flex gap-8">
        {mine && (
          <Button type="submit" variant="contained" color="primary">
            {say('Save')}
          </Button>
        )}
        <Button variant="text" onClick={onClose}>
          {mine ? say('Cancel') : say('Close')}
        </Button>
        <span className="grow" />
        {doc && mine && (
          <Button
            color="error"
            variant="text"
            onClick={() => {
              void calendar.remove(doc)
              onClose()
            }}
          >
            {say('Delete')}
          </Button>
        )}
      </div>
    </form>
  )
}

const FIELDS = ['title', 'starts_at', 'ends_at', 'location', 'note', 'branch']

function Clock({ label, value, onChange }: { label: string; value: string; onChange: (time: string) => void }) {
  return (
    <TextField
      type="time"
      label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      slotProps={{ inputLabel: { shrink: true } }}
    />
  )
}
