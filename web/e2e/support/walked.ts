// How a page with something to type into is walked: how it is opened, what is typed into, what another does meanwhile
// and how it is sent; and why not, where something cannot happen.
import type { Locator, Page } from '@playwright/test'
import type { Given } from './given'
import { expect } from './test'
import { open } from './typing'

type Comes = [address: (given: Given) => string, does: (given: Given) => Promise<unknown>]

export interface Walked {
  page: string
  /** Under features/: the pages that it stands for. */
  modules: string[]
  as?: string
  /** Nobody is signed in: nothing says whether the server is there. */
  outside?: true
  /** It is chosen from a list of the browser. */
  chosen?: true
  /** Opens it and answers what is typed into. */
  open: (page: Page, given: Given) => Promise<Locator>
  /** What is typed one after the other: valid, where it is saved. */
  types?: [string, string, string]
  /** What another does, and the address that the page fetches anew; or why nobody does anything. */
  another: Comes | string
  /** It takes files, which are sent as they are chosen; or why they are not. */
  files?: true | string
  /** How what is typed is sent; or why it is not. */
  send: ((page: Page) => Promise<unknown>) | string
  /** Why its inputs stand still while it is under way. */
  still?: string
  /** Why nothing is typed while it is saved. */
  leaves?: string
  /** It is a box that is closed, and opened again by this. */
  again?: (page: Page) => Promise<unknown>
}

export const WORDS: [string, string, string] = ['Agreed by phone', 'Agreed by phone today', 'Agreed on the day']
export const STEP = 'a step takes what stands in its inputs, and the page goes on once it is done'
export const box = (page: Page) => page.getByRole('dialog')
export const named = (page: Page, name: string | RegExp) => page.getByRole('textbox', { name })
export const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click()
export const bySave = (page: Page) => page.keyboard.press('Control+s')

export async function pick(page: Page, label: string, name: string) {
  const field = page.getByRole('combobox', { name: label, exact: true })
  const option = page.getByRole('option', { name }).first()
  // A proposal may come while it is typed, and is typed over.
  await expect(async () => {
    await field.fill('')
    await field.fill(name)
    await expect(option).toBeVisible({ timeout: 5_000 })
  }).toPass()
  await option.click()
}
export async function choose(page: Page, label: string, name: string) {
  await page.getByRole('combobox', { name: label, exact: true }).click()
  await page.getByRole('option', { name, exact: true }).click()
}

/** Begins a step by its button, wherever the bar has room for it. */
async function begin(page: Page, label: string) {
  const button = page.getByRole('button', { name: new RegExp(`^${label}…?$`) }).first()
  const more = page.getByRole('button', { name: 'More', exact: true })
  await expect(button.or(more).first()).toBeVisible()
  if (await button.isVisible()) return button.click()
  await more.click()
  await page.getByRole('menuitem', { name: new RegExp(`^${label}…?$`) }).click()
}

interface Boxed extends Pick<Walked, 'page' | 'modules' | 'another' | 'files' | 'as'> {
  path: (given: Given) => string
  step?: string
  input?: string
  /** What the step needs before it can begin. */
  ready?: (page: Page) => Promise<unknown>
}

/** The box of a step over a page. */
export function boxed({ path, step = 'Comment', input = 'Remarks', ready, ...row }: Boxed): Walked {
  return {
    ...row,
    types: WORDS,
    open: async (page, given) => {
      await open(page, path(given))
      await ready?.(page)
      await begin(page, step)
      return box(page).getByRole('textbox', { name: input }).first()
    },
    send: (page) => box(page).locator('button[type=submit]').click(),
    still: STEP,
    again: (page) => begin(page, step),
  }
}

type OrderOf = 'bm' | 'pct' | 'credit' | 'waiting' | 'loaded' | 'completed'
/** Another comments on an order, and some list comes anew. */
export const comes = (address: string, key: OrderOf): Comes => [
  () => address,
  async ({ admin, ...given }) =>
    admin.act(await admin.doc('order', given[key]), 'comment', { remarks: 'Called the customer' }),
]
/** Another comments on the order that is shown. */
export const comments = (key: OrderOf): Walked['another'] => [
  (given) => `/api/docs/order/${given[key]}`,
  (given) => comes('', key)[1](given),
]
/** Another saves a document as it stands, which is a newer version of it. */
export const saves = (
  type: string,
  key: 'draft' | 'invoice' | 'noteDraft' | 'inward' | 'sku' | 'formula',
): Walked['another'] => [
  (given) => `/api/docs/${type}/${given[key]}`,
  async ({ admin, ...given }) => admin.save(await admin.doc(type, given[key]), {}),
]
export const NEW = 'a new document is nobody else’s yet'
