// No batch is missed, however many there are.
import type { StockRow } from '../core/types.gen'
import { describe, expect, it } from 'vitest'
import { allStock } from './stock'

const row = (at: number): StockRow => ({
  yard: 'y',
  sku: 's',
  batch: `b${at}`,
  batch_no: null,
  batch_status: null,
  name: 'S',
  product_group: null,
  make: null,
  grade: null,
  length_mm: null,
  theo_g_per_pc: null,
  heat_no: null,
  coil_no: null,
  zone: null,
  rack: null,
  supplier: null,
  inward: null,
  inward_date: null,
  age_days: 0,
  free_pcs: 1,
  free_g: 1,
  reserved_pcs: 0,
  reserved_g: 0,
  hold_pcs: 0,
  hold_g: 0,
  transit_pcs: 0,
  transit_g: 0,
  dump_pcs: 0,
  dump_g: 0,
  wip_pcs: 0,
  wip_g: 0,
})

function server(total: number) {
  const asked: string[] = []
  const ask = (url: string) => {
    asked.push(url)
    const query = new URL(url, 'http://x').searchParams
    const [offset, limit] = [Number(query.get('offset') ?? 0), Number(query.get('limit'))]
    const rows = Array.from({ length: Math.max(0, Math.min(limit, total - offset)) }, (_, at) => row(offset + at))
    return Promise.resolve({ data: { rows, total, links: { zone: { [`z${offset}`]: 'Bay' } } } })
  }
  return { asked, ask }
}

describe('the stock of an order', () => {
  it('is asked for by its SKUs, once each, and its yard', async () => {
    const { asked, ask } = server(3)
    await allStock({ skus: ['a', 'b', 'a'], yard: 'y' }, ask)
    expect(asked).toEqual(['/api/stock?limit=500&yard=y&sku=a&sku=b'])
  })
  it('is read to its end', async () => {
    const { asked, ask } = server(1_203)
    const answer = await allStock({ skus: ['a'] }, ask)
    expect('data' in answer && new Set(answer.data.rows.map((one) => one.batch)).size).toBe(1_203)
    expect('data' in answer && Object.keys(answer.data.links.zone ?? {})).toEqual(['z0', 'z500', 'z1000'])
    expect(asked.length).toBe(3)
  })
  it('is refused whole where a page is', async () => {
    const error = {
      status: 403,
      code: 'forbidden',
      title: '',
      detail: 'no',
      errors: [],
      reference: null,
      retryAfter: null,
    }
    expect(await allStock({ skus: ['a'] }, () => Promise.resolve({ error }))).toEqual({ error })
  })
})
