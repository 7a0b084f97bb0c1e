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
import { say } from '../../words/say'

export default function BatchView({ id }: DocPageProps) {
  const def = docDef('batch')
  const { data: doc, error, refetch } = useDoc('batch', id)
  const life = useLife(id)
  if (!def) return null
  if (error?.status === 404) return <NotFound />
  if (error && !doc) return <Failed problem={error} what={say('The batch')} onRetry={() => void refetch()} />
  if (!doc) return <LoadingPage />
  return (
    <Page
      title={doc.record.batch_no ?? say('Batch')}
      crumbs={[{ name: def.plural, path: paths.list('batch') }]}
      actions={
        <>
          <StatusChip status={isEmptied(doc.status, life.data) ? say('Emptied') : doc.status} />
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
            {life.data && <Kin title={say('Made from')} of={life.data.parents} />}
            {life.data && <Kin title={say('Made of it')} of={life.data.children} />}
          </>
        }
      >
        <Card>
          <HeadFacts doc={doc} life={life.data} />
        </Card>
        <LifeLine batch={id} />
        <Card title={say('History')} pad={0}>
          <History def={def} doc={doc} />
        </Card>
      </WithRail>
    </Page>
  )
}

/** An open batch of which nothing lies any more is called what the reports of stock call it. */
function isEmptied(status: string, life: BatchLife | undefined): boolean {
  return status === 'Open' && life?.places.length === 0
}

function HeadFacts({ doc, life }: { doc: DocView<'batch'>; life: BatchLife | undefined }) {
  const { record, links } = doc
  const certificate = docDef('batch')?.fields.find((field) => field.key === 'mtc_file')
  const linked = (type: 'sku' | 'inward' | 'additional_inward' | 'supplier', id: string | undefined) =>
    id ? <Link to={paths.view(type, id)}>{titleOf(links, type, id)}</Link> : ''
  return (
    <Facts
      items={[
        { label: say('SKU'), value: linked('sku', record.sku) },
        { label: say('Supplier'), value: linked('supplier', record.supplier) },
        { label: say('Inward'), value: linked('inward', record.inward) },
        { label: say('Additional inward'), value: linked('additional_inward', record.additional_inward) },
        { label: say('Came in'), value: day(record.inward_date) },
        {
          label: say('Age'),
          value: life && life.age_days !== null ? say('{age_days} days', { age_days: pieces(life.age_days) }) : '',
        },
        { label: say('Yard of origin'), value: titleOf(links, 'yard', record.origin) },
        { label: say('Zone'), value: titleOf(links, 'zone', record.zone) },
        { label: say('Rack'), value: record.rack ?? '' },
        { label: say('Make'), value: record.make ?? '' },
        { label: say('Heat'), value: record.heat_no ?? '' },
        { label: say('Coil'), value: record.coil_no ?? '' },
        { label: say('Made on'), value: day(record.mfg_date) },
        { label: say('Closed on'), value: day(record.closed_on) },
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
    <Card title={say('Location')}>
      <div className="grid gap-10">
        {life.places.length === 0 && <Finding tone="info">{say('None of it lies in your yards.')}</Finding>}
        <Sums
          items={life.places.map((place) => ({
            label: [titleOf(life.links, 'yard', place.yard), BUCKETS[place.bucket]?.toLowerCase()].join(', '),
            value: say('{pcs} pcs, {g} kg', { pcs: pieces(place.pcs), g: kg(place.g) }),
          }))}
        />
        {life.holds.map((hold) => (
          <Finding key={hold.id} tone="warn">
            {say('{pcs} pcs, {g} kg on', { pcs: pieces(hold.pcs), g: kg(hold.g) })}{' '}
            <Link to={paths.view('stock_hold', hold.id)}>{hold.doc_no ?? 'hold'}</Link>
            {hold.to && say(' until {to}', { to: day(hold.to) })}
          </Finding>
        ))}
      </div>
    </Card>
  )
}

function Weight({ life, doc }: { life: BatchLife; doc: DocView<'batch'> }) {
  const off = life.off_bp
  return (
    <Card title={say('Weight')}>
      <div className="grid gap-10">
        <Sums
          items={[
            { label: say('Came in, kg'), value: kg(doc.record.in_g ?? 0) },
            { label: say('Pieces'), value: pieces(doc.record.in_pcs ?? 0) },
            {
              label: say('A piece, actual kg'),
              value: life.actual_g_per_pc === null ? NOTHING : kg(life.actual_g_per_pc),
              strong: true,
            },
            {
              label: say('A piece, theoretical kg'),
              value: life.theo_g_per_pc === null ? NOTHING : kg(life.theo_g_per_pc),
            },
          ]}
        />
        {off !== null && (
          <Finding tone={life.far ? 'warn' : 'ok'}>
            {off === 0
              ? say('As heavy as in theory')
              : off > 0
                ? say('{off} % above theory', { off: percent(Math.abs(off)) })
                : say('{off} % below theory', { off: percent(Math.abs(off)) })}
          </Finding>
        )}
      </div>
    </Card>
  )
}

function Cost({ cost }: { cost: NonNullable<BatchLife['cost']> }) {
  return (
    <Card title={say('Cost, ₹')}>
      <Sums
        items={[
          { label: say('Landed'), value: rupees(cost.cost_paise) },
          cost.cost_paise_per_kg !== null && { label: say('Per kg'), value: rupees(cost.cost_paise_per_kg) },
          { label: say('What is left'), value: rupees(cost.left_paise), strong: true },
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
              {say('{in_pcs} pcs', { in_pcs: pieces(one.in_pcs) })}
              <span className="block muted">{say('{in_g} kg', { in_g: kg(one.in_g) })}</span>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
