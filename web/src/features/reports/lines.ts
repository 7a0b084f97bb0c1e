// The lines of a report as they are scrolled to: in parts, of which the last few are kept, and with groups that fold.
import type { ReportLine, ReportLines, ReportStart } from '../../core/types.gen'
import type { FetchLines } from '../../sync/reporter'

export interface Line {
  at: number
  line: ReportLine
  /** How many lines lie within it. */
  within: number
}

/** Lines that are folded, with how many lie within each. */
export type Folded = ReadonlyMap<number, number>

/** The parts that are kept; a screen shows one or two. */
const KEPT = 12

/** The folded lines that are not hidden by another one, in their order. */
function outermost(folded: Folded): [number, number][] {
  let end = -1
  return [...folded]
    .sort(([a], [b]) => a - b)
    .filter(([at, within]) => {
      if (at <= end) return false
      end = at + within
      return true
    })
}

/** How many of the lines are shown. */
export const shownOf = (lines: number, folded: Folded) =>
  outermost(folded).reduce((left, [, within]) => left - within, lines)

/** The numbers of the lines that are shown from one place to another. */
export function placesOf(folded: Folded, from: number, to: number): number[] {
  const shut = outermost(folded)
  const places: number[] = []
  let [hidden, next] = [0, 0]
  for (let shown = from; shown < to; shown++) {
    for (let one = shut[next]; one && one[0] < shown + hidden; one = shut[++next]) hidden += one[1]
    places.push(shown + hidden)
  }
  return places
}

/** The lines of a report, fetched in parts of the size of the first. */
export function keptLines({ first, lines }: ReportStart, fetch: FetchLines, size: number) {
  const parts = new Map<number, ReportLines>([[0, first]])
  const fetching = new Map<number, Promise<void>>()
  const partOf = (at: number) => Math.floor(at / size)
  const line = (at: number): Line[] => {
    const part = parts.get(partOf(at))
    const found = part?.rows[at - part.from]
    return found ? [{ at, line: found, within: part?.within[at - part.from] ?? 0 }] : []
  }
  const get = (part: number) => {
    const now =
      fetching.get(part) ??
      fetch(part * size, size)
        .then((told) => {
          parts.set(part, told)
          // The first stays: it is what the columns' widths are measured by.
          for (const old of [...parts.keys()].filter((key) => key !== 0).slice(0, -KEPT)) parts.delete(old)
        })
        .finally(() => fetching.delete(part))
    fetching.set(part, now)
    return now
  }
  return {
    /** The lines at these places: at once where they are here. */
    at(places: number[]): Line[] | Promise<Line[]> {
      const wanted = places.filter((at) => at < lines)
      const missing = [...new Set(wanted.map(partOf))].filter((part) => !parts.has(part))
      if (missing.length === 0) return wanted.flatMap(line)
      // One part after the other is read off before the next may push it out.
      const found = new Map<number, Line>()
      const read = () => wanted.forEach((at) => line(at).forEach((one) => found.set(at, one)))
      read()
      return missing
        .reduce((before, part) => before.then(() => get(part)).then(read), Promise.resolve())
        .then(() => wanted.flatMap((at) => found.get(at) ?? []))
    },
  }
}
