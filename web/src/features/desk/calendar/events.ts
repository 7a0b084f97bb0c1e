// The events of a calendar and how they are changed: shown at once, kept offline, undone by a notice.
import { useCallback, useEffect, useMemo, useState } from 'react'
import { isoDay } from '../../../core/days'
import type { DocView, Row } from '../../../core/records'
import { asProblem, docNow, docsApi, useList } from '../../../sync/docs'
import { useAppDispatch } from '../../../sync/store'
import { day, time } from '../../../ui/format'
import { useToast } from '../../../ui/Toasts'
import { say } from '../../../words/say'

export interface Event {
  id: string
  version: number
  title: string
  starts: number
  ends: number
  location: string
  ofBranch: boolean
}

interface Wrong {
  path: string
  message: string
}

type Record = DocView<'calendar_event'>['record']

const eventOf = (row: Row<'calendar_event'>): Event => ({
  id: row.id,
  version: row.version,
  title: row.title ?? '',
  starts: row.starts_at ?? 0,
  ends: row.ends_at ?? 0,
  location: row.location ?? '',
  ofBranch: row.audience === 'branch',
})

/** The latest of them: more than anybody keeps in sight. */
const MOST = 500

export function useEvents() {
  const { data, error, refetch } = useList({ type: 'calendar_event', sort: '-starts_at', limit: MOST })
  const [send] = docsApi.useSaveMutation()
  const [drop] = docsApi.useRemoveMutation()
  const dispatch = useAppDispatch()
  const notify = useToast()
  /** Where events are dragged to until the answer has come. */
  const [moved, setMoved] = useState<{ [id: string]: { starts: number; ends: number } }>({})
  useEffect(() => setMoved({}), [data])
  const events = useMemo(
    () => data?.rows.map((row) => ({ ...eventOf(row), ...moved[row.id] })).sort((a, b) => a.starts - b.starts),
    [data, moved],
  )
  const save = useCallback(
    async (id: string | null, record: Record, version?: number): Promise<DocView<'calendar_event'> | Wrong[]> => {
      const command_id = crypto.randomUUID()
      const answer = await send({ type: 'calendar_event', id, record, command_id, ...(id ? { version } : {}) })
      if (answer.data) return answer.data as unknown as DocView<'calendar_event'>
      const problem = asProblem(answer.error)
      const errors = problem?.errors ?? []
      return errors.length > 0 ? errors : [{ path: '', message: problem?.detail ?? '' }]
    },
    [send],
  )
  const whole = useCallback((id: string) => dispatch(docNow('calendar_event', id)), [dispatch])
  /** Puts an event elsewhere; who does not keep it is told so, and it goes back. */
  const move = useCallback(
    async (event: Event, to: { starts: number; ends: number }): Promise<void> => {
      setMoved((all) => ({ ...all, [event.id]: to }))
      const { data: doc, error: unread } = await whole(event.id)
      if (!doc) {
        setMoved({})
        return notify(asProblem(unread)?.detail ?? '', { tone: 'danger' })
      }
      const record = { ...doc.record, starts_at: to.starts, ends_at: to.ends }
      const saved = await save(event.id, record, doc.version)
      if (Array.isArray(saved)) {
        setMoved({})
        return notify(saved[0]?.message ?? '', { tone: 'danger' })
      }
      if (saved.queued) return
      const end = `${day(isoDay(to.ends))} ${time(to.ends)}`
      notify(
        to.starts === event.starts
          ? say('{title} now ends {end}', { title: event.title, end })
          : say('{title} moved', { title: event.title }),
        {
          undo: () => {
            const back = { ...saved.record, starts_at: event.starts, ends_at: event.ends }
            void save(event.id, back, saved.version).then((undone) => {
              if (Array.isArray(undone)) notify(undone[0]?.message ?? '', { tone: 'danger' })
            })
          },
        },
      )
    },
    [notify, save, whole],
  )
  const remove = useCallback(
    async (doc: DocView<'calendar_event'>): Promise<void> => {
      const answer = await drop({
        type: 'calendar_event',
        id: doc.id,
        version: doc.version,
        command_id: crypto.randomUUID(),
      })
      const problem = 'error' in answer ? asProblem(answer.error) : null
      if (problem) return notify(problem.detail, { tone: 'danger' })
      // What waits to be sent says so itself, and is taken back among what waits.
      if (answer.data?.queued) return
      notify(say('{title} deleted', { title: doc.record.title ?? say('Event') }), {
        undo: () => void save(null, doc.record),
      })
    },
    [drop, notify, save],
  )
  return { events, error, refetch, save, move, remove }
}
