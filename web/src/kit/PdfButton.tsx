// A document on paper as a PDF, with the server and without it.
import DownloadOutlined from '@mui/icons-material/DownloadOutlined'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { keepPaper } from '../sync/papers'
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
    const problem = await keepPaper({ type, ids: [id], copies }, name)
    setPending(false)
    if (problem) notify(problem.detail, { tone: 'danger' })
  }
  return (
    <Button startIcon={<DownloadOutlined />} aria-busy={pending} onClick={() => void keep()}>
      {pending ? 'Making' : 'PDF'}
    </Button>
  )
}
