// How much room the inputs and the values of fields take.
import type { FieldDef } from '../../core/types.gen'

/** How much of a form's grid a field takes. */
export function spanOf(field: FieldDef): string {
  if (field.kind === 'rows' || field.kind === 'group') return 'span-all'
  if (field.kind === 'note' || field.kind === 'many') return 'span-two'
  return field.kind === 'text' && (field.max ?? 0) > 120 ? 'span-two' : ''
}
