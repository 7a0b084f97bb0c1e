// Who replaces which of the generic three pages of a document type. A type that is not named keeps them all.
// The pages are loaded when they are opened: { vehicle: { view: lazy(() => import('../features/fleet/VehicleView')) } }
import { lazy, type ComponentType } from 'react'
import type { DocDef } from '../core/types.gen'
import type { FormFieldsProps } from './FormFields'

/** `notice`: why the page is not the one that was asked for. */
export interface DocPageProps {
  def: DocDef
  id?: string
  notice?: string
}
/** `fields`: the inputs alone, in the form page and in the drawer; saving, drafts and conflicts stay as they are. */
export interface Slots {
  list?: ComponentType<DocPageProps>
  form?: ComponentType<DocPageProps>
  view?: ComponentType<DocPageProps>
  fields?: ComponentType<FormFieldsProps>
}

export const OVERRIDES: Record<string, Slots> = {
  formula: { fields: lazy(() => import('../features/skus/FormulaFields')) },
}
