// The plan of counts, yard by yard: what comes next, who counts, what lies there to be counted.
import type { Stock } from '../../core/types.gen'
import Add from '@mui/icons-material/Add'
import Button from '@mui/material/Button'
import { Link } from 'react-router'
import { useFacts, useList } from '../../sync/docs'
import { may } from '../../sync/rights'
import { useUser } from '../../sync/store'
import { docDef } from '../../core'
import type { Links, Row } from '../../core/records'
import { paths } from '../../docs/paths'
import { today } from '../../core/days'
import { day, mt, pieces } from '../../ui/format'
import { Page } from '../../ui/Page'
import { Empty, Failed, Skeletons } from '../../ui/states'
import { StatusChip } from '../../ui/StatusChip'
import { Card, Facts } from '../../kit/parts'
import { sum, titleOf } from '../../kit/record'
import { classes } from '../../theme/classes'
import css from './AuditPlan.module.css'

export default function AuditPlan() {
  const user = useUser()
  const def = docDef('stock_audit')
  const yards = useList({ type: 'yard', where: ['status:eq:Active'], sort: 'name', limit: 200 })
  const audits = useList({ type: 'stock_audit', sort: '-planned_on', limit: 500 })
  const addable = !!def && may(user, def, 'add')
  const add = addable && (
    <Button variant="contained" color="primary" startIcon={<Add />} component={Link} to={paths.add('stock_audit')}>
      New stock audit
    </Button>
  )
  const failed = [yards, audits].find((one) => one.error && !one.data)
  const planned = (audits.data?.rows ?? []).filter((row) => row.status === 'Planned')
  const seen = (yards.data?.rows ?? []).filter(
    (row) => addable || (audits.data?.rows ?? []).some((one) => one.yard === row.id),
  )
  return (
    <Page title="Audit plan" crumbs={[{ name: 'Stock audits', path: paths.list('stock_audit') }]} actions={add}>
      {failed && (
        <div className="card">
          <Failed problem={failed.error} what="The plan" onRetry={() => void failed.refetch()} />
        </div>
      )}
      {!failed && (!yards.data || !audits.data) && (
        <div className="card">
          <Skeletons rows={6} />
        </div>
      )}
      {yards.data && audits.data && (
        <div className="grid gap-12">
          <Card label="Total">
            <Facts
              gap={40}
              className="text-16"
              items={[
                { label: 'Planned counts', value: pieces(planned.length), num: true },
                {
                  label: 'Due by today',
                  value: pieces(planned.filter((row) => (row.planned_on ?? '') <= today()).length),
                  num: true,
                },
                {
                  label: 'Yards without a plan',
                  value: pieces(seen.filter((yard) => !planned.some((row) => row.yard === yard.id)).length),
                  num: true,
                },
              ]}
            />
          </Card>
          {seen.length === 0 && (
            <div className="card">
              <Empty title="No counts are planned for your yards" />
            </div>
          )}
          <div className={css.yards}>
            {seen.map((yard) => (
              <YardPlan
                key={yard.id}
                yard={yard}
                audits={(audits.data?.rows ?? []).filter((row) => row.yard === yard.id)}
                links={audits.data!.links}
              />
            ))}
          </div>
        </div>
      )}
    </Page>
  )
}

const SHOWN = 4

function YardPlan({ yard, audits, links }: { yard: Row<'yard'>; audits: Row<'stock_audit'>[]; links: Links }) {
  const { data } = useFacts<Stock>(`/api/stock?yard=${yard.id}&limit=500`)
  const planned = audits.filter((row) => row.status === 'Planned').reverse()
  const rest = audits.filter((row) => row.status !== 'Planned')
  const lies =
    data &&
    (data.total > data.rows.length
      ? `${pieces(data.total)} batches`
      : `${pieces(data.total)} batches, ${mt(sum(data.rows, (row) => row.free_g) ?? 0)} MT free`)
  return (
    <Card title={yard.name} aside={lies} pad={0}>
      {planned.length === 0 && <p className="p-12-16 muted">No count planned.</p>}
      <ul>
        {[...planned, ...rest].slice(0, SHOWN).map((row) => {
          const late = row.status === 'Planned' && (row.planned_on ?? '') < today()
          const who = (row.counters ?? []).map((id) => titleOf(links, 'employee', id)).join(', ')
          return (
            <li key={row.id} className={css.audit}>
              <span className="min-0">
                <Link to={paths.view('stock_audit', row.id)} className="nowrap semibold">
                  {day(row.planned_on)}
                </Link>
                <span className={classes('block text-13', late ? 'danger' : 'muted')}>
                  {late ? 'Overdue. ' : ''}
                  {
                    docDef('stock_audit')
                      ?.fields.find((field) => field.key === 'counted')
                      ?.choices.find((one) => one.key === row.counted)?.label
                  }
                  {who && `, by ${who}`}
                  {row.blind === true && ', blind'}
                </span>
              </span>
              <StatusChip status={row.status} />
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
