// The tax invoice on paper: A4, three copies, and the loading slip that the driver signs.
import PrintOutlined from '@mui/icons-material/PrintOutlined'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import { useMemo, useState } from 'react'
import { useParams } from 'react-router'
import { useDoc } from '../../sync/docs'
import { docDef } from '../../core'
import type { DocView, LineOf, RecordOf } from '../../core/records'
import { paths } from '../../docs/paths'
import { day, kg, percent, pieces, rupees } from '../../ui/format'
import { Page } from '../../ui/Page'
import { Failed, LoadingPage } from '../../ui/states'
import { StatusChip } from '../../ui/StatusChip'
import { placeOf, titleOf } from '../../kit/record'
import { taxRows } from '../../kit/figures'
import { PaperFacts, PaperTable, Sheet, Signatures } from '../../kit/Paper'
import { Qr } from './Qr'
import { classes } from '../../theme/classes'
import css from './InvoicePrint.module.css'

const COPIES = ['Original for recipient', 'Duplicate for transporter', 'Triplicate for supplier']
const SLIP = 'Loading slip'

export default function InvoicePrint() {
  const { id } = useParams()
  const { data: doc, error, refetch } = useDoc('invoice', id)
  const [chosen, setChosen] = useState<string[]>([...COPIES, SLIP])
  if (error && !doc) return <Failed problem={error} what="The invoice" onRetry={() => void refetch()} />
  if (!doc) return <LoadingPage />
  const toggle = (copy: string) =>
    setChosen(chosen.includes(copy) ? chosen.filter((one) => one !== copy) : [...chosen, copy])
  return (
    <Page
      title="Print invoice"
      name={doc.doc_no ?? 'Draft invoice'}
      crumbs={[
        { name: 'Invoices', path: paths.list('invoice') },
        { name: doc.doc_no ?? 'Draft', path: paths.view('invoice', doc.id) },
      ]}
      actions={
        <>
          <StatusChip status={doc.status} />
          <Button variant="contained" color="primary" startIcon={<PrintOutlined />} onClick={() => print()}>
            Print {chosen.length} {chosen.length === 1 ? 'sheet' : 'sheets'}
          </Button>
        </>
      }
    >
      <div className={`no-print ${css.copies}`} role="group" aria-label="Copies">
        {[...COPIES, SLIP].map((copy) => (
          <label key={copy} className="inline-row pointer">
            <Checkbox checked={chosen.includes(copy)} onChange={() => toggle(copy)} />
            {copy}
          </label>
        ))}
      </div>
      {COPIES.filter((copy) => chosen.includes(copy)).map((copy) => (
        <TaxInvoice key={copy} doc={doc} copy={copy} />
      ))}
      {chosen.includes(SLIP) && <LoadingSlip doc={doc} />}
    </Page>
  )
}

function sellerOf(seller: LineOf<'invoice', 'seller'>): { name: string; line: string } {
  return {
    name: seller.name ?? '',
    line: [seller.address, seller.gstin && `GSTIN ${seller.gstin}`, seller.pan && `PAN ${seller.pan}`]
      .filter(Boolean)
      .join(' · '),
  }
}

function TaxInvoice({ doc, copy }: { doc: DocView<'invoice'>; copy: string }) {
  const { record } = doc
  const lines = record.lines ?? []
  const seller = record.seller ?? {}
  const number = doc.doc_no ?? 'DRAFT, not a tax invoice'
  const payable = record.payable_paise ?? null
  const place = placeOf(record)
  const mixed = new Set(lines.map((line) => line.gst_rate_bp ?? null)).size > 1
  return (
    <Sheet
      title={doc.status === 'Cancelled' ? 'TAX INVOICE, CANCELLED' : 'TAX INVOICE'}
      copy={copy}
      number={number}
      seller={sellerOf(seller)}
      foot={<Foot record={record} name={seller.name ?? ''} />}
    >
      <PaperFacts
        items={[
          ['Invoice', doc.doc_no ?? 'Draft'],
          ['Date', day(record.date ?? '')],
          ['Due', day(record.due_date ?? '')],
          ['Order', record.order_no ?? ''],
          ['Your order', record.po_no ?? ''],
          ['Vehicle', record.vehicle_no ?? ''],
          ['E-way bill', record.ewb_no ?? ''],
        ]}
      />
      <div className={css.parties}>
        <Party label="Bill to" party={record.buyer ?? {}} />
        <Party label="Ship to" party={record.consignee ?? {}} last={place && `Place of supply ${place}`} />
        {record.irn && (
          <div className={css.registered}>
            {record.signed_qr && <Qr text={record.signed_qr} size={96} />}
            <div className="break">
              IRN {record.irn}
              <br />
              {record.ack_no && (
                <>
                  Ack {record.ack_no}
                  <br />
                  {day(record.ack_date ?? '')}
                </>
              )}
            </div>
          </div>
        )}
      </div>
      <PaperTable
        heads={[
          ['#'],
          ['Goods'],
          ['HSN'],
          ['Pieces', 'right'],
          ['kg', 'right'],
          ['Rate ₹', 'right'],
          ...(mixed ? [['GST %', 'right'] as [string, 'right']] : []),
          ['Taxable ₹', 'right'],
        ]}
        rows={lines.map((line, at) => [
          String(at + 1),
          <div key="goods">
            <strong>{line.name}</strong>
            <div className="text-11 paper-quiet">{batchesOf(line, doc)}</div>
          </div>,
          line.hsn ?? '',
          line.pcs ? pieces(line.pcs) : '',
          kg(line.billed_g ?? line.weight_g ?? 0),
          <span key="rate">
            {rupees(line.rate_paise ?? 0)} <span className="paper-quiet text-11">/{line.rate_uom}</span>
          </span>,
          ...(mixed ? [percent(line.gst_rate_bp ?? 0)] : []),
          rupees(line.taxable_paise ?? 0),
        ])}
      />
      <div className={css.foot}>
        <div>
          <div className="text-11 paper-quiet">Amount in words</div>
          <div className="bold">{record.amount_in_words}</div>
          <p className="mt-8">
            {[
              (record.pcs ?? 0) > 0 && `${pieces(record.pcs!)} pieces`,
              `${kg(record.weight_g ?? 0)} kg`,
              record.slip_no && `slip ${record.slip_no}`,
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
          {(record.hsn_totals ?? []).length > 1 && (
            <table className={css.taxes}>
              <thead>
                <tr>
                  {['HSN', 'GST %', 'Taxable', 'Tax'].map((head) => (
                    <th key={head} className={classes(css.taxHead, head === 'HSN' ? 'left' : 'right')}>
                      {head}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {(record.hsn_totals ?? []).map((one, at) => (
                  <tr key={at} className="num">
                    {[
                      one.hsn ?? '',
                      percent(one.gst_rate_bp ?? 0),
                      rupees(one.taxable_paise ?? 0),
                      rupees((one.cgst_paise ?? 0) + (one.sgst_paise ?? 0) + (one.igst_paise ?? 0)),
                    ].map((cell, column) => (
                      <td key={column} className={classes(css.tax, column ? 'right' : 'left')}>
                        {cell}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          )}
        </div>
        {payable !== null && (
          <dl className={css.sums}>
            {taxRows(
              {
                taxable_paise: record.taxable_paise ?? 0,
                cgst_paise: record.cgst_paise ?? 0,
                sgst_paise: record.sgst_paise ?? 0,
                igst_paise: record.igst_paise ?? 0,
                tcs_paise: record.tcs_paise ?? null,
                round_off_paise: record.round_off_paise ?? null,
                total_paise: payable,
              },
              lines.map((line) => line.gst_rate_bp ?? 0),
              record.state_tax || 'SGST',
            ).map(
              (row, at) =>
                row && (
                  <div key={at} className="contents">
                    <dt className={row.strong ? css.total : 'paper-quiet'}>{row.strong ? 'Total ₹' : row.label}</dt>
                    <dd className={classes('number', css.sum, row.strong && css.total)}>
                      {row.strong ? rupees(payable) : row.value}
                    </dd>
                  </div>
                ),
            )}
          </dl>
        )}
      </div>
    </Sheet>
  )
}

function batchesOf(line: LineOf<'invoice', 'lines'>, doc: DocView<'invoice'>): string {
  const names = [...new Set((line.parts ?? []).map((part) => titleOf(doc.links, 'batch', part.batch)))].filter(
    (name) => !/^[0-9a-f]{8}-/.test(name),
  )
  return names.length > 0 ? `Batch ${names.join(', ')}` : ''
}

function Party({
  label,
  party,
  last,
}: {
  label: string
  party: LineOf<'invoice', 'buyer' | 'consignee'>
  last?: string
}) {
  return (
    <div>
      <div className="text-11 paper-quiet">{label}</div>
      <div className={css.party}>{party.name}</div>
      <div>{party.address}</div>
      {party.gstin && <div>GSTIN {party.gstin}</div>}
      {last && <div>{last}</div>}
    </div>
  )
}

function Foot({ record, name }: { record: RecordOf<'invoice'>; name: string }) {
  return (
    <div className={css.signature} data-whole>
      <p className={css.terms}>{record.terms}</p>
      <div className="nowrap right">
        <div className={css.signed}>For {name}</div>
        <strong>Authorised signatory</strong>
      </div>
    </div>
  )
}

/** What went on the vehicle: no rates. */
function LoadingSlip({ doc }: { doc: DocView<'invoice'> }) {
  const { record } = doc
  const parts = useMemo(
    () => (record.lines ?? []).flatMap((line) => (line.parts ?? []).map((part) => ({ line, part }))),
    [record.lines],
  )
  const def = docDef('loading')
  return (
    <Sheet
      title="LOADING SLIP"
      copy={def?.label ?? ''}
      number={doc.doc_no ?? 'Draft'}
      seller={sellerOf(record.seller ?? {})}
    >
      <PaperFacts
        items={[
          ['Invoice', doc.doc_no ?? 'Draft'],
          ['Order', record.order_no ?? ''],
          ['Date', day(record.date ?? '')],
          ['Vehicle', record.vehicle_no ?? ''],
          ['Slip', record.slip_no ?? ''],
        ]}
      />
      <div className={css.receiver}>
        <Party label="Deliver to" party={record.consignee ?? {}} />
      </div>
      <PaperTable
        heads={[['#'], ['Goods'], ['Batch'], ['Pieces', 'right'], ['kg', 'right'], ['Received', 'right']]}
        rows={parts.map(({ line, part }, at) => [
          String(at + 1),
          <strong key="goods">{line.name}</strong>,
          batchesOf({ parts: [part] }, doc).replace('Batch ', ''),
          part.pcs ? pieces(part.pcs) : '',
          kg(part.weight_g ?? 0),
          '',
        ])}
      />
      <PaperFacts
        items={[
          ['Pieces', pieces(record.pcs ?? 0)],
          ['Weight', `${kg(record.weight_g ?? 0)} kg`],
        ]}
      />
      <Signatures of={['Yard', 'Driver', 'Received, name and time']} />
    </Sheet>
  )
}
