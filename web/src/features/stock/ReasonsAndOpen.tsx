// The reasons of a kind, and beside them what stands open of it in the yards.
import type { Stock } from '../../core/types.gen'
import Add from '@mui/icons-material/Add'
import Button from '@mui/material/Button'
import { Link } from 'react-router'
import { useFacts, useList } from '../../sync/docs'
import { may } from '../../sync/rights'
import { useUser } from '../../sync/store'
import { docDef } from '../../core'
import { paths } from '../../docs/paths'
import { NOTHING, mt, pieces } from '../../ui/format'
import { Page } from '../../ui/Page'
import { Empty, Failed, Skeletons } from '../../ui/states'
import { StatusChip } from '../../ui/StatusChip'
import { Card, Scroll } from '../../kit/parts'
import { sum, titleOf } from '../../kit/record'
import css from './ReasonsAndOpen.module.css'
import { say } from '../../words/say'

export interface Open {
  title: string
  /** The reasons' kind. */
  kind: string
  /** What is asked of the stock. */
  lies: 'dump' | 'rest'
  /** The bucket whose figures count. */
  bucket: 'dump' | 'free'
  open: string
  none: string
}

export function ReasonsAndOpen({ title, kind, lies, bucket, open, none }: Open) {
  return (
    <Page title={title} actions={<AddReason kind={kind} />}>
      <div className={css.cards}>
        <Reasons kind={kind} />
        <Standing lies={lies} bucket={bucket} title={open} none={none} />
      </div>
    </Page>
  )
}

function AddReason({ kind }: { kind: string }) {
  const user = useUser()
  const def = docDef('reason')
  if (!def || !may(user, def, 'add')) return null
  return (
    <Button
      variant="contained"
      color="primary"
      startIcon={<Add />}
      component={Link}
      to={`${paths.add('reason')}?kind=${kind}`}
    >
      {say('New reason')}
    </Button>
  )
}

function Reasons({ kind }: { kind: string }) {
  const { data, error, refetch } = useList({ type: 'reason', where: [`kind:eq:${kind}`], sort: 'name', limit: 200 })
  return (
    <Card title={say('Reasons')} aside={data && say('{rows} in all', { rows: pieces(data.rows.length) })} pad={0}>
      {error && !data && <Failed problem={error} what={say('The list of reasons')} onRetry={() => void refetch()} />}
      {!error && !data && <Skeletons rows={5} />}
      {data?.rows.length === 0 && (
        <Empty title={say('No reasons yet')}>
          {say('An action that asks for a reason cannot be taken until there is one.')}
        </Empty>
      )}
      {data && data.rows.length > 0 && (
        <Scroll>
          <table className="stacks data-table">
            <thead>
              <tr>
                <th>{say('Reason')}</th>
                <th>{say('Code')}</th>
                <th>{say('Status')}</th>
              </tr>
            </thead>
            <tbody>
              {data.rows.map((row) => (
                <tr key={row.id}>
                  <td>
                    <Link to={paths.view('reason', row.id)} className="semibold">
                      {row.name}
                    </Link>
                  </td>
                  <td data-head={say('Code')} className="nowrap">
                    {row.code}
                  </td>
                  <td data-head={say('Status')}>
                    <StatusChip status={row.status} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </Scroll>
      )}
    </Card>
  )
}

function Standing({ lies, bucket, title, none }: Pick<Open, 'lies' | 'bucket' | 'title' | 'none'>) {
  const { data, error, refetch } = useFacts<Stock>(`/api/stock?lies=${lies}&limit=200`)
  const rows = data?.rows ?? []
  const forbidden = error?.status === 403
  return (
    <Card
      title={title}
      aside={
        rows.length > 0 && (
          <span className="num">{say('{rows} MT', { rows: mt(sum(rows, (row) => row[`${bucket}_g`]) ?? 0) })}</span>
        )
      }
      pad={0}
    >
      {forbidden && <p className="p-16 muted">{say('Your role does not show stock.')}</p>}
      {error && !data && !forbidden && (
        <Failed problem={error} what={say('The stock')} onRetry={() => void refetch()} />
      )}
      {!error && !data && <Skeletons rows={5} />}
      {data && rows.length === 0 && <Empty title={none} />}
      {rows.length > 0 && (
        <Scroll>
          <table className="stacks data-table">
            <thead>
              <tr>
                <th>{say('Batch')}</th>
                <th>{say('SKU')}</th>
                <th>{say('Yard')}</th>
                <th className="right">{say('Pcs')}</th>
                <th className="right">{say('MT')}</th>
                <th className="right">{say('Age, days')}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={`${row.yard}:${row.batch}`}>
                  <td className="nowrap">
                    <Link to={paths.view('batch', row.batch)}>{row.batch_no}</Link>
                  </td>
                  <td className={css.sku}>{row.name}</td>
                  <td data-head={say('Yard')} className="nowrap">
                    {titleOf(data?.links, 'yard', row.yard)}
                  </td>
                  <td data-head={say('Pcs')} className="number">
                    {row[`${bucket}_pcs`] ? pieces(row[`${bucket}_pcs`]) : NOTHING}
                  </td>
                  <td data-head={say('MT')} className="number">
                    {mt(row[`${bucket}_g`])}
                  </td>
                  <td data-head={say('Age, days')} className="number">
                    {row.age_days}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </Scroll>
      )}
    </Card>
  )
}
