// A dump of stock: the goods as they lie, what they cost, and what they are worth in the books by now.
import { Link } from 'react-router'
import type { DocView } from '../../core/records'
import { paths } from '../../docs/paths'
import { Photos } from '../../kit/Photos'
import { Card, Facts, Finding, Sums } from '../../kit/parts'
import { titleOf } from '../../kit/record'
import { NOTHING, day, kg, pieces, rupees } from '../../ui/format'
import { StockPaper, type Mode } from './StockPaper'
import { useReasonName } from './reason'

type Doc = DocView<'dump_stock'>

export function Dump({ mode }: { mode: Mode }) {
  return <StockPaper type="dump_stock" mode={mode} Body={Body} Rail={Rail} />
}

const unchanged = () => undefined

function Body({ doc }: { doc: Doc }) {
  const { record, links } = doc
  const reason = useReasonName('dump', record.reason)
  const photos = record.photos ?? []
  const batch = record.batch ?? ''
  return (
    <>
      <Card>
        <Facts
          items={[
            {
              label: 'Batch',
              value: <Link to={paths.view('batch', batch)}>{record.batch_no ?? titleOf(links, 'batch', batch)}</Link>,
            },
            { label: 'SKU', value: record.sku_name ?? '' },
            { label: 'Yard', value: titleOf(links, 'yard', record.yard) },
            { label: 'Date', value: day(record.date) },
            { label: 'Reason', value: reason },
            { label: 'Approved by', value: titleOf(links, 'employee', record.approved_by) },
            { label: 'Write-off proposed by', value: titleOf(links, 'employee', record.proposed_by) },
            { label: 'Left the dump on', value: day(record.ended_on) },
            { label: 'Remarks', value: record.remarks ?? '' },
          ]}
        />
      </Card>
      <Card>
        {photos.length > 0 ? (
          <Photos files={photos} onChange={unchanged} label="Photos" fixed />
        ) : (
          <Finding tone="warn">No photo of the goods yet</Finding>
        )}
      </Card>
    </>
  )
}

const KG = 1_000

function Rail({ doc }: { doc: Doc }) {
  const { record } = doc
  const [pcs, weight] = [record.pcs ?? 0, record.weight_g ?? 0]
  const estimate = record.est_paise_per_kg ? Math.round((record.est_paise_per_kg * weight) / KG) : null
  const [cost, worth] = [record.cost_paise ?? null, record.value_paise ?? null]
  const open = doc.status === 'Draft' || doc.status === 'BM Pending'
  return (
    <>
      <Card title="Quantity">
        <Sums
          items={[
            { label: 'Pieces', value: pcs ? pieces(pcs) : NOTHING, strong: true },
            { label: 'Weight, kg', value: kg(weight), strong: true },
            open && { label: 'Free in the batch', value: pieces(record.free_pcs ?? 0) },
            open && { label: 'Free in the batch, kg', value: kg(record.free_g ?? 0) },
          ]}
        />
      </Card>
      {(estimate !== null || cost !== null) && (
        <Card title="Worth, ₹">
          <Sums
            items={[
              cost !== null && { label: 'Cost', value: rupees(cost) },
              worth !== null && { label: 'In the books', value: rupees(worth), strong: true },
              estimate !== null && { label: 'Expected from a dealer', value: rupees(estimate) },
            ]}
          />
        </Card>
      )}
    </>
  )
}
