// The debit note that an inward proposes, on paper: what the supplier billed and did not bring, or took back.
import PrintOutlined from '@mui/icons-material/PrintOutlined'
import Button from '@mui/material/Button'
import { useParams } from 'react-router'
import { docDef, fieldsIn } from '../../core'
import type { DocView } from '../../core/records'
import { useDoc, useList } from '../../sync/docs'
import NotFound from '../../docs/NotFound'
import { paths } from '../../docs/paths'
import { day, kg, pieces, rupees } from '../../ui/format'
import { Page } from '../../ui/Page'
import { Empty, Failed, LoadingPage } from '../../ui/states'
import { PaperFacts, PaperTable, Sheet, Signatures } from '../../kit/Paper'
import { titleOf } from '../../kit/record'

export default function DebitNote() {
  const { id } = useParams()
  const { data: doc, error, refetch } = useDoc('inward', id)
  if (error?.status === 404) return <NotFound />
  if (error && !doc) return <Failed problem={error} what="The stock inward" onRetry={() => void refetch()} />
  if (!doc) return <LoadingPage />
  const claims = doc.record.claims ?? []
  const number = doc.doc_no ?? 'Draft inward'
  return (
    <Page
      title="Debit note proposal"
      name={number}
      crumbs={[
        { name: 'Stock inwards', path: paths.list('inward') },
        { name: number, path: paths.view('inward', doc.id) },
      ]}
      actions={
        claims.length > 0 && (
          <Button variant="contained" color="primary" startIcon={<PrintOutlined />} onClick={() => print()}>
            Print
          </Button>
        )
      }
    >
      {claims.length === 0 ? (
        <div className="card">
          <Empty title="Nothing to claim">The supplier brought what they billed, within the tolerance.</Empty>
        </div>
      ) : (
        <Proposal doc={doc} />
      )}
    </Page>
  )
}

function Proposal({ doc }: { doc: DocView<'inward'> }) {
  const { record, links } = doc
  const companies = useList({ type: 'company', limit: 1 })
  const company = companies.data?.rows[0]
  const def = docDef('inward')
  const inner = def ? fieldsIn(def, 'claims') : []
  const words = (key: 'what' | 'rate_uom', value: string | undefined) =>
    inner.find((field) => field.key === key)?.choices.find((one) => one.key === value)?.label ?? ''
  const lines = record.lines ?? []
  const claims = record.claims ?? []
  const [amount, tax] = (['amount_paise', 'tax_paise'] as const).map((key) =>
    claims.reduce((total, row) => total + (row[key] ?? 0), 0),
  )
  return (
    <Sheet
      title="Debit note proposal"
      copy="For the supplier"
      number={doc.doc_no ?? ''}
      seller={{ name: company?.name ?? '', line: titleOf(links, 'yard', record.yard) }}
      foot={<Signatures of={['Prepared by', 'Checked by', 'Accepted by the supplier']} />}
    >
      <PaperFacts
        items={[
          ['Supplier', titleOf(links, 'supplier', record.supplier)],
          ['Supplier invoice', record.supplier_invoice_no ?? ''],
          ['Invoice date', day(record.supplier_invoice_date)],
          ['Inward', doc.doc_no ?? ''],
          ['Inward date', day(record.date)],
          ['Vehicle', record.vehicle_no ?? ''],
        ]}
      />
      <PaperTable
        heads={[
          ['SKU'],
          ['For'],
          ['Pieces', 'right'],
          ['kg', 'right'],
          ['Rate ₹', 'right'],
          ['Amount ₹', 'right'],
          ['GST ₹', 'right'],
        ]}
        rows={[
          ...claims.map((row) => [
            titleOf(links, 'sku', lines[(row.line ?? 1) - 1]?.sku),
            words('what', row.what),
            row.pcs ? pieces(row.pcs) : '',
            row.weight_g ? kg(row.weight_g) : '',
            (row.rate_paise ?? null) === null ? '' : `${rupees(row.rate_paise!)} ${words('rate_uom', row.rate_uom)}`,
            (row.amount_paise ?? null) === null ? '' : rupees(row.amount_paise!),
            (row.tax_paise ?? null) === null ? '' : rupees(row.tax_paise!),
          ]),
          (record.claim_paise ?? null) === null ? [] : ['Total', '', '', '', '', rupees(amount ?? 0), rupees(tax ?? 0)],
        ].filter((row) => row.length > 0)}
      />
      {(record.claim_paise ?? null) !== null && (
        <p className="right bold">To be debited: ₹{rupees(record.claim_paise!)}</p>
      )}
    </Sheet>
  )
}
