// The yard beside the truck, a phone in the hand: pick from batches, weigh, save; or say what is wrong.
import ArrowForward from '@mui/icons-material/ArrowForward'
import ReportProblemOutlined from '@mui/icons-material/ReportProblemOutlined'
import Button from '@mui/material/Button'
import { memo, useCallback, useMemo, useState } from 'react'
import { useLocation, useNavigate, useParams } from 'react-router'
import { useDoc } from '../../sync/docs'
import { drop } from '../../sync/outbox'
import type { DocView } from '../../core/records'
import type { PickOrder, ScanAnswer } from '../../core/types.gen'
import NotFound from '../../docs/NotFound'
import { paths } from '../../docs/paths'
import { Scan } from '../../docs/scan/Scan'
import { lotOf } from '../../docs/scan/place'
import { Page } from '../../ui/Page'
import { Empty, Failed, LoadingPage } from '../../ui/states'
import { StatusChip } from '../../ui/StatusChip'
import { useOutcome } from '../../docs/useOutcome'
import { useToast } from '../../ui/Toasts'
import { useReach } from '../../net/reach'
import { PickListButton } from '../../kit/PdfButton'
import { titleOf } from '../../kit/record'
import { ConcernCard } from '../../kit/ConcernCard'
import { Finding, LinkButton } from '../../kit/parts'
import { Queued, useQueued } from '../../kit/Queued'
import { Concern } from './Concern'
import { leftOf, rowsOf, type Short } from './load'
import { Overview } from './Overview'
import { PickLine, pickedOf, type YardLine } from './PickLine'
import { useBatches } from './useBatches'
import { useTyped, type Typed } from './useTyped'
import { Weighbridge } from './Weighbridge'
import css from './yard.module.css'
import { useQuery } from '../../ui/query'
import { say } from '../../words/say'

export default function YardView() {
  const { orderid } = useParams()
  const { data: doc, error, refetch } = useDoc('order', orderid)
  if (error?.status === 404 && !doc) return <NotFound />
  if (error && !doc) return <Failed problem={error} what={say('The order')} onRetry={() => void refetch()} />
  if (!doc) return <LoadingPage />
  return <Yard key={doc.id} doc={doc} />
}

const NOT_SHORT: Short[] = []

export function linesOf(doc: DocView<'order'>): YardLine[] {
  return (doc.record.lines ?? []).map((line, at) => {
    const pcs = line.pcs ?? 0
    const byWeight = pcs === 0
    const open = byWeight
      ? Math.max(0, (line.weight_g ?? 0) - (line.loaded_g ?? 0) - (line.short_g ?? 0))
      : Math.max(0, pcs - (line.loaded_pcs ?? 0) - (line.short_pcs ?? 0))
    return {
      at,
      sku: line.sku ?? '',
      name: titleOf(doc.links, 'sku', line.sku),
      open: line.short_reason ? 0 : open,
      byWeight,
      gPerPc: pcs > 0 && line.weight_g ? Math.round(line.weight_g / pcs) : null,
      dump: line.dump === true,
      remark: line.remark ?? '',
    }
  })
}

type Step = { at: 'line'; line: number } | { at: 'weigh' } | { at: 'concern'; line: number | null }

/**
 * Where the person is stands in the address, so that the phone's Back goes back within the order before it leaves it.
 * All lines after the first are one entry.
 */
function useStep(): { step: Step; go: (next: Step) => void; back: () => void } {
  const { query: params, change, set } = useQuery()
  const navigate = useNavigate()
  const inside = !!(useLocation().state as { inside?: boolean } | null)?.inside
  const line = params.get('line')
  const at = params.get('at') ?? (params.get('concern') === null ? 'line' : 'concern')
  const step: Step =
    at === 'weigh'
      ? { at }
      : at === 'concern'
        ? { at, line: line === 'none' ? null : Number(line ?? 0) }
        : { at: 'line', line: Number(line ?? 0) }
  const behind = step.at === 'line' && step.line > 0
  const go = useCallback(
    (next: Step) => {
      change(
        (query) => {
          query.delete('concern')
          query.set('at', next.at)
          if (next.at === 'weigh') query.delete('line')
          else query.set('line', String(next.line ?? 'none'))
        },
        { state: { inside: true }, replace: behind && next.at === 'line' },
      )
    },
    [behind, change],
  )
  const back = () => {
    if (inside) void navigate(-1)
    else set({ at: null, line: null, concern: null })
  }
  return { step, go, back }
}

function Yard({ doc }: { doc: DocView<'order'> }) {
  const navigate = useNavigate()
  const reach = useReach()
  const notify = useToast()
  const outcome = useOutcome()
  const allows = (action: string) => doc.actions.find((one) => one.action === action)
  const load = allows('load')
  const concern = allows('raise_concern')
  const work = useTyped(doc)
  const { typed, change, pick, mended, refused } = work
  const queued = useQueued('order', doc.id)
  // What a queued loading takes is not offered a second time.
  const lines = useMemo(() => leftOf(linesOf(doc), queued), [doc, queued])
  const open = useMemo(() => lines.filter((line) => line.open > 0), [lines])
  const [order, setOrder] = useState<PickOrder>('oldest')
  const { ranked, newer, stock, error, refetch, loaded } = useBatches(doc, lines, load?.allowed === true)
  const { step, go, back } = useStep()
  const [told, setTold] = useState({ line: -1, times: 0 })
  const tell = useCallback(
    (at: number) => setTold((was) => ({ line: at, times: was.line === at ? was.times + 1 : 1 })),
    [],
  )
  const done = (sent: Typed) => {
    if (!work.stands(sent)) notify(say('What you typed after saving is not part of this loading'), { tone: 'info' })
    work.forget()
    void navigate(paths.view('order', doc.id), { replace: true })
  }
  const isKept = (saved: DocView<'loading'>, sent: Typed) => {
    const more = !work.stands(sent)
    if (!more) work.forget()
    outcome(saved, say('Loading kept as a draft'), { more })
    work.follow(saved)
  }
  const batchesOf = (line: number) => ranked(lines[line], order)
  const reasonOf = (line: number, batch: string) =>
    newer(lines[line], typed.picks).some((one) => one.batch === batch) ? typed.reasons?.[line] : undefined
  const lots = useMemo(() => (stock?.rows ?? []).map((row) => lotOf(row, stock?.links)), [stock])
  const place = () => ({
    yard: doc.record.yard ?? '',
    yard_name: titleOf(doc.links, 'yard', doc.record.yard),
    what: say('this loading'),
    lines: open.map(({ at, sku, name, open, byWeight }) => ({
      ...{ at, sku, name, open, batch: '', by_weight: byWeight },
      picked: typed.picks[at] ?? {},
    })),
    lots,
  })
  const scanned = ({ line, batch, amount }: ScanAnswer) => {
    if (line === null || !batch) return
    if (amount !== null) pick(line, (was) => ({ ...was, [batch]: amount }))
    const to = open.findIndex((one) => one.at === line)
    if (step.at !== 'line' || to !== step.line) go({ at: 'line', line: to })
  }

  const head = [doc.record.customer_name, titleOf(doc.links, 'yard', doc.record.yard)].filter(Boolean).join(' · ')
  const frame = { title: doc.doc_no ?? say('Order'), crumbs: [{ name: say('Orders'), path: paths.list('order') }] }
  if (step.at === 'concern' && concern?.allowed) {
    return (
      <Concern
        doc={doc}
        frame={frame}
        line={step.line}
        lines={lines}
        mended={mended}
        onBack={back}
        onDone={() => void navigate(paths.view('order', doc.id), { replace: true })}
        offline={!reach.live}
      />
    )
  }
  if (step.at === 'weigh' && load?.allowed && !work.settled) return <LoadingPage />
  if (step.at === 'weigh' && load?.allowed) {
    return (
      <Weighbridge
        doc={doc}
        frame={frame}
        lines={lines}
        picked={rowsOf(typed.picks, batchesOf, (line) => lines[line]?.byWeight ?? false, reasonOf)}
        weighed={typed.weighed}
        loading={typed.loading}
        version={typed.base?.version}
        offline={!reach.live}
        onChange={(next) => change((was) => ({ weighed: { ...was.weighed, ...next(was.weighed) } }))}
        short={typed.short ?? NOT_SHORT}
        onShort={(short) => change(() => ({ short }))}
        typed={typed}
        onLoaded={async () => {
          // A draft that was refused is not wanted any more once its goods are loaded without it.
          if (mended?.doc_type === 'loading' && mended.deed === 'create') await drop(mended)
        }}
        onBack={back}
        onDone={done}
        onKept={isKept}
      />
    )
  }
  const at = step.at === 'line' ? Math.min(step.line, Math.max(0, open.length - 1)) : 0
  const line = open[at]
  const last = at >= open.length - 1
  const first = line && newer(line, typed.picks)
  const wrong =
    !!line &&
    ((!line.byWeight && pickedOf(typed.picks[line.at]) > line.open) ||
      (!!first?.length && !typed.reasons?.[line.at]?.trim()))
  return (
    <Page
      {...frame}
      name={doc.doc_no ?? say('Order')}
      crumbs={[...frame.crumbs]}
      actions={
        <>
          <StatusChip status={doc.status} />
          <PickListButton id={doc.id} />
        </>
      }
      bar={
        <FootBar
          order={doc.id}
          concern={concern?.allowed === true}
          load={load?.allowed === true}
          line={line?.at ?? null}
          next={last ? null : at + 1}
          wrong={wrong}
          onWrong={tell}
          go={go}
        />
      }
    >
      <div className={css.page}>
        <p className="muted text-13">{head}</p>
        {!reach.live && (
          <Finding tone="warn" box>
            {say('The server cannot be reached. What you enter is kept on this phone.')}
          </Finding>
        )}
        {refused && work.chooses && (
          <Finding
            tone="warn"
            box
            action={<LinkButton onClick={work.takeRefused}>{say('Use the refused loading instead')}</LinkButton>}
          >
            {say('What you typed here since then is shown.')}
          </Finding>
        )}
        {queued.map((entry) => (
          <Queued key={entry.command_id} entry={entry} />
        ))}
        <ConcernCard doc={doc} />
        {[load, concern].map(
          (one) =>
            one &&
            !one.allowed && (
              <Finding key={one.action} tone="warn" box>
                {one.label}: {one.why}
              </Finding>
            ),
        )}
        {error && <Failed problem={error} what={say('The stock of the yard')} onRetry={() => void refetch()} />}
        {load?.allowed && !error && !loaded && <LoadingPage />}
        {!load?.allowed && <Overview doc={doc} lines={lines} />}
        {loaded && !line && (
          <Empty title={say('Nothing is left to load')}>
            {queued.length > 0
              ? say('What is queued takes the rest of it.')
              : say('Every line is loaded or short-closed.')}
          </Empty>
        )}
        {loaded && line && (
          <PickLine
            key={line.at}
            line={line}
            number={at + 1}
            of={open.length}
            lines={open}
            picks={typed.picks}
            batches={batchesOf(line.at)}
            order={order}
            onOrder={setOrder}
            newer={first ?? []}
            told={told.line === line.at ? told.times : 0}
            reason={typed.reasons?.[line.at] ?? ''}
            onReason={(reason) => change((was) => ({ reasons: { ...was.reasons, [line.at]: reason } }))}
            scan={<Scan place={place} onScan={scanned} />}
            onPick={pick}
            onGo={(to) => go({ at: 'line', line: to })}
          />
        )}
      </div>
    </Page>
  )
}

interface FootProps {
  order: string
  concern: boolean
  load: boolean
  /** The line of the order that is shown; none where nothing is left to load. */
  line: number | null
  /** The place of the next one; none after the last. */
  next: number | null
  /** What is picked for it cannot be loaded so. */
  wrong: boolean
  onWrong: (line: number) => void
  go: (next: Step) => void
}

const FootBar = memo(function FootBar({ order, concern, load, line, next, wrong, onWrong, go }: FootProps) {
  const navigate = useNavigate()
  return (
    <div className={`bar no-print ${css.footBar}`}>
      <div className={css.footRow}>
        {concern && (
          <Button
            className={`grow warn ${css.big}`}
            startIcon={<ReportProblemOutlined />}
            onClick={() => go({ at: 'concern', line })}
          >
            {say('Concern')}
          </Button>
        )}
        {load && line !== null && (
          <Button
            variant="contained"
            color="primary"
            className={`grow-2 ${css.big}`}
            endIcon={<ArrowForward />}
            onClick={() => (wrong ? onWrong(line) : go(next === null ? { at: 'weigh' } : { at: 'line', line: next }))}
          >
            {next === null ? say('To the weighbridge') : say('Next line')}
          </Button>
        )}
        {!load && (
          <Button className={`grow-2 ${css.big}`} onClick={() => void navigate(paths.view('order', order))}>
            {say('Open the order')}
          </Button>
        )}
      </div>
    </div>
  )
})
