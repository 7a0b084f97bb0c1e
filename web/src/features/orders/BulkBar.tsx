// The bar over ticked rows: how many, what they come to, what can be done with all of them, and what came of it.
import ErrorRounded from '@mui/icons-material/ErrorRounded'
import InfoOutlined from '@mui/icons-material/InfoOutlined'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import { useCallback, useEffect, useId, useMemo, useState } from 'react'
import { Link } from 'react-router'
import type { DocView, Row } from '../../core/records'
import type { Problem } from '../../net/client'
import { useReach } from '../../net/reach'
import { asProblem, docNow, useCommandId } from '../../sync/docs'
import { useAppDispatch } from '../../sync/store'
import { api } from '../../sync/api'
import { paths } from '../../docs/paths'
import { isDanger } from '../../docs/ActionBar'
import { ActionBox } from '../../docs/ActionBox'
import { useLeft } from '../../docs/useLeft'
import { announce } from '../../ui/announce'
import { mt, wholeRupees } from '../../ui/format'
import { Kbd } from '../../ui/Kbd'
import { useKeys } from '../../ui/keys'
import { checkChosen, sendableInputs } from './actions'
import type { BulkResult } from '../../net/answers.gen'
import { commonActions, runBulk, type BulkAction } from './bulk'
import { LinkButton } from '../../kit/parts'
import { sum } from '../../kit/record'
import css from './BulkBar.module.css'

/** Steps that mean one document at a time. */
const SINGLE = new Set([
  'comment',
  'attach',
  'load',
  'short_close',
  'raise_concern',
  'account_concern',
  'correct_loading',
  'unload',
  'answer',
  'escalate',
  'resolve',
])
const MOST_READ = 60
const SHOWN = 3

export function BulkBar({
  rows,
  onClear,
  onDone,
  onKeep,
}: {
  rows: Row<'order'>[]
  onClear: () => void
  onDone: (failed: string[]) => void
  onKeep: (status: string) => void
}) {
  const dispatch = useAppDispatch()
  const command = useCommandId()
  const [docs, setDocs] = useState<DocView<'order'>[] | null>(null)
  const [unread, setUnread] = useState<Problem | null>(null)
  const [open, setOpen] = useState<BulkAction | null>(null)
  const left = useLeft()
  const [pending, setPending] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)
  const [report, setReport] = useState<{ label: string; results: BulkResult[] } | null>(null)
  const key = rows.map(({ id, version }) => `${id}:${version}`).join('|')
  const ids = useMemo(() => rows.slice(0, MOST_READ).map(({ id }) => id), [rows])
  useEffect(() => {
    let stopped = false
    setDocs(null)
    setUnread(null)
    void Promise.all(ids.map((id) => dispatch(docNow('order', id)))).then((answers) => {
      if (stopped) return
      setUnread(asProblem(answers.find((one) => one.error)?.error))
      setDocs(answers.map((one) => one.data).filter((doc): doc is DocView<'order'> => !!doc))
    })
    return () => {
      stopped = true
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the key says which rows
  }, [key, dispatch])
  const { live } = useReach()
  const actions = useMemo(() => {
    // Several at once never wait: each has to be told what came of the others.
    if (!live) return []
    const dressed = (docs ?? []).map((doc) => ({
      ...doc,
      actions: doc.actions.map((one) => ({ ...one, inputs: one.inputs.filter((input) => input.key !== 'changes') })),
    }))
    return commonActions(dressed, SINGLE)
  }, [docs, live])
  const run = useCallback(
    async (one: BulkAction, inputs: Record<string, unknown>) => {
      setPending(true)
      setProblem(null)
      const sent = sendableInputs(inputs)
      const answer = await runBulk(
        'order',
        one.action,
        one.ready,
        sent,
        command.of({ action: one.action, ids: one.ready.map(({ id, version }) => [id, version]), inputs: sent }),
      )
      setPending(false)
      if (!Array.isArray(answer)) return setProblem(answer)
      command.done()
      left.drop(one.action)
      setOpen(null)
      const failed = answer.filter((result) => !result.done).map(({ id }) => id)
      announce(`${one.label}: ${answer.length - failed.length} of ${answer.length}`)
      dispatch(api.util.invalidateTags(['List', 'Facts', 'Menu', 'Doc']))
      if (failed.length > 0 || one.held.length > 0)
        setReport({
          label: one.label,
          results: [
            ...answer,
            ...one.held.map(({ doc, why }) => ({ id: doc.id, done: false as const, code: 'held', detail: why })),
          ],
        })
      onDone([...failed, ...one.held.map(({ doc }) => doc.id)])
    },
    [command, dispatch, left, onDone],
  )
  const start = (one: BulkAction) => (one.inputs.length > 0 ? setOpen(one) : void run(one, {}))
  useKeys({ escape: onClear, a: actions[0] && !open ? () => start(actions[0]!) : undefined }, !open && !report)
  const [weight, total] = [sum(rows, (row) => row.weight_g), sum(rows, (row) => row.total_paise)]
  const held = actions[0]?.held[0]
  const commonest = mostCommon(rows.map(({ status }) => status))
  return (
    <section aria-label="Selected orders" className="selection-bar wrap rigid">
      <strong className="nowrap bold">{rows.length} selected</strong>
      <span className="num nowrap muted text-13">
        {[weight !== null && `${mt(weight)} MT`, total !== null && `₹${wholeRupees(total)}`]
          .filter(Boolean)
          .join(' · ')}
      </span>
      {!docs && <span className="muted text-13">Checking which actions are available</span>}
      {unread && (
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
              'Saving'
            ) : (
              <>
                {one.label}
                {one.held.length > 0 && ` ${one.ready.length} of ${docs.length}`}
                {one.inputs.length > 0 && '…'}
              </>
            )}
          </Button>
        ))}
      {!live && <span className="text-13">You are offline; open an order to change it.</span>}
      {live && docs && actions.length === 0 && !unread && (
        <span className="text-13">
          Nothing fits all {rows.length}.{' '}
          {commonest && new Set(rows.map(({ status }) => status)).size > 1 && (
            <LinkButton onClick={() => onKeep(commonest.status)}>
              Keep the {commonest.count} in {commonest.status}
            </LinkButton>
          )}
        </span>
      )}
      {held && (
        <span className="inline-row text-13 warn gap-6">
          <InfoOutlined className="text-16" />
          {held.doc.doc_no}: {held.why} <Link to={paths.view('order', held.doc.id)}>Open</Link>
        </span>
      )}
      {problem && !open && (
        <span role="alert" className="danger text-13">
          {problem.detail}
        </span>
      )}
      <span className="grow" />
      <Button size="small" variant="text" onClick={onClear}>
        Clear{' '}
        <span className="ml-8 inline-flex">
          <Kbd>Esc</Kbd>
        </span>
      </Button>
      {open && (
        <ActionBox
          action={{
            action: open.action,
            label: `${open.label} ${open.ready.length} ${open.ready.length === 1 ? 'order' : 'orders'}`,
            inputs: open.inputs,
            allowed: true,
            why: null,
            onward: true,
          }}
          danger={isDanger(open.action)}
          problem={problem}
          pending={pending}
          check={(inputs) => (open.ready[0] ? checkChosen(open.ready[0], open.action, inputs) : [])}
          onRun={(inputs) => void run(open, inputs)}
          start={left.of(open.action)}
          onClose={(typed) => {
            left.keep(open.action, typed)
            setOpen(null)
          }}
        />
      )}
      {report && <Report {...report} rows={rows} onClose={() => setReport(null)} />}
    </section>
  )
}

function mostCommon(statuses: string[]): { status: string; count: number } | null {
  const counts = new Map<string, number>()
  for (const status of statuses) counts.set(status, (counts.get(status) ?? 0) + 1)
  const [best] = [...counts].sort((a, b) => b[1] - a[1])
  return best ? { status: best[0], count: best[1] } : null
}

const WHOLE = 100

function Report({
  label,
  results,
  rows,
  onClose,
}: {
  label: string
  results: BulkResult[]
  rows: Row<'order'>[]
  onClose: () => void
}) {
  const id = useId()
  const bad = results.filter((one) => !one.done)
  const good = results.length - bad.length
  const share = (good / results.length) * WHOLE
  const name = (of: string) => rows.find((row) => row.id === of)?.doc_no ?? 'Draft'
  const list = bad.map((one) => `${name(one.id)}\t${one.detail ?? ''}`).join('\n')
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} maxWidth="sm" fullWidth>
      <div className="p-20 grid gap-12">
        <div className="flex between gap-12">
          <h2 id={id} className="heading">
            {label}: {good} of {results.length}
          </h2>
          <span className="muted text-13">
            {bad.length} {bad.length === 1 ? 'stays' : 'stay'} as {bad.length === 1 ? 'it is' : 'they are'}
          </span>
        </div>
        <div aria-hidden className={css.progress}>
          <div className={css.done} style={{ width: `${share}%` }} />
        </div>
        <ul className={css.refusals}>
          {bad.map((one) => (
            <li key={one.id} className={css.refusal}>
              <ErrorRounded aria-label="Refused" className="text-17 danger" />
              <Link to={paths.view('order', one.id)} className="nowrap bold">
                {name(one.id)}
              </Link>
              <span className="grow muted">{one.detail}</span>
            </li>
          ))}
        </ul>
        <div className="flex gap-8">
          <Button variant="contained" color="primary" onClick={onClose} autoFocus>
            Back to the list
          </Button>
          <Button variant="text" onClick={() => void navigator.clipboard?.writeText(list)}>
            Copy list
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
