// What can be sold at a yard now: the catalogue by words.
import type { Catalogue, CatalogueRow } from '../../core/types.gen'
import { useEffect, useMemo, useState } from 'react'
import { send } from '../../net/client'
import { isLive, useReach } from '../../net/reach'
import { keptAnswer } from '../../sync/answers'
import { catalogueUrl, foundIn, wholeCatalogueUrl, type Place } from '../../sync/catalogue'
import { useFacts } from '../../sync/docs'
import { core } from '../../core'
import { useSteady } from '../../ui/steady'
import { say } from '../../words/say'

const SHOWN = 30
const TYPING_MS = 120

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

/**
 * `waiting`: the words are not answered yet, and what was found for others is not shown under them. `nothing`: what is
 * said where they are answered and nothing was found. `away`: a price that is missing is one that this device does not
 * know.
 */
export function useCatalogue(place: Place, typed: string, limit = SHOWN) {
  const words = typed.trim()
  const q = useSettled(words)
  const { yard, customer, group, inStock } = place
  const answer = useFacts<Catalogue>(yard ? catalogueUrl(place, q, limit) : null)
  // Without the server the choice is what was answered before, else from what was fetched ahead.
  const away = !useReach().live
  const { currentData: whole } = useFacts<Catalogue>(away && yard ? wholeCatalogueUrl(yard) : null)
  const own = q === words ? answer.currentData?.rows : undefined
  const told = useMemo(
    () => own ?? (away && whole ? foundIn(whole, { yard, customer, group, inStock }, words, limit) : undefined),
    [own, away, whole, yard, customer, group, inStock, words, limit],
  )
  const rows = useSteady(JSON.stringify([place, words, limit]), told, skuOf)
  const error = told ? undefined : answer.error
  const nothing =
    away && !own && whole?.more
      ? say('Not among the sizes that are kept on this device')
      : say('No size, name or code matches “{words}”', { words })
  const waiting = !!yard && !told && !(q === words && error)
  return { rows, q, error, waiting, answered: !!told, nothing, away, refetch: answer.refetch }
}

/** Without the server, what was taken along of a yard, by SKU. */
export function useTakenAlong(yard: string): ReadonlyMap<string, CatalogueRow> {
  const away = !useReach().live
  const { currentData } = useFacts<Catalogue>(away && yard ? wholeCatalogueUrl(yard) : null)
  return useMemo(() => new Map(currentData?.rows.map((row) => [row.sku, row])), [currentData])
}

/** At most so many SKUs are offered for pasted words that fit several. */
const OFFERED = 12

/** The SKUs that pasted words mean: one, or several of which a person chooses. */
export async function meant(place: Place, words: string): Promise<CatalogueRow[]> {
  const answer = await send({ url: catalogueUrl(place, words, OFFERED) })
  const kept = 'data' in answer || isLive() ? null : await keptAnswer(wholeCatalogueUrl(place.yard))
  const rows =
    'data' in answer
      ? (answer.data as Catalogue).rows
      : kept
        ? foundIn(kept.data as Catalogue, place, words, OFFERED)
        : []
  const names = rows.map(({ name, code }) => (code ? [name, code] : [name]))
  return core()
    .meant(words, names)
    .map((at) => rows[at]!)
}
