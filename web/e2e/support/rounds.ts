// A change that waited, was refused and is mended: from the first key to the server's answer.
import type { Locator, Page } from '@playwright/test'
import { TYPES } from './schema'
import { expect } from './test'

export const [FIRST, SECOND] = ['Without the server', 'After the refusal']
const REFUSAL = 'The server has a reason'
/** How the page says that it is done, and not only sent. */
const DONE = /saved|kept as a draft|is now|[0-9]: \w/

const reach = (page: Page) => page.locator('header [role=status]').first()
const away = async (page: Page) => {
  await page.context().setOffline(true)
  await expect(reach(page)).toContainText('Offline')
}
const back = async (page: Page) => {
  await page.context().setOffline(false)
  await expect(reach(page)).toContainText('Live')
}
const unsent = (page: Page, many: number) =>
  expect(
    page.getByRole('link', {
      name: many === 0 ? 'No unsent changes' : `${many} unsent ${many === 1 ? 'change' : 'changes'}`,
    }),
  ).toBeVisible()

export interface Round {
  /** The type and the deed, and the field that the server refuses. */
  deed: string
  at: string
  path: string
  /** What is chosen while the server is in reach; then what is typed and sent without it. */
  ready: (page: Page) => Promise<void>
  type: (page: Page) => Promise<void>
  /** Where it stands in the page that mends it, and how it is sent from there. */
  typed: (page: Page) => Locator
  send: (page: Page) => Promise<void>
}

const refuse = (at: string) => ({
  status: 422,
  contentType: 'application/problem+json',
  body: JSON.stringify({
    type: 'about:blank',
    title: 'Refused',
    status: 422,
    code: 'rule',
    detail: REFUSAL,
    errors: [{ path: at, code: 'rule', severity: 'error', message: REFUSAL }],
  }),
})

/** One change from the first key to the server's answer. */
export async function play(page: Page, { at, path, ready, type, typed, send }: Round) {
  await page.goto(path)
  await ready(page)
  await away(page)
  await type(page)
  await unsent(page, 1)
  await page.route(
    (url) => url.pathname.startsWith('/api/docs/'),
    (route) => (route.request().method() === 'GET' ? route.continue() : route.fulfill(refuse(at))),
  )
  await back(page)
  const refused = page.getByRole('link', { name: '1 unsent change, 1 refused' })
  await expect(refused).toBeVisible()
  await page.unrouteAll({ behavior: 'wait' })
  await refused.click()
  const entry = page.getByRole('region', { name: 'Not sent yet' }).getByRole('listitem').first()
  await expect(entry.getByRole('alert')).toContainText(REFUSAL)
  await entry.getByRole('button', { name: 'Open and correct' }).click()
  await expect(typed(page)).toHaveValue(FIRST)
  await expect(page.getByText(REFUSAL).first()).toBeVisible()
  await typed(page).fill(SECOND)
  await send(page)
  await expect(page.getByRole('region', { name: 'Notices' })).toContainText(DONE)
  await unsent(page, 0)
}

/** Each type and deed that may wait. */
export const WAITING = TYPES.flatMap(({ key, waits }) => waits.map(({ deed }) => `${key} ${deed}`))

/** Those of some types. */
export const waitingOf = (types: string[]) => WAITING.filter((deed) => types.includes(deed.split(' ')[0]!)).sort()

/** A step that is entered in the page of a document itself. */
export function inPage(
  deed: string,
  label: string,
  path: string,
  field: [key: string, label: string],
  ready: Round['ready'],
) {
  const form = (page: Page) => page.getByRole('form', { name: label })
  const typed = (page: Page) => form(page).getByRole('textbox', { name: field[1], exact: true })
  const send = (page: Page) => form(page).locator('button[type=submit]').click()
  const type = async (page: Page) => {
    await typed(page).fill(FIRST)
    await send(page)
  }
  return { deed, at: `inputs.${field[0]}`, path, ready, type, typed, send } satisfies Round
}
