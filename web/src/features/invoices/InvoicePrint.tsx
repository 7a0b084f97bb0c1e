// The tax invoice on paper: A4, three copies, and the loading slip that the driver signs.
import PrintOutlined from '@mui/icons-material/PrintOutlined'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { useDoc } from '../../sync/docs'
import type { DocView } from '../../core/records'
import { paths } from '../../docs/paths'
import { PdfButton } from '../../kit/PdfButton'
import { Page } from '../../ui/Page'
import { Failed, LoadingPage } from '../../ui/states'
import { StatusChip } from '../../ui/StatusChip'
import { Finding } from '../../kit/parts'
import { PaperPages } from '../../kit/PaperPages'
import css from './InvoicePrint.module.css'

const COPIES = ['Original for recipient', 'Duplicate for transporter', 'Triplicate for supplier']
const SLIP = 'Loading slip'
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
      <PaperPages view={doc} copies={printed.map((copy) => KEYS[copy]!)} />
    </Page>
  )
}

/** What stands in place of "tax invoice": on a draft, and while the core holds the invoice for its IRN. */
function notYet(doc: DocView<'invoice'>): string | null {
  if (doc.status === 'Draft') return 'DRAFT, NOT A TAX INVOICE'
  return doc.warnings.some(({ code }) => code === 'irn_needed') ? 'NOT A TAX INVOICE, IRN REQUIRED' : null
}
