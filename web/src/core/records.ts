// Documents by their type: the generated records as a person is shown them, so that every read names a field that
// exists.
//
//   DocView<'order'>            a document; DocView alone is one of any type, read by its declaration
//   Row<'order'>, Page<'order'> a row of its list, a page of them
//   RecordOf<'order'>           its record; LineOf<'order', 'lines'> one of its rows
//   Where<'order'>, Sort<'order'> what its list can be asked by: 'customer:eq:…', '-date'
import type {
  DocDef as AnyDef,
  DocKey,
  DocView as AnyView,
  FieldDef,
  Page as AnyPage,
  RecordPage as AnyRecordPage,
  RecordRow as AnyRecordRow,
  Records,
  Row as AnyRow,
  Statuses,
} from './types.gen'

/** What a draft does not have yet, and what its reader may not see, is missing at every depth. */
export type Shown<T> = T extends readonly (infer Item)[]
  ? Shown<Item>[]
  : T extends object
    ? { [Key in keyof T]?: Shown<T[Key]> }
    : T

/** A record of any type, as the generic pages read it. */
export type RecordValue = Record<string, unknown>

/** Of any type where none is named: read by the keys of its declaration. */
export type RecordOf<K extends DocKey = DocKey> = DocKey extends K ? RecordValue : Shown<Records[K]>

/** A record while it is typed: what was emptied is null until it is sent. */
export type Emptied<T> = { [Key in keyof T]?: T[Key] | null }

/** The names of a record's fields. */
export type FieldOf<K extends DocKey> = keyof Records[K] & string

/** One row of a record's rows, or the group under a key. */
export type LineOf<K extends DocKey, Key extends FieldOf<K>> =
  NonNullable<Records[K][Key]> extends readonly (infer Item)[] ? Shown<Item> : Shown<NonNullable<Records[K][Key]>>

export type DocView<K extends DocKey = DocKey> = Omit<AnyView, 'type' | 'status' | 'record'> & {
  type: K
  status: Statuses[K]
  record: RecordOf<K>
  /** As a change will leave it that is still queued here; never set by the server. */
  queued?: true
}

export type Row<K extends DocKey = DocKey> = Pick<AnyRow, 'id' | 'version' | 'doc_no'> & {
  status: Statuses[K]
  /** When it came to its status. */
  since: number
  /** Whose it is, of a type whose documents belong to people. */
  owner?: string | null
} & RecordOf<K>

export type Page<K extends DocKey = DocKey> = Omit<AnyPage, 'rows'> & { rows: Row<K>[] }

/** Whole records, for the workbench and for files. */
export type RecordRow<K extends DocKey = DocKey> = Omit<AnyRecordRow, 'status' | 'record'> & {
  status: Statuses[K]
  record: RecordOf<K>
}

export type RecordPage<K extends DocKey = DocKey> = Omit<AnyRecordPage, 'rows'> & { rows: RecordRow<K>[] }

/** What rows are asked by beside the fields of their record. */
type Header = Extract<keyof AnyView, 'id' | 'status' | 'doc_no' | 'branch' | 'yard' | 'owner' | 'since' | 'updated_at'>

/** What a list of a type can be asked by, and the keys of its columns. */
export type ListField<K extends DocKey> = DocKey extends K ? string : FieldOf<K> | Header

/** A condition of a list as its address has it; a status that it names alone is one of the type's. */
export type Where<K extends DocKey = DocKey> = DocKey extends K
  ? string
  : | `status:eq:${Statuses[K]}`
    | `status:in:${string}`
    | `${Exclude<ListField<K>, 'status'>}:${'eq' | 'ne' | 'lt' | 'le' | 'gt' | 'ge' | 'in' | 'has'}:${string}`

/** What a list is sorted by; `-` before it is descending. */
export type Sort<K extends DocKey = DocKey> = DocKey extends K ? string : ListField<K> | `-${ListField<K>}`

/** The declaration of a type; of one that is named, its fields are known by name. */
export type DocDef<K extends DocKey = DocKey> = Omit<AnyDef, 'key' | 'fields'> & {
  key: K
  fields: (DocKey extends K ? FieldDef : FieldDef & { key: FieldOf<K> })[]
}

/** The titles of linked documents, by type and id. */
export type Links = AnyView['links']

/** The place of a value in a record: a field, or a field of one of its rows or groups (`lines.0.pcs`). */
export type PathOf<T> = {
  [Key in keyof T & string]: Key | (string extends Key ? never : Below<Key, NonNullable<T[Key]>>)
}[keyof T & string]

type Below<Key extends string, Value> = Value extends readonly (infer Item)[]
  ? `${Key}.${number}` | (Item extends object ? `${Key}.${number}.${PathOf<Item>}` : never)
  : Value extends object
    ? `${Key}.${PathOf<Value>}`
    : never
