// Documents as a spreadsheet: edited in place, pasted into, taken back, found and replaced, saved together.
import LinearProgress from '@mui/material/LinearProgress'
import { Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useBlocker, useSearchParams } from 'react-router'
import type { DocView } from '../../core/records'
import { docNow } from '../../sync/docs'
import { useAppDispatch } from '../../sync/store'
import { paths } from '../paths'
import { announce } from '../../ui/announce'
import { pieces } from '../../ui/format'
import { useKeys } from '../../ui/keys'
import { Page } from '../../ui/Page'
import { lazily } from '../../ui/lazily'
import { Failed, Skeletons } from '../../ui/states'
import { lower } from '../../ui/words'
import { ConflictDialog } from '../ConflictDialog'
import type { DocPageProps } from '../overrides'
import { sendable } from '../record'
import { Foot, Leaving, Tools } from './around'
import { covers, issuesOf, pasted, type BookRow } from './book'
import { cellsOf, laidOut } from './columns'
import { FindReplace } from './FindReplace'
import type { SheetGridHandle } from './SheetGrid'
import { useWorkbench, type Typed } from './useWorkbench'
import css from './Workbench.module.css'
import { many, say } from '../../words/say'

const SheetGrid = lazily(() => import('./SheetGrid'))

interface Wrong {
  row: BookRow
  path: string
  message: string
}
interface Meeting {
  row: BookRow
  saved: DocView
}

export default function Workbench({ def }: DocPageProps) {
  const dispatch = useAppDispatch()
  const [query] = useSearchParams()
  const grid = useRef<SheetGridHandle | null>(null)
  const cells = useMemo(() => cellsOf(def), [def])
  const where = useMemo(() => query.getAll('where'), [query])
  const bench = useWorkbench(def, query.get('q') ?? '', where, (touched, added) => {
    grid.current?.show(touched, added)
  })
  const { book, loaded, problem, saving, text, type, undo, redo, save, settle } = bench
  const [finding, setFinding] = useState(false)
  const [at, setAt] = useState<{ key: string; path: string } | null>(null)
  const [meeting, setMeeting] = useState<Meeting | null>(null)
  const dirty = book.dirty()
  const wrong: Wrong[] = dirty.flatMap((row) =>
    issuesOf(row).map((issue) => ({ row, path: issue.path, message: issue.message })),
  )
  const toFix = new Set(wrong.map((one) => one.row.key)).size
  const plural = lower(def.plural)

  const go = useCallback(
    (row: BookRow, path: string) => {
      const cell = cells.find((one) => covers(one.path, path)) ?? cells.find((one) => !one.readonly)
      if (cell) grid.current?.go(row.key, cell.path)
    },
    [cells],
  )
  const next = useRef(-1)
  const nextWrong = () => {
    if (wrong.length === 0) return
    next.current = (next.current + 1) % wrong.length
    const one = wrong[next.current]!
    go(one.row, one.path)
    announce(one.message)
  }
  const store = () => {
    if (!saving) void save()
  }
  useKeys({
    'ctrl+s': store,
    'ctrl+enter': store,
    'ctrl+f': () => setFinding(true),
    'ctrl+h': () => setFinding(true),
    f8: nextWrong,
  })
  useKeys({
    'ctrl+z': (event) => (outside(event) ? undo() : false),
    'ctrl+y': (event) => (outside(event) ? redo() : false),
  })

  const onPaste = async (clip: string, from: { key: string; path: string }) => {
    const rows = pasted(clip)
    if (rows.length === 0) return
    const { columns, body } = laidOut(rows, cells, from.path)
    const start = book.rows.findIndex((row) => row.key === from.key)
    const added: BookRow[] = []
    const typed: Typed[] = []
    body.forEach((line, n) => {
      const row = book.rows[start + n] ?? (added.push(book.more()), added.at(-1)!)
      line.forEach((words, column) => {
        const cell = columns[column]
        if (cell && !cell.readonly) typed.push({ key: row.key, cell, text: words })
      })
    })
    const touched = await type(typed, added)
    const bad = touched.filter((row) => issuesOf(row).length > 0).length
    const good = pieces(body.length - bad)
    announce(
      many(
        body.length,
        '{body} row pasted: {good} good, {bad} to fix. ',
        '{body} rows pasted: {good} good, {bad} to fix. ',
        { body: pieces(body.length), good, bad: pieces(bad) },
      ) + say('Press Ctrl Z to undo'),
    )
    setPastedNote(
      say('{body} pasted, {good} good, {bad} to fix', { body: pieces(body.length), good, bad: pieces(bad) }),
    )
  }
  const [pastedNote, setPastedNote] = useState('')

  const meet = async (row: BookRow) => {
    if (!row.id) return
    const answer = await dispatch(docNow(def.key, row.id))
    if (answer.data) setMeeting({ row, saved: answer.data })
  }
  const settled = (row: BookRow, saved: DocView, mine: BookRow['record'] | null) => {
    setMeeting(null)
    Object.assign(row, {
      version: saved.version,
      status: saved.status,
      saved: saved.record,
      record: mine ?? saved.record,
      conflict: false,
      refused: [],
    })
    settle([row])
  }

  // Typed rows are not lost by leaving in passing.
  const changes = dirty.length
  useEffect(() => {
    if (changes === 0) return
    const stay = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', stay)
    return () => window.removeEventListener('beforeunload', stay)
  }, [changes])
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => changes > 0 && currentLocation.pathname !== nextLocation.pathname,
  )

  const conflicts = dirty.filter((row) => row.conflict)
  const here = at && book.row(at.key)
  const said = here
    ? (issuesOf(here).find((issue) => covers(at.path, issue.path))?.message ??
      issuesOf(here).find((issue) => issue.path === '')?.message)
    : null
  if (problem && !loaded)
    return (
      <Page title={def.plural} name={say('Workbench')}>
        <Failed
          problem={problem}
          what={say('The workbench of {plural}', { plural })}
          onRetry={() => location.reload()}
        />
      </Page>
    )
  return (
    <Page
      title={say('{plural}, workbench', { plural: def.plural })}
      name={say('Workbench')}
      fixed
      crumbs={[{ name: def.plural, path: paths.list(def.key) }]}
      actions={
        <Tools
          def={def}
          bench={bench}
          changes={changes}
          finding={finding}
          onFind={() => setFinding((was) => !was)}
          onSave={store}
        />
      }
    >
      <div className={css.body}>
        <div className="card stack grow min-0 clip">
          {saving && (
            <LinearProgress aria-label={say('Saving')} variant="determinate" value={(saving.done / saving.of) * 100} />
          )}
          {!loaded ? (
            <Skeletons rows={12} label={say('The workbench of {plural} loads', { plural })} />
          ) : (
            <Suspense fallback={<Skeletons rows={12} />}>
              <SheetGrid
                book={book}
                cells={cells}
                text={text}
                label={say('{plural}, workbench', { plural: def.plural })}
                onReady={(handle) => {
                  grid.current = handle
                }}
                onType={(key, cell, words) => void type([{ key, cell, text: words }])}
                onPaste={(clip, from) => void onPaste(clip, from)}
                onFocus={(key, path) => {
                  setAt({ key, path })
                  setPastedNote('')
                }}
              />
            </Suspense>
          )}
          <Foot
            plural={plural}
            bench={bench}
            changes={changes}
            wrong={wrong.length}
            wrongRows={toFix}
            conflicts={conflicts.length}
            said={said}
            note={pastedNote}
            onNextWrong={nextWrong}
            onMeet={() => void meet(conflicts[0]!)}
          />
        </div>
        {finding && (
          <FindReplace
            book={book}
            cells={cells}
            text={text}
            onClose={() => setFinding(false)}
            onGo={(found) => grid.current?.go(found.row.key, found.cell.path)}
            onReplace={(found) =>
              void type(found.map(({ row, cell, after }) => ({ key: row.key, cell, text: after }))).then(() =>
                announce(say('{found} replaced', { found: pieces(found.length) })),
              )
            }
          />
        )}
      </div>
      {meeting && (
        <ConflictDialog
          def={def}
          base={meeting.row.saved}
          mine={meeting.row.record}
          saved={meeting.saved}
          by={meeting.saved.history[0]?.by_name ?? meeting.saved.updated_by}
          onClose={() => setMeeting(null)}
          onKeep={(record) =>
            settled(meeting.row, meeting.saved, { ...meeting.saved.record, ...sendable(def.fields, record) })
          }
          onUseSaved={() => settled(meeting.row, meeting.saved, null)}
        />
      )}
      {blocker.state === 'blocked' && (
        <Leaving count={changes} onStay={() => blocker.reset()} onLeave={() => blocker.proceed()} />
      )}
    </Page>
  )
}

/** A text that is being typed has its own undo. */
function outside(event: KeyboardEvent): boolean {
  return !(event.target as HTMLElement | null)?.closest('input, textarea')
}
