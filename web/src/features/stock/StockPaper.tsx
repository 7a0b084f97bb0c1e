// A batch closing or a dump as it stands: in its present step, to read only, or before its approver with the next one
// behind it. Its figures are each page's own.
import EditOutlined from '@mui/icons-material/EditOutlined'
import FactCheckOutlined from '@mui/icons-material/FactCheckOutlined'
import Button from '@mui/material/Button'
import type { ComponentType, ReactNode } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { docDef } from '../../core'
import type { DocDef, DocView } from '../../core/records'
import { DocActions } from '../../docs/DocActions'
import DocForm from '../../docs/DocForm'
import { isHint } from '../../docs/DocPage'
import { History } from '../../docs/HistoryView'
import NotFound from '../../docs/NotFound'
import { paths } from '../../docs/paths'
import { Card, WithRail } from '../../kit/parts'
import { usePlace } from '../../kit/queue'
import { useDoc } from '../../sync/docs'
import { may } from '../../sync/rights'
import { useUser } from '../../sync/store'
import { Page } from '../../ui/Page'
import { Failed, LoadingPage } from '../../ui/states'
import { StatusChip } from '../../ui/StatusChip'
import { lower } from '../../ui/words'
import { say } from '../../words/say'

export type StockType = 'batch_closing' | 'dump_stock'

/** `step`: with what can be done now. `read`: without. `status`: before the approver, by the status in the address. */
export type Mode = 'step' | 'read' | 'status'

interface Props<K extends StockType> {
  type: K
  mode: Mode
  Body: ComponentType<{ doc: DocView<K> }>
  Rail: ComponentType<{ doc: DocView<K> }>
}

export function StockPaper<K extends StockType>(props: Props<K>) {
  const { id, status } = useParams()
  const def = docDef(props.type)
  if (!def || !id) return <NotFound />
  if (props.mode === 'status' && !isHint(def as DocDef, status ?? '')) return <NotFound />
  return <Opened key={id} {...props} def={def} id={id} typed={status === 'draft'} />
}

function Opened<K extends StockType>({
  def,
  id,
  typed,
  type,
  mode,
  Body,
  Rail,
}: Props<K> & { def: DocDef<K>; id: string; typed: boolean }) {
  const user = useUser()
  const { data: doc, error, refetch } = useDoc(type, id)
  const what = say('The {label}', { label: lower(def.label) })
  if (error?.status === 404) return <NotFound />
  if (error && !doc) return <Failed problem={error} what={what} onRetry={() => void refetch()} />
  if (!doc) return <LoadingPage />
  if (typed && doc.editable && may(user, def, 'edit')) return <DocForm def={def as DocDef} id={id} />
  return (
    <Shown def={def} doc={doc} mode={mode} type={type}>
      <WithRail
        rail={<Rail doc={doc} />}
        below={
          <Card title={say('History')} pad={0}>
            <History def={def as DocDef} doc={doc as DocView} />
          </Card>
        }
      >
        <Body doc={doc} />
      </WithRail>
    </Shown>
  )
}

function Shown<K extends StockType>({
  def,
  doc,
  mode,
  type,
  children,
}: {
  def: DocDef<K>
  doc: DocView<K>
  mode: Mode
  type: StockType
  children: ReactNode
}) {
  const navigate = useNavigate()
  const name = doc.doc_no ?? say('Draft of {label}', { label: lower(def.label) })
  const approves = mode === 'status'
  const waiting = usePlace(type, doc.id)
  const place = approves ? waiting : null
  const decides = mode === 'step' && doc.actions.some((one) => one.action === 'approve' && one.allowed)
  const onward = () => {
    if (place?.next) void navigate(paths.stockApproval(type, place.next.id))
  }
  return (
    <Page
      title={approves ? say('{label} approval', { label: def.label }) : name}
      name={name}
      crumbs={[
        { name: def.plural, path: paths.list(type) },
        ...(approves ? [{ name, path: paths.view(type, doc.id) }] : []),
      ]}
      actions={
        <>
          {place && (
            <span className="text-13 muted nowrap num">{say('{at} of {of}', { at: place.at, of: place.of })}</span>
          )}
          <StatusChip status={doc.status} />
          {mode === 'step' && doc.editable && (
            <Button component={Link} to={paths.edit(type, doc.id)} startIcon={<EditOutlined />}>
              {say('Edit')}
            </Button>
          )}
          {decides && (
            <Button component={Link} to={paths.stockApproval(type, doc.id)} startIcon={<FactCheckOutlined />}>
              {say('Review')}
            </Button>
          )}
        </>
      }
      bar={
        mode === 'read' ? undefined : (
          <DocActions
            def={def as DocDef}
            doc={doc as DocView}
            primary={approves ? 'approve' : undefined}
            onDone={approves ? onward : undefined}
          />
        )
      }
    >
      {children}
    </Page>
  )
}
