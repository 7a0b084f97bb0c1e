// The entries of the journal that this tab's own commands became: what the change feed tells of them is known here.
import { observable } from './observable'

/** The header that names the entry. */
const COMMITTED = 'godown-seq'
/** More than can be on their way between an answer and the feed. */
const KEPT = 200

/** How many commands wait for their answer: until then nobody knows whose entry it is that the feed tells of. */
export const sending = observable(0)

const own = new Set<number>()

export const isOwn = (seq: number) => own.has(seq)

/** A command about a document goes out; what is returned ends it, with its answer or without. */
export function began(): (answer: Response | null) => void {
  sending.set(sending.get() + 1)
  return (answer) => {
    const seq = Number(answer?.headers.get(COMMITTED) ?? 0)
    if (seq > 0) own.add(seq)
    for (const oldest of own) {
      if (own.size <= KEPT) break
      own.delete(oldest)
    }
    sending.set(sending.get() - 1)
  }
}
