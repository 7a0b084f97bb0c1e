// Every change that may wait: made without the server, refused when it is back, opened with what was typed and what the
// server said of it, corrected there, and sent.
import type { Page } from '@playwright/test'
import { paths } from '../src/docs/paths'
import type { Person } from './support/api'
import { FIRST, SECOND, WAITING, inPage, play, waitingOf, type Round } from './support/rounds'
import { LINE, orderOf, prepare, today, type Buyer, type Goods } from './support/story'
import { expect, test } from './support/test'
import { chooseTruck, weigh } from './support/weighbridge'

const BUYER: Buyer = {
  name: 'Mended Metals',
  gstin: '27AABFM1234K1ZG',
  stateCode: '27',
  pin: '411001',
  mobile: '9822047831',
}
/** What is played in which test, by the types. */
const OF_ORDERS = ['order', 'loading']
const OF_YARDS = ['batch_closing', 'dump_stock', 'transfer']

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
  const ready = async (page: Page) => {
    await page.getByRole('textbox', { name: `Pieces from ${goods.batch}` }).fill(String(LINE.pcs))
    await page.getByRole('button', { name: 'To the weighbridge' }).click()
    await chooseTruck(page, goods)
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

test('what waited of orders and was refused is opened with what was typed, corrected and sent', async ({
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
  expect(played.sort()).toEqual(waitingOf(OF_ORDERS))
})

/** What a person says of it, in the form that the page is about. */
const remarks = (page: Page) => page.getByRole('textbox', { name: 'Remarks', exact: true })
const keepDraft = (page: Page) => page.getByRole('button', { name: /^Save draft/ }).click()

const typedInForm = (deed: string, path: string, ready: Round['ready']): Round => ({
  deed,
  at: 'remarks',
  path,
  ready,
  type: async (page) => {
    await remarks(page).fill(FIRST)
    await keepDraft(page)
  },
  typed: remarks,
  send: keepDraft,
})

/** A closing or a dump: made, changed, and sent for approval in a box over its page. */
function leaving(type: 'batch_closing' | 'dump_stock', made: { path: string; ready: Round['ready'] }, id: string) {
  const box = (page: Page) => page.getByRole('dialog', { name: 'Send for approval' })
  const typed = (page: Page) => remarks(page).and(box(page).getByRole('textbox'))
  const send = (page: Page) => box(page).locator('button[type=submit]').click()
  return [
    typedInForm(`${type} create`, made.path, made.ready),
    typedInForm(`${type} update`, paths.edit(type, id), (page) => expect(remarks(page)).toBeVisible()),
    {
      deed: `${type} submit`,
      at: 'inputs.remarks',
      path: paths.view(type, id),
      ready: (page) =>
        page
          .getByRole('region', { name: 'Actions' })
          .getByRole('button', { name: /^Send for approval/ })
          .click(),
      type: async (page) => {
        await typed(page).fill(FIRST)
        await send(page)
      },
      typed,
      send,
    },
  ] satisfies Round[]
}

interface Stocked {
  batch: string
  sku: string
  yard: string
  free_pcs: number
  reserved_pcs: number
}

async function spare(yard: Person, of: string): Promise<Stocked> {
  const { rows } = await yard.get<{ rows: Stocked[] }>(`/api/stock?yard=${of}&limit=500`)
  return rows.find((row) => row.free_pcs - row.reserved_pcs > 40)!
}

test('what waited in the yards and was refused is opened with what was typed, corrected and sent', async ({
  as,
  person,
  server,
}) => {
  test.slow()
  const [yard, bm, logi] = [await person('YARD'), await person('BM'), await person('LOGI')]
  const [from, to] = [await bm.one('yard', 'code:eq:PUN1'), await bm.one('yard', 'code:eq:PUN2')]
  const goods = await spare(yard, from.id)
  const [keeper, manager] = [await as('YARD'), await as('BM')]
  const played: string[] = []
  const round = async (page: Page, one: Round) => {
    await test.step(one.deed, () => play(page, one))
    played.push(one.deed)
  }

  // What is being counted is not closed.
  const admin = await person('ADMIN')
  for (const audit of (await admin.list('stock_audit', ['status:eq:Planned'])).rows)
    await admin.act(await admin.doc('stock_audit', audit.id), 'cancel', { remarks: 'Put off to next month' })
  const day = await today(server.url)
  for (const type of ['batch_closing', 'dump_stock'] as const) {
    const { id } = await yard.one(type, 'status:eq:Draft')
    await yard.save(await yard.doc(type, id), { date: day })
    const made = {
      path: `${paths.add(type)}?batch=${goods.batch}&yard=${goods.yard}`,
      ready: async (page: Page) => {
        if (type === 'dump_stock') await page.getByRole('textbox', { name: 'Pieces' }).fill('2')
        else await expect(remarks(page)).toBeVisible()
      },
    }
    for (const one of leaving(type, made, id)) await round(keeper, one)
    const { status, record, history } = await yard.doc(type, id)
    expect([status, record.remarks, history.find(({ action }) => action === 'submit')?.remarks]).toEqual([
      type === 'dump_stock' ? 'BM Pending' : 'Pending Approval',
      SECOND,
      SECOND,
    ])
  }

  const yards = async (page: Page) => {
    for (const [label, name] of [
      ['From yard', 'PUN1 Chakan'],
      ['To yard', 'PUN2'],
    ] as const) {
      await page.getByRole('combobox', { name: label, exact: true }).fill(name)
      await page.getByRole('option', { name }).first().click()
    }
  }
  const transfer = await bm.create('transfer', {
    from_yard: from.id,
    to_yard: to.id,
    need_by: '2099-12-31',
    lines: [{ sku: goods.sku, pcs: 10 }],
  })
  const { id } = transfer
  await round(manager, typedInForm('transfer create', paths.add('transfer'), yards))
  await round(
    manager,
    typedInForm('transfer update', paths.edit('transfer', id), (page) => expect(remarks(page)).toBeVisible()),
  )
  await bm.act(await bm.doc('transfer', id), 'request')
  const lane = (of: 'from' | 'to') => paths.transferLane(of, id)
  await round(
    keeper,
    inPage('transfer accept', 'Accept', lane('from'), ['remarks', 'Remarks'], (page) =>
      page.getByRole('button', { name: 'Take the oldest first' }).click(),
    ),
  )
  const vendor = await logi.one('vendor', 'status:eq:Active')
  const accepted = await logi.doc('transfer', id)
  await logi.act(accepted, 'assign', { vendor: vendor.id, vehicle_no: 'MH12AB1234' })
  await round(
    keeper,
    inPage('transfer gate_out', 'Gate out', lane('from'), ['slip_no', 'Weighbridge slip'], async (page) => {
      await page.getByRole('textbox', { name: 'Tare' }).fill('8000')
      const net = Number(accepted.record.weight_g) / 1_000
      await page.getByRole('textbox', { name: 'Gross' }).fill(String(8_000 + net))
      await page.getByRole('textbox', { name: 'E-way bill' }).fill('271234567890')
    }),
  )
  await round(
    keeper,
    inPage('transfer receive', 'Receive', lane('to'), ['remarks', 'Remarks'], (page) =>
      expect(page.getByRole('textbox', { name: 'Received pieces' }).first()).toHaveValue(/\d/),
    ),
  )
  const { status, record, history } = await bm.doc('transfer', id)
  expect([status, record.slip_no, record.received_remarks]).toEqual(['Received', SECOND, SECOND])
  expect(history.find(({ action }) => action === 'accept')?.remarks).toBe(SECOND)
  expect(played.sort()).toEqual(waitingOf(OF_YARDS))
})

test('what waited of a work order and was refused is opened with what was typed, corrected and sent', async ({
  as,
  person,
}) => {
  test.slow()
  const [yard, bm, admin] = [await person('YARD'), await person('BM'), await person('ADMIN')]
  const place = await bm.one('yard', 'code:eq:PUN1')
  const goods = await spare(yard, place.id)
  const [keeper, manager] = [await as('YARD'), await as('BM')]
  const played: string[] = []
  const round = async (page: Page, one: Round) => {
    await test.step(one.deed, () => play(page, one))
    played.push(one.deed)
  }
  const plan = { entry: 'office', work: 'bundling', yard: place.id, inputs: [{ batch: goods.batch, pcs: 10 }] }
  const draft = await bm.create('work_order', plan)
  const weight = Number(draft.record.in_g)
  const shown = (page: Page) => expect(remarks(page)).toBeVisible()
  const add = `${paths.add('work_order')}?work=bundling&yard=${place.id}`
  await round(manager, typedInForm('work_order create', add, shown))
  await round(manager, typedInForm('work_order update', paths.edit('work_order', draft.id), shown))

  const filled = await bm.doc('work_order', draft.id)
  const ready = await bm.save(filled, { outputs: [{ sku: goods.sku, pcs: 10, weight_g: weight }] })
  await bm.act(ready, 'submit')
  await admin.act(await admin.doc('work_order', draft.id), 'approve')
  const path = paths.view('work_order', draft.id)
  const said: [string, string] = ['remarks', 'Remarks']
  const one = (label: string) => (page: Page) => page.getByRole('form', { name: label })
  const take = (label: string, pcs: string) => (page: Page) =>
    one(label)(page).getByRole('textbox', { name: 'Pieces' }).first().fill(pcs)
  await round(keeper, inPage('work_order issue', 'Issue material', path, said, take('Issue material', '6')))
  await round(
    keeper,
    inPage('work_order give_back', 'Return unused', path, said, async (page) => {
      await page.getByRole('button', { name: 'Return unused' }).first().click()
      await take('Return unused', '1')(page)
    }),
  )
  await round(
    keeper,
    inPage('work_order record_output', 'Record output', path, said, async (page) => {
      const form = one('Record output')(page)
      await form.getByRole('textbox', { name: 'Pieces' }).last().fill('5')
      const made = Math.floor(weight / 10) * 5
      await form
        .getByRole('textbox', { name: /^Weight/ })
        .last()
        .fill(String(made / 1_000))
    }),
  )
  const { status, history } = await bm.doc('work_order', draft.id)
  expect(status).toBe('Output Recorded')
  expect(history.flatMap(({ action, remarks }) => (remarks === SECOND ? [action] : [])).sort()).toEqual([
    'give_back',
    'issue',
    'record_output',
  ])
  expect(played.sort()).toEqual(waitingOf(['work_order']))
})

test('a count that waited and was refused is opened with what was typed, corrected and sent', async ({
  as,
  person,
}) => {
  test.slow()
  const audit = await (await person('ADMIN')).one('stock_audit', 'status:eq:Counting')
  const keeper = await as('YARD')
  const typed = (page: Page) => page.getByRole('form', { name: /^Count of / }).getByRole('textbox', { name: 'Remarks' })
  const save = (page: Page) => page.getByRole('button', { name: 'Save count' }).click()
  await play(keeper, {
    deed: 'stock_count create',
    at: 'remarks',
    path: paths.counting(audit.id),
    ready: (page) => page.getByRole('region', { name: 'Batches of the sheet' }).getByRole('button').first().click(),
    type: async (page) => {
      await page.getByRole('textbox', { name: 'Pieces' }).fill('40')
      await typed(page).fill(FIRST)
      await save(page)
    },
    typed,
    send: save,
  })
})

/** Those of returns are played in `returns.spec.ts`, those of receipts, trips and the desk in theirs. */
const DESK = ['board', 'todo_list', 'calendar_event', 'cart', 'chat_message', 'chat_marks']

test('every type whose changes may wait has its rounds', () => {
  const played = ['work_order', 'sales_return', 'stock_count', 'receipt', 'trip', ...DESK]
  expect(waitingOf([...OF_ORDERS, ...OF_YARDS, ...played])).toEqual([...WAITING].sort())
})
