// What can be sold at a yard now: the catalogue by words.
import type { Catalogue, CatalogueRow } from '../../core/types.gen'
import { useEffect, useState } from 'react'
import { send } from '../../net/client'
import { useFacts } from '../../sync/docs'
import { core } from '../../core'
import { useSteady } from '../../ui/steady'

interface Place {
  yard: string
  customer: string
  /** A product group alone. */
  group?: string
  /** Only what is free in the yard. */
  inStock?: boolean
}

const SHOWN = 30
const TYPING_MS = 120

export function catalogueUrl({ yard, customer, group, inStock }: Place, q: string, limit = SHOWN): string {
  const query = new URLSearchParams({ yard })
  if (customer) query.set('customer', customer)
  if (q) query.set('q', q)
  if (group) query.set('group', group)
  if (inStock) query.set('in_stock', 'true')
  query.set('limit', String(limit))
  return `/api/catalogue?${query.toString()}`
}

/** The value as it was when typing paused. */
function useSettled<T>(value: T, ms = TYPING_MS): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return settled
}

const skuOf = (row: CatalogueRow) => row.sku

/** `waiting`: the words are not answered yet, and what was found for others is not shown under them. */
export function useCatalogue(place: Place, typed: string, limit = SHOWN) {
  const words = typed.trim()
  const q = useSettled(words)
  const answer = useFacts<Catalogue>(place.yard ? catalogueUrl(place, q, limit) : null)
  const told = q === words ? answer.currentData : undefined
  const rows = useSteady(JSON.stringify([place, words, limit]), told?.rows, skuOf)
  return { ...answer, rows, q, waiting: !!place.yard && !told && !(q === words && answer.error) }
}

/** At most so many SKUs are offered for pasted words that fit several. */
const OFFERED = 12

/** The SKUs that pasted words mean: the one whose code or name they are, else all that are found, likeliest first. */
export async function meant(place: Place, words: string): Promise<CatalogueRow[]> {
  const answer = await send({ url: catalogueUrl(place, words, OFFERED) })
  if ('error' in answer) return []
  const { rows } = answer.data as Catalogue
  const names = rows.map(({ name, code }) => ({ names: code ? [name, code] : [name], others: [] }))
  const best = core().ranked(words, names)[0]
  const exact = best?.exact ? rows[best.at] : undefined
  return exact ? [exact] : rows
}
