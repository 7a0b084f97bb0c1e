// The desk's pages: a board that two share, what is to be done, and the calendar, with its refusals at their places.
import type { Page } from '@playwright/test'
import type { Person } from './support/api'
import { expect, signInAt, test } from './support/test'

const PHONE = { width: 390, height: 844 }

/** A board of the person with these lists and cards. */
async function boardOf(person: Person, lists: Record<string, string[]>, members: string[] = []) {
  let doc = await person.create('board', { title: 'Loading plan' })
  for (const member of members) doc = await person.act(doc, 'add_member', { member })
  for (const [title, cards] of Object.entries(lists)) {
    doc = await person.act(doc, 'add_list', { title })
    const list = (doc.record.lists as { list_id: string }[]).at(-1)!.list_id
    for (const card of cards) doc = await person.act(doc, 'add_card', { list, title: card })
  }
  return doc
}

const list = (page: Page, name: string) => page.getByRole('region', { name: new RegExp(`^${name}`) })
const notices = (page: Page) => page.getByRole('region', { name: 'Notices' })
const card = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Drags by the mouse, as a hand does it: in steps. */
async function drag(page: Page, from: ReturnType<Page['locator']>, to: { x: number; y: number }) {
  const box = (await from.boundingBox())!
  await page.mouse.move(box.x + box.width / 2, box.y + 12)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width / 2 + 10, box.y + 20, { steps: 3 })
  await page.mouse.move(to.x, to.y, { steps: 8 })
  await page.mouse.up()
}

test('a card is dragged, moved by keys and undone, and a colleague sees each move by themselves', async ({
  as,
  person,
}) => {
  const [sales, manager] = [await person('SALES'), await person('BM')]
  const doc = await boardOf(sales, { Open: ['Lorry', 'Papers'], Done: [] }, [manager.id])
  const [one, other] = [await as('SALES'), await as('BM')]
  for (const page of [one, other]) {
    await page.goto(`/desk/board/${doc.id}`)
    await expect(card(page, 'Lorry')).toBeVisible()
  }
  const done = (await list(one, 'Done').boundingBox())!
  await drag(one, card(one, 'Lorry'), { x: done.x + done.width / 2, y: done.y + 50 })
  await expect(list(one, 'Done').getByRole('button', { name: 'Lorry', exact: true })).toBeVisible()
  await expect(list(other, 'Done').getByRole('button', { name: 'Lorry', exact: true })).toBeVisible()
  await one.getByRole('button', { name: /^Undo/ }).click()
  await expect(list(one, 'Open').getByRole('button', { name: 'Lorry', exact: true })).toBeVisible()
  await expect(list(other, 'Open').getByRole('button', { name: 'Lorry', exact: true })).toBeVisible()
  await card(other, 'Papers').focus()
  await other.keyboard.press('Space')
  await other.keyboard.press('ArrowRight')
  await other.keyboard.press('Space')
  await expect(list(one, 'Done').getByRole('button', { name: 'Papers', exact: true })).toBeVisible()
})

test('a card is written in full, keeps script as words, and is brought back when it was deleted', async ({
  as,
  person,
}) => {
  const sales = await person('SALES')
  const doc = await boardOf(sales, { Open: ['Lorry'] })
  const page = await as('SALES')
  await page.goto(`/desk/board/${doc.id}`)
  await card(page, 'Lorry').click()
  const box = page.getByRole('dialog')
  await box.getByRole('textbox', { name: 'Comment' }).fill('<img src=x onerror=alert(1)>')
  await box.getByRole('button', { name: 'Comment', exact: true }).click()
  await expect(box.getByText('<img src=x onerror=alert(1)>')).toBeVisible()
  await box.getByRole('textbox', { name: 'Title' }).fill('Lorry at nine')
  await box.getByRole('textbox', { name: 'Title' }).press('Enter')
  await expect(box.getByRole('heading', { name: 'Lorry at nine' })).toBeVisible()
  await box.getByRole('button', { name: 'Delete the card' }).click()
  await expect(box).toHaveCount(0)
  await expect(page.locator('[data-card]')).toHaveCount(0)
  await expect(page.getByText('Lorry at nine deleted').first()).toBeVisible()
  await page.getByRole('button', { name: /^Undo/ }).last().click()
  await expect(page.locator('[data-card]')).toContainText('Lorry at nine')
})

/** The titles in what a document holds, in their order. */
const titles = (record: unknown) => [...JSON.stringify(record).matchAll(/"title":"([^"]*)"/g)].map(([, title]) => title)

test('cards typed without the network are sent once when it is back, in their order, and taken back', async ({
  as,
  person,
}) => {
  const sales = await person('SALES')
  const doc = await boardOf(sales, { Open: [] })
  const page = await as('SALES')
  await page.goto(`/desk/board/${doc.id}`)
  await page.getByRole('button', { name: 'Add a card' }).click()
  const input = page.getByRole('textbox', { name: 'New card in Open' })
  await expect(input).toBeVisible()
  await page.context().setOffline(true)
  for (const title of ['Without a network', 'And another']) {
    await input.fill(title)
    await input.press('Enter')
    await expect(card(page, title)).toBeVisible()
  }
  const now = async () => titles((await sales.doc('board', doc.id)).record.lists)
  expect(await now(), 'nothing has reached the server').toEqual(['Open'])
  await page.context().setOffline(false)
  await expect.poll(now).toEqual(['Open', 'Without a network', 'And another'])
  await expect(page.getByRole('link', { name: 'No unsent changes' })).toBeVisible()
  expect((await sales.doc('board', doc.id)).version, 'each once').toBe(doc.version + 2)
  await card(page, 'And another').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete the card' }).click()
  await expect.poll(now).toEqual(['Open', 'Without a network'])
  await page.getByRole('button', { name: /^Undo/ }).last().click()
  await expect.poll(now).toEqual(['Open', 'Without a network', 'And another'])
})

test('to-dos typed without the network are sent once when it is back, in their order, and taken back', async ({
  as,
  person,
}) => {
  const sales = await person('SALES')
  const page = await as('SALES')
  await page.goto('/desk/todo')
  const rows = page.getByRole('list', { name: 'To-dos' })
  await expect(rows).toBeVisible()
  const before = await sales.doc('todo_list', sales.id)
  const now = async () => titles((await sales.doc('todo_list', sales.id)).record.todos)
  const begun = titles(before.record.todos)
  await page.context().setOffline(true)
  for (const title of ['Typed on the road', 'And behind it']) {
    await page.getByRole('textbox', { name: 'New to-do' }).fill(title)
    await page.keyboard.press('Enter')
    await expect(rows.getByRole('listitem').last()).toContainText(title)
  }
  expect(await now(), 'nothing has reached the server').toEqual(begun)
  await page.context().setOffline(false)
  await expect.poll(now).toEqual([...begun, 'Typed on the road', 'And behind it'])
  await expect(page.getByRole('link', { name: 'No unsent changes' })).toBeVisible()
  expect((await sales.doc('todo_list', sales.id)).version, 'each once').toBe(before.version + 2)
  await rows.getByRole('checkbox', { name: 'And behind it is done' }).click()
  await expect(rows.getByText('And behind it')).toHaveCount(0)
  await page.getByRole('button', { name: /^Undo/ }).last().click()
  await expect(rows.getByText('And behind it')).toBeVisible()
})

test('a board is deleted from its page once its maker has read what goes with it, and members never may', async ({
  as,
  person,
}) => {
  const [sales, manager] = [await person('SALES'), await person('BM')]
  const doc = await boardOf(sales, { Open: ['Lorry', 'Papers'], Done: ['Slip'] }, [manager.id])
  const [page, other] = [await as('SALES'), await as('BM')]
  await other.goto(`/desk/board/${doc.id}`)
  await expect(card(other, 'Lorry')).toBeVisible()
  await expect(other.getByRole('button', { name: 'Delete', exact: true })).toHaveCount(0)
  await page.goto(`/desk/board/${doc.id}`)
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  const box = page.getByRole('dialog', { name: 'Delete Loading plan?' })
  await expect(box).toContainText('Its 2 lists and 3 cards go with it')
  await expect(box).toContainText('for its 1 member too')
  await box.getByRole('button', { name: 'Keep it' }).click()
  await expect(card(page, 'Lorry')).toBeVisible()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await box.getByRole('button', { name: 'Delete the board' }).click()
  await expect(page).toHaveURL('/desk/board')
  await expect(notices(page).getByText('Loading plan deleted')).toBeVisible()
  expect(await sales.status(`/api/docs/board/${doc.id}`)).toBe(404)
  await expect(other.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
})

test('in a month the end of an event is dragged to another day or moved by keys, and put back', async ({
  as,
  person,
}) => {
  const sales = await person('SALES')
  const at = (day: number, hour: number) => Date.parse(`2027-02-${String(day).padStart(2, '0')}T${hour}:00:00+05:30`)
  const times = { starts_at: at(3, 10), ends_at: at(3, 11) }
  const doc = await sales.create('calendar_event', { title: 'Site visit', audience: 'me', ...times })
  const ends = async () => (await sales.doc('calendar_event', doc.id)).record.ends_at
  const page = await as('SALES')
  await page.goto('/desk/calendar?view=month&on=2027-02-03')
  const parts = page.getByRole('button', { name: /^Site visit/ })
  await expect(parts).toHaveCount(1)
  const edge = (await parts.boundingBox())!
  const friday = (await page.getByRole('button', { name: 'Friday 05-02-2027' }).boundingBox())!
  await page.mouse.move(edge.x + edge.width - 4, edge.y + edge.height / 2)
  await page.mouse.down()
  await page.mouse.move(edge.x + edge.width + 40, edge.y + 12, { steps: 4 })
  await page.mouse.move(friday.x + 40, friday.y + 40, { steps: 8 })
  await page.mouse.up()
  await expect(parts).toHaveCount(3)
  await expect(notices(page).getByText('Site visit now ends 05-02-2027 11:00 AM')).toBeVisible()
  await expect.poll(ends).toBe(at(5, 11))
  await page.getByRole('button', { name: /^Undo/ }).last().click()
  await expect(parts).toHaveCount(1)
  await expect.poll(ends).toBe(at(3, 11))
  await parts.focus()
  await page.keyboard.press('Alt+Shift+ArrowRight')
  await expect(parts).toHaveCount(2)
  await expect.poll(ends).toBe(at(4, 11))
})

test('a to-do is added, done, put in order, and follows a document up', async ({ as, person }) => {
  const sales = await person('SALES')
  const order = await sales.one('order')
  const page = await as('SALES')
  await page.goto(`/order/view/${order.id}`)
  await page.getByRole('button', { name: 'Follow up' }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'To-do' }).fill('Ask about the lorry')
  await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.goto('/desk/todo')
  const rows = page.getByRole('list', { name: 'To-dos' })
  const own = rows.getByRole('listitem').filter({ hasText: 'Ask about the lorry' })
  await expect(own.getByRole('link')).toBeVisible()
  await page.getByRole('textbox', { name: 'New to-do' }).fill('The last one')
  await page.keyboard.press('Enter')
  await expect(rows.getByRole('listitem').last()).toContainText('The last one')
  await rows
    .getByRole('button', { name: /^Move to-do/ })
    .last()
    .focus()
  await page.keyboard.press('Alt+ArrowUp')
  await expect(rows.getByRole('listitem').last()).toContainText('Ask about the lorry')
  await rows.getByRole('checkbox', { name: 'The last one is done' }).click()
  await expect(rows.getByText('The last one')).toHaveCount(0)
})

test('an event that ends before it starts is refused at its field, and one is moved by keys and undone', async ({
  as,
}) => {
  const page = await as('ADMIN')
  await page.goto('/desk/calendar?view=day&on=2027-01-12')
  await page.getByRole('button', { name: 'New event' }).click()
  const box = page.getByRole('dialog')
  await box.getByRole('textbox', { name: 'Title' }).fill('Stock meeting')
  await box.getByLabel('Start time').fill('10:00')
  await box.getByLabel('End time').fill('09:00')
  await box.getByRole('button', { name: 'Save' }).click()
  await expect(box.getByText('End must not be before Start')).toBeVisible()
  await expect(box.getByRole('textbox', { name: 'Title' })).toHaveValue('Stock meeting')
  await box.getByLabel('End time').fill('11:00')
  await box.getByRole('button', { name: 'Save' }).click()
  const event = page.getByRole('button', { name: /^Stock meeting, 10:00 AM to 11:00 AM/ })
  await expect(event).toBeVisible()
  await event.focus()
  await page.keyboard.press('Alt+ArrowDown')
  await expect(page.getByRole('button', { name: /^Stock meeting, 10:15 AM to 11:15 AM/ })).toBeVisible()
  await page.getByRole('button', { name: /^Undo/ }).click()
  await expect(event).toBeVisible()
})

/** Types at each place of the desk, and looks at what stands there. */
interface Place {
  name: string
  open: (page: Page) => Promise<void>
  field: (page: Page) => ReturnType<Page['getByRole']>
  /** Throws it away, as its own page does. */
  cancel: (page: Page) => Promise<void>
}

const dialog = (page: Page) => page.getByRole('dialog')
const cancelled = (page: Page) => dialog(page).getByRole('button', { name: 'Cancel' }).click()

test('what is typed on the desk stands there again after the session ended or a reload, until it is cancelled', async ({
  browser,
  person,
  server,
}) => {
  const sales = await person('SALES')
  const board = await boardOf(sales, { Open: ['Lorry'] })
  const [room] = (await sales.list('chat_room')).rows
  const starts = Date.parse('2027-03-10T10:00:00+05:30')
  await sales.create('calendar_event', {
    title: 'Yard walk',
    audience: 'me',
    starts_at: starts,
    ends_at: starts + 3_600_000,
  })
  const list = await sales.doc('todo_list', sales.id)
  const todo = (list.record.todos as { no: number; title: string }[])[0]!
  const at = (path: string, open?: (page: Page) => Promise<void>) => async (page: Page) => {
    await page.goto(path)
    await open?.(page)
  }
  const lorry = (page: Page) => card(page, 'Lorry').click()
  const places: Place[] = [
    {
      name: 'a new board',
      open: at('/desk/board', (page) => page.getByRole('button', { name: 'New board' }).first().click()),
      field: (page) => dialog(page).getByRole('textbox', { name: 'Title' }),
      cancel: cancelled,
    },
    {
      name: 'a new list',
      open: at(`/desk/board/${board.id}`, (page) => page.getByRole('button', { name: 'Add a list' }).click()),
      field: (page) => dialog(page).getByRole('textbox', { name: 'Title' }),
      cancel: cancelled,
    },
    {
      name: 'a new card',
      open: at(`/desk/board/${board.id}`, (page) => page.getByRole('button', { name: 'Add a card' }).click()),
      field: (page) => page.getByRole('textbox', { name: 'New card in Open' }),
      cancel: (page) => page.keyboard.press('Escape'),
    },
    {
      name: 'the description of a card',
      open: at(`/desk/board/${board.id}`, lorry),
      field: (page) => dialog(page).getByRole('textbox', { name: 'Description' }),
      cancel: (page) => page.keyboard.press('Escape'),
    },
    {
      name: 'a comment',
      open: at(`/desk/board/${board.id}`, lorry),
      field: (page) => dialog(page).getByRole('textbox', { name: 'Comment' }),
      cancel: (page) => dialog(page).getByRole('textbox', { name: 'Comment' }).fill(''),
    },
    {
      name: 'a new to-do',
      open: at('/desk/todo'),
      field: (page) => page.getByRole('textbox', { name: 'New to-do' }),
      cancel: (page) => page.getByRole('textbox', { name: 'New to-do' }).fill(''),
    },
    {
      name: 'a to-do',
      open: at(`/desk/todo?show=all&todo=${todo.no}`),
      field: (page) => dialog(page).getByRole('textbox', { name: 'Note' }),
      cancel: cancelled,
    },
    {
      name: 'a new event',
      open: at('/desk/calendar?view=day&on=2027-03-11', (page) =>
        page.getByRole('button', { name: 'New event' }).click(),
      ),
      field: (page) => dialog(page).getByRole('textbox', { name: 'Title' }),
      cancel: cancelled,
    },
    {
      name: 'an event',
      open: at('/desk/calendar?view=day&on=2027-03-10', (page) =>
        page.getByRole('button', { name: /^Yard walk/ }).click(),
      ),
      field: (page) => dialog(page).getByRole('textbox', { name: 'Note' }),
      cancel: cancelled,
    },
    {
      name: 'a letter',
      open: at('/desk/inbox/add'),
      field: (page) => page.getByRole('textbox', { name: 'Subject' }),
      cancel: (page) => page.getByRole('button', { name: 'Discard' }).click(),
    },
    {
      name: 'a chat message',
      open: at(`/desk/chat/${room!.id}`),
      field: (page) => page.getByRole('textbox', { name: 'Message' }),
      cancel: (page) => page.getByRole('textbox', { name: 'Message' }).fill(''),
    },
  ]
  for (const { name, open, field, cancel } of places)
    await test.step(name, async () => {
      const context = await browser.newContext({ ...test.info().project.use, baseURL: server.url })
      const page = await context.newPage()
      await page.goto('/session/signin')
      await signInAt(page, 'SALES')
      await expect(page).toHaveURL(/\/dashboard\//)
      await open(page)
      await field(page).fill('Half a sentence')
      const token = await page.evaluate(() => localStorage.getItem('accessToken'))
      await fetch(`${server.url}/api/logout`, { method: 'POST', headers: { authorization: `Bearer ${token}` } })
      await expect(page).toHaveURL('/session/signin')
      await signInAt(page, 'SALES')
      await expect(field(page)).toHaveValue('Half a sentence')
      await field(page).fill('Half a sentence, and more')
      await page.reload()
      await expect(field(page)).toHaveValue('Half a sentence, and more')
      await cancel(page)
      const kept = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('godown.draft:')))
      await expect.poll(kept, 'thrown away').toEqual([])
      await context.close()
    })
})

test('what was typed on the desk is kept no longer once it is saved', async ({ as, person }) => {
  const board = await boardOf(await person('SALES'), { Open: ['Lorry'] })
  const page = await as('SALES')
  const kept = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('godown.draft:')))
  const isKept = () => expect.poll(kept).toHaveLength(1)
  const isGone = () => expect.poll(kept).toEqual([])
  await page.goto(`/desk/board/${board.id}`)
  await page.getByRole('button', { name: 'Add a card' }).click()
  const title = page.getByRole('textbox', { name: 'New card in Open' })
  await title.fill('Papers')
  await isKept()
  await title.press('Enter')
  await expect(card(page, 'Papers')).toBeVisible()
  await isGone()
  await card(page, 'Lorry').click()
  for (const [field, save] of [
    ['Comment', () => dialog(page).getByRole('button', { name: 'Comment', exact: true }).click()],
    ['Description', () => dialog(page).getByRole('textbox', { name: 'Description' }).blur()],
  ] as const) {
    await dialog(page).getByRole('textbox', { name: field }).fill('Leaves at nine')
    await isKept()
    await save()
    await isGone()
  }
  await page.goto('/desk/calendar?view=day&on=2027-03-12')
  await page.getByRole('button', { name: 'New event' }).click()
  await dialog(page).getByRole('textbox', { name: 'Title' }).fill('Count')
  await isKept()
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('button', { name: /^Count/ })).toBeVisible()
  await isGone()
  await page.goto('/desk/todo')
  await page.getByRole('textbox', { name: 'New to-do' }).fill('Call the yard')
  await isKept()
  await page.keyboard.press('Enter')
  await isGone()
  await page.getByRole('list', { name: 'To-dos' }).getByRole('button', { name: 'Call the yard', exact: true }).click()
  await dialog(page).getByRole('textbox', { name: 'Note' }).fill('Before nine')
  await isKept()
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await isGone()
})

test('the pages of the desk fit a phone', async ({ as, person }) => {
  const sales = await person('SALES')
  const [board] = (await sales.list('board')).rows
  const page = await as('SALES', { viewport: PHONE, hasTouch: true })
  for (const path of ['/desk/board', `/desk/board/${board!.id}`, '/desk/todo', '/desk/calendar']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('status', { name: /Loading/ })).toHaveCount(0)
    const wide = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(wide, path).toBeLessThanOrEqual(PHONE.width)
  }
})
