// The counting workbench: the audits that a person counts, and the sheet of one, made for a phone in the yard.
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import Button from '@mui/material/Button'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { docDef } from '../../core'
import type { DocDef, DocView, Links, Row } from '../../core/records'
import { DocActions } from '../../docs/DocActions'
import NotFound from '../../docs/NotFound'
import { paths } from '../../docs/paths'
import { Card, Finding } from '../../kit/parts'
import { titleOf } from '../../kit/record'
import { useDoc, useList } from '../../sync/docs'
import { MENDS, useMended } from '../../sync/mended'
import { may } from '../../sync/rights'
import { useUser } from '../../sync/store'
import { day, pieces } from '../../ui/format'
import { Page } from '../../ui/Page'
import { Empty, Failed, LoadingPage, Skeletons } from '../../ui/states'
import { StatusChip } from '../../ui/StatusChip'
import { CountForm } from './CountForm'
import { FindBatch } from './FindBatch'
import { batchesFound, findBatch, useSheet, type Line } from './sheet'
import { SheetRows } from './SheetRows'
import css from './Audits.module.css'
import { say } from '../../words/say'

export default function Counting() {
  const [query] = useSearchParams()
  const id = query.get('id')
  return id ? <Workbench key={id} id={id} /> : <Mine />
}

/** Those that are counted now, and those that are planned; where the person counts first. */
function Mine() {
  const user = useUser()
  const def = docDef('stock_audit')
  const { data, error, refetch } = useList({
    type: 'stock_audit',
    where: ['status:in:Counting|Recount Needed|Planned'],
    sort: '-planned_on',
    limit: 200,
  })
  const all = data?.rows ?? []
  const own = all.filter((row) => (row.counters ?? []).includes(user.id))
  const rest = all.filter((row) => !own.includes(row))
  const plans = !!def && may(user, def, 'add')
  return (
    <Page
      title={say('Count stock')}
      crumbs={[{ name: say('Stock audits'), path: paths.list('stock_audit') }]}
      actions={
        plans && (
          <Button variant="contained" color="primary" component={Link} to={paths.add('stock_audit')}>
            {say('New stock audit')}
          </Button>
        )
      }
    >
      <div className="grid gap-12">
        {error && !data && (
          <div className="card">
            <Failed problem={error} what={say('The audits')} onRetry={() => void refetch()} />
          </div>
        )}
        {!error && !data && (
          <div className="card">
            <Skeletons rows={6} />
          </div>
        )}
        {data && (
          <Card title={say('Yours to count')} pad={0}>
            {own.length === 0 && <Empty title={say('No audit waits for you to count')} />}
            <List rows={own} links={data.links} />
          </Card>
        )}
        {data && rest.length > 0 && (
          <Card title={say('Counted by others')} pad={0}>
            <List rows={rest} links={data.links} />
          </Card>
        )}
      </div>
    </Page>
  )
}

function List({ rows, links }: { rows: Row<'stock_audit'>[]; links: Links }) {
  return (
    <ul>
      {rows.map((row) => (
        <li key={row.id} className={css.audit}>
          <span className="grow min-0">
            <Link to={paths.counting(row.id)} className="block semibold touch">
              {row.name}
            </Link>
            <span className="block text-13 muted">
              {row.doc_no},{' '}
              {row.status === 'Planned' ? say('planned for {planned_on}', { planned_on: day(row.planned_on) }) : ''}
              {row.sheet_lines != null && say('{sheet_lines} batches', { sheet_lines: pieces(row.sheet_lines) })}
              {(row.counters ?? []).length > 0 &&
                say(', by {list}', {
                  list: (row.counters ?? []).map((who) => titleOf(links, 'employee', who)).join(', '),
                })}
            </span>
          </span>
          <StatusChip status={row.status} />
        </li>
      ))}
    </ul>
  )
}

function Workbench({ id }: { id: string }) {
  const def = docDef('stock_audit')
  const { data: doc, error, refetch } = useDoc('stock_audit', id)
  const wide = useMediaQuery('(min-width: 900px)')
  if (!def || error?.status === 404) return <NotFound />
  if (error && !doc) return <Failed problem={error} what={say('The stock audit')} onRetry={() => void refetch()} />
  if (!doc) return <LoadingPage />
  const name = doc.doc_no ?? def.label
  return (
    <Page
      title={name}
      name={name}
      fixed={wide}
      crumbs={[{ name: say('Count stock'), path: paths.counting() }]}
      actions={
        <>
          <StatusChip status={doc.status} />
          <Button component={Link} to={paths.view('stock_audit', id)}>
            {say('Plan and result')}
          </Button>
        </>
      }
      bar={<DocActions def={def as DocDef} doc={doc as DocView} />}
    >
      <Sheet doc={doc} />
    </Page>
  )
}

type Shown = 'open' | 'counted' | 'all'

function Sheet({ doc }: { doc: DocView<'stock_audit'> }) {
  const { lines, links, error, data, refetch, round } = useSheet(doc.id)
  const [query, setQuery] = useSearchParams()
  const { mended } = useMended()
  const refused = typeof mended?.record?.batch === 'string' ? mended.record.batch : null
  const [chosen, setChosen] = useState<string | null>(null)
  const open = chosen ?? refused
  const [shown, setShown] = useState<Shown>('open')
  const [missing, setMissing] = useState<string | null>(null)
  const [several, setSeveral] = useState<Line[]>([])
  const box = useRef<HTMLInputElement>(null)
  const counting = doc.status === 'Counting' || doc.status === 'Recount Needed'
  const counted = useMemo(() => lines.filter((line) => line.counts.length > 0).length, [lines])
  const rows = useMemo(
    () =>
      lines.filter(
        (line) => shown === 'all' || line.batch === open || line.counts.length > 0 === (shown === 'counted'),
      ),
    [lines, shown, open],
  )
  const line = useMemo(() => lines.find((one) => one.batch === open) ?? null, [lines, open])
  const find = useCallback(
    (text: string) => {
      const found = batchesFound(lines, text)
      const one = findBatch(lines, text) ?? (found.length === 1 ? found[0] : undefined)
      setSeveral(one ? [] : found)
      setMissing(one || found.length > 0 ? null : text)
      setChosen(one?.batch ?? null)
    },
    [lines],
  )
  // What was opened while a count was on its way stays open.
  const latest = useRef<string | null>(null)
  useLayoutEffect(() => {
    latest.current = missing ?? open
  }, [missing, open])
  const done = (what: string) => {
    if (latest.current && latest.current !== what) return
    setChosen(null)
    setMissing(null)
    setSeveral([])
    if (query.has(MENDS)) setQuery({ id: doc.id }, { replace: true })
    box.current?.focus()
  }
  if (error && !data) return <Failed problem={error} what={say('The sheet')} onRetry={() => void refetch()} />
  if (!data) return <Skeletons rows={8} />
  return (
    <div className={css.sheet}>
      <section className={css.entry} aria-label={say('Count a batch')}>
        <Progress counted={counted} of={lines.length} round={round} started={counting} />
        {counting && <FindBatch onFind={find} box={box} />}
        {several.length > 0 && (
          <Several
            lines={several}
            onPick={(batch) => {
              setSeveral([])
              setChosen(batch)
            }}
          />
        )}
        {missing && <NotThere doc={doc} text={missing} known={lines} onDone={() => done(missing)} />}
        {line && counting && (
          <Card title={line.batch_no} aside={<Close onClose={() => setChosen(null)} />}>
            <CountForm
              key={line.batch}
              audit={doc.id}
              line={line}
              links={links}
              onCounted={() => done(line.batch)}
              onTakenBack={() => void refetch()}
            />
          </Card>
        )}
      </section>
      <section className={css.list} aria-label={say('The sheet')}>
        <ToggleButtonGroup
          exclusive
          size="small"
          aria-label={say('Which batches are shown')}
          value={shown}
          onChange={(_, next: Shown | null) => next && setShown(next)}
        >
          <ToggleButton value="open">
            {say('To count ({lines})', { lines: pieces(lines.length - counted) })}
          </ToggleButton>
          <ToggleButton value="counted">{say('Counted ({counted})', { counted: pieces(counted) })}</ToggleButton>
          <ToggleButton value="all">{say('All')}</ToggleButton>
        </ToggleButtonGroup>
        {rows.length === 0 ? (
          <div className="card">
            <Empty
              title={shown === 'open' && lines.length > 0 ? say('Every batch is counted') : say('No batch is here')}
            />
          </div>
        ) : (
          <SheetRows lines={rows} links={links} open={open} onOpen={setChosen} label={say('Batches of the sheet')} />
        )}
      </section>
    </div>
  )
}

/** So many that what was typed finds are offered: more are found by typing more. */
const OFFERED = 8

/** Batches that what was typed may mean. */
function Several({ lines, onPick }: { lines: Line[]; onPick: (batch: string) => void }) {
  return (
    <Card title={say('Which batch?')} pad={8}>
      <ul className="row gap-8 wrap">
        {lines.slice(0, OFFERED).map(({ batch, batch_no }) => (
          <li key={batch}>
            <Button onClick={() => onPick(batch)}>{batch_no}</Button>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Close({ onClose }: { onClose: () => void }) {
  return (
    <Button size="small" onClick={onClose}>
      {say('Close')}
    </Button>
  )
}

function Progress({ counted, of, round, started }: { counted: number; of: number; round: number; started: boolean }) {
  if (!started) {
    return (
      <p className="muted">
        {say('{of} batches lie there to be counted. The count is not started yet.', { of: pieces(of) })}
      </p>
    )
  }
  return (
    <div>
      <p className="row between gap-8">
        <strong>{round > 1 ? say('Second count') : say('Count')}</strong>
        <span className="num">{say('{counted} of {of}', { counted: pieces(counted), of: pieces(of) })}</span>
      </p>
      <progress className={css.progress} value={counted} max={Math.max(of, 1)} aria-label={say('Batches counted')} />
    </div>
  )
}

/** A number that the sheet does not have: of a batch that lies here all the same it is counted as found. */
function NotThere({
  doc,
  text,
  known,
  onDone,
}: {
  doc: DocView<'stock_audit'>
  text: string
  known: Line[]
  onDone: () => void
}) {
  const { data, error } = useList({ type: 'batch', where: [`batch_no:eq:${text}`], limit: 1 })
  const found = data?.rows[0]
  if (doc.status === 'Recount Needed' || (data && !found) || error) {
    const why = doc.status === 'Recount Needed' ? say('needs no second count') : say('is not on this sheet')
    return (
      <div role="alert">
        <Finding tone="warn" box>
          {say('Batch {text}', { text })}{' '}
          {data && !found && known.length > 0 && doc.status === 'Counting' ? say('was not found') : why}
        </Finding>
      </div>
    )
  }
  if (!found) return <Skeletons rows={2} />
  const line = {
    batch: found.id,
    batch_no: found.batch_no ?? text,
    sku: found.sku ?? '',
    counts: [],
    others: false,
  }
  return (
    <Card title={line.batch_no} aside={<Close onClose={onDone} />}>
      <CountForm
        key={line.batch}
        audit={doc.id}
        line={line}
        links={data.links}
        found
        onCounted={onDone}
        onTakenBack={onDone}
      />
    </Card>
  )
}
