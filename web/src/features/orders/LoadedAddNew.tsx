// Start several loadings: one vehicle at the gate for several waiting orders; each becomes a draft that the yard
// weighs.
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import { useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { api } from '../../sync/api'
import { docsApi, useList } from '../../sync/docs'
import { asProblem } from '../../sync/docs'
import { useAppDispatch } from '../../sync/store'
import { docDef } from '../../core'
import type { RecordOf } from '../../core/records'
import { FieldInput } from '../../docs/fields/FieldInput'
import { useCheck, useRecord } from '../../docs/record'
import { paths } from '../../docs/paths'
import { day, mt } from '../../ui/format'
import { Page } from '../../ui/Page'
import { Empty, Failed, Skeletons } from '../../ui/states'
import { useToast } from '../../ui/Toasts'
import { WAITING } from './LoadedAdd'
import { Card, Finding } from '../../kit/parts'
import { UsualDriver } from '../../kit/UsualDriver'
import { sum, titleOf } from '../../kit/record'
import css from './LoadedAddNew.module.css'
import { many, say } from '../../words/say'

const VEHICLE = ['vehicle', 'driver', 'mobile', 'in_at', 'gang']

export default function LoadedAddNew() {
  const navigate = useNavigate()
  const dispatch = useAppDispatch()
  const notify = useToast()
  const def = docDef('loading')
  const fields = (def?.fields ?? [])
    .filter((field) => VEHICLE.includes(field.key))
    .map((field) => ({ ...field, required: field.key === 'vehicle' }))
  const { data, error, refetch } = useList({ type: 'order', where: WAITING, limit: 200 })
  const [ticked, setTicked] = useState<string[]>([])
  const latest = useRef(ticked)
  latest.current = ticked
  const form = useRecord<RecordOf<'loading'>>({ fields, start: {}, check: useCheck('loading', null, false) })
  const ready = ticked.length > 0 && !!form.record.vehicle
  const [results, setResults] = useState<Record<string, string>>({})
  const [pending, setPending] = useState(false)
  const rows = (data?.rows ?? []).filter((row) => ticked.includes(row.id))
  const save = async () => {
    const vehicle = form.submit()
    if (!vehicle || !ready) return
    setPending(true)
    const failed: Record<string, string> = {}
    let queued = 0
    for (const order of ticked) {
      const answer = await dispatch(
        docsApi.endpoints.save.initiate({
          type: 'loading',
          id: null,
          command_id: crypto.randomUUID(),
          record: { ...vehicle, order },
        }),
      )
      if (answer.data?.queued) queued += 1
      if (answer.error) failed[order] = asProblem(answer.error)?.detail ?? say('Refused')
    }
    setPending(false)
    setResults(failed)
    // What was ticked meanwhile is still to be started.
    setTicked((now) => now.filter((id) => failed[id] !== undefined || !ticked.includes(id)))
    dispatch(api.util.invalidateTags(['List', 'Facts']))
    const good = ticked.length - Object.keys(failed).length - queued
    const more = !form.saved(form.record)
    const said = [
      ...(good > 0 ? [many(good, '{good} loading started', '{good} loadings started', { good })] : []),
      ...(more ? [say('What you typed since then is not part of it')] : []),
    ]
    if (said.length > 0) notify(said.join('. '))
    if (Object.keys(failed).length === 0 && !more && latest.current === ticked) void navigate(paths.list('loading'))
  }
  return (
    <Page
      title={say('Start several loadings')}
      crumbs={[{ name: say('Loaded orders'), path: paths.list('loading') }]}
      bar={
        <div className="bar bar-row no-print">
          <Button
            variant="contained"
            color="primary"
            onClick={() => void save()}
            aria-busy={pending}
            aria-disabled={!ready}
          >
            {pending
              ? say('Saving')
              : ticked.length === 0
                ? say('Select orders')
                : !ready
                  ? say('Select the vehicle')
                  : many(ticked.length, 'Start {ticked} loading', 'Start {ticked} loadings', { ticked: ticked.length })}
          </Button>
          {rows.length > 0 && (
            <span className="num muted text-13">
              {say('{rows} MT', { rows: mt(sum(rows, (row) => row.weight_g) ?? 0) })}
            </span>
          )}
        </div>
      }
    >
      <div className="grid gap-12">
        <Card title={say('Vehicle')}>
          <form ref={form.root} noValidate onSubmit={(event) => event.preventDefault()} className="fields">
            {fields.map((field) => (
              <FieldInput key={field.key} field={field} {...form.at(field.key)} form={form} />
            ))}
          </form>
          <UsualDriver record={form.record} set={form.set} />
        </Card>
        <Card title={say('Waiting orders')} pad={0} aside={say('{ticked} selected', { ticked: ticked.length })}>
          {error && !data && <Failed problem={error} what={say('The waiting orders')} onRetry={() => void refetch()} />}
          {!error && !data && <Skeletons rows={5} />}
          {data?.rows.length === 0 && <Empty title={say('No orders are waiting for loading')} />}
          <ul>
            {data?.rows.map((row) => (
              <li key={row.id} className={`divided ${css.order}`}>
                <Checkbox
                  checked={ticked.includes(row.id)}
                  onChange={(event) =>
                    setTicked(event.target.checked ? [...ticked, row.id] : ticked.filter((id) => id !== row.id))
                  }
                  slotProps={{ input: { 'aria-label': say('Load {doc_no}', { doc_no: row.doc_no }) } }}
                />
                <div className="grow min-0">
                  <strong className="bold">{row.customer_name}</strong>{' '}
                  <Link to={paths.view('order', row.id)} className="nowrap underlined">
                    {row.doc_no}
                  </Link>
                  <div className="muted text-13">
                    {[titleOf(data.links, 'yard', row.yard), row.city].filter(Boolean).join(' · ')} ·{' '}
                    <span className="nowrap">{day(row.date ?? '')}</span>
                  </div>
                  {results[row.id] && <Finding tone="danger">{results[row.id]}</Finding>}
                </div>
                <span className="num nowrap">{say('{weight_g} MT', { weight_g: mt(row.weight_g ?? 0) })}</span>
              </li>
            ))}
          </ul>
        </Card>
      </div>
    </Page>
  )
}
