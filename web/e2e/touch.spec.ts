// A phone in the hand: on every page a finger finds what can be tapped, an eye can read every text, nothing scrolls
// sideways, zooms when it is typed into or lies under the footer; where proofs are played axe finds nothing serious.
import type { Page } from '@playwright/test'
import type { MenuItem } from '../src/core/types.gen'
import { paths } from '../src/docs/paths'
import { ROUTES } from '../src/kit/routes'
import type { Person } from './support/api'
import { serious } from './support/axe'
import { missed, small, tooWide, underFooter, zooming } from './support/hand'
import { addressOf } from './support/routes'
import { TYPES } from './support/schema'
import { arrive, pending, settled, type Shown } from './support/settled'
import { pages } from './support/shown'
import { expect, test } from './support/test'

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
type Spot = Omit<Shown, 'head'>

const pagesOf = (menu: MenuItem[]): string[] =>
  menu.flatMap(({ menu_page_url: path, children }) => [
    ...(path?.startsWith('/') ? [path] : []),
    ...pagesOf((children ?? []) as MenuItem[]),
  ])

const menuOf = async ({ get }: Person): Promise<Spot[]> =>
  [...new Set(pagesOf(await get<MenuItem[]>('/api/menu')))].map((path) => ({ path }))

/** The form of every type and a document of it, where the person may see one. */
async function documents(admin: Person): Promise<Spot[]> {
  const spots: Spot[] = []
  for (const { key, single } of TYPES) {
    const over = paths.isDrawer(key)
    if (!single) spots.push({ path: paths.add(key), over })
    if ((await admin.status(`/api/docs/${key}?limit=1`)) !== 200) continue
    const [row] = (await admin.list(key, [], 1)).rows
    if (row) spots.push({ path: paths.view(key, row.id), over })
  }
  return spots
}

const moduleAt = (path: string) =>
  ROUTES.find((row) => new RegExp(`^${row.path.replaceAll(/:\w+/g, '[^/]+')}$`).test(path.split('?')[0]!))?.module

/** Every page that features have of their own, with a document in the status that it is for. */
async function own(admin: Person): Promise<Spot[]> {
  const shown = (await pages(admin)).filter(({ path }) => path !== '/nowhere')
  const covered = new Set(shown.map(({ path }) => moduleAt(path)))
  const spots: Spot[] = [...shown]
  for (const { kind, module, path } of ROUTES) {
    if (kind !== 'own' || covered.has(module)) continue
    covered.add(module)
    spots.push({ path: await addressOf(path, admin) })
  }
  return spots
}

const WALKS = {
  'of the menu': [menuOf, 60],
  'with the form or a document of a type': [documents, 80],
  'that a feature has of its own': [own, 80],
} as const

/** Axe takes most of a walk's time, and sees every page on a desk already: on a phone too where proofs are played. */
const AXE = process.env.GODOWN_PROVE === '1'

/** What is wrong with the page for whoever holds it in the hand. */
async function wrong(page: Page): Promise<string[]> {
  return [
    ...(AXE ? await serious(page) : []),
    ...(await tooWide(page)).map((what) => `too wide: ${what}`),
    ...(await missed(page)).map((what) => `too small for a finger: ${what}`),
    ...(await small(page)).map((what) => `too small to read: ${what}`),
    ...(await zooming(page)).map((what) => `zooms when typed into: ${what}`),
    ...(await underFooter(page)).map((what) => `under the footer: ${what}`),
  ]
}

for (const [which, [spotsOf, least]] of Object.entries(WALKS))
  test(`on a phone every page ${which} can be tapped and read, and fits`, async ({ as, person }) => {
    test.setTimeout(900_000)
    const page = await as('ADMIN', PHONE)
    const open = pending(page)
    await page.goto('/dashboard/default')
    await settled(page, { head: 'Dashboard' }, open)
    const found: string[] = []
    let opened = 0
    for (const spot of await spotsOf(await person('ADMIN'))) {
      if (!(await arrive(page, spot, open))) continue
      opened += 1
      found.push(...(await wrong(page)).map((what) => `${spot.path}: ${what}`))
    }
    expect(opened).toBeGreaterThan(least)
    expect(found).toEqual([])
  })
