// A stock inward as it stands: weights side by side, what came in, into which batches.
import EditOutlined from '@mui/icons-material/EditOutlined'
import FactCheckOutlined from '@mui/icons-material/FactCheckOutlined'
import Button from '@mui/material/Button'
import { Link, useNavigate, useParams } from 'react-router'
import { useDoc } from '../../sync/docs'
import { docDef } from '../../core'
import type { DocDef, DocView } from '../../core/records'
import { DocActions } from '../../docs/DocActions'
import { FieldValue } from '../../docs/fields/FieldValue'
import { PrintLabels } from '../../docs/labels/PrintLabels'
import { paths } from '../../docs/paths'
import { NOTHING, day, kg, percent, pieces, rupees, wholeRupees } from '../../ui/format'
import { History } from '../../docs/HistoryView'
import { Page } from '../../ui/Page'
import { Failed, LoadingPage } from '../../ui/states'
import { StatusChip } from '../../ui/StatusChip'
import { Card, Facts, Finding, Scroll, Sums, WithRail } from '../../kit/parts'
import { PaperButtons } from '../../kit/PdfButton'
import { sum, titleOf } from '../../kit/record'
import NotFound from '../../docs/NotFound'
import css from './InwardView.module.css'
import { say } from '../../words/say'

export default function InwardView() {
  return <Inward approval={false} />
}

export function Inward({ approval }: { approval: boolean }) {
  const { id, stockid } = useParams()
  const navigate = useNavigate()
  const def = docDef('inward')
  const { data: doc, error, refetch } = useDoc('inward', id ?? stockid)
  if (!def) return null
  if (error?.status === 404) return <NotFound />
  if (error && !doc) return <Failed problem={error} what={say('The stock inward')} onRetry={() => void refetch()} />
  if (!doc) return <LoadingPage />
  const name = doc.doc_no ?? say('Draft inward')
  const decides = !approval && doc.actions.some((one) => one.action === 'approve' && one.allowed)
  return (
    <Page
      title={approval ? say('Inward approval') : name}
      name={name}
      crumbs={[
        { name: def.plural, path: paths.list('inward') },
        ...(approval ? [{ name, path: paths.view('inward', doc.id) }] : []),
      ]}
      actions={
        <>
          <StatusChip status={doc.status} />
          {doc.editable && (
            <Button startIcon={<EditOutlined />} onClick={() => void navigate(paths.edit('inward', doc.id))}>
              {say('Edit')}
            </Button>
          )}
          <PaperButtons type="inward" id={doc.id} name={doc.doc_no ?? 'draft'} />
          {(doc.record.lines ?? []).some((line) => line.batch) && <PrintLabels type="inward" id={doc.id} bundles />}
          {decides && (
            <Button startIcon={<FactCheckOutlined />} onClick={() => void navigate(paths.inwardApproval(doc.id))}>
              {say('Review')}
            </Button>
          )}
        </>
      }
      bar={<DocActions def={def} doc={doc} primary={approval ? 'approve' : undefined} />}
    >
      <WithRail
        rail={
          <>
            <Weights doc={doc} />
            <Money doc={doc} />
          </>
        }
      >
        <Card>
          <HeadFacts def={def} doc={doc} />
        </Card>
        <Card title={say('Lines')} pad={0}>
          <InwardLines doc={doc} />
        </Card>
        <Card title={say('History')} pad={0}>
          <History def={def} doc={doc} />
        </Card>
      </WithRail>
    </Page>
  )
}

function HeadFacts({ def, doc }: { def: DocDef<'inward'>; doc: DocView<'inward'> }) {
  const { record, links } = doc
  const file = def.fields.find((field) => field.key === 'slip_photo')
  return (
    <Facts
      items={[
        { label: say('Supplier'), value: titleOf(links, 'supplier', record.supplier) },
        { label: say('Supplier invoice'), value: record.supplier_invoice_no ?? '' },
        { label: say('Invoice date'), value: day(record.supplier_invoice_date ?? '') },
        { label: say('Yard'), value: titleOf(links, 'yard', record.yard) },
        { label: say('Date'), value: day(record.date ?? '') },
        { label: say('Vehicle'), value: record.vehicle_no ?? '' },
        { label: say('Purchase order'), value: record.po_no ?? '' },
        { label: say('E-way bill'), value: record.ewb_no ?? '' },
        { label: say('Unloaded by'), value: record.unloading_by ?? '' },
        !!file &&
          !!record.slip_photo && {
            label: file.label,
            value: <FieldValue field={file} value={record.slip_photo} links={links} />,
          },
        { label: say('Note'), value: record.note ?? '' },
      ]}
    />
  )
}

const WHOLE_BP = 10_000

function Weights({ doc }: { doc: DocView<'inward'> }) {
  const { record } = doc
  const lines = record.lines ?? []
  const [net, ours, theirs] = [
    record.net_g ?? null,
    record.total_g ?? sum(lines, (row) => row.weight_g),
    sum(lines, (row) => row.supplier_weight_g),
  ]
  const off = net && ours !== null ? ours - net : null
  const share = (grams: number, of: number) => `${percent(Math.round((Math.abs(grams) * WHOLE_BP) / of))} %`
  return (
    <Card title={say('Weights, kg')}>
      <div className="grid gap-10">
        <Sums
          items={[
            { label: say('Gross'), value: (record.gross_g ?? null) === null ? NOTHING : kg(record.gross_g!) },
            { label: say('Tare'), value: (record.tare_g ?? null) === null ? NOTHING : kg(record.tare_g!) },
            { label: say('Net at the weighbridge'), value: net === null ? NOTHING : kg(net), strong: true },
            { label: say('Lines'), value: ours === null ? NOTHING : kg(ours) },
            theirs !== null && { label: say('Supplier’s weight'), value: kg(theirs) },
          ]}
        />
        {off !== null && net && off !== 0 && (
          <Finding tone="info">
            {off > 0
              ? say('The lines are {off} kg ({off2}) above the net', { off: kg(Math.abs(off)), off2: share(off, net) })
              : say('The lines are {off} kg ({off2}) below the net', { off: kg(Math.abs(off)), off2: share(off, net) })}
          </Finding>
        )}
        {off === 0 && <Finding tone="ok">{say('The lines add up to the net weight')}</Finding>}
        {theirs !== null && ours !== null && theirs !== ours && (
          <Finding tone="warn">
            {theirs > ours
              ? say('{theirs} kg ({theirs2}) less than the supplier invoiced', {
                  theirs: kg(Math.abs(theirs - ours)),
                  theirs2: share(theirs - ours, theirs),
                })
              : say('{theirs} kg ({theirs2}) more than the supplier invoiced', {
                  theirs: kg(Math.abs(theirs - ours)),
                  theirs2: share(theirs - ours, theirs),
                })}
          </Finding>
        )}
      </div>
    </Card>
  )
}

function Money({ doc }: { doc: DocView<'inward'> }) {
  const { record } = doc
  const amount = record.amount_paise ?? null
  if (amount === null) return null
  const tax = record.tax_paise ?? 0
  const invoiced = record.supplier_invoice_paise ?? null
  return (
    <Card title={say('Worth, ₹')}>
      <Sums
        items={[
          { label: say('Goods'), value: rupees(amount) },
          { label: say('GST'), value: rupees(tax) },
          { label: say('Total'), value: rupees(amount + tax), strong: true },
          invoiced !== null && { label: say('Supplier invoice'), value: rupees(invoiced) },
          !!record.freight_paise && { label: say('Freight'), value: rupees(record.freight_paise) },
          !!record.claim_paise && { label: say('Debit note proposal'), value: rupees(record.claim_paise) },
          !!record.other_cost_paise && { label: say('Other cost'), value: rupees(record.other_cost_paise) },
        ]}
      />
    </Card>
  )
}

function InwardLines({ doc }: { doc: DocView<'inward'> }) {
  const lines = doc.record.lines ?? []
  const rates = lines.some((line) => (line.rate_paise ?? null) !== null)
  const batches = lines.some((line) => line.batch ?? '')
  return (
    <Scroll>
      <table className="stacks data-table">
        <thead>
          <tr>
            <th className={css.number}>#</th>
            <th>{say('SKU')}</th>
            {batches && <th>{say('Batch')}</th>}
            <th className="right">{say('Pieces')}</th>
            <th className="right">{say('kg')}</th>
            <th className="right">{say('Supplier’s kg')}</th>
            {rates && (
              <>
                <th className="right">{say('Rate ₹')}</th>
                <th className="right">{say('Amount ₹')}</th>
              </>
            )}
          </tr>
        </thead>
        <tbody>
          {lines.map((line, at) => (
            <tr key={at}>
              <td className="row-no muted">{at + 1}</td>
              <td className="whole">
                <strong className="bold">{titleOf(doc.links, 'sku', line.sku)}</strong>
                <div className="text-12 muted">
                  {[
                    line.make,
                    line.heat_no && say('heat {no}', { no: line.heat_no }),
                    line.coil_no && say('coil {no}', { no: line.coil_no }),
                    titleOf(doc.links, 'zone', line.zone),
                    line.rack && say('rack {rack}', { rack: line.rack }),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </div>
                {line.quality_hold === true && (
                  <div className="text-12 warn">
                    {line.stock_hold ? (
                      <Link to={paths.view('stock_hold', line.stock_hold)}>{say('held for quality')}</Link>
                    ) : (
                      say('held for quality')
                    )}
                  </div>
                )}
                {((line.rejected_pcs ?? 0) > 0 || (line.rejected_g ?? 0) > 0) && (
                  <div className="text-12 danger">
                    {(line.rejected_pcs ?? 0) > 0
                      ? say('{rejected_pcs} pcs', { rejected_pcs: pieces(line.rejected_pcs!) })
                      : ''}{' '}
                    {(line.rejected_g ?? 0) > 0 ? say('{rejected_g} kg', { rejected_g: kg(line.rejected_g!) }) : ''}
                    {say(' rejected: {reject_reason}', { reject_reason: line.reject_reason })}
                  </div>
                )}
              </td>
              {batches && (
                <td className="nowrap" data-head={say('Batch')}>
                  {line.batch && (
                    <Link to={paths.view('batch', line.batch)}>{titleOf(doc.links, 'batch', line.batch)}</Link>
                  )}
                </td>
              )}
              <td data-head={say('Pieces')} className="number">
                {line.pcs ? pieces(line.pcs) : NOTHING}
              </td>
              <td data-head="kg" className="number">
                {line.weight_g ? kg(line.weight_g) : NOTHING}
              </td>
              <td data-head={say('Supplier’s kg')} className="number">
                {line.supplier_weight_g ? kg(line.supplier_weight_g) : NOTHING}
              </td>
              {rates && (
                <>
                  <td data-head={say('Rate ₹')} className="number">
                    {(line.rate_paise ?? null) === null ? '' : rupees(line.rate_paise!)}
                  </td>
                  <td data-head={say('Amount ₹')} className="number semibold">
                    {(line.amount_paise ?? null) === null ? '' : wholeRupees(line.amount_paise!)}
                  </td>
                </>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  )
}
