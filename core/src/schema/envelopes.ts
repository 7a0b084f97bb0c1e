// The shapes of the core, as TypeScript. Written by `npm run gen`.

export type FieldKind = 'text'|'note'|'int'|'bool'|'date'|'time'|'instant'|'choice'|'link'|'reason'|'rows'|'group'|'many'|'code'|'secret'|'file'
export type Unit = 'none'|'paise'|'grams'|'pieces'|'millimetres'|'rate'|'bp'|'days'|'hours'|'metres'
export interface FieldDef { key: string; label: string; kind: FieldKind; required: boolean; unique: boolean; immutable: boolean; readonly: boolean; listed: boolean; help: string; unit: Unit; min: number|null; max: number|null; choices: {key:string;label:string}[]; link: string|null; reason: string|null; fields: FieldDef[]; of: FieldDef|null; format: string|null; default: unknown }
export interface ActionDef { action: string; label: string; inputs: FieldDef[] }
export interface DocDef { key: string; label: string; plural: string; title: string; fields: FieldDef[]; statuses: string[]; sorts: string[]; default_sort: string|null; filters: string[]; searchable: boolean; single: boolean; warns: boolean; actions: ActionDef[]; waits: { deed: string; again: boolean }[] }
export interface Issue { path: string; code: string; message: string }
export interface ActionView { action: string; label: string; inputs: FieldDef[]; allowed: boolean; why: string|null }
export interface HistoryEntry { at: number; by: string; by_name: string; role: string; action: string; from: string; to: string; remarks: string|null; reason: string|null; diff: {path:string; before: unknown; after: unknown}[]; version: number }
export interface DocView { id: string; type: string; version: number; status: string; since: number; doc_no: string|null; branch: string|null; yard: string|null; owner: string|null; editable: boolean; record: Record<string, unknown>; actions: ActionView[]; history: HistoryEntry[]; created_by: string; created_at: number; updated_by: string; updated_at: number; links: Record<string, Record<string,string>>; warnings: Issue[] }
export interface Page { rows: Row[]; total: number; more: boolean; counts: Record<string, number>; links: Record<string, Record<string,string>> }
export interface Row { id: string; version: number; status: string; doc_no: string|null; [field: string]: unknown }
export interface Schema { types: DocDef[]; codes: Code[]; roles: { key: RoleKey; label: string }[] }
