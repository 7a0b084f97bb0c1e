// A document on paper as a PDF, made by the server.
import DownloadOutlined from '@mui/icons-material/DownloadOutlined'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { send } from '../net/client'
import { keepFile } from '../sync/tables'
import { useToast } from '../ui/Toasts'

export function PdfButton({ type, id, name }: { type: string; id: string; name: string }) {
  const notify = useToast()
  const [pending, setPending] = useState(false)
  const keep = async () => {
    setPending(true)
    const answer = await send({ url: `/api/print/${type}/${id}`, accept: 'application/pdf' })
    setPending(false)
    if ('error' in answer) notify(answer.error.detail, { tone: 'danger' })
    else keepFile(answer.data as Blob, `${name.replaceAll('/', '-')}.pdf`)
  }
  return (
    <Button startIcon={<DownloadOutlined />} aria-busy={pending} onClick={() => void keep()}>
      {pending ? 'Making' : 'PDF'}
    </Button>
  )
}
