// A phone in the hand: on every page of the menu a finger finds what can be tapped, and an eye can read every text.
import type { Page } from '@playwright/test'
import type { MenuItem } from '../src/core/types.gen'
import { pending, settled } from './support/settled'
import { expect, go, test } from './support/test'

const PHONE = { width: 390, height: 844 }
/** CSS pixels of a target, and of a letter. */
const [TARGET, LETTER] = [44, 12]

const pagesOf = (menu: MenuItem[]): string[] =>
  menu.flatMap(({ menu_page_url: path, children }) => [
    ...(path?.startsWith('/') ? [path] : []),
    ...pagesOf((children ?? []) as MenuItem[]),
  ])

/**
 * What a finger misses: smaller than a target, where what is around it does not count for it. A link within a line of
 * text is as high as its line (WCAG 2.5.8), and what another element over it takes is not offered.
 */
const missed = (page: Page) =>
  page.evaluate((target) => {
    const TAPPED =
      'a[href], button, select, textarea, summary, input:not([type=hidden]), ' +
      ':is([role=button], [role=link], [role=tab], [role=menuitem], [role=option], [role=switch], [role=checkbox])'
    const inLine = (element: Element) => {
      const { parentElement: parent } = element
      return (
        getComputedStyle(element).display === 'inline' &&
        !!parent &&
        (parent.textContent ?? '').trim() !== (element.textContent ?? '').trim()
      )
    }
    const boxOf = (element: Element) =>
      element.matches('input, textarea, select')
        ? (element.closest('.MuiInputBase-root, .MuiCheckbox-root, .MuiSwitch-root, label') ?? element)
        : element
    /** Whether a finger that lands so far from the middle still hits it. */
    const hits = (box: Element) => {
      const rect = box.getBoundingClientRect()
      const [x, y] = [rect.x + rect.width / 2, rect.y + rect.height / 2]
      const reach = target / 2 - 1
      return [
        [0, -reach],
        [0, reach],
        [-reach, 0],
        [reach, 0],
      ].every(([dx, dy]) => {
        const found = document.elementFromPoint(x + dx!, y + dy!)
        return !!found && box.contains(found)
      })
    }
    const found = new Map<string, number>()
    for (const element of document.querySelectorAll(TAPPED)) {
      if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
      if (element.closest('[aria-hidden=true], [inert], .skip-link') || element.matches(':disabled')) continue
      const box = boxOf(element)
      const { width, height } = box.getBoundingClientRect()
      if (width < 2 || height < 2 || (width >= target - 0.5 && height >= target - 0.5) || inLine(element)) continue
      element.scrollIntoView({ block: 'center' })
      if (hits(box)) continue
      const name = element.getAttribute('aria-label') ?? (element.textContent ?? '').trim().slice(0, 30)
      const kind = `${element.tagName.toLowerCase()}.${(element.getAttribute('class') ?? '').split(' ').slice(0, 3).join('.')}`
      const key = `${Math.round(width)}×${Math.round(height)} ${kind} ${name}`
      found.set(key, (found.get(key) ?? 0) + 1)
    }
    return [...found].map(([key, count]) => (count > 1 ? `${key} (${count} times)` : key))
  }, TARGET)

const small = (page: Page) =>
  page.evaluate((letter) => {
    const found = new Set<string>()
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const { parentElement: parent, textContent: text } = texts.currentNode
      if (!parent || !text?.trim() || !parent.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
        continue
      const size = parseFloat(getComputedStyle(parent).fontSize)
      const { width, height } = parent.getBoundingClientRect()
      if (size < letter && width > 1 && height > 1) found.add(`${size} px: ${text.trim().slice(0, 40)}`)
    }
    return [...found]
  }, LETTER)

test('on a phone a finger finds what can be tapped on every page of the menu, and every text can be read', async ({
  as,
  person,
}) => {
  test.setTimeout(900_000)
  const page = await as('ADMIN', { viewport: PHONE, hasTouch: true, isMobile: true })
  const open = pending(page)
  const { get, one } = await person('ADMIN')
  const waiting = await one('order', 'status:eq:Waiting for Loading')
  await page.goto('/dashboard/default')
  await settled(page, { head: 'Dashboard' }, open)
  const paths = [...new Set([...pagesOf(await get<MenuItem[]>('/api/menu')), `/yard/yardview/${waiting.id}`])]
  expect(paths.length).toBeGreaterThan(60)
  for (const path of paths) {
    // The page before stays until the next one is there.
    await page.evaluate(() => document.querySelector('main h1')?.setAttribute('data-before', ''))
    await go(page, path)
    await expect(page.locator('main h1:not([data-before])')).toBeVisible()
    await settled(page, { head: /./ }, open)
    expect.soft(await missed(page), `${path}: too small for a finger`).toEqual([])
    expect.soft(await small(page), `${path}: too small to read`).toEqual([])
  }
})
