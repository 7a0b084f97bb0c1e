// Rows of fields inside a record: a table while the row is short, a card per row when it is not.
// Alt and the arrows move a row, Ctrl D copies from the row above.
import Add from '@mui/icons-material/Add'
import DeleteOutlined from '@mui/icons-material/DeleteOutlined'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import useMediaQuery from '@mui/material/useMediaQuery'
import type { KeyboardEvent, ReactNode } from 'react'
import type { RecordValue } from '../../core/records'
import type { FieldDef } from '../../core/types.gen'
import { announce } from '../../ui/announce'
import { defaultsOf, type RecordForm } from '../record'
import { columnOf, spanOf } from './shape'
import { Sideways } from '../../ui/Sideways'
import { classes } from '../../theme/classes'
import css from './RowsInput.module.css'
import { say } from '../../words/say'

interface Props {
  field: FieldDef
  name: string
  form: RecordForm
  error: string | null
  warning?: string | null
  input: (inner: FieldDef, path: string, bare: boolean) => ReactNode
}

const TABLE_COLUMNS = 6
const DEEP = new Set(['rows', 'group', 'many', 'note', 'file'])

function move<T>(list: T[], from: number, to: number): T[] {
  const next = [...list]
  const [one] = next.splice(from, 1)
  if (one !== undefined) next.splice(to, 0, one)
  return next
}

export function RowsInput({ field, name, form, error, warning, input }: Props) {
  const value = form.at(name).value
  const rows = Array.isArray(value) ? (value as RecordValue[]) : []
  const columns = field.fields.filter((inner) => !inner.readonly)
  const phone = useMediaQuery('(max-width: 599.95px)')
  const table = !phone && columns.length <= TABLE_COLUMNS && !columns.some((inner) => DEEP.has(inner.kind))
  const room = columns.reduce((sum, inner) => sum + columnOf(inner), 0)
  const set = (next: RecordValue[]) => form.set(name, next)
  const add = () => set([...rows, defaultsOf(field.fields)])
  const remove = (at: number) => set(rows.filter((_, index) => index !== at))
  const onKey = (at: number) => (event: KeyboardEvent) => {
    const to = event.key === 'ArrowUp' ? at - 1 : event.key === 'ArrowDown' ? at + 1 : -1
    if (event.altKey && to >= 0 && to < rows.length) {
      event.preventDefault()
      set(move(rows, at, to))
      announce(say('Row {at} moved to {to}', { at: at + 1, to: to + 1 }))
    }
    const cell = (event.target as HTMLElement).closest<HTMLElement>('[data-field]')?.dataset.field?.split('.').at(-1)
    if (event.ctrlKey && event.key.toLowerCase() === 'd' && at > 0 && cell) {
      event.preventDefault()
      form.set(`${name}.${at}.${cell}`, rows[at - 1]?.[cell])
    }
  }
  const cell = (inner: FieldDef, at: number, bare: boolean) => input(inner, `${name}.${at}.${inner.key}`, bare)
  const removeButton = (at: number) => (
    <IconButton size="small" onClick={() => remove(at)} aria-label={say('Remove row {at}', { at: at + 1 })}>
      <DeleteOutlined className="text-18" />
    </IconButton>
  )
  return (
    <section data-field={name} aria-label={field.label} className="min-0">
      <div className="row gap-8 mb-8">
        <h3 className="subheading">
          {field.label}
          {field.required && (
            <span aria-hidden className="danger">
              {' '}
              *
            </span>
          )}
        </h3>
        <span className={`num ${css.count}`}>{rows.length}</span>
      </div>
      {field.help && <p className="muted text-12 mb-8">{field.help}</p>}
      {error && <p className="danger text-12 mb-8">{error}</p>}
      {!error && warning && <p className="warn text-12 mb-8">{warning}</p>}
      {rows.length > 0 && table && (
        <Sideways>
          <table className={css.table} style={{ minWidth: room }}>
            <thead>
              <tr>
                {columns.map((inner) => (
                  <th
                    key={inner.key}
                    scope="col"
                    style={{ width: columnOf(inner) }}
                    className={classes('text-12 medium muted', inner.kind === 'int' ? 'right' : 'left')}
                  >
                    {inner.label}
                    {inner.required && (
                      <span aria-hidden className="danger">
                        {' '}
                        *
                      </span>
                    )}
                  </th>
                ))}
                <th className={css.removal}>
                  <span className="visually-hidden">{say('Remove')}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map((_, at) => (
                <tr key={at} onKeyDown={onKey(at)} className={css.row}>
                  {columns.map((inner) => (
                    <td key={inner.key} className={css.cell}>
                      {cell(inner, at, true)}
                    </td>
                  ))}
                  <td className={css.removal}>{removeButton(at)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Sideways>
      )}
      {!table &&
        rows.map((_, at) => (
          // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of the inputs inside pass here
          <div key={at} onKeyDown={onKey(at)} className="ruled rounded p-12 mb-8">
            <div className="row between mb-4">
              <span className="caption">{say('Row {at}', { at: at + 1 })}</span>
              {removeButton(at)}
            </div>
            <div className="fields">
              {columns.map((inner) => (
                <div key={inner.key} className={spanOf(inner)}>
                  {cell(inner, at, false)}
                </div>
              ))}
            </div>
          </div>
        ))}
      <Button size="small" startIcon={<Add />} onClick={add} className="mt-4">
        {say('Add a row')}
      </Button>
    </section>
  )
}
