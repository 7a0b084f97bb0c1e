// A dump of stock: the goods as they lie, what they cost, and what they are worth in the books by now.
import BuildOutlined from '@mui/icons-material/BuildOutlined'
import SellOutlined from '@mui/icons-material/SellOutlined'
import Button from '@mui/material/Button'
import { Link } from 'react-router'
import { docDef } from '../../core'
import type { DocView } from '../../core/records'
import { paths } from '../../docs/paths'
import { Photos } from '../../kit/Photos'
import { Card, Facts, Finding, Scroll, Sums } from '../../kit/parts'
import { titleOf } from '../../kit/record'
import { useList } from '../../sync/docs'
import { may } from '../../sync/rights'
import { useUser } from '../../sync/store'
import { NOTHING, day, kg, pieces, rupees } from '../../ui/format'
import { StockPaper, type Mode } from './StockPaper'
import { useReasonName } from './reason'
import { say } from '../../words/say'

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
              label: say('Batch'),
              value: <Link to={paths.view('batch', batch)}>{record.batch_no ?? titleOf(links, 'batch', batch)}</Link>,
            },
            { label: say('SKU'), value: record.sku_name ?? '' },
            { label: say('Yard'), value: titleOf(links, 'yard', record.yard) },
            { label: say('Date'), value: day(record.date) },
            { label: say('Reason'), value: reason },
            { label: say('Approved by'), value: titleOf(links, 'employee', record.approved_by) },
            { label: say('Write-off proposed by'), value: titleOf(links, 'employee', record.proposed_by) },
            { label: say('Left the dump on'), value: day(record.ended_on) },
            { label: say('Came with'), value: originOf(doc) && <Origin doc={doc} /> },
            { label: say('Remarks'), value: record.remarks ?? '' },
          ]}
        />
      </Card>
      <Gone doc={doc} />
      {(photos.length > 0 || !originOf(doc)) && (
        <Card>
          {photos.length > 0 ? (
            <Photos files={photos} onChange={unchanged} label={say('Photos')} fixed />
          ) : (
            <Finding tone="warn">{say('No photo of the goods yet')}</Finding>
          )}
        </Card>
      )}
    </>
  )
}

const ORIGINS = ['transfer', 'sales_return', 'work_order'] as const
const originOf = ({ record }: Doc) => ORIGINS.find((type) => record[type])

/** The paper that put the goods into the dump, where they were not dumped by themselves. */
function Origin({ doc }: { doc: Doc }) {
  const type = originOf(doc)
  const id = type && doc.record[type]
  return type && id ? <Link to={paths.view(type, id)}>{titleOf(doc.links, type, id)}</Link> : ''
}

/** What was sold as scrap or went into a work, each with the paper that took it. */
function Gone({ doc }: { doc: Doc }) {
  const gone = doc.record.gone ?? []
  if (gone.length === 0) return null
  return (
    <Card title={say('Sold or reprocessed')} pad={0}>
      <Scroll>
        <table className="data-table">
          <thead>
            <tr>
              <th>{say('By')}</th>
              <th className="right">{say('Pieces')}</th>
              <th className="right">{say('kg')}</th>
            </tr>
          </thead>
          <tbody>
            {gone.map((row, at) => {
              const type = row.work_order ? 'work_order' : 'order'
              const id = row.work_order ?? row.order ?? ''
              return (
                <tr key={at}>
                  <td>
                    {row.work_order ? say('Work order ') : say('Order ')}
                    <Link to={paths.view(type, id)}>{titleOf(doc.links, type, id)}</Link>
                  </td>
                  <td className="number">{row.pcs ? pieces(row.pcs) : NOTHING}</td>
                  <td className="number">{kg(row.weight_g ?? 0)}</td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </Scroll>
    </Card>
  )
}

/** Where the goods may go from here: an order or a work order begins with them. */
function Disposal({ doc }: { doc: Doc }) {
  const user = useUser()
  const { record } = doc
  const lies = doc.status === 'Approved'
  const [order, work] = [docDef('order'), docDef('work_order')]
  const sells = lies && !!order && may(user, order, 'add')
  const works = lies && !!work && may(user, work, 'add')
  const { data: groups } = useList(
    { type: 'product_group', where: ['scrap:eq:true', 'status:eq:Active'], limit: 1 },
    { skip: !sells },
  )
  const group = groups?.rows[0]?.id
  const { data: skus } = useList(
    { type: 'sku', where: [`product_group:eq:${group}`, 'status:eq:Active'], limit: 1 },
    { skip: !group },
  )
  const sku = skus?.rows[0]?.id
  if (!sells && !works) return null
  const weight = record.left_g ?? record.weight_g
  const lines = sku && weight ? [{ sku, weight_g: weight }] : []
  return (
    <Card title={say('What becomes of it')}>
      <div className="grid gap-10">
        {sells && sku && (
          <Button
            component={Link}
            to={paths.add('order')}
            state={{ record: { yard: record.yard, lines } }}
            startIcon={<SellOutlined />}
          >
            {say('Sell as scrap')}
          </Button>
        )}
        {sells && groups && !group && (
          <Finding tone="info">
            {say('To sell it as scrap, a product group that is sold out of the dump is needed')}
          </Finding>
        )}
        {works && (
          <Button
            component={Link}
            to={`${paths.add('work_order')}?dump=${doc.id}&yard=${record.yard ?? ''}`}
            startIcon={<BuildOutlined />}
          >
            {say('Reprocess')}
          </Button>
        )}
      </div>
    </Card>
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
      <Card title={say('Quantity')}>
        <Sums
          items={[
            { label: say('Pieces'), value: pcs ? pieces(pcs) : NOTHING, strong: true },
            { label: say('Weight, kg'), value: kg(weight), strong: true },
            open && { label: say('Free in the batch'), value: pieces(record.free_pcs ?? 0) },
            open && { label: say('Free in the batch, kg'), value: kg(record.free_g ?? 0) },
            record.left_pcs != null && { label: say('Still in the dump'), value: pieces(record.left_pcs) },
            record.left_g != null && { label: say('Still in the dump, kg'), value: kg(record.left_g) },
          ]}
        />
      </Card>
      <Disposal doc={doc} />
      {(estimate !== null || cost !== null) && (
        <Card title={say('Worth, ₹')}>
          <Sums
            items={[
              cost !== null && { label: say('Cost'), value: rupees(cost) },
              worth !== null && { label: say('In the books'), value: rupees(worth), strong: true },
              estimate !== null && { label: say('Expected from a dealer'), value: rupees(estimate) },
            ]}
          />
        </Card>
      )}
    </>
  )
}
