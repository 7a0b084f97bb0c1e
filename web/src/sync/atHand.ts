// Answers that the device's core makes of the documents that it has, asking for those that it lacks.
import type { DocView } from '../core/records'
import type { DocsWant, Refusal } from '../core/types.gen'
import { keptAnswer } from './answers'

type Wanted = DocsWant['want']

/** Null where something that it needs is not on this device. */
export async function madeAtHand<T extends object>(
  start: Wanted,
  known: DocView[],
  make: (docs: DocView[]) => T | Refusal | DocsWant,
): Promise<T | Refusal | null> {
  const docs = [...known]
  let want = start
  for (;;) {
    const found = await Promise.all(want.map(({ type, id }) => keptAnswer(`/api/docs/${type}/${id}`)))
    const more = found.flatMap((one) => (one ? [one.data as DocView] : []))
    if (want.length > 0 && more.length === 0) return null
    docs.push(...more)
    const made = make(docs)
    if (!('want' in made)) return made
    want = made.want as Wanted
    if (want.length === 0) return null
  }
}
