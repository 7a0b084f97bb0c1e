import { matchRoutes } from 'react-router'
import { describe, expect, it } from 'vitest'
import { HOMES, paths } from '../docs/paths'
import { ROUTES } from './routes'

const match = (address: string) =>
  matchRoutes(
    ROUTES.map(({ path }) => ({ path })),
    address.split('?')[0] ?? '',
  )?.at(-1)?.route.path
const rowAt = (address: string) => ROUTES.find((row) => row.path === match(address))

describe('routes', () => {
  it('every path stands once', () => {
    const all = ROUTES.map((row) => row.path)
    expect(new Set(all).size).toBe(all.length)
  })
  it('the core knows the address of every page', async () => {
    const all = ROUTES.map((row) => row.path).sort()
    await expect(`${all.join('\n')}\n`).toMatchFileSnapshot('../../../core/src/docs/addresses.txt')
  })
  it('every own page names its module and every generic page its type', () => {
    for (const row of ROUTES) {
      if (row.kind === 'own' || row.kind === 'public') expect(row.module, row.path).toBeTruthy()
      else if (row.kind === 'report') expect(row.report, row.path).toBeTruthy()
      else expect(row.type !== undefined, row.path).toBe(true)
    }
  })
  it.each(Object.keys(HOMES))('the addresses of %s lead to its own rows', (type) => {
    for (const address of [paths.list(type), paths.add(type), paths.edit(type, 'x1'), paths.view(type, 'x1')]) {
      expect(rowAt(address)?.type, address).toBe(type)
    }
  })
  it('a type without an address of its own lives under its name', () => {
    expect(paths.list('company')).toBe('/company')
    expect(rowAt('/company')?.path).toBe('/:type')
    expect(rowAt(paths.edit('driver', 'd1'))?.path).toBe('/:type/edit/:id')
  })
  it('a fixed word beats a parameter', () => {
    expect(rowAt('/order/addNew')?.module).toBe('orders/OrderQuick')
    expect(rowAt('/order/view/o1/credit')?.module).toBe('orders/OrderView')
    expect(rowAt('/yard/yardview/o1')?.module).toBe('yard/YardView')
    expect(rowAt('/customer/view/pending/c1')?.path).toBe('/customer/view/:status/:customerid')
  })
})
