// What SKUs of a product group are built from, as the server gathers it, and what the pages make of it.
import type { RecordOf } from '../../core/records'
import { useFacts } from '../../sync/docs'

export interface Mapped {
  property: string
  code: string
  label: string
  kind: 'number' | 'list' | 'text' | 'bool'
  unit: string
  /** Thousandths of the unit. */
  min: number | null
  max: number | null
  step: number | null
  in_formula: boolean
  mandatory: boolean
  default: string
  options: string[]
}
export interface InForce {
  id: string
  title: string
  edition: number
  expression: string
  per: 'pc' | 'm'
  from: string
  tests: number
}
export interface Kit {
  group: string
  name: string
  stock_mode: string
  section: string
  template: string
  properties: Mapped[]
  mapped: boolean
  formula: InForce | null
  preset: string
  preset_per: string
}
export interface Known {
  id: string
  name: string
  code: string | null
  status: string
  key: string | null
  values: { property: string; value: string }[] | null
  length_mm: number | null
  grade: string | null
  make: string | null
  theo_g_per_pc: number | null
}
export interface KitAnswer {
  kit: Kit
  hsn: string | null
  gst_rate_bp: number | null
  rate_uom: string | null
  load_tolerance_bp: number | null
  skus: Known[]
  /** There are more SKUs of the group than came. */
  more: boolean
}

export function useKit(group: string) {
  return useFacts<KitAnswer>(group ? `/api/sku/kit/${encodeURIComponent(group)}` : null)
}

export type Texts = Record<string, string>

/** The rows of a record as texts by property. */
export function textsOf(record: RecordOf<'sku'>): Texts {
  return Object.fromEntries((record.values ?? []).map((row) => [row.property ?? '', row.value ?? '']))
}

/** Texts as a record's rows, in the order of the kit; what is empty is not there. */
export function rowsOf(kit: Kit, texts: Texts): { property: string; value: string }[] {
  return kit.properties
    .filter((one) => texts[one.property]?.trim())
    .map((one) => ({ property: one.property, value: texts[one.property]! }))
}

/** What a new SKU of the group begins with: the mapping's defaults, and of each list what most of its SKUs have. */
export function defaultsOfKit(kit: Kit, skus: Known[]): Texts {
  const usual = (property: string) => {
    const counts = new Map<string, number>()
    for (const sku of skus) {
      const value = sku.values?.find((row) => row.property === property)?.value
      if (value) counts.set(value, (counts.get(value) ?? 0) + 1)
    }
    return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0] ?? ''
  }
  const begin = (one: Mapped) => one.default || (one.kind === 'list' ? usual(one.property) : '')
  return Object.fromEntries(kit.properties.map((one) => [one.property, begin(one)]).filter(([, value]) => value))
}

/** What was typed for another group and makes sense in this one: sizes, and words of its lists that its SKUs have. */
export function sharedTexts(kit: Kit, skus: Known[], texts: Texts): Texts {
  const had = (property: string, value: string) =>
    skus.length === 0 || skus.some((sku) => sku.values?.some((row) => row.property === property && row.value === value))
  const kept = kit.properties.filter(
    (one) => texts[one.property] && (one.kind !== 'list' || had(one.property, texts[one.property]!)),
  )
  return Object.fromEntries(kept.map((one) => [one.property, texts[one.property]!]))
}

/** A value's number without its unit; null for none. */
export function numberOf(kit: Kit, texts: Texts, code: string): number | null {
  const one = kit.properties.find((property) => property.code === code)
  const text = one && texts[one.property]
  const number = text ? Number.parseFloat(text) : Number.NaN
  return Number.isFinite(number) && number > 0 ? number : null
}

/** The hint under a number: its bounds and its step. */
export function boundsOf(one: Mapped): string {
  const shown = (thousandths: number) => String(thousandths / THOUSAND)
  const unit = one.unit ? ` ${one.unit}` : ''
  const range =
    one.min !== null && one.max !== null
      ? `${shown(one.min)} to ${shown(one.max)}${unit}`
      : one.min !== null
        ? `at least ${shown(one.min)}${unit}`
        : one.max !== null
          ? `at most ${shown(one.max)}${unit}`
          : ''
  return [range, one.step !== null && one.step > 0 ? `step ${shown(one.step)}` : ''].filter(Boolean).join(', ')
}

const THOUSAND = 1_000
