// The files of one document for the portals of the GST, where it still waits for them.
import DownloadOutlined from '@mui/icons-material/DownloadOutlined'
import Button from '@mui/material/Button'
import { docDef } from '../../core'
import type { DocDef } from '../../core/records'
import { downloadPortal, type PortalFile } from '../../sync/portal'
import { may } from '../../sync/rights'
import { useUser } from '../../sync/store'
import { useToast } from '../../ui/Toasts'
import { say } from '../../words/say'

interface Props {
  type: 'invoice' | 'credit_note' | 'debit_note'
  doc: { id: string; doc_no?: string | null; status: string; record: { irn_state?: unknown; ewb_needed?: unknown } }
}

export function PortalFiles({ type, doc }: Props) {
  const user = useUser()
  const notify = useToast()
  const def = docDef(type)
  if (doc.status !== 'Posted' || !def || !may(user, def as DocDef, 'export')) return null
  const { irn_state, ewb_needed } = doc.record
  const keep = async (file: PortalFile, word: string) => {
    const name = `${word}-${(doc.doc_no ?? '').replaceAll('/', '-')}`
    const made = await downloadPortal({ file, doc_type: type, ids: [doc.id] }, name)
    if ('by' in made) notify(say('The file is in your downloads'), { tone: 'ok' })
    else notify(made.detail, { tone: 'danger' })
  }
  return (
    <>
      {irn_state === 'needed' && (
        <Button startIcon={<DownloadOutlined />} onClick={() => void keep('inv01', 'e-invoice')}>
          {say('INV-01')}
        </Button>
      )}
      {type === 'invoice' && ewb_needed === true && (
        <Button startIcon={<DownloadOutlined />} onClick={() => void keep('eway', 'e-way-bill')}>
          {say('E-way bill file')}
        </Button>
      )}
    </>
  )
}
