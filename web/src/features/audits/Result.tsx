// One stock audit: its plan, how far the count is, and each difference with the orders that it would hit.
import EditOutlined from '@mui/icons-material/EditOutlined'
import Button from '@mui/material/Button'
import { Link } from 'react-router'
import type { DocDef, DocView, FieldOf, LineOf } from '../../core/records'
import type { CountingSheet } from '../../net/answers.gen'
import { DocActions } from '../../docs/DocActions'
import { FieldValue } from '../../docs/fields/FieldValue'
import { History } from '../../docs/HistoryView'
import NotFound from '../../docs/NotFound'
import { paths } from '../../docs/paths'
import { Card, Facts, Scroll, Tag, WithRail } from '../../kit/parts'
import { titleOf } from '../../kit/record'
import { useDoc, useFacts } from '../../sync/docs'
import { NOTHING, day, decimal, kg, money, pieces } from '../../ui/format'
import { Page } from '../../ui/Page'
import { Empty, Failed, LoadingPage } from '../../ui/states'
import { StatusChip } from '../../ui/StatusChip'
import { sheetUrl } from './sheet'
import css from './Audits.module.css'
import { say } from '../../words/say'

type Doc = DocView<'stock_audit'>
type Line = LineOf<'stock_audit', 'lines'>

const PLAN: FieldOf<'stock_audit'>[] = [
  'yard',
  'counted',
  'zones',
  'product_groups',
  'skus',
  'batches',
  'age_days',
  'rolling_days',
  'most',
  'counters',
  'planned_on',
  'blind',
  'approved_by',
  'note',
]

export function Result({ id, def }: { id: string; def: DocDef<'stock_audit'> }) {
  const { data: doc, error, refetch } = useDoc('stock_audit', id)
  if (error?.status === 404) return <NotFound />
  if (error && !doc) return <Failed problem={error} what={say('The stock audit')} onRetry={() => void refetch()} />
  if (!doc) return <LoadingPage />
  const name = doc.doc_no ?? def.label
  const counting = doc.status === 'Counting' || doc.status === 'Recount Needed'
  return (
    <Page
      title={name}
      name={name}
      crumbs={[{ name: def.plural, path: paths.list('stock_audit') }]}
      actions={
        <>
          <StatusChip status={doc.status} />
          {counting && (
            <Button component={Link} to={paths.counting(doc.id)}>
              {say('Counting sheet')}
            </Button>
          )}
          {doc.editable && (
            <Button component={Link} to={paths.edit('stock_audit', doc.id)} startIcon={<EditOutlined />}>
              {say('Edit')}
            </Button>
          )}
        </>
      }
      bar={<DocActions def={def as DocDef} doc={doc as DocView} />}
    >
      <WithRail rail={<Rail doc={doc} />}>
        <Differences doc={doc} />
        <Plan doc={doc} def={def} />
        <Card title={say('History')} pad={0}>
          <History def={def as DocDef} doc={doc as DocView} />
        </Card>
      </WithRail>
    </Page>
  )
}

function Plan({ doc, def }: { doc: Doc; def: DocDef<'stock_audit'> }) {
  const record = doc.record as Record<string, unknown>
  const fields = PLAN.flatMap((key) => def.fields.find((field) => field.key === key && record[key] != null) ?? [])
  return (
    <Card title={say('Plan')}>
      <Facts
        items={fields.map((field) => ({
          label: field.label,
          value: <FieldValue field={field} value={record[field.key]} links={doc.links} />,
        }))}
      />
    </Card>
  )
}

/** How far it is: the sheet of a count that goes on, else what came of it. */
function Rail({ doc }: { doc: Doc }) {
  const { record } = doc
  const goes = doc.status === 'Planned' || doc.status === 'Counting' || doc.status === 'Recount Needed'
  const { data } = useFacts<CountingSheet>(goes ? sheetUrl(doc.id) : null)
  const total = data ? data.rows.length : record.sheet_lines
  return (
    <Card title={doc.status === 'Planned' ? say('What it would count today') : say('Count')}>
      <Facts
        gap={24}
        items={[
          { label: say('Batches on the sheet'), value: total == null ? NOTHING : pieces(total), num: true },
          data && doc.status !== 'Planned' ? { label: say('Counted'), value: pieces(data.counted), num: true } : null,
          doc.status === 'Recount Needed' ? { label: say('Count'), value: say('The second') } : null,
          record.agreed_lines != null && !goes
            ? { label: say('Without a difference'), value: pieces(record.agreed_lines), num: true }
            : null,
          record.over_lines != null
            ? { label: say('Beyond the limit'), value: pieces(record.over_lines), num: true }
            : null,
          record.difference_g != null && !goes
            ? {
                label: say('Difference'),
                value: say('{difference_g} kg', { difference_g: signed(record.difference_g, 3) }),
                num: true,
              }
            : null,
          record.value_paise != null && !goes
            ? { label: say('Value'), value: money(record.value_paise), num: true }
            : null,
        ]}
      />
    </Card>
  )
}

/** With its sign: a difference above zero is a gain. */
const signed = (value: number, places: number) => `${value > 0 ? '+' : ''}${decimal(value, places)}`

function Differences({ doc }: { doc: Doc }) {
  const lines = doc.record.lines ?? []
  if (doc.status === 'Planned' || doc.status === 'Counting' || doc.status === 'Cancelled') return null
  const shown = lines.some((line) => line.counted_pcs != null)
  if (!shown) {
    const text =
      lines.length > 0
        ? say('What was counted is shown to those who review it')
        : say('Every batch was found as the books say')
    return (
      <Card title={say('Differences')}>
        <Empty title={text} />
      </Card>
    )
  }
  const valued = lines.some((line) => line.value_paise != null)
  return (
    <Card title={doc.status === 'Recount Needed' ? say('To be counted again') : say('Differences')} pad={0}>
      <Scroll>
        <table className="stacks data-table">
          <thead>
            <tr>
              <th>{say('Batch')}</th>
              <th className="right">{say('Books')}</th>
              <th className="right">{say('Counted')}</th>
              <th className="right">{say('Difference')}</th>
              {valued && <th className="right">{say('Value')}</th>}
              <th>{say('Counted on')}</th>
              <th>{say('Orders it would hit')}</th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <Row key={line.batch} line={line} doc={doc} valued={valued} />
            ))}
          </tbody>
        </table>
      </Scroll>
    </Card>
  )
}

function Row({ line, doc, valued }: { line: Line; doc: Doc; valued: boolean }) {
  const { links } = doc
  const less = (line.difference_pcs ?? 0) < 0 || (line.difference_g ?? 0) < 0
  return (
    <tr>
      <td className="whole">
        <Link to={paths.view('batch', line.batch ?? '')} className="semibold">
          {titleOf(links, 'batch', line.batch)}
        </Link>
        <span className="block text-13 muted">{titleOf(links, 'sku', line.sku)}</span>
        <Tags line={line} />
      </td>
      <Quantity head={say('Books')} pcs={line.book_pcs} g={line.book_g} />
      <Quantity head={say('Counted')} pcs={line.counted_pcs} g={line.counted_g} first={line} />
      <td data-head={say('Difference')} className={`number ${less ? 'danger' : 'ok'}`}>
        {say('{difference_pcs} pcs', { difference_pcs: signed(line.difference_pcs ?? 0, 0) })}
        <span className="block">{say('{difference_g} kg', { difference_g: signed(line.difference_g ?? 0, 3) })}</span>
      </td>
      {valued && (
        <td data-head={say('Value')} className="number">
          {line.value_paise == null ? NOTHING : money(line.value_paise)}
        </td>
      )}
      <td data-head={say('Counted on')}>
        {day(line.counted_on)}
        <span className="block text-13 muted">
          {(line.counted_by ?? []).map((who) => titleOf(links, 'employee', who)).join(', ')}
        </span>
      </td>
      <td data-head={say('Orders it would hit')}>
        {(line.orders ?? []).length === 0 && NOTHING}
        {(line.orders ?? []).map((order) => (
          <Link key={order} to={paths.view('order', order)} className="block nowrap">
            {titleOf(links, 'order', order)}
          </Link>
        ))}
      </td>
    </tr>
  )
}

function Quantity({
  head,
  pcs,
  g,
  first,
}: {
  head: string
  pcs: number | null | undefined
  g: number | null | undefined
  first?: Line
}) {
  return (
    <td data-head={head} className="number">
      {say('{pcs} pcs', { pcs: pieces(pcs ?? 0) })}
      <span className="block muted">{say('{g} kg', { g: kg(g ?? 0) })}</span>
      {first?.first_pcs != null && (
        <span className="block text-13 muted">
          {say('first {first_pcs} pcs', { first_pcs: pieces(first.first_pcs) })}
        </span>
      )}
    </td>
  )
}

function Tags({ line }: { line: Line }) {
  const said = [
    line.over && say('Beyond the limit'),
    line.again && say('Counted twice'),
    line.moved_between && say('Moved while it was counted'),
    line.extra && say('Not on the sheet'),
  ].filter((one): one is string => !!one)
  if (said.length === 0) return null
  return (
    <span className={css.tags}>
      {said.map((one) => (
        <Tag key={one}>{one}</Tag>
      ))}
    </span>
  )
}
