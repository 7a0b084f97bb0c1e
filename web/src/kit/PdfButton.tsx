// A document on paper as a PDF, made by the server.
import DownloadOutlined from '@mui/icons-material/DownloadOutlined'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { send } from '../net/client'
import { keepFile } from '../sync/tables'
import { useToast } from '../ui/Toasts'

interface Props {
  type: string
  id: string
  name: string
  /** Those that are wanted; every copy where none are named. */
  copies?: string[]
}

export function PdfButton({ type, id, name, copies = [] }: Props) {
  const notify = useToast()
  const [pending, setPending] = useState(false)
  const keep = async () => {
    setPending(true)
    const query = copies.length > 0 ? `?${new URLSearchParams({ copies: copies.join(',') }).toString()}` : ''
    const answer = await send({ url: `/api/print/${type}/${id}${query}`, accept: 'application/pdf' })
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
