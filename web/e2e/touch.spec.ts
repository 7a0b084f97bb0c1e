// A phone in the hand: on every page a finger finds what can be tapped, an eye can read every text, nothing scrolls
// sideways, zooms when it is typed into or lies under the footer; where proofs are played axe finds nothing serious.
import type { Page } from '@playwright/test'
import { serious } from './support/axe'
import { documents, menuOf, own } from './support/everyPage'
import { missed, small, tooWide, underFooter, zooming } from './support/hand'
import { arrive, pending, settled } from './support/settled'
import { expect, test } from './support/test'

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
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
