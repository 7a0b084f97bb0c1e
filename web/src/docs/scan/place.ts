// What a page tells the core of itself, so that a scan finds its line, and the look for a number that it does not know.
import type { Page } from '../../core/records'
import type { ScanAnswer, ScanPlace, Stock, StockRow } from '../../core/types.gen'
import { loadPreviews, type Previews } from '../../core'
import type { Links } from '../../core/records'
import { isAway, send } from '../../net/client'
import { isLive } from '../../net/reach'
import { say } from '../../words/say'

export type ScanLot = ScanPlace['lots'][number]
export type ScanLine = ScanPlace['lines'][number]
/** A page's own part: the rest is filled in. */
export type Place = Partial<Omit<ScanPlace, 'looked_up'>>

const FOUND = 20

const WHOLE: ScanPlace = {
  yard: '',
  yard_name: '',
  what: say('this page'),
  spares_reserved: false,
  searches: false,
  wants_empty: false,
  lines: [],
  lots: [],
  looked_up: 'not',
}

/** A row of the stock as a scan knows it. */
export const lotOf = (row: StockRow, links: Links | undefined, name = ''): ScanLot => ({
  batch: row.batch,
  batch_no: row.batch_no ?? '',
  heat_no: row.heat_no,
  coil_no: row.coil_no,
  sku: row.sku,
  sku_name: row.name ?? name,
  status: row.batch_status ?? '',
  closed_on: null,
  yard: row.yard,
  yard_name: links?.yard?.[row.yard] ?? '',
  free_pcs: row.free_pcs,
  free_g: row.free_g,
  hold_pcs: row.hold_pcs,
  hold_g: row.hold_g,
  reserved_pcs: row.reserved_pcs,
  reserved_g: row.reserved_g,
})

type Looked = { lots: ScanLot[]; looked_up: 'done' | 'away' }

/** Where a number lies, in every yard that the person sees; of one that lies nowhere its batch alone. */
async function lookUp(number: string): Promise<Looked> {
  if (!isLive()) return { lots: [], looked_up: 'away' }
  const stock = await send({ url: `/api/stock?${new URLSearchParams({ q: number, limit: String(FOUND) }).toString()}` })
  if ('error' in stock && isAway(stock.error)) return { lots: [], looked_up: 'away' }
  const found = 'data' in stock ? (stock.data as Stock) : null
  const lots = (found?.rows ?? []).map((row) => lotOf(row, found?.links))
  if (lots.length > 0) return { lots, looked_up: 'done' }
  const url = `/api/docs/batch?${new URLSearchParams({ q: number, limit: String(FOUND) }).toString()}`
  const page = await send({ url })
  if ('error' in page) return { lots: [], looked_up: isAway(page.error) ? 'away' : 'done' }
  const { rows, links } = page.data as Page<'batch'>
  const none = {
    yard: '',
    yard_name: '',
    free_pcs: 0,
    free_g: 0,
    hold_pcs: 0,
    hold_g: 0,
    reserved_pcs: 0,
    reserved_g: 0,
  }
  const gone = rows.map((row) => ({
    ...none,
    batch: row.id,
    batch_no: row.batch_no ?? '',
    heat_no: row.heat_no ?? null,
    coil_no: row.coil_no ?? null,
    sku: row.sku ?? '',
    sku_name: links?.sku?.[row.sku ?? ''] ?? '',
    status: row.status,
    closed_on: null,
  }))
  return { lots: gone, looked_up: 'done' }
}

const ask = (core: Previews, text: string, place: Place, looked?: Looked) => {
  const lots = [...(place.lots ?? []), ...(looked?.lots ?? [])]
  return core.scan(text, { ...WHOLE, ...place, lots, looked_up: looked?.looked_up ?? 'not' })
}

/** What the page knows by itself; a number to be looked up says nothing yet. */
export const scanned = (core: Previews, text: string, place: Place): ScanAnswer => ask(core, text, place)

/** The same, with a look for the number where the page does not know it. */
export async function scannedAfterLook(text: string, place: () => Place): Promise<ScanAnswer> {
  const core = await loadPreviews()
  const first = ask(core, text, place())
  return first.ok || first.says !== '' ? first : ask(core, text, place(), await lookUp(first.number))
}
