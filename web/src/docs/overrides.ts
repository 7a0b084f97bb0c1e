// Who replaces which of the generic three pages of a document type. A type that is not named keeps them all.
// `app/own.ts` says which.
import type { ComponentType } from 'react'
import type { DocDef, DocView, RecordValue, Row } from '../core/records'
import type { FieldDef } from '../core/types.gen'
import type { Entry } from '../sync/outbox'
import type { FormFieldsProps } from './FormFields'
import type { RecordForm } from './record'

/**
 * `notice`: why the page is not the one that was asked for. `of`: the values that all documents of a list share, and a
 * form begins with; `name`: what such a list is called.
 */
export interface DocPageProps {
  def: DocDef
  id?: string
  of?: Record<string, string>
  name?: string
  notice?: string
}
/** An input of a step, in the dialog that asks for it. */
export interface InputProps {
  doc: DocView
  form: RecordForm
  field: FieldDef
}
/** `fields`: the inputs alone, in the form page and in the drawer; saving, drafts and conflicts stay as they are. */
export interface Slots {
  list?: ComponentType<DocPageProps>
  form?: ComponentType<DocPageProps>
  view?: ComponentType<DocPageProps>
  fields?: ComponentType<FormFieldsProps>
  /** What draws an input of a step, in place of the field's own. */
  inputs?: Record<string, ComponentType<InputProps>>
  /** What its form does with a new document, where that is not to save it: it begins at another's page. */
  verb?: string
  /** What stands beside the details of a document, each behind a tab of its generic view page. */
  tabs?: { name: string; label: string; body: ComponentType<{ id: string }> }[]
  /** Cards beside the details of a document on its generic view page, above its history. */
  beside?: ComponentType<{ doc: DocView }>
  /** What a list draws in the cells of a field, in place of its text. */
  cells?: Record<string, ComponentType<{ row: Row }>>
  /** Buttons in the bar of a document's generic view page, before its steps: what is made of it next. */
  next?: ComponentType<{ doc: DocView }>
  /** Buttons beside those of the list. */
  tools?: ComponentType
  /** The record as a person typed it, without what the rules worked out. */
  typed?: (record: RecordValue) => RecordValue
  /** The page that a change which was refused is mended in, where it is not the form or the document's own page. */
  mendedAt?: (refused: Pick<Entry, 'id' | 'deed' | 'action' | 'record'>) => string | null
}

let slots: Record<string, Slots> = {}

/** Said once, before the first page: the app knows the features, the generic pages do not. */
export function replacePages(own: Record<string, Slots>) {
  slots = own
}

export const ownPages = (type: string): Slots => slots[type] ?? {}
