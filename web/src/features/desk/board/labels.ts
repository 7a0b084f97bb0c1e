// The labels that a card can wear, as the board's declaration names them.
import { docDef } from '../../../core'
import type { FieldDef } from '../../../core/types.gen'

interface Label {
  id: string
  title: string
}

/** Asked when the first card is drawn: the core is loaded by then. */
function declared(): Label[] {
  const fields = (docDef('board')?.actions.find(({ action }) => action === 'edit_card')?.inputs ?? []) as FieldDef[]
  const choices = fields.find(({ key }) => key === 'labels')?.of?.choices ?? []
  return choices.map(({ key, label }) => ({ id: key, title: label }))
}

let known: Label[] | null = null

export const labels = (): Label[] => (known ??= declared())
