// A batch closing: what the batch weighed in and out, what is left of it, and what closing it makes of that.
import Button from '@mui/material/Button'
import { Link } from 'react-router'
import type { DocView } from '../../core/records'
import { paths } from '../../docs/paths'
import { Photos } from '../../kit/Photos'
import { Card, Facts, Finding, Scroll, Sums } from '../../kit/parts'
import { titleOf } from '../../kit/record'
import { NOTHING, day, kg, percent, pieces, rupees } from '../../ui/format'
import { LifeLine } from './LifeLine'
import { StockPaper, type Mode } from './StockPaper'
import { useReasonName } from './reason'
import { many, say } from '../../words/say'

type Doc = DocView<'batch_closing'>

export function Closing({ mode }: { mode: Mode }) {
  return <StockPaper type="batch_closing" mode={mode} Body={Body} Rail={Rail} />
}

const unchanged = () => undefined

function Body({ doc }: { doc: Doc }) {
  const { record, links } = doc
  const reason = useReasonName('batch_closing', record.reason)
  const photos = record.photos ?? []
  const batch = record.batch ?? ''
  return (
    <>
      <Card>
        <Facts
          items={[
            {
              label: say('Batch'),
              value: <Link to={paths.view('batch', batch)}>{record.batch_no ?? titleOf(links, 'batch', batch)}</Link>,
            },
            { label: say('SKU'), value: record.sku_name ?? '' },
            { label: say('Yard'), value: titleOf(links, 'yard', record.yard) },
            { label: say('Supplier'), value: titleOf(links, 'supplier', record.supplier) },
            { label: say('Date'), value: day(record.date) },
            { label: say('Last movement'), value: day(record.last_moved) },
            { label: say('Reason'), value: reason },
            { label: say('Approved by'), value: titleOf(links, 'employee', record.approved_by) },
            { label: say('Reopened for'), value: record.reopened_for ?? '' },
            { label: say('Remarks'), value: record.remarks ?? '' },
          ]}
        />
      </Card>
      <LifeLine batch={batch} />
      <Lies doc={doc} />
      {photos.length > 0 && (
        <Card>
          <Photos files={photos} onChange={unchanged} label={say('Photos')} fixed />
        </Card>
      )}
    </>
  )
}

const STATES: Record<string, string> = {
  FREE: say('Free'),
  HOLD: say('On hold'),
  DUMP: say('Dumped'),
  TRANSIT: say('In transit'),
  WIP: say('In work'),
}

function Lies({ doc }: { doc: Doc }) {
  const lies = doc.record.lies ?? []
  if (lies.length === 0) return null
  return (
    <Card title={say('Where it lies')} pad={0}>
      <Scroll>
        <table className="data-table">
          <thead>
            <tr>
              <th>{say('Yard')}</th>
              <th>{say('Stock')}</th>
              <th className="right">{say('Pieces')}</th>
              <th className="right">{say('kg')}</th>
            </tr>
          </thead>
          <tbody>
            {lies.map((row, at) => (
              <tr key={at}>
                <td>{titleOf(doc.links, 'yard', row.yard)}</td>
                <td>{STATES[row.bucket ?? ''] ?? row.bucket}</td>
                <td className="number">{row.pcs ? pieces(row.pcs) : NOTHING}</td>
                <td className="number">{row.weight_g ? kg(row.weight_g) : NOTHING}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </Card>
  )
}

function Rail({ doc }: { doc: Doc }) {
  const { record } = doc
  const difference = record.difference_g ?? 0
  const lost = record.lost_pcs ?? 0
  const value = record.value_paise ?? null
  const open = doc.status === 'Draft' || doc.status === 'Pending Approval'
  return (
    <>
      <Card title={say('Weights, kg')}>
        <div className="grid gap-10">
          <Sums
            items={[
              { label: say('Came in'), value: kg(record.in_g ?? 0) },
              {
                label: say('Left in the books, {left_bp} %', { left_bp: percent(record.left_bp ?? 0) }),
                value: kg(record.balance_g ?? 0),
              },
              !!record.gained_g && { label: say('Loaded beyond its books'), value: kg(record.gained_g) },
              !!record.lost_g && { label: say('Of pieces not found'), value: kg(record.lost_g) },
              {
                label: difference > 0 ? say('Weighing gain') : say('Weighing loss'),
                value: kg(Math.abs(difference)),
                strong: true,
                tone: difference < 0 ? 'danger' : 'ok',
              },
            ]}
          />
          <Explained doc={doc} />
          {value !== null && <Sums items={[{ label: say('Value, ₹'), value: rupees(value), strong: true }]} />}
        </div>
      </Card>
      <Card title={say('Pieces')}>
        <div className="grid gap-10">
          <Sums
            items={[
              { label: say('Came in'), value: pieces(record.in_pcs ?? 0) },
              { label: say('Left in the books'), value: pieces(record.balance_pcs ?? 0) },
              lost > 0 && { label: say('Not found'), value: pieces(lost), tone: 'danger' },
            ]}
          />
          {open && <Claims doc={doc} lost={lost} />}
        </div>
      </Card>
    </>
  )
}

function Explained({ doc }: { doc: Doc }) {
  const [difference, explained] = [doc.record.difference_g ?? 0, doc.record.explained_g ?? 0]
  if (difference === 0) return <Finding tone="ok">{say('The weights in and out agree')}</Finding>
  return (
    <Finding tone={explained === difference ? 'ok' : 'info'}>
      {say('Theoretical against actual weight explains {explained} kg of {difference} kg', {
        explained: kg(Math.abs(explained)),
        difference: kg(Math.abs(difference)),
      })}
    </Finding>
  )
}

/** What still keeps the batch open. */
function Claims({ doc, lost }: { doc: Doc; lost: number }) {
  const { record, links } = doc
  const left = (record.balance_pcs ?? 0) - lost
  const orders = record.orders ?? []
  return (
    <>
      {orders.length > 0 && (
        <Finding tone="warn">
          {say('Reserved for')}{' '}
          {orders.map((order, at) => (
            <span key={order}>
              {at > 0 && ', '}
              <Link to={paths.view('order', order)}>{titleOf(links, 'order', order)}</Link>
            </span>
          ))}
        </Finding>
      )}
      {left > 0 && (
        <Finding
          tone="warn"
          action={
            <Button
              size="small"
              variant="text"
              component={Link}
              to={`${paths.add('dump_stock')}?batch=${record.batch ?? ''}&yard=${record.yard ?? ''}`}
            >
              {say('Dump them')}
            </Button>
          }
        >
          {many(
            left,
            '{n} piece is neither dumped nor entered as not found',
            '{n} pieces are neither dumped nor entered as not found',
          )}
        </Finding>
      )}
    </>
  )
}
