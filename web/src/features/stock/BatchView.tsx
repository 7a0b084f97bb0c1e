// A batch: where it lies, what it weighs against theory, how it came and what became of it, posting by posting.
import type { BatchLife, KinBatch } from '../../net/answers.gen'
import { Link } from 'react-router'
import { useDoc } from '../../sync/docs'
import { docDef } from '../../core'
import type { DocView } from '../../core/records'
import { FieldValue } from '../../docs/fields/FieldValue'
import { PrintLabels } from '../../docs/labels/PrintLabels'
import { History } from '../../docs/HistoryView'
import NotFound from '../../docs/NotFound'
import type { DocPageProps } from '../../docs/overrides'
import { paths } from '../../docs/paths'
import { NOTHING, day, kg, percent, pieces, rupees } from '../../ui/format'
import { Page } from '../../ui/Page'
import { Failed, LoadingPage } from '../../ui/states'
import { StatusChip } from '../../ui/StatusChip'
import { Card, Facts, Finding, Sums, WithRail } from '../../kit/parts'
import { titleOf } from '../../kit/record'
import { BUCKETS } from './Ledger'
import { LifeLine, useLife } from './LifeLine'

/** So far from theory is worth a look, hundredths of a percent. */
const FAR_BP = 300

export default function BatchView({ id }: DocPageProps) {
  const def = docDef('batch')
  const { data: doc, error, refetch } = useDoc('batch', id)
  const life = useLife(id)
  if (!def) return null
  if (error?.status === 404) return <NotFound />
  if (error && !doc) return <Failed problem={error} what="The batch" onRetry={() => void refetch()} />
  if (!doc) return <LoadingPage />
  return (
    <Page
      title={doc.record.batch_no ?? 'Batch'}
      crumbs={[{ name: def.plural, path: paths.list('batch') }]}
      actions={
        <>
          <StatusChip status={doc.status} />
          <PrintLabels type="batch" id={doc.id} bundles />
        </>
      }
    >
      <WithRail
        rail={
          <>
            {life.data && <Lies life={life.data} />}
            {life.data && <Weight life={life.data} doc={doc} />}
            {life.data?.cost && <Cost cost={life.data.cost} />}
            {life.data && <Kin title="Made from" of={life.data.parents} />}
            {life.data && <Kin title="Made of it" of={life.data.children} />}
          </>
        }
      >
        <Card>
          <HeadFacts doc={doc} life={life.data} />
        </Card>
        <LifeLine batch={id} />
        <Card title="History" pad={0}>
          <History def={def} doc={doc} />
        </Card>
      </WithRail>
    </Page>
  )
}

function HeadFacts({ doc, life }: { doc: DocView<'batch'>; life: BatchLife | undefined }) {
  const { record, links } = doc
  const certificate = docDef('batch')?.fields.find((field) => field.key === 'mtc_file')
  const linked = (type: 'sku' | 'inward' | 'additional_inward' | 'supplier', id: string | undefined) =>
    id ? <Link to={paths.view(type, id)}>{titleOf(links, type, id)}</Link> : ''
  return (
    <Facts
      items={[
        { label: 'SKU', value: linked('sku', record.sku) },
        { label: 'Supplier', value: linked('supplier', record.supplier) },
        { label: 'Inward', value: linked('inward', record.inward) },
        { label: 'Additional inward', value: linked('additional_inward', record.additional_inward) },
        { label: 'Came in', value: day(record.inward_date) },
        { label: 'Age', value: life && life.age_days !== null ? `${pieces(life.age_days)} days` : '' },
        { label: 'Yard of origin', value: titleOf(links, 'yard', record.origin) },
        { label: 'Zone', value: titleOf(links, 'zone', record.zone) },
        { label: 'Rack', value: record.rack ?? '' },
        { label: 'Make', value: record.make ?? '' },
        { label: 'Heat', value: record.heat_no ?? '' },
        { label: 'Coil', value: record.coil_no ?? '' },
        { label: 'Made on', value: day(record.mfg_date) },
        { label: 'Closed on', value: day(record.closed_on) },
        !!certificate &&
          !!record.mtc_file && {
            label: certificate.label,
            value: <FieldValue field={certificate} value={record.mtc_file} links={links} />,
          },
      ]}
    />
  )
}

function Lies({ life }: { life: BatchLife }) {
  return (
    <Card title="Lies">
      <div className="grid gap-10">
        {life.places.length === 0 && <Finding tone="info">None of it lies in your yards.</Finding>}
        <Sums
          items={life.places.map((place) => ({
            label: [titleOf(life.links, 'yard', place.yard), BUCKETS[place.bucket]?.toLowerCase()].join(', '),
            value: `${pieces(place.pcs)} pcs, ${kg(place.g)} kg`,
          }))}
        />
        {life.holds.map((hold) => (
          <Finding key={hold.id} tone="warn">
            {pieces(hold.pcs)} pcs, {kg(hold.g)} kg on{' '}
            <Link to={paths.view('stock_hold', hold.id)}>{hold.doc_no ?? 'hold'}</Link>
            {hold.to && ` until ${day(hold.to)}`}
          </Finding>
        ))}
      </div>
    </Card>
  )
}

function Weight({ life, doc }: { life: BatchLife; doc: DocView<'batch'> }) {
  const off = life.off_bp
  return (
    <Card title="Weight">
      <div className="grid gap-10">
        <Sums
          items={[
            { label: 'Came in, kg', value: kg(doc.record.in_g ?? 0) },
            { label: 'Pieces', value: pieces(doc.record.in_pcs ?? 0) },
            {
              label: 'A piece, actual kg',
              value: life.actual_g_per_pc === null ? NOTHING : kg(life.actual_g_per_pc),
              strong: true,
            },
            {
              label: 'A piece, theoretical kg',
              value: life.theo_g_per_pc === null ? NOTHING : kg(life.theo_g_per_pc),
            },
          ]}
        />
        {off !== null && (
          <Finding tone={Math.abs(off) > FAR_BP ? 'warn' : 'ok'}>
            {off === 0 ? 'As heavy as in theory' : `${percent(Math.abs(off))} % ${off > 0 ? 'above' : 'below'} theory`}
          </Finding>
        )}
      </div>
    </Card>
  )
}

function Cost({ cost }: { cost: NonNullable<BatchLife['cost']> }) {
  return (
    <Card title="Cost, ₹">
      <Sums
        items={[
          { label: 'Landed', value: rupees(cost.cost_paise) },
          cost.cost_paise_per_kg !== null && { label: 'Per kg', value: rupees(cost.cost_paise_per_kg) },
          { label: 'What is left', value: rupees(cost.left_paise), strong: true },
        ]}
      />
    </Card>
  )
}

function Kin({ title, of }: { title: string; of: KinBatch[] }) {
  if (of.length === 0) return null
  return (
    <Card title={title} pad={0}>
      <ul>
        {of.map((one) => (
          <li key={one.id} className="flex between gap-12 p-12-16 divided">
            <span className="min-0">
              <Link to={paths.view('batch', one.id)}>{one.batch_no}</Link>
              <span className="block muted text-13">{one.name}</span>
            </span>
            <span className="num nowrap right text-13">
              {pieces(one.in_pcs)} pcs
              <span className="block muted">{kg(one.in_g)} kg</span>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
