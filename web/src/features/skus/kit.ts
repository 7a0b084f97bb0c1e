// What SKUs of a product group are built from, as the server gathers it, and what the pages make of it.
import type { RecordOf } from '../../core/records'
import type { Kit, KnownSku, Mapped, SkuKit, SkuValue } from '../../core/types.gen'
import { useFacts } from '../../sync/docs'
import { say } from '../../words/say'

export function useKit(group: string) {
  return useFacts<SkuKit>(group ? `/api/sku/kit/${encodeURIComponent(group)}` : null)
}

export type Texts = Record<string, string>

/** The rows of a record as texts by property. */
export function textsOf(record: RecordOf<'sku'>): Texts {
  return Object.fromEntries((record.values ?? []).map((row) => [row.property ?? '', row.value ?? '']))
}

/** Texts as a record's rows, in the order of the kit; what is empty is not there. */
export function rowsOf(kit: Kit, texts: Texts): SkuValue[] {
  return kit.properties
    .filter((one) => texts[one.property]?.trim())
    .map((one) => ({ property: one.property, value: texts[one.property]! }))
}

/** What a new SKU of the group begins with: the mapping's defaults, and of each list what most of its SKUs have. */
export function defaultsOfKit(kit: Kit, skus: KnownSku[]): Texts {
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
export function sharedTexts(kit: Kit, skus: KnownSku[], texts: Texts): Texts {
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
      ? say('{min} to {max}{unit}', { min: shown(one.min), max: shown(one.max), unit })
      : one.min !== null
        ? say('at least {min}{unit}', { min: shown(one.min), unit })
        : one.max !== null
          ? say('at most {max}{unit}', { max: shown(one.max), unit })
          : ''
  return [range, one.step !== null && one.step > 0 ? say('step {step}', { step: shown(one.step) }) : '']
    .filter(Boolean)
    .join(', ')
}

const THOUSAND = 1_000
