// A credit or debit note: its lines, what it comes to, and what it did to the customer's account.
import EditOutlined from '@mui/icons-material/EditOutlined'
import PrintOutlined from '@mui/icons-material/PrintOutlined'
import Button from '@mui/material/Button'
import { Link } from 'react-router'
import type { DocView, RecordOf } from '../../core/records'
import { DocActions } from '../../docs/DocActions'
import { plainValue } from '../../docs/fields/FieldValue'
import { History } from '../../docs/HistoryView'
import NotFound from '../../docs/NotFound'
import type { DocPageProps } from '../../docs/overrides'
import { paths } from '../../docs/paths'
import { Warnings } from '../../docs/Warnings'
import { taxRows } from '../../kit/figures'
import { Card, Facts, Scroll, Sums, WithRail } from '../../kit/parts'
import { placeOf, titleOf } from '../../kit/record'
import { useDoc } from '../../sync/docs'
import { may } from '../../sync/rights'
import { useUser } from '../../sync/store'
import { NOTHING, day, kg, pieces, rupees, wholeRupees } from '../../ui/format'
import { Page } from '../../ui/Page'
import { Failed, LoadingPage } from '../../ui/states'
import { StatusChip } from '../../ui/StatusChip'
import { lower } from '../../ui/words'
import type { NoteType } from './figures'
import { PortalFiles } from './PortalFiles'
import { say } from '../../words/say'

export type NoteRecord = RecordOf<'credit_note'>

export default function NoteView({ def, id = '' }: DocPageProps) {
  const user = useUser()
  const type = def.key as NoteType
  const { data, error, refetch } = useDoc(type, id)
  const doc = data as DocView<'credit_note'> | undefined
  if (error?.status === 404) return <NotFound />
  if (error && !doc) return <Failed problem={error} what={say('The note')} onRetry={() => void refetch()} />
  if (!doc) return <LoadingPage />
  const { record } = doc
  const said = (key: 'reason' | 'gst' | 'irn_state') => {
    const field = def.fields.find((one) => one.key === key)
    return field && record[key] ? plainValue(field, record[key], {}) : ''
  }
  const total = record.payable_paise ?? null
  return (
    <Page
      title={doc.doc_no ?? say('Draft {label}', { label: lower(def.label) })}
      crumbs={[{ name: def.plural, path: paths.list(type) }]}
      actions={
        <>
          <StatusChip status={doc.status} />
          {doc.editable && may(user, def, 'edit') && (
            <Button component={Link} to={paths.edit(type, doc.id)} startIcon={<EditOutlined />}>
              {say('Edit')}
            </Button>
          )}
          <PortalFiles type={type} doc={doc} />
          {doc.status === 'Posted' && (
            <Button component={Link} to={paths.print(type, doc.id)} startIcon={<PrintOutlined />}>
              {say('Print')}
            </Button>
          )}
        </>
      }
      bar={
        <DocActions
          def={def}
          doc={doc as DocView}
          primary="post"
          confirm={{
            post: {
              text:
                say('Posting gives the note its number and enters it in the books and in the customer’s account. ') +
                say('It cannot be undone, only corrected by a further note.'),
              button: total === null ? say('Post') : say('Post ₹{total}', { total: wholeRupees(total) }),
            },
          }}
        />
      }
    >
      <Warnings doc={doc as DocView} />
      <WithRail rail={<NoteTotals note={record} />}>
        <Card>
          <Facts
            items={[
              {
                label: say('Customer'),
                value: <Link to={paths.view('customer', record.customer ?? '')}>{record.customer_name}</Link>,
              },
              {
                label: say('Invoice'),
                value: <Link to={paths.view('invoice', record.invoice ?? '')}>{record.invoice_no}</Link>,
              },
              { label: say('Invoice date'), value: day(record.invoice_date ?? '') },
              { label: say('Date'), value: record.date ? day(record.date) : '' },
              { label: say('Reason'), value: said('reason') },
              { label: say('GST'), value: said('gst') },
              !!record.sales_return && {
                label: say('Sales return'),
                value: <Link to={paths.view('sales_return', record.sales_return)}>{record.return_no}</Link>,
              },
              { label: say('Due'), value: record.due_date ? day(record.due_date) : '' },
              { label: say('E-invoice'), value: said('irn_state') },
              { label: say('IRN'), value: record.irn ?? '' },
              { label: say('Remarks'), value: record.remarks ?? '' },
            ]}
          />
        </Card>
        {record.reckoned?.length ? <Reckoned rows={record.reckoned} /> : <NoteLines note={record} links={doc.links} />}
        <Card title={say('History')} pad={0}>
          <History def={def} doc={doc as DocView} />
        </Card>
      </WithRail>
    </Page>
  )
}

/** The sums of a note, and where its amount went. */
function NoteTotals({ note }: { note: NoteRecord }) {
  const total = note.payable_paise ?? null
  if (total === null) return null
  const place = placeOf(note)
  return (
    <>
      <Card title={say('Total')} aside={place && say('to {place}', { place })}>
        <Sums items={noteSums(note)} />
        {note.amount_in_words && <p className="mt-10 text-12 muted">{note.amount_in_words}</p>}
      </Card>
      {note.set_off_paise != null && (
        <Card title={say('Customer’s account')}>
          <Sums
            items={[
              { label: say('Set against the invoice'), value: rupees(note.set_off_paise) },
              { label: say('On account'), value: rupees(note.on_account_paise ?? 0) },
            ]}
          />
        </Card>
      )}
    </>
  )
}

export function noteSums(note: NoteRecord) {
  return taxRows(
    {
      taxable_paise: note.taxable_paise ?? 0,
      cgst_paise: note.cgst_paise ?? 0,
      sgst_paise: note.sgst_paise ?? 0,
      igst_paise: note.igst_paise ?? 0,
      cess_paise: note.cess_paise ?? 0,
      tcs_paise: note.tcs_paise ?? null,
      round_off_paise: note.round_off_paise ?? null,
      total_paise: note.payable_paise ?? 0,
    },
    (note.lines ?? []).map((line) => line.gst_rate_bp ?? 0),
    note.state_tax || 'SGST',
  )
}

/** How the amount of a note follows from the terms of payment. */
function Reckoned({ rows }: { rows: NonNullable<NoteRecord['reckoned']> }) {
  return (
    <Card title={say('By the terms of payment')} pad={0}>
      <Scroll>
        <table className="stacks data-table">
          <thead>
            <tr>
              <th>{say('From')}</th>
              <th>{say('Until')}</th>
              <th className="right">{say('Days')}</th>
              <th className="right">{say('On ₹')}</th>
              <th className="right">{say('Rate')}</th>
              <th className="right">{say('Amount ₹')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row, at) => (
              <tr key={at}>
                <td data-head={say('From')}>{row.from ? day(row.from) : NOTHING}</td>
                <td data-head={say('Until')}>{row.until ? day(row.until) : NOTHING}</td>
                <td data-head={say('Days')} className="number">
                  {row.days ?? 0}
                </td>
                <td data-head={say('On ₹')} className="number">
                  {row.base_paise == null ? NOTHING : rupees(row.base_paise)}
                </td>
                <td data-head={say('Rate')} className="number">
                  {(row.rate_bp ?? 0) / 100}%
                </td>
                <td data-head={say('Amount ₹')} className="number semibold">
                  {row.amount_paise == null ? NOTHING : rupees(row.amount_paise)}
                  {!!row.given_paise && (
                    <div className="text-12 muted">
                      {say('after {given_paise} given before', { given_paise: rupees(row.given_paise) })}
                    </div>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </Card>
  )
}

function NoteLines({ note, links }: { note: NoteRecord; links: DocView['links'] }) {
  const lines = note.lines ?? []
  const money = lines.some((line) => (line.taxable_paise ?? null) !== null)
  if (lines.length === 0) {
    return (
      <Card title={say('Lines')}>
        <p className="muted">{say('Nothing is corrected yet.')}</p>
      </Card>
    )
  }
  return (
    <Card title={say('Lines')} pad={0}>
      <Scroll>
        <table className="stacks data-table">
          <thead>
            <tr>
              <th>{say('Goods')}</th>
              <th>{say('HSN')}</th>
              <th className="right">{say('Pieces')}</th>
              <th className="right">{say('kg')}</th>
              {money && (
                <>
                  <th className="right">{note.reason === 'rate_difference' ? say('Difference ₹') : say('Rate ₹')}</th>
                  <th className="right">{say('Taxable ₹')}</th>
                </>
              )}
            </tr>
          </thead>
          <tbody>
            {lines.map((line, at) => (
              <tr key={at}>
                <td className="whole">
                  <strong className="bold">{line.name}</strong>
                  <div className="text-12 muted">
                    {(line.parts ?? []).map((part) => titleOf(links, 'batch', part.batch)).join(', ')}
                  </div>
                </td>
                <td data-head={say('HSN')}>{line.hsn}</td>
                <td data-head={say('Pieces')} className="number">
                  {line.pcs ? pieces(line.pcs) : NOTHING}
                </td>
                <td data-head="kg" className="number">
                  {line.weight_g ? kg(line.weight_g) : NOTHING}
                </td>
                {money && (
                  <>
                    <td data-head={say('Rate ₹')} className="number">
                      {note.reason === 'discount' ? (
                        NOTHING
                      ) : (
                        <span>
                          {rupees(line.rate_paise ?? 0)} <span className="muted">/{line.rate_uom}</span>
                        </span>
                      )}
                    </td>
                    <td data-head={say('Taxable ₹')} className="number semibold">
                      {rupees(line.taxable_paise ?? 0)}
                    </td>
                  </>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </Card>
  )
}
