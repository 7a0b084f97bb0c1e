// The tax invoice on paper: A4, three copies, and the loading slip that the driver signs.
import PrintOutlined from '@mui/icons-material/PrintOutlined'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import { useMemo, useState, type ReactNode } from 'react'
import { Link, useParams } from 'react-router'
import { useDoc } from '../../sync/docs'
import { docDef } from '../../core'
import type { DocView, LineOf, RecordOf } from '../../core/records'
import { paths } from '../../docs/paths'
import { day, kg, percent, pieces, rupees } from '../../ui/format'
import { PdfButton } from '../../kit/PdfButton'
import { Page } from '../../ui/Page'
import { Failed, LoadingPage } from '../../ui/states'
import { StatusChip } from '../../ui/StatusChip'
import { Finding } from '../../kit/parts'
import { placeOf, sum, titleOf } from '../../kit/record'
import { taxRows } from '../../kit/figures'
import { PaperFacts, PaperTable, Sheet, Signatures } from '../../kit/Paper'
import { billed } from './figures'
import { Qr } from './Qr'
import { classes } from '../../theme/classes'
import css from './InvoicePrint.module.css'

const COPIES = ['Original for recipient', 'Duplicate for transporter', 'Triplicate for supplier']
const SLIP = 'Loading slip'
/** CSS pixels: 37 mm, so that a camera reads the thousand characters of a signed code. */
const QR_SIZE = 140
/** The one sheet of what is not a tax invoice. */
const CHECKING = 'For checking'
/** The copies as the call for the PDF names them. */
const KEYS: Record<string, string> = {
  [CHECKING]: 'original',
  [COPIES[0]!]: 'original',
  [COPIES[1]!]: 'duplicate',
  [COPIES[2]!]: 'triplicate',
  [SLIP]: 'slip',
}

export default function InvoicePrint() {
  const { id } = useParams()
  const { data: doc, error, refetch } = useDoc('invoice', id)
  const [chosen, setChosen] = useState<string[]>([...COPIES, SLIP])
  if (error && !doc) return <Failed problem={error} what="The invoice" onRetry={() => void refetch()} />
  if (!doc) return <LoadingPage />
  const missing = doc.warnings.find(({ path }) => path === 'irn')
  const not = notYet(doc)
  const copies = not ? [CHECKING] : COPIES
  const offered = [...copies, SLIP]
  const printed = offered.filter((copy) => copy === CHECKING || chosen.includes(copy))
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
          <PdfButton
            type="invoice"
            id={doc.id}
            name={doc.doc_no ?? 'draft'}
            copies={printed.map((copy) => KEYS[copy]!)}
          />
          <Button variant="contained" color="primary" startIcon={<PrintOutlined />} onClick={() => print()}>
            Print {printed.length} {printed.length === 1 ? 'sheet' : 'sheets'}
          </Button>
        </>
      }
    >
      {missing && doc.status !== 'Draft' && (
        <div className="no-print mb-12">
          <Finding
            tone={not ? 'danger' : 'warn'}
            box
            action={<Link to={paths.view('invoice', doc.id)}>Open the invoice</Link>}
          >
            {missing.message}.
          </Finding>
        </div>
      )}
      <div className={`no-print ${css.copies}`} role="group" aria-label="Copies">
        {offered.map((copy) => (
          <label key={copy} className="inline-row pointer">
            <Checkbox checked={printed.includes(copy)} disabled={copy === CHECKING} onChange={() => toggle(copy)} />
            {copy}
          </label>
        ))}
      </div>
      {copies
        .filter((copy) => printed.includes(copy))
        .map((copy) => (
          <TaxInvoice key={copy} doc={doc} copy={copy} not={not} />
        ))}
      {printed.includes(SLIP) && <LoadingSlip doc={doc} />}
    </Page>
  )
}

/** What stands in place of "tax invoice": on a draft, and while the core holds the invoice for its IRN. */
function notYet(doc: DocView<'invoice'>): string | null {
  if (doc.status === 'Draft') return 'DRAFT, NOT A TAX INVOICE'
  return doc.warnings.some(({ code }) => code === 'irn_needed') ? 'NOT A TAX INVOICE, IRN REQUIRED' : null
}

const joined = (parts: (string | false | null | undefined)[]) => parts.filter(Boolean).join(' · ')

function stateOf({ state, state_code }: LineOf<'invoice', 'seller' | 'buyer' | 'consignee'>): string {
  return state ? `${state}${state_code ? ` (${state_code})` : ''}` : ''
}

function sellerOf(seller: LineOf<'invoice', 'seller'>): { name: string; line: ReactNode } {
  const pin = seller.pin && !seller.address?.includes(seller.pin) && `PIN ${seller.pin}`
  return {
    name: seller.name ?? '',
    line: (
      <>
        {joined([seller.address, pin, stateOf(seller)])}
        <br />
        {joined([seller.gstin && `GSTIN ${seller.gstin}`, seller.pan && `PAN ${seller.pan}`, seller.mobile])}
      </>
    ),
  }
}

function TaxInvoice({ doc, copy, not }: { doc: DocView<'invoice'>; copy: string; not: string | null }) {
  const { record } = doc
  const lines = record.lines ?? []
  const seller = record.seller ?? {}
  const number = doc.doc_no ?? 'DRAFT, not a tax invoice'
  const payable = record.payable_paise ?? null
  const place = placeOf(record)
  const mixed = new Set(lines.map((line) => line.gst_rate_bp ?? null)).size > 1
  return (
    <Sheet
      title={not ?? (doc.status === 'Cancelled' ? 'TAX INVOICE, CANCELLED' : 'TAX INVOICE')}
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
          ['Reverse charge', record.reverse_charge ? 'Yes' : 'No'],
        ]}
      />
      <div className={css.parties}>
        <Party label="Bill to" party={record.buyer ?? {}} />
        <Party label="Ship to" party={record.consignee ?? {}} last={place && `Place of supply ${place}`} />
        {record.irn && record.signed_qr && <Qr text={record.signed_qr} size={QR_SIZE} />}
      </div>
      {record.irn && (
        <p className={css.registered}>
          IRN <span className="bold">{record.irn}</span>
          <br />
          {joined([
            record.ack_no && `Acknowledgement ${record.ack_no}`,
            record.ack_date && `acknowledged on ${day(record.ack_date)}`,
          ])}
        </p>
      )}
      <PaperTable
        heads={[
          ['#'],
          ['Goods'],
          ['HSN'],
          ['Pieces', 'right'],
          ['Billed', 'right'],
          ['Rate ₹', 'right'],
          ...(mixed ? [['GST %', 'right'] as [string, 'right']] : []),
          ['Taxable ₹', 'right'],
        ]}
        rows={lines.map((line, at) => [
          String(at + 1),
          <div key="goods">
            <strong>{line.name}</strong>
            <div className="text-11 paper-quiet">{batchesOf(line, doc)}</div>
            <div className="text-11 paper-quiet">{besideGoods(line)}</div>
          </div>,
          line.hsn ?? '',
          line.pcs ? pieces(line.pcs) : '',
          billed(line),
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
            {joined([(record.pcs ?? 0) > 0 && `${pieces(record.pcs!)} pieces`, ...weights(record)])}
          </p>
          {record.bank && (
            <p className="mt-8">
              {joined([
                `Pay to ${[record.bank.bank, record.bank.branch].filter(Boolean).join(', ')}`,
                `account\u00a0${record.bank.account ?? ''}`,
                `IFSC\u00a0${record.bank.ifsc ?? ''}`,
              ])}
            </p>
          )}
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
                      rupees(
                        (one.cgst_paise ?? 0) + (one.sgst_paise ?? 0) + (one.igst_paise ?? 0) + (one.cess_paise ?? 0),
                      ),
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
                cess_paise: record.cess_paise ?? 0,
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

/** What makes the taxable amount of a line another than quantity × rate. */
function besideGoods(line: LineOf<'invoice', 'lines'>): string {
  const [discount, charges] = [line.discount_bp ?? 0, line.charges_paise ?? 0]
  if (line.amount_paise === undefined || (!discount && !charges)) return ''
  return joined([
    `Goods ${rupees(line.amount_paise)}${discount ? ` after ${percent(discount)} % discount` : ''}`,
    charges > 0 && `freight and loading ${rupees(charges)}`,
  ])
}

/** The weight that is billed and the one on the slip, each by its name. */
function weights(record: RecordOf<'invoice'>): string[] {
  const weighed = record.weight_g ?? 0
  const sold = sum(record.lines ?? [], (line) => line.billed_g) ?? weighed
  const slip = record.slip_no ? ` on slip\u00a0${record.slip_no}` : ''
  if (sold === weighed) return [`weighed and billed ${kg(weighed)} kg${slip}`]
  return [`billed ${kg(sold)} kg`, `weighed ${kg(weighed)} kg${slip}`]
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
      {stateOf(party) && <div>State {stateOf(party)}</div>}
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
        heads={[['#'], ['Goods'], ['Batch'], ['Pieces', 'right'], ['Weighed kg', 'right'], ['Received', 'right']]}
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
          ['Weighed', `${kg(record.weight_g ?? 0)} kg`],
        ]}
      />
      <Signatures of={['Yard', 'Driver', 'Received, name and time']} />
    </Sheet>
  )
}
