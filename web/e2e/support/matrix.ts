// The matrices that the core is held to, each a machine's statuses, actions and people, and what a page shows of them.
import { readFileSync, readdirSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import { expect } from './test'

const WRITTEN = '../core/tests/matrices'

/** `+` where a step is offered, `-` where its own rule refuses it, else the status of the refusal. */
export type Row = Record<string, string>
/** By status and action, a row of the people. */
export type Cells = Record<string, Record<string, Row>>

/** The types whose machine is written down as a matrix; the rights by role are one of another kind. */
export const matrices = () =>
  readdirSync(WRITTEN)
    .map((file) => file.replace(/\.txt$/, ''))
    .filter((type) => type !== 'access')
    .sort()

const inPairs = (words: string[]): Row =>
  Object.fromEntries(words.flatMap((word, at) => (at % 2 ? [] : [[word, words[at + 1]!]])))

/** A matrix as text: by status, a row for each action. The people stand in a row of their own or before each cell. */
export function matrixOf(type: string): Cells {
  const cells: Cells = {}
  let [status, people]: [string, string[]] = ['', []]
  for (const line of readFileSync(`${WRITTEN}/${type}.txt`, 'utf8').split('\n')) {
    const [first, ...rest] = line.trim().split(/\s+/)
    if (!first) continue
    if (!line.startsWith(' ')) {
      status = line.trim()
      cells[status] = {}
    } else if (/^[A-Z]/.test(first)) people = [first, ...rest]
    else
      cells[status]![first] =
        people.length > 0 ? Object.fromEntries(people.map((who, at) => [who, rest[at]!])) : inPairs(rest)
  }
  return cells
}

export interface Offer {
  allowed: string[]
  refused: string[]
}

/** A button's own words, without the keys drawn in it, and what it is described by. */
const wordsOf = (buttons: Locator) =>
  buttons.evaluateAll((all) =>
    all.map((button) => {
      const copy = button.cloneNode(true) as HTMLElement
      for (const key of copy.querySelectorAll('kbd')) key.remove()
      const why = document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent ?? ''
      return {
        words: (button.getAttribute('aria-label') ?? copy.textContent ?? '').trim().replace(/…$/, ''),
        locked: button.getAttribute('aria-disabled') === 'true',
        why,
      }
    }),
  )

/** How long a button that was seen is waited for, and the whole bar. */
export const [GLANCE_MS, STANDS_MS] = [5_000, 60_000]

async function menuOf(page: Page, opener: Locator): Promise<string[]> {
  await opener.click({ timeout: GLANCE_MS })
  const items = page.getByRole('menuitem')
  await expect(items.first()).toBeVisible()
  const words = await items.allTextContents()
  await page.keyboard.press('Escape')
  await expect(items).toHaveCount(0)
  return words
}

/** What the bar of a page offers, and what it refuses with the reason. */
export async function offered(page: Page): Promise<Offer> {
  const bar = page.getByRole('region', { name: 'Actions' })
  const offer: Offer = { allowed: [], refused: [] }
  for (const { words, locked, why } of await wordsOf(bar.getByRole('button'))) {
    if (words === 'More')
      offer.allowed.push(
        ...(await menuOf(page, bar.getByRole('button', { name: 'More', exact: true }))).map((one) =>
          one.replace(/…$/, ''),
        ),
      )
    else if (/not available/.test(words))
      offer.refused.push(...(await menuOf(page, bar.getByRole('button', { name: words }))))
    else if (/ in the queue/.test(words)) continue
    else if (locked) offer.refused.push(words + why)
    else offer.allowed.push(words)
  }
  return { allowed: offer.allowed.sort(), refused: offer.refused.sort() }
}
