// Another theme on the page that is open.
import { expect, type Page } from '@playwright/test'

/** As another tab of the browser would set it: the app follows, without a reload. */
export async function wear(page: Page, theme: string) {
  await page.evaluate(async (name) => {
    const key = 'godown.settings'
    const kept = JSON.parse(localStorage.getItem(key) ?? '{}') as object
    localStorage.setItem(key, JSON.stringify({ ...kept, theme: name }))
    dispatchEvent(new StorageEvent('storage', { key }))
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
    // Halfway to its new colour a text may be pale.
    for (const one of document.getAnimations()) if (one.effect?.getComputedTiming().endTime !== Infinity) one.finish()
  }, theme)
  await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
}
