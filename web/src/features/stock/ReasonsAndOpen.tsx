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
import { role } from '../../theme/themes'
import { NOTHING, mt, pieces } from '../../ui/format'
import { Page } from '../../ui/Page'
import { Empty, Failed, Skeletons } from '../../ui/states'
import { StatusChip } from '../../ui/StatusChip'
import { Card, Scroll, right, td, th } from '../../kit/parts'
import { sum, titleOf } from '../../kit/record'

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
      <div
        style={{
          display: 'grid',
          gap: 12,
          gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 440px), 1fr))',
          alignItems: 'start',
        }}
      >
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
      New reason
    </Button>
  )
}

function Reasons({ kind }: { kind: string }) {
  const { data, error, refetch } = useList({ type: 'reason', where: [`kind:eq:${kind}`], sort: 'name', limit: 200 })
  return (
    <Card title="Reasons" aside={data && `${pieces(data.rows.length)} in all`} pad={0}>
      {error && !data && <Failed problem={error} what="The list of reasons" onRetry={() => void refetch()} />}
      {!error && !data && <Skeletons rows={5} />}
      {data?.rows.length === 0 && (
        <Empty title="No reasons yet">An action that asks for a reason cannot be taken until there is one.</Empty>
      )}
      {data && data.rows.length > 0 && (
        <Scroll>
          <table style={{ width: '100%', borderCollapse: 'collapse' }}>
            <thead>
              <tr>
                <th style={th}>Reason</th>
                <th style={th}>Code</th>
                <th style={th}>Status</th>
              </tr>
            </thead>
            <tbody>
              {data.rows.map((row) => (
                <tr key={row.id}>
                  <td style={td}>
                    <Link to={paths.view('reason', row.id)} style={{ fontWeight: 550 }}>
                      {row.name}
                    </Link>
                  </td>
                  <td style={td} className="nowrap">
                    {row.code}
                  </td>
                  <td style={td}>
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
      aside={rows.length > 0 && <span className="num">{mt(sum(rows, (row) => row[`${bucket}_g`]) ?? 0)} MT</span>}
      pad={0}
    >
      {forbidden && <p style={{ padding: 16, color: role.ink2 }}>Your role does not show stock.</p>}
      {error && !data && !forbidden && <Failed problem={error} what="The stock" onRetry={() => void refetch()} />}
      {!error && !data && <Skeletons rows={5} />}
      {data && rows.length === 0 && <Empty title={none} />}
      {rows.length > 0 && (
        <Scroll>
          <table style={{ width: '100%', borderCollapse: 'collapse' }}>
            <thead>
              <tr>
                <th style={th}>Batch</th>
                <th style={th}>SKU</th>
                <th style={th}>Yard</th>
                <th style={{ ...th, textAlign: 'right' }}>Pcs</th>
                <th style={{ ...th, textAlign: 'right' }}>MT</th>
                <th style={{ ...th, textAlign: 'right' }}>Age, days</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={`${row.yard}:${row.batch}`}>
                  <td style={td} className="nowrap">
                    <Link to={paths.view('batch', row.batch)}>{row.batch_no}</Link>
                  </td>
                  <td style={td}>{row.name}</td>
                  <td style={td} className="nowrap">
                    {titleOf(data?.links, 'yard', row.yard)}
                  </td>
                  <td style={{ ...td, ...right }}>{row[`${bucket}_pcs`] ? pieces(row[`${bucket}_pcs`]) : NOTHING}</td>
                  <td style={{ ...td, ...right }}>{mt(row[`${bucket}_g`])}</td>
                  <td style={{ ...td, ...right }}>{row.age_days}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Scroll>
      )}
    </Card>
  )
}
