// A document on paper: as a PDF, with the server and without it, and on the page that shows and prints it.
import DownloadOutlined from '@mui/icons-material/DownloadOutlined'
import PrintOutlined from '@mui/icons-material/PrintOutlined'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { Link } from 'react-router'
import { docDef } from '../core'
import { paths } from '../docs/paths'
import { keepPaper, WHOLE, type PaperWish } from '../sync/papers'
import { prints } from '../sync/rights'
import { useUser } from '../sync/store'
import { useToast } from '../ui/Toasts'
import { SendPaper } from './SendPaper'
import { say } from '../words/say'

interface Props {
  type: string
  id: string
  name: string
  wish?: PaperWish
}

export function PdfButton({ type, id, name, wish = WHOLE }: Props) {
  const notify = useToast()
  const [pending, setPending] = useState(false)
  const keep = async () => {
    setPending(true)
    const problem = await keepPaper({ type, docs: [{ id, name }], wish }, name)
    setPending(false)
    if (problem) notify(problem.detail, { tone: 'danger' })
  }
  return (
    <Button startIcon={<DownloadOutlined />} aria-busy={pending} onClick={() => void keep()}>
      {pending ? say('Making') : say('PDF')}
    </Button>
  )
}

/** On a document's own page. */
export function PaperButtons({ type, id, name }: Omit<Props, 'wish'>) {
  return (
    <>
      <PdfButton type={type} id={id} name={name} />
      <SendPaper type={type} id={id} />
      <Button component={Link} to={paths.print(type, id)} startIcon={<PrintOutlined />}>
        {say('Print')}
      </Button>
    </>
  )
}

/** Leads whoever may print orders to the pick list of one. */
export function PickListButton({ id }: { id: string }) {
  const user = useUser()
  const def = docDef('order')
  if (!def || !prints(user, def)) return null
  return (
    <Button component={Link} to={paths.print('order', id)} startIcon={<PrintOutlined />}>
      {say('Pick list')}
    </Button>
  )
}
