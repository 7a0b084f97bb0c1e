// What axe finds on a page: only what is serious or critical counts.
import type { Page } from '@playwright/test'
import axe, { type AxeResults, type RunOptions } from 'axe-core'

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** Those that a page may break in one theme and keep in another. */
const COLOURS = ['color-contrast', 'link-in-text-block']
/** Seven to one, as print has it. */
const PRINT = 'color-contrast-enhanced'

const grave = (found: AxeResults['violations']) =>
  found
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 160)} ${node.any[0]?.message ?? ''}`))

/** Axe is brought to a page once. There are no frames, and only what is wrong is told: each saves half of the time. */
async function violations(page: Page, runOnly: RunOptions['runOnly']) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const options: RunOptions = { runOnly, resultTypes: ['violations'], iframes: false, preload: false }
  return page.evaluate(async (how) => {
    const { axe } = window as unknown as { axe: { run: (on: Document, how: RunOptions) => Promise<AxeResults> } }
    return (await axe.run(document, how)).violations
  }, options)
}

export async function serious(page: Page): Promise<string[]> {
  return grave(await violations(page, { type: 'tag', values: RULES }))
}

/** Of a page that is sound in another theme, whose colours alone are others. `sun`: it is for a screen in the sun. */
export async function seriousOfColours(page: Page, sun = false): Promise<string[]> {
  const rules = sun ? [...COLOURS, PRINT] : COLOURS
  return grave(await violations(page, { type: 'rule', values: rules }))
}
