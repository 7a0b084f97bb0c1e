// What stands behind an order, tab by tab: approvals, stock, credit, loadings, invoices, files, history.
import { Link } from 'react-router'
import { docDef } from '../../core'
import { useList, useStock } from '../../sync/docs'
import { may } from '../../sync/rights'
import { useUser } from '../../sync/store'
import type { DocDef, DocView, Row } from '../../core/records'
import type { Credit, HistoryEntry } from '../../core/types.gen'
import { openFile } from '../../docs/fields/FileInput'
import { paths } from '../../docs/paths'
import { NOTHING, age, day, kg, moment, mt, pieces, wholeRupees } from '../../ui/format'
import { Empty, Failed, Skeletons } from '../../ui/states'
import { StatusChip } from '../../ui/StatusChip'
import { History } from '../../docs/HistoryView'
import { reasonWords } from '../../docs/reasons'
import { CreditCard } from '../../kit/figures'
import { Finding, LinkButton } from '../../kit/parts'
import { ReturnRows } from '../../kit/ReturnRows'
import { TripRows } from '../../kit/TripRows'
import { titleOf } from '../../kit/record'
import { Listed } from './Listed'
import { classes } from '../../theme/classes'
import css from './OrderTabs.module.css'
import { say } from '../../words/say'

export function ApprovalsTab({ history, reasons }: { history: HistoryEntry[]; reasons: Row[] }) {
  const steps = history.filter((entry) => entry.from !== entry.to)
  return (
    <ol>
      {steps.map((entry, at) => (
        <li key={`${entry.version}:${at}`} className={`divided ${css.entry}`}>
          <span className={css.status}>
            <StatusChip status={entry.to} />
          </span>
          <span className={css.event}>
            <strong className="bold">{entry.by_name}</strong>
            {(entry.reason || entry.remarks) && (
              <div className="text-13 muted">
                {[entry.reason && reasonWords(reasons, entry.reason), entry.remarks].filter(Boolean).join(': ')}
              </div>
            )}
          </span>
          <span className="nowrap text-13 muted" title={say('{at} ago', { at: age(entry.at) })}>
            {moment(entry.at)}
          </span>
        </li>
      ))}
    </ol>
  )
}

/** Where the goods of this order lie: the free stock of its SKUs in every yard that the person sees. */
export function StockTab({ doc }: { doc: DocView<'order'> }) {
  return (
    <div>
      {(doc.record.lines ?? []).map((line, at) => (
        <StockOfLine
          key={at}
          first={at === 0}
          sku={line.sku ?? ''}
          name={titleOf(doc.links, 'sku', line.sku)}
          wanted={line.pcs ?? null}
          yard={doc.record.yard ?? ''}
        />
      ))}
    </div>
  )
}

function StockOfLine({
  first,
  sku,
  name,
  wanted,
  yard,
}: {
  first: boolean
  sku: string
  name: string
  wanted: number | null
  yard: string
}) {
  const { data, error, refetch } = useStock({ skus: [sku] })
  const yards = new Map<string, { free_pcs: number; free_g: number; batches: number }>()
  for (const row of data?.rows ?? []) {
    const was = yards.get(row.yard) ?? { free_pcs: 0, free_g: 0, batches: 0 }
    yards.set(row.yard, {
      free_pcs: was.free_pcs + row.free_pcs,
      free_g: was.free_g + row.free_g,
      batches: was.batches + 1,
    })
  }
  const sorted = [...yards].sort(([a], [b]) => Number(b === yard) - Number(a === yard))
  return (
    <section className={classes('p-12-16', !first && 'rule-above')}>
      <div className="flex gap-12 between">
        <strong className="bold">{name}</strong>
        {wanted !== null && (
          <span className="num nowrap muted">{say('{wanted} pcs ordered', { wanted: pieces(wanted) })}</span>
        )}
      </div>
      {error && (
        <Finding tone="danger" action={<LinkButton onClick={() => void refetch()}>{say('Try again')}</LinkButton>}>
          {error.detail}
        </Finding>
      )}
      {data && sorted.length === 0 && (
        <div className="muted text-13">{say('Not in stock in any yard that you see')}</div>
      )}
      <ul className={css.reasons}>
        {sorted.map(([id, have]) => (
          <li key={id} className="text-13">
            <span className={id === yard ? 'bold' : 'regular'}>{titleOf(data?.links, 'yard', id)}</span>{' '}
            <span
              className={classes('num', wanted !== null && id === yard && have.free_pcs < wanted ? 'danger' : 'muted')}
            >
              {[
                have.free_pcs > 0 && say('{free_pcs} pcs', { free_pcs: pieces(have.free_pcs) }),
                say('{free_g} MT', { free_g: mt(have.free_g) }),
              ]
                .filter(Boolean)
                .join(' · ')}{' '}
              {say('free')}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

export function CreditTab({ credit, order, customer }: { credit: Credit; order: number | null; customer: string }) {
  const user = useUser()
  const returns = docDef('sales_return')
  return (
    <div className={css.credit}>
      <CreditCard credit={credit} order={order} title={say('Position today')} />
      {returns && may(user, returns, 'view') && (
        <Link to={paths.customerTab(customer, 'returns')} className="text-13">
          {say('Returns and notes of this customer')}
        </Link>
      )}
    </div>
  )
}

export function LoadingsTab({ order }: { order: string }) {
  return (
    <Listed
      asked={{ type: 'loading', where: [`order:eq:${order}`], limit: 50 }}
      label={say('Loading')}
      what={say('The loading list')}
      none={say('Nothing loaded yet')}
      columns={[
        { head: say('Vehicle'), cell: (row) => row.vehicle_no },
        { head: say('Slip'), cell: (row) => row.slip_no },
        { head: say('Net kg'), number: true, cell: (row) => (row.net_g ? kg(row.net_g) : NOTHING) },
      ]}
    />
  )
}

export function InvoicesTab({ order, orderNo }: { order: string; orderNo: string }) {
  const user = useUser()
  const def = docDef('invoice')
  return (
    <Listed
      asked={{ type: 'invoice', q: orderNo, limit: 50 }}
      label={say('Invoice')}
      what={say('The invoice list')}
      none={say('Nothing invoiced yet')}
      action={def && may(user, def, 'add') && <Link to={paths.invoiceFor(order)}>{say('Create invoice')}</Link>}
      columns={[
        { head: say('Date'), cell: (row) => day(row.date ?? '') },
        { head: say('Due'), cell: (row) => day(row.due_date ?? '') },
        { head: say('MT'), number: true, cell: (row) => mt(row.weight_g ?? 0) },
        { head: '₹', number: true, cell: (row) => (row.payable_paise == null ? '' : wholeRupees(row.payable_paise)) },
      ]}
    />
  )
}

export function ReturnsTab({ order }: { order: string }) {
  const { data, error, refetch } = useList({ type: 'sales_return', where: [`orders:eq:${order}`], limit: 50 })
  if (error) return <Failed problem={error} what={say('The list of returns')} onRetry={() => void refetch()} />
  if (!data) return <Skeletons rows={3} />
  if (data.rows.length === 0) return <Empty title={say('Nothing was returned')} />
  return <ReturnRows rows={data.rows} />
}

/** The trips that take the goods of this order, and what is done about them. */
export function TripsTab({ order }: { order: string }) {
  const user = useUser()
  const def = docDef('trip')
  const { data, error, refetch } = useList({ type: 'trip', where: [`orders:eq:${order}`], limit: 50 })
  if (error) return <Failed problem={error} what={say('The list of trips')} onRetry={() => void refetch()} />
  if (!data) return <Skeletons rows={3} />
  const plans = def && may(user, def, 'add')
  const plan = plans && <Link to={paths.tripFor(order)}>{say('Plan a trip')}</Link>
  if (data.rows.length === 0) return <Empty title={say('No trip takes these goods yet')} action={plan} />
  return (
    <>
      <TripRows rows={data.rows} />
      <p className="p-12-16 flex gap-16 wrap text-13">
        <Link to={paths.handOver(order)}>{say('Proof of delivery')}</Link>
        {plan}
      </p>
    </>
  )
}

export function FilesTab({ files }: { files: string[] }) {
  return (
    <ul className="p-16 grid gap-8">
      {files.map((file, at) => (
        <li key={file}>
          <LinkButton onClick={() => void openFile(file)}>{say('File {at}', { at: at + 1 })}</LinkButton>
        </li>
      ))}
    </ul>
  )
}

export function HistoryTab({ def, doc }: { def: DocDef<'order'>; doc: DocView<'order'> }) {
  return <History def={def} doc={doc} />
}
