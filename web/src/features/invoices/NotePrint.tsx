// A credit or debit note on paper, with what the law wants on it (CGST Rules 2017, rule 53).
import PrintOutlined from '@mui/icons-material/PrintOutlined'
import Button from '@mui/material/Button'
import { useLocation, useParams } from 'react-router'
import { docDef } from '../../core'
import type { DocView, LineOf } from '../../core/records'
import { plainValue } from '../../docs/fields/FieldValue'
import NotFound from '../../docs/NotFound'
import { paths } from '../../docs/paths'
import { PaperFacts, PaperTable, Sheet } from '../../kit/Paper'
import { placeOf } from '../../kit/record'
import { useDoc } from '../../sync/docs'
import { day, kg, percent, pieces, rupees } from '../../ui/format'
import { PdfButton } from '../../kit/PdfButton'
import { Page } from '../../ui/Page'
import { Failed, LoadingPage } from '../../ui/states'
import { StatusChip } from '../../ui/StatusChip'
import { lower } from '../../ui/words'
import { classes } from '../../theme/classes'
import { NOTES } from './figures'
import { noteSums } from './NoteView'
import css from './InvoicePrint.module.css'
import { Qr } from './Qr'

const QR_SIZE = 140

export default function NotePrint() {
  const { id } = useParams()
  const { pathname } = useLocation()
  const type = NOTES.find((one) => pathname.startsWith(`/${one}/`)) ?? 'credit_note'
  const def = docDef(type)
  const { data, error, refetch } = useDoc(type, id)
  const doc = data as DocView<'credit_note'> | undefined
  if (error?.status === 404 || !def) return <NotFound />
  if (error && !doc) return <Failed problem={error} what="The note" onRetry={() => void refetch()} />
  if (!doc) return <LoadingPage />
  return (
    <Page
      title={`Print ${lower(def.label)}`}
      name={doc.doc_no ?? 'Draft'}
      crumbs={[
        { name: def.plural, path: paths.list(type) },
        { name: doc.doc_no ?? 'Draft', path: paths.view(type, doc.id) },
      ]}
      actions={
        <>
          <StatusChip status={doc.status} />
          <PdfButton type={type} id={doc.id} name={doc.doc_no ?? 'draft'} />
          <Button variant="contained" color="primary" startIcon={<PrintOutlined />} onClick={() => print()}>
            Print
          </Button>
        </>
      }
    >
      <Paper doc={doc} label={def.label} />
    </Page>
  )
}

function Paper({ doc, label }: { doc: DocView<'credit_note'>; label: string }) {
  const { record } = doc
  const seller = record.seller ?? {}
  const lines = record.lines ?? []
  const reason = docDef('credit_note')?.fields.find(({ key }) => key === 'reason')
  const place = placeOf(record)
  const title = doc.status === 'Draft' ? `DRAFT, NOT A ${label}` : label
  const commercial = record.gst === 'without'
  return (
    <Sheet
      title={title.toUpperCase()}
      copy={commercial ? 'Commercial, without GST' : 'Original for recipient'}
      number={doc.doc_no ?? 'DRAFT'}
      seller={{
        name: seller.name ?? '',
        line: [seller.address, seller.gstin && `GSTIN ${seller.gstin}`, seller.mobile].filter(Boolean).join(' · '),
      }}
      foot={
        <div className={css.signature} data-whole>
          <p className={css.terms}>{record.remarks}</p>
          <div className="nowrap right">
            <div className={css.signed}>For {seller.name}</div>
            <strong>Authorised signatory</strong>
          </div>
        </div>
      }
    >
      <PaperFacts
        items={[
          [label, doc.doc_no ?? 'Draft'],
          ['Date', day(record.date ?? '')],
          ['Against invoice', record.invoice_no ?? ''],
          ['Invoice date', day(record.invoice_date ?? '')],
          ['Reason', reason && record.reason ? plainValue(reason, record.reason, {}) : ''],
          ['Sales return', record.return_no ?? ''],
          ['Order', record.order_no ?? ''],
        ]}
      />
      <div className={css.parties}>
        <Party party={record.buyer ?? {}} last={place && `Place of supply ${place}`} />
        {record.irn && record.signed_qr && <Qr text={record.signed_qr} size={QR_SIZE} />}
      </div>
      {record.irn && (
        <p className={css.registered}>
          IRN <span className="bold">{record.irn}</span>
        </p>
      )}
      <PaperTable
        heads={[
          ['#'],
          ['Goods'],
          ['HSN'],
          ['Pieces', 'right'],
          ['kg', 'right'],
          [record.reason === 'rate_difference' ? 'Difference ₹' : 'Rate ₹', 'right'],
          ['GST %', 'right'],
          ['Taxable ₹', 'right'],
        ]}
        rows={lines.map((line, at) => [
          String(at + 1),
          <strong key="goods">{line.name}</strong>,
          line.hsn ?? '',
          line.pcs ? pieces(line.pcs) : '',
          line.weight_g ? kg(line.weight_g) : '',
          record.reason === 'discount' ? '' : `${rupees(line.rate_paise ?? 0)} /${line.rate_uom ?? ''}`,
          percent(line.gst_rate_bp ?? 0),
          rupees(line.taxable_paise ?? 0),
        ])}
      />
      <div className={css.foot}>
        <div>
          <div className="text-11 paper-quiet">Amount in words</div>
          <div className="bold">{record.amount_in_words}</div>
        </div>
        {record.payable_paise != null && (
          <dl className={css.sums}>
            {noteSums(record).map(
              (row, at) =>
                row && (
                  <div key={at} className="contents">
                    <dt className={row.strong ? css.total : 'paper-quiet'}>{row.strong ? 'Total ₹' : row.label}</dt>
                    <dd className={classes('number', css.sum, row.strong && css.total)}>
                      {row.strong ? rupees(record.payable_paise ?? 0) : row.value}
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

function Party({ party, last }: { party: LineOf<'credit_note', 'buyer'>; last: string }) {
  return (
    <div>
      <div className="text-11 paper-quiet">To</div>
      <div className={css.party}>{party.name}</div>
      <div>{party.address}</div>
      {party.state && <div>State {party.state}</div>}
      {party.gstin && <div>GSTIN {party.gstin}</div>}
      {last && <div>{last}</div>}
    </div>
  )
}
