// A report on paper: the pages that the core laid out, to be printed or kept as a PDF.
import ArrowBack from '@mui/icons-material/ArrowBack'
import DownloadOutlined from '@mui/icons-material/DownloadOutlined'
import PrintOutlined from '@mui/icons-material/PrintOutlined'
import Button from '@mui/material/Button'
import { useEffect, useRef, useState } from 'react'
import { reportPages, reportPdf } from '../../core/papers'
import type { ReportDef } from '../../core/types.gen'
import { SvgPages } from '../../kit/PaperPages'
import { reportForPaper, type Params } from '../../sync/reporter'
import { keepFile } from '../../sync/tables'
import { Page } from '../../ui/Page'
import { Empty, Skeletons } from '../../ui/states'
import { useToast } from '../../ui/Toasts'
import { useKeys } from '../../ui/keys'
import { say } from '../../words/say'

export default function PrintedReport({
  def,
  params,
  atOnce = false,
  onClose,
}: {
  def: ReportDef
  params: Params
  /** Asks the browser to print as soon as the pages stand, as the key that led here does elsewhere. */
  atOnce?: boolean
  onClose: () => void
}) {
  const { key, title } = def
  const toast = useToast()
  const [pages, setPages] = useState<string[] | null>(null)
  const [failed, setFailed] = useState<string | null>(null)
  const [pending, setPending] = useState(false)
  useEffect(() => {
    let gone = false
    reportForPaper(key, params, title)
      .then(reportPages)
      .then(
        (made) => !gone && setPages(made),
        (error: Error) => !gone && setFailed(error.message),
      )
    return () => {
      gone = true
    }
  }, [key, params, title])
  const asks = useRef(atOnce)
  useEffect(() => {
    if (!pages || !asks.current) return
    asks.current = false
    print()
  }, [pages])
  // Until they stand there is nothing that a browser could print.
  useKeys({ 'ctrl+p': () => (pages ? false : undefined) })
  const keep = async () => {
    setPending(true)
    try {
      const bytes = await reportPdf(await reportForPaper(key, params, title))
      keepFile(new Blob([bytes], { type: 'application/pdf' }), `${title.toLowerCase().replaceAll(' ', '-')}.pdf`)
    } catch (error) {
      toast((error as Error).message, { tone: 'danger' })
    } finally {
      setPending(false)
    }
  }
  return (
    <Page
      title={say('Print {title}', { title })}
      crumbs={[{ name: say('Reports'), path: '/ProductWiseReport' }]}
      name={title}
      actions={
        <>
          <Button variant="outlined" startIcon={<ArrowBack />} onClick={onClose}>
            {say('Back to the report')}
          </Button>
          <Button
            variant="outlined"
            startIcon={<DownloadOutlined />}
            disabled={!pages || pending}
            onClick={() => void keep()}
          >
            {say('PDF')}
          </Button>
          <Button
            variant="contained"
            color="primary"
            startIcon={<PrintOutlined />}
            disabled={!pages}
            onClick={() => print()}
          >
            {say('Print')}
          </Button>
        </>
      }
    >
      {failed && <Empty title={say('This report was not printed')}>{failed}</Empty>}
      {!pages && !failed && <Skeletons rows={10} label={say('Laying out the pages')} />}
      {pages && <SvgPages pages={pages} />}
    </Page>
  )
}
