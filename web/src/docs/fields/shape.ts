// How much room the inputs and the values of fields take.
import type { FieldDef } from '../../core/types.gen'

/** How wide the column of a field is in a table of rows, at the least; whatever is left is shared out alike. */
export function columnOf({ kind }: FieldDef): number {
  if (kind === 'link') return 320
  if (kind === 'text') return 180
  return kind === 'choice' || kind === 'reason' || kind === 'date' ? 150 : 120
}

/** How much of a form's grid a field takes. */
export function spanOf(field: FieldDef): string {
  if (field.kind === 'rows' || field.kind === 'group') return 'span-all'
  if (field.kind === 'note' || field.kind === 'many') return 'span-two'
  return field.kind === 'text' && (field.max ?? 0) > 120 ? 'span-two' : ''
}
