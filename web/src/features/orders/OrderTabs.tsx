// What stands behind an order, tab by tab: approvals, stock, credit, loadings, invoices, files, history.
import { Link } from 'react-router'
import { useList, useStock } from '../../sync/docs'
import type { DocDef, DocView, Row } from '../../core/records'
import type { Credit, HistoryEntry } from '../../core/types.gen'
import { openFile } from '../../docs/fields/FileInput'
import { paths } from '../../docs/paths'
import { role } from '../../theme/themes'
import { NOTHING, age, day, kg, moment, mt, pieces, wholeRupees } from '../../ui/format'
import { Empty, Failed, Skeletons } from '../../ui/states'
import { StatusChip } from '../../ui/StatusChip'
import { History } from '../../docs/HistoryView'
import { reasonWords } from '../../docs/reasons'
import { CreditCard } from '../../kit/figures'
import { Finding, LinkButton, Scroll, right, td, th } from '../../kit/parts'
import { titleOf } from '../../kit/record'

export function ApprovalsTab({ history, reasons }: { history: HistoryEntry[]; reasons: Row[] }) {
  const steps = history.filter((entry) => entry.from !== entry.to)
  return (
    <ol>
      {steps.map((entry, at) => (
        <li
          key={`${entry.version}:${at}`}
          style={{
            display: 'flex',
            flexWrap: 'wrap',
            gap: '4px 16px',
            alignItems: 'baseline',
            padding: '12px 16px',
            borderTop: at ? `1px solid ${role.line}` : 0,
          }}
        >
          <span style={{ flex: '0 0 196px' }}>
            <StatusChip status={entry.to} />
          </span>
          <span style={{ flex: '1 1 220px', minWidth: 0 }}>
            <strong style={{ fontWeight: 600 }}>{entry.by_name}</strong>
            {(entry.reason || entry.remarks) && (
              <div style={{ fontSize: 13, color: role.ink2 }}>
                {[entry.reason && reasonWords(reasons, entry.reason), entry.remarks].filter(Boolean).join(': ')}
              </div>
            )}
          </span>
          <span className="nowrap" style={{ fontSize: 13, color: role.ink2 }} title={`${age(entry.at)} ago`}>
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
    <section style={{ padding: '12px 16px', borderTop: first ? 0 : `1px solid ${role.line}` }}>
      <div style={{ display: 'flex', gap: 12, justifyContent: 'space-between' }}>
        <strong style={{ fontWeight: 600 }}>{name}</strong>
        {wanted !== null && (
          <span className="num nowrap" style={{ color: role.ink2 }}>
            {pieces(wanted)} pcs ordered
          </span>
        )}
      </div>
      {error && (
        <Finding tone="danger" action={<LinkButton onClick={() => void refetch()}>Try again</LinkButton>}>
          {error.detail}
        </Finding>
      )}
      {data && sorted.length === 0 && (
        <div style={{ color: role.ink2, fontSize: 13 }}>Not in stock in any yard that you see</div>
      )}
      <ul style={{ display: 'flex', flexWrap: 'wrap', gap: '4px 24px', marginTop: 4 }}>
        {sorted.map(([id, have]) => (
          <li key={id} style={{ fontSize: 13 }}>
            <span style={{ fontWeight: id === yard ? 600 : 400 }}>{titleOf(data?.links, 'yard', id)}</span>{' '}
            <span
              className="num"
              style={{ color: wanted !== null && id === yard && have.free_pcs < wanted ? role.danger : role.ink2 }}
            >
              {[have.free_pcs > 0 && `${pieces(have.free_pcs)} pcs`, `${mt(have.free_g)} MT`]
                .filter(Boolean)
                .join(' · ')}{' '}
              free
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

export function CreditTab({ credit, order }: { credit: Credit; order: number | null }) {
  return (
    <div style={{ padding: 16, maxWidth: 480 }}>
      <CreditCard credit={credit} order={order} title="Position today" />
    </div>
  )
}

export function LoadingsTab({ order }: { order: string }) {
  const { data, error, refetch } = useList({ type: 'loading', where: [`order:eq:${order}`], limit: 50 })
  if (error) return <Failed problem={error} what="The loading list" onRetry={() => void refetch()} />
  if (!data) return <Skeletons rows={3} />
  if (data.rows.length === 0) return <Empty title="Nothing loaded yet" />
  return (
    <Scroll>
      <table style={{ width: '100%', borderCollapse: 'collapse' }}>
        <thead>
          <tr>
            <th style={th}>Loading</th>
            <th style={th}>Vehicle</th>
            <th style={th}>Slip</th>
            <th style={{ ...th, textAlign: 'right' }}>Net kg</th>
            <th style={th}>Status</th>
          </tr>
        </thead>
        <tbody>
          {data.rows.map((row) => (
            <tr key={row.id}>
              <td style={td}>
                <Link to={paths.view('loading', row.id)} style={{ fontWeight: 600 }}>
                  {row.doc_no ?? 'Draft'}
                </Link>
              </td>
              <td style={td}>{row.vehicle_no}</td>
              <td style={td}>{row.slip_no}</td>
              <td style={{ ...td, ...right }}>{row.net_g ? kg(row.net_g) : NOTHING}</td>
              <td style={td}>
                <StatusChip status={row.status} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  )
}

export function InvoicesTab({ order, orderNo }: { order: string; orderNo: string }) {
  const { data, error, refetch } = useList({ type: 'invoice', q: orderNo, limit: 50 })
  if (error) return <Failed problem={error} what="The invoice list" onRetry={() => void refetch()} />
  if (!data) return <Skeletons rows={3} />
  if (data.rows.length === 0)
    return (
      <Empty title="Nothing invoiced yet" action={<Link to={paths.invoiceFor(order)}>Create invoices loadings</Link>} />
    )
  return (
    <Scroll>
      <table style={{ width: '100%', borderCollapse: 'collapse' }}>
        <thead>
          <tr>
            <th style={th}>Invoice</th>
            <th style={th}>Date</th>
            <th style={th}>Due</th>
            <th style={{ ...th, textAlign: 'right' }}>MT</th>
            <th style={{ ...th, textAlign: 'right' }}>₹</th>
            <th style={th}>Status</th>
          </tr>
        </thead>
        <tbody>
          {data.rows.map((row) => (
            <tr key={row.id}>
              <td style={td}>
                <Link to={paths.view('invoice', row.id)} style={{ fontWeight: 600 }}>
                  {row.doc_no ?? 'Draft'}
                </Link>
              </td>
              <td style={td}>{day(row.date ?? '')}</td>
              <td style={td}>{day(row.due_date ?? '')}</td>
              <td style={{ ...td, ...right }}>{mt(row.weight_g ?? 0)}</td>
              <td style={{ ...td, ...right }}>
                {(row.payable_paise ?? null) === null ? '' : wholeRupees(row.payable_paise!)}
              </td>
              <td style={td}>
                <StatusChip status={row.status} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  )
}

export function FilesTab({ files }: { files: string[] }) {
  return (
    <ul style={{ padding: 16, display: 'grid', gap: 8 }}>
      {files.map((file, at) => (
        <li key={file}>
          <LinkButton onClick={() => void openFile(file)}>File {at + 1}</LinkButton>
        </li>
      ))}
    </ul>
  )
}

export function HistoryTab({ def, doc }: { def: DocDef<'order'>; doc: DocView<'order'> }) {
  return <History def={def} doc={doc} />
}
