// The columns of a generic list, from the declaration: the name as a link, what is listed, the status.
import { Suspense } from 'react'
import { Link } from 'react-router'
import type { DocDef, Links, Row } from '../core/records'
import type { FieldDef } from '../core/types.gen'
import { ownPages } from './overrides'
import { paths } from './paths'
import { StatusChip } from '../ui/StatusChip'
import type { GridColumn } from './DocGrid'
import { age, wholeRupees } from '../ui/format'
import { reasonWords } from './reasons'
import { headOf, plainValue, unitSign } from './fields/FieldValue'
import { titleOfRow } from './titles'
import { say } from '../words/say'

const WIDTH: Partial<Record<FieldDef['kind'], number>> = {
  int: 110,
  date: 110,
  instant: 170,
  bool: 90,
  time: 90,
  choice: 140,
  code: 150,
  link: 170,
}
/** As wide as the longest age in bold, '11 mo 29 d', with the alarm beside it. */
export const AGE_WIDTH = 118
const HIDDEN = new Set(['rows', 'group', 'secret', 'file', 'note'])

function columnOf(def: DocDef, field: FieldDef, reasons: Row[]): GridColumn {
  const sign = unitSign(field)
  const Cell = ownPages(def.key).cells?.[field.key]
  return {
    key: field.key,
    head: headOf(field),
    right: field.kind === 'int',
    sortable: def.sorts.includes(field.key),
    width: Math.max(
      field.key === def.title ? 290 : 0,
      WIDTH[field.kind] ?? 160,
      32 + (field.label.length + sign.length) * 7,
    ),
    flex:
      field.key === def.title
        ? 3
        : field.kind === 'text' || field.kind === 'many' || field.kind === 'link'
          ? 1
          : undefined,
    cell:
      Cell &&
      ((row) => (
        <Suspense fallback={null}>
          <Cell row={row} />
        </Suspense>
      )),
    text: (row, links) => inList(field, row[field.key], links, reasons),
  }
}

/** Money is whole rupees in lists, and a reason its words. */
function inList(field: FieldDef, value: unknown, links: Links, reasons: Row[]): string {
  if (field.kind === 'reason' && value) return reasonWords(reasons, String(value), field.reason)
  return field.unit === 'paise' && typeof value === 'number' ? wholeRupees(value) : plainValue(field, value, links)
}

export function columnsOf(def: DocDef, numbered: boolean, reasons: Row[]): GridColumn[] {
  const title = def.fields.find((field) => field.key === def.title)
  const first: GridColumn = {
    key: 'first',
    sortKey: numbered ? 'doc_no' : def.title,
    head: numbered ? say('Number') : (title?.label ?? def.label),
    pinned: true,
    width: numbered ? 168 : 290,
    sortable: def.sorts.includes(numbered ? 'doc_no' : def.title),
    cell: (row) => (
      <Link to={paths.view(def.key, row.id)} className="semibold" tabIndex={-1}>
        {titleOfRow(def, row)}
      </Link>
    ),
  }
  const listed = def.fields.filter(
    (field) => field.listed && !HIDDEN.has(field.kind) && (numbered || field.key !== def.title),
  )
  const status: GridColumn = {
    key: 'status',
    head: say('Status'),
    width: Math.max(110, 56 + Math.max(...def.statuses.map((one) => one.length)) * 7),
    sortable: def.sorts.includes('status'),
    cell: (row) => <StatusChip status={row.status} />,
  }
  const waits: GridColumn = {
    key: 'since',
    head: say('In status'),
    width: AGE_WIDTH,
    right: true,
    sortable: def.sorts.includes('since'),
    text: (row) => (def.under_way.includes(row.status) && row.since ? age(row.since) : ''),
  }
  // What a row comes to stands beside its name, and not off the screen.
  const [named, others] = [listed.filter(({ key }) => key === def.title), listed.filter(({ key }) => key !== def.title)]
  return [
    first,
    ...[...named, ...def.figures, ...others].map((field) => columnOf(def, field, reasons)),
    ...(def.statuses.length > 1 ? [status] : []),
    ...(def.under_way.length > 0 ? [waits] : []),
  ]
}

/** What stands under the name in a two-line row on a phone. */
export function asideOf(def: DocDef, row: Row, links: Links, reasons: Row[]): string {
  const shown = def.fields.filter((field) => field.listed && field.key !== def.title && !HIDDEN.has(field.kind))
  // Who or what a numbered document is about comes before its day.
  const listed =
    def.title === 'doc_no' ? [...shown].sort((a, b) => Number(a.kind === 'date') - Number(b.kind === 'date')) : shown
  const named = titleOfRow(def, row)
  const title = row[def.title]
  const said = new Set<string>()
  // What the name says already, as an order's number in its loading's, is not said again; nor is the same name in a
  // second field.
  const fresh = (text: string) => text !== '' && !named.startsWith(text) && !said.has(text) && !!said.add(text)
  const texts = listed
    .map((field) => [inList(field, row[field.key], links, reasons), unitSign(field)] as const)
    .filter(([text]) => fresh(text))
  return [
    typeof title === 'string' && title !== named ? title : '',
    ...texts.slice(0, 3).map(([text, sign]) => (sign === '₹' ? `₹${text}` : sign ? `${text} ${sign}` : text)),
  ]
    .filter(Boolean)
    .join(' · ')
}
