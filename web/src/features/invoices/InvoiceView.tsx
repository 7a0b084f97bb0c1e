// A posted or cancelled invoice: what it comes to, its parties, what the portals still do about it, and its papers.
import PrintOutlined from '@mui/icons-material/PrintOutlined'
import Button from '@mui/material/Button'
import { Link, useNavigate } from 'react-router'
import type { DocDef, DocView, FieldOf, RecordOf } from '../../core/records'
import { DocActions } from '../../docs/DocActions'
import { History } from '../../docs/HistoryView'
import { paths } from '../../docs/paths'
import { Warnings } from '../../docs/Warnings'
import { Deadlines } from '../../ui/Countdown'
import { taxRows } from '../../kit/figures'
import { Card, Facts, Finding, Sums, WithRail } from '../../kit/parts'
import { PartB } from '../../kit/PartB'
import { placeOf } from '../../kit/record'
import { day, rupees } from '../../ui/format'
import { Page } from '../../ui/Page'
import { StatusChip } from '../../ui/StatusChip'
import { IrnState } from './figures'
import { InvoiceLines } from './InvoiceLines'
import { InvoiceNotes, NoteButtons } from './InvoiceNotes'
import { InvoiceReturns } from './InvoiceReturns'
import { PortalFiles } from './PortalFiles'
import { say } from '../../words/say'

export const CRUMBS = [{ name: say('Invoices'), path: paths.list('invoice') }]
/** What the step that records them starts with. */
const RECORDED = [
  'irn',
  'ack_no',
  'ack_date',
  'signed_qr',
  'ewb_no',
  'ewb_date',
  'ewb_valid_to',
  'distance_km',
  'transporter',
  'ewb_mode',
] satisfies FieldOf<'invoice'>[]

export function Totals({ invoice }: { invoice: RecordOf<'invoice'> }) {
  const payable = invoice.payable_paise ?? null
  if (payable === null) return null
  const lines = invoice.lines ?? []
  return (
    <Card title={say('Total')} aside={placeOf(invoice) && say('to {place}', { place: placeOf(invoice) })}>
      <Sums
        items={taxRows(
          {
            taxable_paise: invoice.taxable_paise ?? 0,
            cgst_paise: invoice.cgst_paise ?? 0,
            sgst_paise: invoice.sgst_paise ?? 0,
            igst_paise: invoice.igst_paise ?? 0,
            cess_paise: invoice.cess_paise ?? 0,
            tcs_paise: invoice.tcs_paise ?? null,
            round_off_paise: invoice.round_off_paise ?? null,
            total_paise: payable,
          },
          lines.map((line) => line.gst_rate_bp ?? 0),
          invoice.state_tax || 'SGST',
        )}
      />
      {invoice.amount_in_words && <p className="mt-10 text-12 muted">{invoice.amount_in_words}</p>}
      {invoice.ewb_needed === true && !invoice.ewb_no && (
        <div className="mt-10">
          <Finding tone="warn" box>
            {say('An e-way bill is needed for this value.')}
          </Finding>
        </div>
      )}
    </Card>
  )
}

export function Parties({ invoice }: { invoice: RecordOf<'invoice'> }) {
  const parties = [
    [say('Bill to'), invoice.buyer ?? {}],
    [say('Ship to'), invoice.consignee ?? {}],
  ] as const
  return (
    <>
      {parties
        .filter(([, party]) => party.name || (party.address ?? ''))
        .map(([label, party]) => (
          <Card key={label} title={label}>
            <div className="text-13">
              <strong className="bold">{party.name}</strong>
              <div>{party.address}</div>
              <div className="muted">
                {[party.gstin && `GSTIN ${party.gstin}`, party.state].filter(Boolean).join(' · ')}
              </div>
            </div>
          </Card>
        ))}
    </>
  )
}

export function InvoiceView({ def, doc }: { def: DocDef<'invoice'>; doc: DocView<'invoice'> }) {
  const navigate = useNavigate()
  const { record } = doc
  const orders = record.orders ?? []
  return (
    <Page
      title={doc.doc_no ?? say('Invoice')}
      crumbs={CRUMBS}
      actions={
        <>
          <StatusChip status={doc.status} />
          {doc.status === 'Posted' && <NoteButtons invoice={doc.id} />}
          <PortalFiles type="invoice" doc={doc} />
          <Button
            variant="contained"
            color="primary"
            startIcon={<PrintOutlined />}
            onClick={() => void navigate(paths.print('invoice', doc.id))}
          >
            {say('Print')}
          </Button>
        </>
      }
      bar={
        <DocActions
          def={def}
          doc={doc}
          starts={{
            record: Object.fromEntries(
              RECORDED.filter((key) => record[key] !== undefined).map((key) => [key, record[key]]),
            ),
          }}
        />
      }
    >
      <Warnings doc={doc} />
      <Deadlines of={doc.deadlines} />
      <WithRail
        rail={
          <>
            <Totals invoice={record} />
            <Parties invoice={record} />
            <PartB title={say('Part B of the e-way bill')} rows={record.part_b ?? []} />
          </>
        }
      >
        <Card>
          <Facts
            items={[
              {
                label: say('Customer'),
                value: <Link to={paths.view('customer', record.customer ?? '')}>{record.customer_name}</Link>,
              },
              { label: say('Date'), value: day(record.date ?? '') },
              { label: say('Due'), value: day(record.due_date ?? '') },
              ...(record.instalments?.length
                ? [
                    {
                      label: say('Instalments'),
                      value: record.instalments
                        .map((part) =>
                          [day(part.due ?? ''), part.amount_paise != null && `₹${rupees(part.amount_paise)}`]
                            .filter(Boolean)
                            .join(' '),
                        )
                        .join(', '),
                    },
                  ]
                : []),
              ...(record.interest_bp
                ? [
                    {
                      label: say('Interest after the due date'),
                      value: say('{interest_bp}% a year', { interest_bp: record.interest_bp / 100 }),
                    },
                  ]
                : []),
              ...(record.discount_bp
                ? [
                    {
                      label: say('Cash discount'),
                      value: say('{discount_bp}% until {discount_until}', {
                        discount_bp: record.discount_bp / 100,
                        discount_until: day(record.discount_until ?? ''),
                      }),
                    },
                  ]
                : []),
              {
                label: say('Order'),
                value:
                  orders.length > 0 ? (
                    <>
                      {orders.map((order, at) => (
                        <Link key={order} to={paths.view('order', order)}>
                          {at ? ', ' : ''}
                          {(record.order_no ?? '').split(', ')[at] ?? say('Order')}
                        </Link>
                      ))}
                    </>
                  ) : (
                    ''
                  ),
              },
              { label: say('Vehicle'), value: record.vehicle_no ?? '' },
              { label: say('E-way bill'), value: record.ewb_no ?? '' },
              { label: say('E-invoice'), value: <IrnState of={record} /> },
              { label: say('IRN'), value: record.irn ?? '' },
            ]}
          />
        </Card>
        {record.cancelled_because && (
          <Finding tone="danger" box>
            {say('Cancelled: {cancelled_because}', { cancelled_because: record.cancelled_because })}
          </Finding>
        )}
        <InvoiceLines invoice={record} />
        <InvoiceReturns invoice={doc.id} posted={doc.status === 'Posted'} />
        {doc.status === 'Posted' && <InvoiceNotes invoice={doc.id} />}
        <Card title={say('History')} pad={0}>
          <History def={def} doc={doc} />
        </Card>
      </WithRail>
    </Page>
  )
}
