// Every theme on the pages that people are on all day and on pages of the gallery, at a desk and on a phone.
import { paths } from '../src/docs/paths'
import { THEMES } from '../src/theme/themes'
import type { Person } from './support/api'
import { serious, seriousOfColours } from './support/axe'
import { arrive, pending, settled } from './support/settled'
import { expect, test } from './support/test'
import { wear } from './support/wear'

const VIEWS = { desk: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } }
const NAMES = Object.keys(THEMES)
/** What colours mean the most on: fields, an order with its statuses, charts. The proofs play all. */
const FEW = 3
const ALL = process.env.GODOWN_PROVE === '1'
const SHOTS = process.env.GODOWN_SHOTS

async function pagesOf(admin: Person): Promise<string[]> {
  const [completed, pending] = [
    await admin.one('order', 'status:eq:Order Completed'),
    await admin.one('order', 'status:eq:BM Approval Pending'),
  ]
  const [board, room] = [await admin.one('board'), await admin.one('chat_room')]
  return [
    '/material/form',
    paths.view('order', completed.id),
    '/dashboard/default',
    '/material/buttons',
    '/order',
    '/order/add',
    paths.bmApproval(pending.id),
    '/ViewStock',
    '/invoice/CreateInvoice',
    '/customer-reciept',
    '/ProductWiseReport',
    `/desk/board/${board.id}`,
    paths.chat(room.id),
    '/profile/settings',
  ]
}

for (const [view, viewport] of Object.entries(VIEWS))
  test(`every theme has nothing serious for axe on the main pages and the gallery, on a ${view}`, async ({
    as,
    person,
  }) => {
    test.setTimeout(600_000)
    const page = await as('ADMIN', { viewport, ...(view === 'phone' && { hasTouch: true, isMobile: true }) })
    const open = pending(page)
    await page.goto('/dashboard/default')
    await settled(page, { head: 'Dashboard' }, open)
    const found: string[] = []
    const all = await pagesOf(await person('ADMIN'))
    for (const path of ALL ? all : all.slice(0, FEW)) {
      expect(await arrive(page, { path }, open), path).toBe(true)
      for (const [at, theme] of NAMES.entries()) {
        await wear(page, theme)
        const here = await (at === 0 ? serious(page) : seriousOfColours(page, theme === 'sunlight'))
        found.push(...here.map((what) => `${path}, ${theme}: ${what}`))
        if (SHOTS) await page.screenshot({ path: `${SHOTS}/${theme}-${view}${path.replaceAll('/', '-')}.png` })
      }
    }
    expect(found).toEqual([])
  })
