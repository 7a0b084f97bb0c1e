// How a person works at the pages of the app, each key and click of theirs counted.
import type { Page } from '@playwright/test'
import { Hands } from './hands'
import { expect } from './test'

export const hands = new Hands()

export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first()
export const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true }).first()
export const edit = (page: Page) =>
  page
    .getByRole('link', { name: /^Edit/ })
    .or(page.getByRole('button', { name: /^Edit/ }))
    .first()
export const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name })

export async function fill(page: Page, texts: Record<string, string>) {
  for (const [name, text] of Object.entries(texts)) await hands.type(field(page, name), text)
}

export async function enter(page: Page, id: string, password: string) {
  await hands.type(page.getByLabel('Employee id'), id)
  await hands.type(page.getByLabel('Password', { exact: true }), password)
  await hands.click(page.getByRole('button', { name: 'Sign in' }))
}

/** Opens a page by the menu. */
export async function open(page: Page, path: string) {
  hands.done.clicks += 2
  await page.goto(path)
}

/** The checklist, and one way that it offers. */
export async function goOn(page: Page, way: string) {
  await open(page, '/setup')
  await hands.click(page.getByRole('list', { name: 'Steps' }).getByRole('link', { name: way, exact: true }).first())
}

/** Saves a form: its document is shown then. */
export async function save(page: Page) {
  await hands.click(button(page, /^Save/))
  await expect(edit(page)).toBeVisible()
}

interface Brought {
  /** The way of the checklist that leads to the import, or the address where none does. */
  way?: string
  path?: string
  name: string
  text: string
  minutes: number
  count: string
}

/** A file is chosen, its columns are matched where they have other names, and its rows are stored. */
export async function bring(page: Page, { way, path, name, text, minutes, count }: Brought) {
  hands.prepare(minutes)
  if (way) await goOn(page, way)
  if (path) await open(page, path)
  await hands.file(page.getByLabel('CSV or XLSX file'), `${name}.csv`, text)
  await hands.click(page.getByRole('button', { name: `Import ${count}` }))
  await expect(heading(page, `${count} imported`)).toBeVisible({ timeout: 60_000 })
}

interface Over {
  /** It asks for something in a box first. */
  boxed?: boolean
  /** Some of the rows are left out, which is told. */
  held?: boolean
}

/** One step over every row of a list. */
export async function all(page: Page, path: string, step: RegExp, { boxed = true, held = false }: Over = {}) {
  await open(page, path)
  await hands.click(page.getByRole('grid').getByRole('checkbox', { name: /row/i }).nth(1))
  const bar = page.getByRole('region', { name: /^Selected/ })
  await hands.click(bar.getByRole('button', { name: /^Select all/ }))
  await hands.click(bar.getByRole('button', { name: step }))
  const box = page.getByRole('dialog')
  if (boxed) await hands.click(box.locator('button[type=submit]'))
  if (held) await hands.click(box.getByRole('button', { name: 'Back to the list' }))
  else await expect(bar).toHaveCount(0, { timeout: 60_000 })
}
