// What can be sold at a yard now: the catalogue by words, and the rows of SKUs that an order already names.
import { useEffect, useMemo, useRef, useState } from 'react'
import { send } from '../../api/client'
import { useFacts } from '../../api/docs'
import type { DocView } from '../../core/types.gen'
import { sizeWords } from './paste'
import type { CatalogueRow } from './quote'

interface Place { yard: string; customer: string }

const SHOWN = 30
const TYPING_MS = 120

export function catalogueUrl({ yard, customer }: Place, q: string, limit = SHOWN): string {
  const query = new URLSearchParams({ yard })
  if (customer) query.set('customer', customer)
  if (q) query.set('q', q)
  query.set('limit', String(limit))
  return `/api/catalogue?${query.toString()}`
}

/** The value as it was when typing paused. */
export function useSettled<T>(value: T, ms = TYPING_MS): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return settled
}

export function useCatalogue(place: Place, typed: string, limit = SHOWN) {
  const q = useSettled(sizeWords(typed))
  const answer = useFacts<{ rows: CatalogueRow[] }>(place.yard ? catalogueUrl(place, q, limit) : null)
  return { ...answer, rows: answer.data?.rows ?? NONE, q }
}

const NONE: CatalogueRow[] = []

/** Rows by SKU that were seen at this yard for this customer; they are forgotten with either. */
export function useKnownSkus(place: Place, wanted: { sku: string; name: string }[]) {
  const at = `${place.yard}|${place.customer}`
  const [known, setKnown] = useState<{ at: string; rows: Map<string, CatalogueRow> }>({ at, rows: new Map() })
  const asked = useRef({ at, skus: new Set<string>() })
  if (asked.current.at !== at) asked.current = { at, skus: new Set() }
  const rows = useMemo(() => (known.at === at ? known.rows : new Map<string, CatalogueRow>()), [known, at])
  const learn = (found: CatalogueRow[]) =>
    setKnown((was) => {
      const next = was.at === at ? new Map(was.rows) : new Map<string, CatalogueRow>()
      for (const row of found) next.set(row.sku, row)
      return { at, rows: next }
    })
  const missing = wanted.filter(({ sku }) => sku !== '' && !rows.has(sku) && !asked.current.skus.has(sku))
  const key = missing.map(({ sku }) => sku).join('|')
  const latest = useRef({ missing, learn })
  latest.current = { missing, learn }
  useEffect(() => {
    if (!place.yard || key === '') return
    const { missing: ask } = latest.current
    for (const { sku } of ask) asked.current.skus.add(sku)
    void Promise.all(ask.map((one) => findSku(place, one))).then((found) => latest.current.learn(found.filter((row) => row !== null)))
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the key says which SKUs and the place which yard
  }, [key, at])
  return { rows, learn }
}

/** The catalogue is asked by words, so a SKU that is known by its id alone says its name first. */
async function findSku(place: Place, { sku, name }: { sku: string; name: string }): Promise<CatalogueRow | null> {
  const doc = name === '' ? await send({ url: `/api/docs/sku/${sku}` }) : null
  const words = doc && 'data' in doc ? String((doc.data as DocView).record.name ?? '') : name
  const answer = await send({ url: catalogueUrl(place, words, 5) })
  if ('error' in answer) return null
  return (answer.data as { rows: CatalogueRow[] }).rows.find((row) => row.sku === sku) ?? null
}

/** The SKU that pasted words mean: the one whose code or name they are, else the only one found. */
export async function meant(place: Place, words: string): Promise<CatalogueRow | 'none' | 'many'> {
  const answer = await send({ url: catalogueUrl(place, sizeWords(words), 5) })
  if ('error' in answer) return 'none'
  const { rows } = answer.data as { rows: CatalogueRow[] }
  const bare = (text: string) => text.toLowerCase().replace(/[\s×x]+/g, '')
  const exact = rows.find((row) => bare(row.code) === bare(words) || bare(row.name) === bare(words))
  return exact ?? (rows.length === 1 ? rows[0]! : rows.length === 0 ? 'none' : 'many')
}
