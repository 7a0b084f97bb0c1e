// Every change that may wait: made without the server, refused when it is back, opened with what was typed and what the
// server said of it, corrected there, and sent.
import { readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import { paths } from '../src/docs/paths'
import { LINE, orderOf, prepare, type Buyer, type Goods } from './support/story'
import { expect, test } from './support/test'

const BUYER: Buyer = {
  name: 'Mended Metals',
  gstin: '27AABFM1234K1ZG',
  stateCode: '27',
  pin: '411001',
  mobile: '9822047831',
}
const [FIRST, SECOND] = ['Without the server', 'After the refusal']
const REFUSAL = 'The server has a reason'
/** How the page says that it is done, and not only sent. */
const DONE = /Draft saved|kept as a draft|is now|[0-9]: \w/

interface Def {
  key: string
  waits: { deed: string }[]
}

/** Each type and deed that may wait, from the declarations as the core describes them. */
const WAITING = (
  JSON.parse(readFileSync(new URL('../../wasm/tests/vectors.json', import.meta.url), 'utf8')) as {
    call: string
    answer: string
  }[]
)
  .filter(({ call }) => call === 'schema')
  .flatMap(({ answer }) => (JSON.parse(answer) as { types: Def[] }).types)
  .flatMap(({ key, waits }) => waits.map(({ deed }) => `${key} ${deed}`))

/** They wait, too; no round of a refused one is played of them yet. */
const NOT_WALKED = ['batch_closing', 'dump_stock', 'transfer'].flatMap((type) =>
  WAITING.filter((deed) => deed.startsWith(`${type} `)),
)

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

interface Round {
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
async function play(page: Page, { at, path, ready, type, typed, send }: Round) {
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

/** A step whose inputs stand in a box, with what must be chosen in it. */
function boxed(deed: string, label: string, id: string, choices: string[] = []): Round {
  const box = (page: Page) => page.getByRole('dialog', { name: label })
  const typed = (page: Page) => box(page).getByRole('textbox', { name: 'Remarks', exact: true })
  const send = (page: Page) => box(page).locator('button[type=submit]').click()
  return {
    deed: `order ${deed}`,
    at: 'inputs.remarks',
    path: `/order/changestatus/${id}`,
    ready: async (page) => {
      await page
        .getByRole('listitem')
        .getByRole('button', { name: `${label}…` })
        .click()
      for (const choice of choices) {
        await box(page).getByRole('combobox', { name: choice }).click()
        await page.getByRole('option').first().click()
      }
    },
    type: async (page) => {
      await typed(page).fill(FIRST)
      await send(page)
    },
    typed,
    send,
  }
}

const purchase = (page: Page) => page.getByRole('textbox', { name: 'Purchase order', exact: true })
const saveDraft = (page: Page) => page.getByRole('button', { name: 'Save draft' }).click()
const submit = (page: Page) => page.getByRole('button', { name: /^Submit for approval/ }).click()

/** The order's own form. */
function formed(id: string, goods: Goods): Round[] {
  const form = { at: 'po_no', typed: purchase, send: saveDraft }
  const type = async (page: Page) => {
    await purchase(page).fill(FIRST)
    await saveDraft(page)
  }
  return [
    {
      ...form,
      deed: 'order create',
      path: paths.add('order'),
      ready: async (page) => {
        for (const [label, name] of [
          ['Customer', goods.customer],
          ['Yard', 'PUN1 Chakan'],
        ] as const) {
          await page.getByRole('combobox', { name: label, exact: true }).fill(name)
          await page.getByRole('option', { name }).first().click()
        }
      },
      type,
    },
    {
      ...form,
      deed: 'order update',
      path: paths.edit('order', id),
      ready: (page) => expect(purchase(page)).toHaveValue(''),
      type,
    },
    {
      ...form,
      deed: 'order submit',
      path: paths.edit('order', id),
      ready: async (page) => {
        await purchase(page).fill(FIRST)
        await saveDraft(page)
        await expect(page.getByText('Draft saved').first()).toBeVisible()
      },
      type: submit,
      // What was corrected is saved ahead of it.
      send: submit,
    },
  ]
}

/** What is typed in the yard. */
function yarded(id: string, goods: Goods): Round[] {
  const slip = (page: Page) => page.getByRole('textbox', { name: 'Weighbridge slip' })
  const keep = (page: Page) => page.getByRole('button', { name: 'Keep draft' }).click()
  const load = (page: Page) => page.getByRole('button', { name: 'Save loading' }).click()
  const weigh = async (page: Page, name: RegExp, digits: string) => {
    await page.getByRole('button', { name }).click()
    for (const digit of digits)
      await page.getByRole('group', { name: 'Keypad' }).getByRole('button', { name: digit, exact: true }).click()
  }
  const ready = async (page: Page) => {
    await page.getByRole('textbox', { name: `Pieces from ${goods.batch}` }).fill(String(LINE.pcs))
    await page.getByRole('button', { name: 'To the weighbridge' }).click()
    for (const [label, name] of [
      ['Vehicle', goods.vehicle],
      ['Driver', goods.driver],
    ] as const) {
      await page.getByRole('combobox', { name: label, exact: true }).fill(name)
      await page.getByRole('option', { name }).first().click()
    }
    await weigh(page, /^Tare/, '8000')
    await weigh(page, /^Gross/, '9020')
  }
  const yard = { path: paths.yardView(id), typed: slip }
  const remarks = (page: Page) => page.getByLabel('Remarks')
  const raise = (page: Page) => page.getByRole('button', { name: 'Raise concern' }).click()
  return [
    {
      ...yard,
      deed: 'order raise_concern',
      at: 'inputs.remarks',
      ready: (page) => page.getByRole('button', { name: 'Concern' }).click(),
      type: async (page) => {
        await page.getByRole('button', { name: 'Quality' }).click()
        await remarks(page).fill(FIRST)
        await raise(page)
      },
      typed: remarks,
      send: raise,
    },
    boxed('resolve', 'Resolve', id),
    {
      ...yard,
      deed: 'loading create',
      at: 'record.slip_no',
      ready,
      type: async (page) => {
        await slip(page).fill(FIRST)
        await keep(page)
      },
      send: keep,
    },
    {
      ...yard,
      deed: 'loading update',
      at: 'record.slip_no',
      path: `${paths.yardView(id)}?at=weigh`,
      ready: async (page) => {
        await page.getByRole('button', { name: 'Change' }).click()
        await expect(slip(page)).toHaveValue(SECOND)
      },
      type: async (page) => {
        await slip(page).fill(FIRST)
        await keep(page)
      },
      send: keep,
    },
    {
      ...yard,
      deed: 'order load',
      at: 'inputs.loading_record.slip_no',
      ready,
      type: async (page) => {
        await slip(page).fill(FIRST)
        await load(page)
      },
      send: load,
    },
  ]
}

test('whatever waited and was refused is opened with what was typed, corrected and sent', async ({
  as,
  person,
  server,
}) => {
  test.slow()
  const admin = await person('ADMIN')
  const goods = await prepare(server.url, person, BUYER, '5097')
  const draft = await orderOf(server.url, person, goods, 'Draft')
  const page = await as('ADMIN')
  const played: string[] = []
  const round = async (one: Round) => {
    await test.step(one.deed, () => play(page, one))
    played.push(one.deed)
  }
  for (const one of formed(draft.id, goods)) await round(one)
  expect(await admin.doc('order', draft.id)).toMatchObject({
    status: 'BM Approval Pending',
    record: { po_no: SECOND },
  })
  const { id } = draft
  for (const [who, action, inputs] of [
    ['BM', 'approve', {}],
    ['PCT', 'forward', { recommendation: 'approve' }],
    ['CREDIT', 'credit_approve', {}],
  ] as const)
    await (await person(who)).act(await admin.doc('order', id), action, inputs)
  for (const one of yarded(id, goods)) {
    await round(one)
    if (one.deed === 'loading update') {
      await admin.remove(await admin.doc('loading', (await admin.one('loading', `order:eq:${id}`)).id))
    }
  }
  await round(boxed('account_concern', 'Raise concern', id, ['Type', 'Loading']))
  await round(boxed('answer', 'Answer', id, ['Resolution']))
  await round(boxed('account_resolve', 'Accept the answer', id))
  await round(boxed('comment', 'Comment', id))
  const { history } = await admin.doc('order', id)
  expect(history.flatMap(({ action, remarks }) => (remarks === SECOND ? [`order ${action}`] : []))).toEqual(
    expect.arrayContaining(played.filter((deed) => /concern|resolve|answer|comment/.test(deed))),
  )
  expect(history.filter(({ remarks }) => remarks === FIRST)).toEqual([])
  expect([...played, ...NOT_WALKED].sort()).toEqual([...WAITING].sort())
})
