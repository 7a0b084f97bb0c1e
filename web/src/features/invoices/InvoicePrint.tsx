// The tax invoice on paper: A4, three copies, and the loading slip that the driver signs.
import PrintOutlined from '@mui/icons-material/PrintOutlined'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import { useMemo, useState } from 'react'
import { useParams } from 'react-router'
import { useDoc } from '../../sync/docs'
import { docDef } from '../../core'
import type { DocView } from '../../core/types.gen'
import { paths } from '../../docs/paths'
import { day, kg, percent, pieces, rupees } from '../../ui/format'
import { Page } from '../../ui/Page'
import { Failed, LoadingPage } from '../../ui/states'
import { StatusChip } from '../../ui/StatusChip'
import { group, int, placeOf, rows, text, titleOf, type Values } from '../../kit/record'
import { taxRows } from '../../kit/figures'
import { PaperFacts, PaperTable, Sheet } from '../../kit/Paper'
import { Qr } from './Qr'

const COPIES = ['Original for recipient', 'Duplicate for transporter', 'Triplicate for supplier']
const SLIP = 'Loading slip'
const INK2 = '#55556a'

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
      <div
        className="no-print"
        role="group"
        aria-label="Copies"
        style={{ display: 'flex', flexWrap: 'wrap', gap: '0 16px', justifyContent: 'center', marginBottom: 8 }}
      >
        {[...COPIES, SLIP].map((copy) => (
          <label key={copy} style={{ display: 'inline-flex', alignItems: 'center', cursor: 'pointer' }}>
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

function sellerOf(seller: Values): { name: string; line: string } {
  return {
    name: text(seller, 'name'),
    line: [
      text(seller, 'address'),
      text(seller, 'gstin') && `GSTIN ${text(seller, 'gstin')}`,
      text(seller, 'pan') && `PAN ${text(seller, 'pan')}`,
    ]
      .filter(Boolean)
      .join(' · '),
  }
}

function TaxInvoice({ doc, copy }: { doc: DocView; copy: string }) {
  const { record } = doc
  const lines = rows(record, 'lines')
  const seller = group(record, 'seller')
  const number = doc.doc_no ?? 'DRAFT, not a tax invoice'
  const payable = int(record, 'payable_paise')
  const place = placeOf(record)
  const mixed = new Set(lines.map((line) => int(line, 'gst_rate_bp'))).size > 1
  return (
    <Sheet
      title={doc.status === 'Cancelled' ? 'TAX INVOICE, CANCELLED' : 'TAX INVOICE'}
      copy={copy}
      number={number}
      page="Page 1 of 1"
      seller={sellerOf(seller)}
      foot={<Foot record={record} name={text(seller, 'name')} />}
    >
      <PaperFacts
        items={[
          ['Invoice', doc.doc_no ?? 'Draft'],
          ['Date', day(text(record, 'date'))],
          ['Due', day(text(record, 'due_date'))],
          ['Order', text(record, 'order_no')],
          ['Your order', text(record, 'po_no')],
          ['Vehicle', text(record, 'vehicle_no')],
          ['E-way bill', text(record, 'ewb_no')],
        ]}
      />
      <div style={{ display: 'grid', gridTemplateColumns: '1fr 1fr auto', gap: 20, padding: '12px 0' }}>
        <Party label="Bill to" party={group(record, 'buyer')} />
        <Party label="Ship to" party={group(record, 'consignee')} last={place && `Place of supply ${place}`} />
        {text(record, 'irn') && (
          <div style={{ display: 'flex', gap: 10, fontSize: 10, lineHeight: '14px', maxWidth: 250 }}>
            {text(record, 'signed_qr') && <Qr text={text(record, 'signed_qr')} size={96} />}
            <div style={{ overflowWrap: 'anywhere' }}>
              IRN {text(record, 'irn')}
              <br />
              {text(record, 'ack_no') && (
                <>
                  Ack {text(record, 'ack_no')}
                  <br />
                  {day(text(record, 'ack_date'))}
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
            <strong>{text(line, 'name')}</strong>
            <div style={{ fontSize: 11, color: INK2 }}>{batchesOf(line, doc)}</div>
          </div>,
          text(line, 'hsn'),
          int(line, 'pcs') ? pieces(int(line, 'pcs')!) : '',
          kg(int(line, 'billed_g') ?? int(line, 'weight_g') ?? 0),
          <span key="rate">
            {rupees(int(line, 'rate_paise') ?? 0)}{' '}
            <span style={{ color: INK2, fontSize: 11 }}>/{text(line, 'rate_uom')}</span>
          </span>,
          ...(mixed ? [percent(int(line, 'gst_rate_bp') ?? 0)] : []),
          rupees(int(line, 'taxable_paise') ?? 0),
        ])}
      />
      <div style={{ display: 'grid', gridTemplateColumns: '1fr 260px', gap: 28, paddingTop: 14 }}>
        <div>
          <div style={{ fontSize: 11, color: INK2 }}>Amount in words</div>
          <div style={{ fontWeight: 600 }}>{text(record, 'amount_in_words')}</div>
          <p style={{ marginTop: 8 }}>
            {[
              (int(record, 'pcs') ?? 0) > 0 && `${pieces(int(record, 'pcs')!)} pieces`,
              `${kg(int(record, 'weight_g') ?? 0)} kg`,
              text(record, 'slip_no') && `slip ${text(record, 'slip_no')}`,
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
          {rows(record, 'hsn_totals').length > 1 && (
            <table style={{ marginTop: 10, fontSize: 11, borderCollapse: 'collapse' }}>
              <thead>
                <tr>
                  {['HSN', 'GST %', 'Taxable', 'Tax'].map((head) => (
                    <th
                      key={head}
                      style={{
                        textAlign: head === 'HSN' ? 'left' : 'right',
                        padding: '2px 10px 2px 0',
                        fontWeight: 600,
                      }}
                    >
                      {head}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {rows(record, 'hsn_totals').map((one, at) => (
                  <tr key={at} className="num">
                    {[
                      text(one, 'hsn'),
                      percent(int(one, 'gst_rate_bp') ?? 0),
                      rupees(int(one, 'taxable_paise') ?? 0),
                      rupees(
                        (int(one, 'cgst_paise') ?? 0) + (int(one, 'sgst_paise') ?? 0) + (int(one, 'igst_paise') ?? 0),
                      ),
                    ].map((cell, column) => (
                      <td key={column} style={{ textAlign: column ? 'right' : 'left', padding: '2px 10px 2px 0' }}>
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
          <dl style={{ display: 'grid', gridTemplateColumns: '1fr auto', rowGap: 5, alignContent: 'start' }}>
            {taxRows(
              {
                taxable_paise: int(record, 'taxable_paise') ?? 0,
                cgst_paise: int(record, 'cgst_paise') ?? 0,
                sgst_paise: int(record, 'sgst_paise') ?? 0,
                igst_paise: int(record, 'igst_paise') ?? 0,
                tcs_paise: int(record, 'tcs_paise'),
                round_off_paise: int(record, 'round_off_paise'),
                total_paise: payable,
              },
              lines.map((line) => int(line, 'gst_rate_bp') ?? 0),
              text(record, 'state_tax') || 'SGST',
            ).map(
              (row, at) =>
                row && (
                  <div key={at} style={{ display: 'contents' }}>
                    <dt
                      style={
                        row.strong
                          ? { borderTop: '1px solid #22222f', paddingTop: 6, fontSize: 16, fontWeight: 650 }
                          : { color: INK2 }
                      }
                    >
                      {row.strong ? 'Total ₹' : row.label}
                    </dt>
                    <dd
                      className="num nowrap"
                      style={{
                        margin: 0,
                        paddingLeft: 12,
                        textAlign: 'right',
                        ...(row.strong
                          ? { borderTop: '1px solid #22222f', paddingTop: 6, fontSize: 16, fontWeight: 650 }
                          : null),
                      }}
                    >
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

function batchesOf(line: Values, doc: DocView): string {
  const names = [...new Set(rows(line, 'parts').map((part) => titleOf(doc.links, 'batch', part.batch)))].filter(
    (name) => !/^[0-9a-f]{8}-/.test(name),
  )
  return names.length > 0 ? `Batch ${names.join(', ')}` : ''
}

function Party({ label, party, last }: { label: string; party: Values; last?: string }) {
  return (
    <div>
      <div style={{ fontSize: 11, color: INK2 }}>{label}</div>
      <div style={{ fontSize: 13.5, fontWeight: 650 }}>{text(party, 'name')}</div>
      <div>{text(party, 'address')}</div>
      {text(party, 'gstin') && <div>GSTIN {text(party, 'gstin')}</div>}
      {last && <div>{last}</div>}
    </div>
  )
}

function Foot({ record, name }: { record: Values; name: string }) {
  return (
    <div
      style={{
        display: 'flex',
        justifyContent: 'space-between',
        gap: 24,
        alignItems: 'flex-end',
        fontSize: 11,
        paddingTop: 24,
        breakInside: 'avoid',
      }}
    >
      <p style={{ color: INK2, maxWidth: 420, whiteSpace: 'pre-line' }}>{text(record, 'terms')}</p>
      <div style={{ textAlign: 'right' }} className="nowrap">
        <div style={{ marginBottom: 34 }}>For {name}</div>
        <strong>Authorised signatory</strong>
      </div>
    </div>
  )
}

/** What went on the vehicle: no rates. */
function LoadingSlip({ doc }: { doc: DocView }) {
  const { record } = doc
  const lines = rows(record, 'lines')
  const parts = useMemo(() => lines.flatMap((line) => rows(line, 'parts').map((part) => ({ line, part }))), [lines])
  const def = docDef('loading')
  return (
    <Sheet
      title="LOADING SLIP"
      copy={def?.label ?? ''}
      number={doc.doc_no ?? 'Draft'}
      page="Page 1 of 1"
      seller={sellerOf(group(record, 'seller'))}
    >
      <PaperFacts
        items={[
          ['Invoice', doc.doc_no ?? 'Draft'],
          ['Order', text(record, 'order_no')],
          ['Date', day(text(record, 'date'))],
          ['Vehicle', text(record, 'vehicle_no')],
          ['Slip', text(record, 'slip_no')],
        ]}
      />
      <div style={{ padding: '12px 0' }}>
        <Party label="Deliver to" party={group(record, 'consignee')} />
      </div>
      <PaperTable
        heads={[['#'], ['Goods'], ['Batch'], ['Pieces', 'right'], ['kg', 'right'], ['Received', 'right']]}
        rows={parts.map(({ line, part }, at) => [
          String(at + 1),
          <strong key="goods">{text(line, 'name')}</strong>,
          batchesOf({ parts: [part] }, doc).replace('Batch ', ''),
          int(part, 'pcs') ? pieces(int(part, 'pcs')!) : '',
          kg(int(part, 'weight_g') ?? 0),
          '',
        ])}
      />
      <PaperFacts
        items={[
          ['Pieces', pieces(int(record, 'pcs') ?? 0)],
          ['Weight', `${kg(int(record, 'weight_g') ?? 0)} kg`],
        ]}
      />
      <div style={{ display: 'grid', gridTemplateColumns: 'repeat(3, 1fr)', gap: 24, marginTop: 64, fontSize: 11 }}>
        {['Yard', 'Driver', 'Received, name and time'].map((who) => (
          <div key={who} style={{ borderTop: '1px solid #8b90a3', paddingTop: 4 }}>
            {who}
          </div>
        ))}
      </div>
    </Sheet>
  )
}
