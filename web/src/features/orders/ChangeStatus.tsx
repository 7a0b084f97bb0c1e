// Where an order can go from here: the steps that are legal now for this person, each with what it asks for, and why
// not the others.
import LockOutlined from '@mui/icons-material/LockOutlined'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { useDoc } from '../../sync/docs'
import type { DocView } from '../../core/records'
import type { ActionView } from '../../core/types.gen'
import NotFound from '../../docs/NotFound'
import { paths } from '../../docs/paths'
import { ActionBox } from '../../docs/ActionBox'
import { isDanger } from '../../docs/ranks'
import { useLeft } from '../../docs/useLeft'
import { Page } from '../../ui/Page'
import { Empty, Failed, LoadingPage } from '../../ui/states'
import { StatusChip } from '../../ui/StatusChip'
import { Stepper } from '../../ui/Stepper'
import { orderSteps } from './orderSteps'
import { lower } from '../../ui/words'
import { checkChosen, useChoosable } from './actions'
import { useOrderAct } from './OrderActions'
import { Card, usePhone } from '../../kit/parts'
import { RoadStrip } from './RoadStrip'
import { useReasons } from '../../docs/reasons'
import css from './ChangeStatus.module.css'
import { say } from '../../words/say'

export default function ChangeStatus() {
  const { orderid } = useParams()
  const { data: doc, error, refetch } = useDoc('order', orderid)
  if (error?.status === 404 && !doc) return <NotFound />
  if (error && !doc) return <Failed problem={error} what={say('The order')} onRetry={() => void refetch()} />
  if (!doc) return <LoadingPage />
  return <Legal doc={doc} />
}

/** Steps with a page of their own open it instead of a small box. */
const PAGES: Record<string, (id: string) => string> = { load: paths.yardView }

export function Legal({ doc, back = paths.view('order', doc.id) }: { doc: DocView<'order'>; back?: string }) {
  const phone = usePhone()
  const navigate = useNavigate()
  const [open, setOpen] = useState<ActionView | null>(null)
  const left = useLeft()
  const deeds = useOrderAct(doc)
  const actions = useChoosable(doc)
  const reasons = useReasons({ skip: !doc.history.some(({ reason }) => reason) })
  const legal = actions
    .filter((one) => one.allowed)
    .sort((a, b) => Number(isDanger(a.action)) - Number(isDanger(b.action)))
  const locked = actions.filter((one) => !one.allowed)
  const run = async (one: ActionView, inputs: Record<string, unknown>) => {
    if (!(await deeds.run(one.action, inputs))) return
    left.drop(one.action)
    setOpen(null)
  }
  const start = (one: ActionView) => {
    const page = PAGES[one.action]
    if (page) return void navigate(page(doc.id))
    deeds.clear()
    if (one.inputs.length > 0) setOpen(one)
    else void run(one, {})
  }
  return (
    <Page
      title={say('Change status')}
      name={doc.doc_no ?? say('Order')}
      crumbs={[
        { name: say('Orders'), path: paths.list('order') },
        { name: doc.doc_no ?? say('Draft'), path: back },
      ]}
      actions={<StatusChip status={doc.status} />}
    >
      <div className="grid gap-12">
        {phone ? (
          <RoadStrip status={doc.status} history={doc.history} />
        ) : (
          <Stepper steps={orderSteps(doc.status, doc.history, reasons)} />
        )}
        <p className="muted">{doc.record.customer_name}</p>
        {deeds.problem && !open && (
          <p role="alert" className="danger">
            {deeds.problem.detail}
          </p>
        )}
        <Card title={say('Possible now')} pad={0}>
          {legal.length === 0 && (
            <Empty title={say('No action is possible now')}>
              {say('It is waiting for someone else, or it is complete.')}
            </Empty>
          )}
          <ul>
            {legal.map((one) => (
              <li key={one.action} className="divided row gap-16 p-12-16">
                <div className="grow min-0">
                  <strong className="bold">{one.label}</strong>
                  <div className="text-13 muted">{asks(one)}</div>
                </div>
                <Button onClick={() => start(one)} className={isDanger(one.action) ? 'danger' : undefined}>
                  {one.label}
                  {one.inputs.length > 0 && '…'}
                </Button>
              </li>
            ))}
          </ul>
        </Card>
        {locked.length > 0 && (
          <Card title={say('Not possible now')} pad={0}>
            <ul>
              {locked.map((one) => (
                <li key={one.action} className={`divided ${css.lockedStep}`}>
                  <LockOutlined aria-hidden className={css.lock} />
                  <span>
                    <strong className="bold">{one.label}</strong> <span className="muted">{one.why}</span>
                  </span>
                </li>
              ))}
            </ul>
          </Card>
        )}
      </div>
      {open && (
        <ActionBox
          key={open.action}
          action={open}
          danger={isDanger(open.action)}
          problem={deeds.problem}
          pending={deeds.pending}
          known={doc.links}
          check={(inputs) => checkChosen(doc, open.action, inputs)}
          onRun={(inputs) => void run(open, inputs)}
          start={left.of(open.action)}
          onClose={(typed) => {
            left.keep(open.action, typed)
            setOpen(null)
          }}
        />
      )}
    </Page>
  )
}

function asks(one: ActionView): string {
  if (PAGES[one.action]) return say('Opens the yard page')
  if (one.inputs.length === 0) return say('Nothing else is needed')
  const names = (inputs: ActionView['inputs']) => inputs.map((input) => lower(input.label)).join(', ')
  const [must, may] = [one.inputs.filter((input) => input.required), one.inputs.filter((input) => !input.required)]
  if (may.length === 0) return say('Needs {fields}', { fields: names(must) })
  if (must.length === 0) return say('Optional: {fields}', { fields: names(may) })
  return say('Needs {fields}; optional: {others}', { fields: names(must), others: names(may) })
}
