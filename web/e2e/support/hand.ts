// A page on a phone in the hand: what a finger misses on it, and what an eye cannot read.
import type { Page } from '@playwright/test'

/** CSS pixels of a target, of a letter, and of a letter that is typed. */
const [TARGET, LETTER, TYPED] = [44, 12, 16]
/** Over what the footer is drawn in, in CSS pixels. */
const GAP = 24

/**
 * What a finger misses: smaller than a target, where what is around it does not count for it. A link within a line of
 * text is as high as its line (WCAG 2.5.8), and what another element over it takes is not offered.
 */
export const missed = (page: Page) =>
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
        ? (element.closest('.MuiInputBase-root, .MuiCheckbox-root, .MuiSwitch-root, .MuiSlider-root, label') ?? element)
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

export const small = (page: Page) =>
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

/** What is typed into with smaller letters than 16 px: some phones zoom into it, and never out again. */
export const zooming = (page: Page) =>
  page.evaluate((least) => {
    const found = new Set<string>()
    const PICKED = ['checkbox', 'radio', 'range', 'file', 'hidden', 'color', 'button', 'submit']
    for (const field of document.querySelectorAll<HTMLInputElement>('input, select, textarea')) {
      if (PICKED.includes(field.type) || field.closest('[aria-hidden=true]') || !field.checkVisibility()) continue
      const { width } = field.getBoundingClientRect()
      const size = parseFloat(getComputedStyle(field).fontSize)
      const name = field.labels?.[0]?.textContent || field.getAttribute('aria-label') || field.name
      if (width > 2 && size < least) found.add(`${size} px: ${name}`)
    }
    return [...found]
  }, TYPED)

/** What is wider than the window and does not scroll within a box of its own. */
export const tooWide = (page: Page) =>
  page.evaluate(() => {
    const main = document.querySelector('main') ?? document.body
    return [document.documentElement, document.body, main]
      .filter((box) => box.scrollWidth > box.clientWidth + 1)
      .map((box) => `${box.tagName} ${box.scrollWidth} in ${box.clientWidth}`)
  })

/** What of the page lies under its footer, in pixels; nothing where the footer stands below all that is shown. */
export async function underFooter(page: Page): Promise<string[]> {
  const over = await page.evaluate(() => {
    const footer = [...document.querySelectorAll('main footer')].at(-1)
    const before = [...(footer?.parentElement?.children ?? [])].filter((one) => one !== footer)
    // What a part clips or scrolls ends where the part does.
    const shown = (one: Element) =>
      getComputedStyle(one).overflowY === 'visible' ? one.scrollHeight : one.clientHeight
    const ends = before.map((one) => one.getBoundingClientRect().top + shown(one))
    return footer ? Math.max(0, ...ends) - footer.getBoundingClientRect().top : 0
  })
  return over > GAP ? [`${over} px`] : []
}
