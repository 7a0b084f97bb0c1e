// A field's value as it is read: by kind and unit, links by their titles.
//
//   <FieldValue field={def} value={record.gross_g} links={doc.links} />     plainValue(field, value, links) -> text
import type { ReactElement } from 'react'
import { Link } from 'react-router'
import { docDef } from '../../core'
import type { Links, RecordValue } from '../../core/records'
import type { FieldDef } from '../../core/types.gen'
import { may } from '../../sync/rights'
import { useUser } from '../../sync/store'
import { paths } from '../paths'
import { reasonWords, useReasons } from '../reasons'
import { NOTHING, UNITS, day, moment, shown } from '../../ui/format'
import { openFile } from './FileInput'
import { Sideways } from '../../ui/Sideways'
import { classes } from '../../theme/classes'
import css from './FieldValue.module.css'
import { say } from '../../words/say'

export function plainValue(field: FieldDef, value: unknown, links: Links = {}): string {
  if (value === null || value === undefined || value === '') return ''
  switch (field.kind) {
    case 'int':
      return typeof value === 'number' ? shown(value, field.unit) : String(value)
    case 'bool':
      return value === true ? say('Yes') : say('No')
    case 'date':
      return day(String(value))
    case 'instant':
      return typeof value === 'number' ? moment(value) : ''
    case 'choice':
      return field.choices.find((choice) => choice.key === value)?.label ?? String(value)
    case 'link':
      return links[field.link ?? '']?.[String(value)] ?? ''
    case 'many':
      return Array.isArray(value)
        ? value.map((one) => (field.of ? plainValue(field.of, one, links) || String(one) : String(one))).join(', ')
        : ''
    case 'rows':
      return Array.isArray(value) ? `${value.length}` : ''
    case 'group':
      return field.fields
        .map((inner) => plainValue(inner, (value as RecordValue)[inner.key], links))
        .filter(Boolean)
        .join(', ')
    case 'secret':
      return ''
    case 'code':
      return field.format === 'doc_type' ? (docDef(String(value))?.label ?? String(value)) : String(value)
    case 'text':
    case 'note':
    case 'time':
    case 'reason':
    case 'file':
      return String(value)
  }
}

interface FieldValueProps {
  field: FieldDef
  value: unknown
  links?: Links
}

/** The sign of a unit stands in the label or the head, money before its figure. */
export function unitSign(field: FieldDef): string {
  return field.kind === 'int' ? UNITS[field.unit].sign : ''
}

export function FieldValue({ field, value, links = {} }: FieldValueProps): ReactElement {
  const user = useUser()
  const text = plainValue(field, value, links)
  const nothing = <span className="muted">{NOTHING}</span>
  switch (field.kind) {
    case 'rows':
      return <RowsTable field={field} rows={Array.isArray(value) ? (value as RecordValue[]) : []} links={links} />
    case 'file':
      return typeof value === 'string' && value ? <OpenFile file={value} /> : nothing
    case 'link': {
      const def = docDef(field.link ?? '')
      if (!text) return nothing
      return def && typeof value === 'string' && may(user, def, 'view') ? (
        <Link to={paths.view(def.key, value)}>{text}</Link>
      ) : (
        <Words text={text} />
      )
    }
    case 'int': {
      const sign = unitSign(field)
      if (!text) return nothing
      return <span className="num nowrap">{sign === '₹' ? `₹${text}` : sign ? `${text} ${sign}` : text}</span>
    }
    case 'note':
      return text ? <Words text={text} wrap /> : nothing
    case 'reason':
      return text ? <Reason code={text} kind={field.reason} /> : nothing
    case 'text':
    case 'code':
    case 'bool':
    case 'date':
    case 'time':
    case 'instant':
    case 'choice':
    case 'group':
    case 'many':
    case 'secret':
      return text ? <Words text={text} /> : nothing
  }
}

function Words({ text, wrap = false }: { text: string; wrap?: boolean }) {
  return <span className={classes('break', wrap && css.wrapped)}>{text}</span>
}

function OpenFile({ file }: { file: string }) {
  return (
    <button type="button" onClick={() => void openFile(file)} className="bare p-0 accent">
      {say('Open file')}
    </button>
  )
}

/** Names that say their unit themselves: 'Loaded pieces', 'Days'. */
const SAYS_UNIT = /(pieces|days)$/i

/** A field's name over its column, with the unit that its figures are in. */
export function headOf(field: FieldDef): string {
  const sign = unitSign(field)
  return sign && !SAYS_UNIT.test(field.label) ? `${field.label} ${sign}` : field.label
}

export function RowsTable({ field, rows, links }: { field: FieldDef; rows: RecordValue[]; links: Links }) {
  if (rows.length === 0) return <span className="muted">{NOTHING}</span>
  const columns = field.fields.filter(
    (inner) => !inner.internal && rows.some((row) => plainValue(inner, row[inner.key], links)),
  )
  return (
    <Sideways tabIndex={0} className="table ruled rounded">
      <table className="lines stacks">
        <thead>
          <tr>
            {columns.map((inner) => (
              <th key={inner.key} scope="col" className={classes(css.rowHead, inner.kind === 'int' ? 'right' : 'left')}>
                {headOf(inner)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={at}>
              {columns.map((inner) => (
                <td
                  key={inner.key}
                  data-head={headOf(inner)}
                  className={inner.kind === 'int' ? 'num right' : classes('left', inner.kind === 'link' && css.named)}
                >
                  {plainValue(inner, row[inner.key], links)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Sideways>
  )
}

/** A record keeps the code of a reason; a person reads its words. */
function Reason({ code, kind }: { code: string; kind: string | null }) {
  return <Words text={reasonWords(useReasons(), code, kind)} />
}
