// The documents that a figure is made of.
import Close from '@mui/icons-material/Close'
import Drawer from '@mui/material/Drawer'
import IconButton from '@mui/material/IconButton'
import { Suspense, useMemo } from 'react'
import type { ReportDef, ReportLine } from '../../core/types.gen'
import { useReport, type Params } from '../../sync/reporter'
import { lazily } from '../../ui/lazily'
import { Empty, Skeletons } from '../../ui/states'
import css from './Behind.module.css'
import { say } from '../../words/say'

const ReportGrid = lazily(() => import('./ReportGrid'))

export function Behind({
  def,
  params,
  line,
  title,
  onOpen,
  onClose,
}: {
  def: ReportDef
  params: Params
  line: ReportLine
  title: string
  onOpen: (type: string, id: string) => void
  onClose: () => void
}) {
  const asked = useMemo(
    () => ({ ...params, ...Object.fromEntries(line.steps.map(([key, value]) => [key, value === '' ? '-' : value])) }),
    [params, line],
  )
  const { data, error, lines } = useReport(def.key, asked, true)
  return (
    <Drawer
      anchor="right"
      open
      onClose={onClose}
      slotProps={{
        paper: {
          role: 'dialog',
          'aria-label': say('Documents behind {title}', { title }),
          className: css.paper,
        },
      }}
    >
      <header className="row gap-12">
        <div className="grow min-0">
          <h2 className="heading">{title}</h2>
          <div className="text-13 muted">{say('The documents behind these figures')}</div>
        </div>
        <IconButton onClick={onClose} aria-label={say('Close')}>
          <Close />
        </IconButton>
      </header>
      {error && <Empty title={say('Its documents cannot be listed')}>{error}</Empty>}
      {!data && !error && <Skeletons rows={8} />}
      {data && data.lines === 0 && (
        <Empty title={say('No documents behind this figure')}>
          {say('The figure is a ledger balance, not a sum of documents in this period.')}
        </Empty>
      )}
      {data && data.lines > 0 && (
        <Suspense fallback={<Skeletons rows={8} />}>
          <ReportGrid table={data} lines={lines} sort="" onOpen={onOpen} />
        </Suspense>
      )}
    </Drawer>
  )
}
