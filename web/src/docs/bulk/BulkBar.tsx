// The bar over ticked rows: how many, what they come to, what can be done with all of them, and what came of it.
import InfoOutlined from '@mui/icons-material/InfoOutlined'
import Button from '@mui/material/Button'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { DocDef, DocView, Row } from '../../core/records'
import type { Problem } from '../../net/client'
import { useReach } from '../../net/reach'
import { asProblem, docNow, listNow, useCommandId, type ListArgs } from '../../sync/docs'
import { prints } from '../../sync/rights'
import { useAppDispatch, useUser } from '../../sync/store'
import { api } from '../../sync/api'
import { paths } from '../paths'
import { More } from '../ActionBar'
import { ActionBox } from '../ActionBox'
import { isDanger, keyOf } from '../ranks'
import { titleOfDoc } from '../titles'
import { useLeft } from '../useLeft'
import { announce } from '../../ui/announce'
import { pieces } from '../../ui/format'
import { Kbd } from '../../ui/Kbd'
import { useKeys } from '../../ui/keys'
import { useToast } from '../../ui/Toasts'
import { lower } from '../../ui/words'
import { core } from '../../core'
import type { DocKey } from '../../core/types.gen'
import type { BulkResult } from '../../net/answers.gen'
import { PIECE, commonActions, readOf, takesSteps, type BulkAction } from './bulk'
import { runJob } from './jobs'
import { PdfOf } from './PdfOf'
import { Report } from './Report'
import { say } from '../../words/say'

const SHOWN = 3

const NOTHING: ReadonlySet<string> = new Set()
const MOST_TICKED = 5_000
const CHECKING = say('Checking which actions are available')

interface Props<K extends DocKey> {
  def: DocDef<K>
  rows: Row<K>[]
  /** The list that they are ticked in, and how many documents it has. */
  args: Omit<ListArgs<K>, 'offset' | 'limit'>
  total: number
  /** What the ticked ones come to. */
  summary?: string
  /** Steps that mean one document at a time. */
  single?: ReadonlySet<string>
  /** Inputs as they are sent, where they are not those that were typed. */
  sendable?: (inputs: Record<string, unknown>) => Record<string, unknown>
  onClear: () => void
  onDone: (failed: string[]) => void
  onTick: (rows: Row<K>[]) => void
}

export default function BulkBar<K extends DocKey>({
  def,
  rows,
  args,
  total,
  summary,
  single = NOTHING,
  sendable = (inputs) => inputs,
  onClear,
  onDone,
  onTick,
}: Props<K>) {
  const dispatch = useAppDispatch()
  const notify = useToast()
  const user = useUser()
  const command = useCommandId()
  const [docs, setDocs] = useState<DocView<K>[] | null>(null)
  const [unread, setUnread] = useState<Problem | null>(null)
  const [open, setOpen] = useState<BulkAction<K> | null>(null)
  const left = useLeft()
  const [pending, setPending] = useState(false)
  const [progress, setProgress] = useState(0)
  const [ticking, setTicking] = useState(false)
  const latest = useRef(sendable)
  latest.current = sendable
  const [problem, setProblem] = useState<Problem | null>(null)
  const [report, setReport] = useState<{ label: string; results: BulkResult[] } | null>(null)
  const key = rows.map(({ id, version }) => `${id}:${version}`).join('|')
  const steps = takesSteps(user, def)
  const ids = useMemo(() => (steps ? readOf(rows).map(({ id }) => id) : []), [rows, steps])
  useEffect(() => {
    let stopped = false
    setDocs(null)
    setUnread(null)
    void Promise.all(ids.map((id) => dispatch(docNow(def.key, id)))).then((answers) => {
      if (stopped) return
      setUnread(asProblem(answers.find((one) => one.error)?.error))
      setDocs(answers.map((one) => one.data).filter((doc): doc is DocView<K> => !!doc))
    })
    return () => {
      stopped = true
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the key says which rows
  }, [key, dispatch])
  const { live } = useReach()
  const actions = useMemo(() => {
    // Several at once never wait: each has to be told what came of the others. Nor is a step taken over the rows that
    // were ticked before, while all are being selected.
    if (!live || ticking) return []
    const dressed = (docs ?? []).map((doc) => ({
      ...doc,
      actions: doc.actions.map((one) => ({ ...one, inputs: one.inputs.filter((input) => input.key !== 'changes') })),
    }))
    return commonActions<K>(dressed, single, rows)
  }, [docs, live, ticking, single, rows])
  const run = useCallback(
    async (one: BulkAction<K>, inputs: Record<string, unknown>) => {
      setPending(true)
      setProblem(null)
      const sent = latest.current(inputs)
      const id = command.of({
        action: one.action,
        ids: one.ready.map(({ id, version }) => [id, version]),
        inputs: sent,
      })
      setProgress(0)
      const named = one.ready.map(({ id, version }) => ({ id, version }))
      const job = { id, type: def.key, action: one.action, label: one.label, inputs: sent, rows: named, done: 0 }
      const answer = await runJob(user.id, job, setProgress)
      setPending(false)
      if (!Array.isArray(answer)) return setProblem(answer)
      command.done()
      left.drop(one.action)
      setOpen(null)
      const failed = answer.filter((result) => !result.done).map(({ id }) => id)
      announce(
        say('{label}: {answer} of {answer2}', {
          label: one.label,
          answer: answer.length - failed.length,
          answer2: answer.length,
        }),
      )
      dispatch(api.util.invalidateTags(['List', 'Facts', 'Menu', 'Doc']))
      if (failed.length > 0 || one.held.length > 0)
        setReport({
          label: one.label,
          results: [
            ...answer,
            ...one.held.map(({ doc, why }) => ({
              id: doc.id,
              done: false as const,
              code: 'held',
              detail: why || notHere(one),
            })),
          ],
        })
      const sentIds = new Set(named.map(({ id }) => id))
      onDone([...failed, ...rows.flatMap(({ id }) => (sentIds.has(id) ? [] : [id]))])
    },
    [command, def, dispatch, left, onDone, rows, user.id],
  )
  const start = (one: BulkAction<K>) => (one.inputs.length > 0 ? setOpen(one) : void run(one, {}))
  const plural = lower(def.plural)
  /** A approves and nothing else: where that cannot be, it says why. */
  const approve = (event: KeyboardEvent) => {
    if (event.repeat || pending) return
    const one = actions.find(({ action }) => keyOf(action) === 'a')
    if (one) return start(one)
    if (steps && live && !unread && (!docs || ticking)) return announce(CHECKING)
    const why = docs?.flatMap((doc) => doc.actions).find(({ action }) => keyOf(action) === 'a')?.why
    notify([say('None of the selected {plural} can be approved', { plural }), why].filter(Boolean).join('. '), {
      tone: 'info',
    })
  }
  useKeys({ escape: onClear, a: approve }, !open && !report)
  const tickAll = async () => {
    setTicking(true)
    const all: Row<K>[] = []
    for (let offset = 0; offset < Math.min(total, MOST_TICKED); offset += PIECE) {
      const { data, error } = await dispatch(listNow({ ...args, offset, limit: PIECE }))
      if (!data) {
        setUnread(asProblem(error))
        break
      }
      all.push(...data.rows)
      if (data.rows.length < PIECE) break
    }
    setTicking(false)
    if (all.length > rows.length) onTick(all)
  }
  const held = actions[0]?.held.find(({ why }) => why)
  const commonest = mostCommon(rows.map(({ status }) => status))
  return (
    <section aria-label={say('Selected {plural}', { plural })} className="selection-bar wrap rigid">
      <strong className="nowrap bold">{say('{rows} selected', { rows: pieces(rows.length) })}</strong>
      {summary && <span className="num nowrap muted text-13">{summary}</span>}
      {rows.length < total && (
        <Button size="small" variant="text" aria-busy={ticking} onClick={() => void tickAll()}>
          {ticking
            ? say('Selecting')
            : say('Select {value}', {
                value:
                  total > MOST_TICKED
                    ? say('the first {MOST_TICKED}', { MOST_TICKED: pieces(MOST_TICKED) })
                    : say('all {total}', { total: pieces(total) }),
              })}
        </Button>
      )}
      {prints(user, def as unknown as DocDef) && <PdfOf def={def} rows={rows} />}
      {pending && rows.length > PIECE && (
        <span role="status" className="num nowrap text-13">
          {say('{progress} of {rows} done', { progress: pieces(progress), rows: pieces(rows.length) })}
        </span>
      )}
      {(!docs || ticking) && <span className="muted text-13">{CHECKING}</span>}
      {unread && live && (
        <span role="alert" className="danger text-13">
          {unread.detail}
        </span>
      )}
      {docs &&
        actions.slice(0, SHOWN).map((one, at) => (
          <Button
            key={one.action}
            size="small"
            variant={at === 0 && !isDanger(one.action) ? 'contained' : 'outlined'}
            color={at === 0 && !isDanger(one.action) ? 'primary' : 'inherit'}
            onClick={() => start(one)}
            className={isDanger(one.action) ? 'danger' : undefined}
            aria-busy={pending}
          >
            {pending && open?.action === one.action ? (
              say('Saving')
            ) : (
              <>
                {one.label}
                {one.held.length > 0 && say(' {ready} of {rows}', { ready: one.ready.length, rows: rows.length })}
                {one.inputs.length > 0 && '…'}
              </>
            )}
          </Button>
        ))}
      {docs && actions.length > SHOWN && <More small actions={actions.slice(SHOWN)} onPick={start} />}
      {!live && steps && (
        <span className="text-13">
          {say('You are offline. Open each of the {plural} to change it.', { plural: lower(def.plural) })}
        </span>
      )}
      {live && steps && docs && !ticking && actions.length === 0 && !unread && (
        <span className="text-13">
          {say('Nothing fits all {rows}.', { rows: rows.length })}{' '}
          {commonest && new Set(rows.map(({ status }) => status)).size > 1 && (
            <Button
              size="small"
              variant="text"
              onClick={() => onTick(rows.filter((row) => row.status === commonest.status))}
            >
              {say('Keep the {count} in {status}', { count: commonest.count, status: commonest.status })}
            </Button>
          )}
        </span>
      )}
      {held && (
        <span className="inline-row text-13 warn gap-6">
          <InfoOutlined className="text-16" />
          {titleOfDoc(def, held.doc)}: {held.why} <Link to={paths.view(def.key, held.doc.id)}>{say('Open')}</Link>
        </span>
      )}
      {problem && !open && (
        <span role="alert" className="danger text-13">
          {problem.detail}
        </span>
      )}
      <span className="grow" />
      <Button size="small" variant="text" onClick={onClear}>
        {say('Clear')}{' '}
        <span className="ml-8 inline-flex">
          <Kbd>Esc</Kbd>
        </span>
      </Button>
      {open && (
        <ActionBox
          action={{
            action: open.action,
            label: `${open.label} ${open.ready.length} ${open.ready.length === 1 ? lower(def.label) : plural}`,
            inputs: open.inputs,
            allowed: true,
            why: null,
            onward: true,
            concerns: true,
          }}
          danger={isDanger(open.action)}
          problem={problem}
          pending={pending}
          check={(inputs) => core().check_inputs(def.key, rows[0]?.status ?? '', open.action, sendable(inputs))}
          onRun={(inputs) => void run(open, inputs)}
          start={left.of(open.action)}
          onClose={(typed) => {
            left.keep(open.action, typed)
            setOpen(null)
          }}
        />
      )}
      {report && <Report {...report} def={def} rows={rows} onClose={() => setReport(null)} />}
    </section>
  )
}

const notHere = ({ label }: Pick<BulkAction, 'label'>) => say('{label} is not possible here', { label })

function mostCommon(statuses: string[]): { status: string; count: number } | null {
  const counts = new Map<string, number>()
  for (const status of statuses) counts.set(status, (counts.get(status) ?? 0) + 1)
  const [best] = [...counts].sort((a, b) => b[1] - a[1])
  return best ? { status: best[0], count: best[1] } : null
}
