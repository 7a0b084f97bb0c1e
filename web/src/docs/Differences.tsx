// Two versions of a document side by side: the fields that differ, and of rows the cells.
import type { JSX, ReactNode } from 'react'
import { docDef } from '../core'
import type { Links, RecordValue } from '../core/records'
import type { FieldDef } from '../core/types.gen'
import { useDoc } from '../sync/docs'
import type { Difference, RowDifference } from './conflict'
import { plainValue } from './fields/FieldValue'
import { titleOfDoc } from './titles'
import { say } from '../words/say'

interface Props {
  all: Difference[]
  links: Links
  /** Heads of the two columns: mine, and what is saved. */
  mine: string
  saved: string
}

export function Differences({ all, links, mine, saved }: Props) {
  return (
    <table className="lines">
      <thead>
        <tr>
          <th scope="col" className="left">
            {say('Field')}
          </th>
          <th scope="col" className="left">
            {mine}
          </th>
          <th scope="col" className="left">
            {saved}
          </th>
        </tr>
      </thead>
      <tbody>
        {all.flatMap((one) =>
          one.rows.length > 0
            ? one.rows.flatMap((row) => rowsOf(one.field, row, links))
            : [<One key={one.field.key} label={one.field.label} one={one} links={links} />],
        )}
      </tbody>
    </table>
  )
}

function One({ label, one, links }: { label: ReactNode; one: Difference; links: Links }) {
  return (
    <tr>
      <td>{label}</td>
      <td className={one.minesChanged ? 'bold' : 'regular'}>
        <Value field={one.field} value={one.mine} links={links} />
      </td>
      <td className={one.theirsChanged ? 'bold' : 'regular'}>
        <Value field={one.field} value={one.saved} links={links} />
      </td>
    </tr>
  )
}

function rowsOf(field: FieldDef, row: RowDifference, links: Links): JSX.Element[] {
  const key = `${field.key}.${row.no}.${row.mine ? '' : 'saved'}`
  const head = <>{say('{label}, row {no}', { label: field.label, no: row.no })}</>
  if (row.cells.length === 0)
    return [
      <tr key={key}>
        <td>{head}</td>
        <td className={row.minesChanged ? 'bold' : 'regular'}>
          {row.mine ? <Row field={field} row={row.row} links={links} /> : say('No such row')}
        </td>
        <td className={row.theirsChanged ? 'bold' : 'regular'}>
          {row.saved ? <Row field={field} row={row.row} links={links} /> : say('No such row')}
        </td>
      </tr>,
    ]
  return row.cells.map((cell) => (
    <One
      key={`${key}.${cell.field.key}`}
      label={
        <>
          {head}: {cell.field.label}
        </>
      }
      one={cell}
      links={links}
    />
  ))
}

/** A whole row in a line of text. */
function Row({ field, row, links }: { field: FieldDef; row: RecordValue; links: Links }) {
  const filled = field.fields.filter((one) => !one.readonly && (row[one.key] ?? '') !== '')
  return filled.map((one, at) => (
    <span key={one.key}>
      {at > 0 && ', '}
      <Value field={one} value={row[one.key]} links={links} />
    </span>
  ))
}

function Value({ field, value, links }: { field: FieldDef; value: unknown; links: Links }) {
  const text = plainValue(field, value, links)
  if (!text && field.kind === 'link' && field.link && typeof value === 'string')
    return <Named type={field.link} id={value} />
  return text || say('Not set')
}

/** What the other side does not name. */
function Named({ type, id }: { type: string; id: string }) {
  const def = docDef(type)
  const { data } = useDoc(def?.key ?? 'order', def ? id : undefined)
  return def && data ? titleOfDoc(def, data as Parameters<typeof titleOfDoc>[1]) : '…'
}
