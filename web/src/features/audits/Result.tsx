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
  if (error && !doc) return <Failed problem={error} what="The stock audit" onRetry={() => void refetch()} />
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
              Counting sheet
            </Button>
          )}
          {doc.editable && (
            <Button component={Link} to={paths.edit('stock_audit', doc.id)} startIcon={<EditOutlined />}>
              Edit
            </Button>
          )}
        </>
      }
      bar={<DocActions def={def as DocDef} doc={doc as DocView} />}
    >
      <WithRail rail={<Rail doc={doc} />}>
        <Differences doc={doc} />
        <Plan doc={doc} def={def} />
        <Card title="History" pad={0}>
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
    <Card title="Plan">
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
    <Card title={doc.status === 'Planned' ? 'What it would count today' : 'Count'}>
      <Facts
        gap={24}
        items={[
          { label: 'Batches on the sheet', value: total == null ? NOTHING : pieces(total), num: true },
          data && doc.status !== 'Planned' ? { label: 'Counted', value: pieces(data.counted), num: true } : null,
          doc.status === 'Recount Needed' ? { label: 'Count', value: 'The second' } : null,
          record.agreed_lines != null && !goes
            ? { label: 'Without a difference', value: pieces(record.agreed_lines), num: true }
            : null,
          record.over_lines != null ? { label: 'Beyond the limit', value: pieces(record.over_lines), num: true } : null,
          record.difference_g != null && !goes
            ? { label: 'Difference', value: `${signed(record.difference_g, 3)} kg`, num: true }
            : null,
          record.value_paise != null && !goes ? { label: 'Value', value: money(record.value_paise), num: true } : null,
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
      lines.length > 0 ? 'What was counted is shown to those who review it' : 'Every batch was found as the books say'
    return (
      <Card title="Differences">
        <Empty title={text} />
      </Card>
    )
  }
  const valued = lines.some((line) => line.value_paise != null)
  return (
    <Card title={doc.status === 'Recount Needed' ? 'To be counted again' : 'Differences'} pad={0}>
      <Scroll>
        <table className="stacks data-table">
          <thead>
            <tr>
              <th>Batch</th>
              <th className="right">Books</th>
              <th className="right">Counted</th>
              <th className="right">Difference</th>
              {valued && <th className="right">Value</th>}
              <th>Counted on</th>
              <th>Orders it would hit</th>
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
      <Quantity head="Books" pcs={line.book_pcs} g={line.book_g} />
      <Quantity head="Counted" pcs={line.counted_pcs} g={line.counted_g} first={line} />
      <td data-head="Difference" className={`number ${less ? 'danger' : 'ok'}`}>
        {signed(line.difference_pcs ?? 0, 0)} pcs
        <span className="block">{signed(line.difference_g ?? 0, 3)} kg</span>
      </td>
      {valued && (
        <td data-head="Value" className="number">
          {line.value_paise == null ? NOTHING : money(line.value_paise)}
        </td>
      )}
      <td data-head="Counted on">
        {day(line.counted_on)}
        <span className="block text-13 muted">
          {(line.counted_by ?? []).map((who) => titleOf(links, 'employee', who)).join(', ')}
        </span>
      </td>
      <td data-head="Orders it would hit">
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
      {pieces(pcs ?? 0)} pcs
      <span className="block muted">{kg(g ?? 0)} kg</span>
      {first?.first_pcs != null && <span className="block text-13 muted">first {pieces(first.first_pcs)} pcs</span>}
    </td>
  )
}

function Tags({ line }: { line: Line }) {
  const said = [
    line.over && 'Beyond the limit',
    line.again && 'Counted twice',
    line.moved_between && 'Moved while it was counted',
    line.extra && 'Not on the sheet',
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
