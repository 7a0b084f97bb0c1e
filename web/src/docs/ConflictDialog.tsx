// Somebody else saved first: who and when, yours and the saved side by side, and one key that keeps both where they do
// not collide. What was typed is never lost.
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import { useId, useMemo } from 'react'
import type { DocDef, DocView, RecordValue } from '../core/records'
import type { FieldDef } from '../core/types.gen'
import { moment } from '../ui/format'
import { plainValue } from './fields/FieldValue'
import { lower } from '../ui/words'

interface Difference {
  field: FieldDef
  mine: unknown
  saved: unknown
  minesChanged: boolean
  theirsChanged: boolean
}

const same = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

export function differences(
  fields: FieldDef[],
  base: RecordValue,
  mine: RecordValue,
  saved: RecordValue,
): Difference[] {
  return fields
    .filter((field) => !field.readonly && !same(mine[field.key], saved[field.key]))
    .map((field) => ({
      field,
      mine: mine[field.key],
      saved: saved[field.key],
      minesChanged: !same(mine[field.key], base[field.key]),
      theirsChanged: !same(saved[field.key], base[field.key]),
    }))
}

/** The saved record with what only I changed laid over it; where both changed, mine stands. */
export function merged(all: Difference[], saved: RecordValue): RecordValue {
  const out = { ...saved }
  for (const { field, mine, minesChanged } of all) if (minesChanged) out[field.key] = mine
  return out
}

interface Props {
  def: DocDef
  base: RecordValue
  mine: RecordValue
  saved: DocView
  by: string
  onKeep: (record: RecordValue) => void
  onUseSaved: () => void
  onClose: () => void
}

export function ConflictDialog({ def, base, mine, saved, by, onKeep, onUseSaved, onClose }: Props) {
  const id = useId()
  const all = useMemo(() => differences(def.fields, base, mine, saved.record), [def, base, mine, saved])
  const collide = all.some((one) => one.minesChanged && one.theirsChanged)
  const cell = (one: Difference, value: unknown) => {
    if (one.field.kind !== 'rows') return plainValue(one.field, value, saved.links) || 'nothing'
    return Array.isArray(value) ? `${value.length} ${value.length === 1 ? 'row' : 'rows'}` : 'nothing'
  }
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} maxWidth="sm" fullWidth>
      <div className="p-20 grid gap-16">
        <div>
          <h2 id={id} className="heading">
            This {lower(def.label)} was changed by {by} at {moment(saved.updated_at)}
          </h2>
          {all.length === 0 && <p className="muted">It holds what you typed. Nothing is lost.</p>}
        </div>
        {all.length > 0 && (
          <table className="lines">
            <thead>
              <tr>
                <th scope="col" className="left">
                  Field
                </th>
                <th scope="col" className="left">
                  Yours
                </th>
                <th scope="col" className="left">
                  Now saved
                </th>
              </tr>
            </thead>
            <tbody>
              {all.map((one) => (
                <tr key={one.field.key}>
                  <td>{one.field.label}</td>
                  <td className={one.minesChanged ? 'bold' : 'regular'}>{cell(one, one.mine)}</td>
                  <td className={one.theirsChanged ? 'bold' : 'regular'}>{cell(one, one.saved)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
        {collide && <p className="muted text-12">Where both values are bold, keeping yours replaces the saved one.</p>}
        <div className="flex gap-8 wrap">
          <Button variant="contained" color="primary" onClick={() => onKeep(merged(all, saved.record))}>
            {collide ? 'Keep my version' : 'Keep both changes'}
          </Button>
          <Button onClick={onUseSaved}>Use saved version</Button>
          <Button variant="text" onClick={onClose}>
            Keep editing
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
