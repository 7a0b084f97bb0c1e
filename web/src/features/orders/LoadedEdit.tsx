// Correcting a loading before its invoice: the slip's weights line by line; the differences become rows of their own.
import Button from '@mui/material/Button'
import { useEffect, useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import type { DocView, RecordValue } from '../../core/records'
import { FieldInput } from '../../docs/fields/FieldInput'
import { useRebased, useRecord } from '../../docs/record'
import NotFound from '../../docs/NotFound'
import { paths } from '../../docs/paths'
import { kg } from '../../ui/format'
import { Page } from '../../ui/Page'
import { Failed, LoadingPage } from '../../ui/states'
import { StatusChip } from '../../ui/StatusChip'
import { checkChosen } from './actions'
import { CellNumber } from '../../kit/CellNumber'
import { LoadingFacts, useLoading } from './LoadedView'
import { useOrderAct } from './OrderActions'
import { Card, Finding } from '../../kit/parts'
import { titleOf } from '../../kit/record'
import css from './LoadedEdit.module.css'
import { say } from '../../words/say'

export default function LoadedEdit() {
  const { loading, order, error, refetch } = useLoading()
  if (error?.status === 404 && !(loading && order)) return <NotFound />
  if (error && !(loading && order)) return <Failed problem={error} what={say('The loading')} onRetry={refetch} />
  if (!loading || !order) return <LoadingPage />
  return <Correct key={loading.id} loading={loading} order={order} />
}

const HEAD = ['reason', 'tare_g', 'gross_g', 'remarks']

function Correct({ loading, order }: { loading: DocView<'loading'>; order: DocView<'order'> }) {
  const navigate = useNavigate()
  const action = order.actions.find((one) => one.action === 'correct_loading')
  const inputs = action?.inputs ?? []
  const lines = loading.record.lines ?? []
  const [typed, setTyped] = useState<Record<number, number | null>>({})
  const weights = lines.map((line, at) => (at in typed ? typed[at]! : (line.weight_g ?? null)))
  const changed = lines
    .map((_, at) => ({ line: at, weight_g: weights[at] }))
    .filter((row, at) => row.weight_g !== null && row.weight_g !== (lines[at]?.weight_g ?? null))
  const whole = (head: RecordValue): RecordValue => ({ ...head, loading: loading.id, lines: changed })
  const { tare_g = null, gross_g = null } = loading.record
  const start = useMemo<RecordValue>(() => ({ tare_g, gross_g }), [tare_g, gross_g])
  const form = useRecord<RecordValue>({
    fields: inputs.filter((input) => HEAD.includes(input.key)),
    start,
    check: (head) => checkChosen(order, 'correct_loading', whole(head)),
  })
  useRebased(form, start, loading.version)
  const ofWeights = form.submitted ? form.issues.filter((issue) => /^lines(\.|$)/.test(issue.path)) : []
  const deeds = useOrderAct(order)
  const { problem } = deeds
  const { refuse } = form
  useEffect(() => {
    if (problem && problem.errors.length > 0) refuse(problem.errors)
  }, [problem, refuse])
  const save = async () => {
    const head = form.submit()
    if (!head) return
    if (await deeds.run('correct_loading', whole(head))) void navigate(paths.view('loading', loading.id))
  }
  return (
    <Page
      title={say('Correct the loading')}
      name={loading.doc_no ?? say('Loading')}
      crumbs={[
        { name: say('Loaded orders'), path: paths.list('loading') },
        { name: loading.doc_no ?? say('Draft'), path: paths.view('loading', loading.id) },
      ]}
      actions={<StatusChip status={loading.status} />}
      held={deeds.pending}
      bar={
        <div className="bar bar-row no-print">
          {action?.allowed && (
            <Button variant="contained" color="primary" onClick={() => void save()} aria-busy={deeds.pending}>
              {deeds.pending ? say('Saving') : action.label}
            </Button>
          )}
          <Button onClick={() => void navigate(paths.view('loading', loading.id))}>{say('Back')}</Button>
        </div>
      }
    >
      <div className="grid gap-12">
        <Card>
          <LoadingFacts loading={loading} />
        </Card>
        {!action?.allowed && (
          <Finding tone="warn" box>
            {action ? `${action.label}: ${action.why}` : say('The yard corrects a loading.')}
          </Finding>
        )}
        {problem && (
          <div role="alert">
            <Finding tone="danger" box>
              {problem.detail}
            </Finding>
          </div>
        )}
        {ofWeights.length > 0 && (
          <div role="alert">
            <Finding tone="danger" box>
              {ofWeights[0]?.message}
            </Finding>
          </div>
        )}
        {action?.allowed && (
          <>
            <Card title={say('Weights from the corrected slip')} pad={0}>
              <table className="stacks data-table">
                <thead>
                  <tr>
                    <th>{say('SKU')}</th>
                    <th>{say('Batch')}</th>
                    <th className="right">{say('Old kg')}</th>
                    <th className={css.newWeight}>{say('New kg')}</th>
                  </tr>
                </thead>
                <tbody>
                  {lines.map((line, at) => (
                    <tr key={at}>
                      <td>
                        <strong className="bold">{titleOf(loading.links, 'sku', line.sku)}</strong>
                      </td>
                      <td data-head={say('Batch')}>{titleOf(loading.links, 'batch', line.batch)}</td>
                      <td className="number muted" data-head={say('Old kg')}>
                        {kg(line.weight_g ?? 0)}
                      </td>
                      <td className={css.weightCell} data-head={say('New kg')}>
                        <CellNumber
                          label={say('Weight of line {at}', { at: at + 1 })}
                          name={`lines.${at}.weight_g`}
                          unit="grams"
                          value={weights[at]}
                          onChange={(value) =>
                            setTyped((was) => ({ ...was, [at]: typeof value === 'number' ? value : null }))
                          }
                        />
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </Card>
            <Card title={say('Why')}>
              <form ref={form.root} noValidate onSubmit={(event) => event.preventDefault()} className="fields">
                {inputs
                  .filter((input) => HEAD.includes(input.key))
                  .map((input) => (
                    <FieldInput key={input.key} field={input} {...form.at(input.key)} form={form} />
                  ))}
              </form>
            </Card>
          </>
        )}
      </div>
    </Page>
  )
}
