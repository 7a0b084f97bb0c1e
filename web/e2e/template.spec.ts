// The template's calls, made as its client makes them: from a browser, which sends no body with a GET, and from Node,
// which does. What each answers is held against the shapes that such a client reads, and what it changes is read again.
import { request } from 'node:http'
import type { Page } from '@playwright/test'
import { PASSWORD } from './support/server'
import { expect, test } from './support/test'

interface Told {
  status: number
  body: unknown
}
type Body = string | Record<string, unknown>
type Call = (method: string, path: string, body?: Body) => Promise<Told>

/** As the client's library names what it sends. */
const kindOf = (body: Body) => (typeof body === 'string' ? 'application/x-www-form-urlencoded' : 'application/json')
const textOf = (body: Body) => (typeof body === 'string' ? body : JSON.stringify(body))

const fromNode =
  (url: string, token: string): Call =>
  (method, path, body) =>
    new Promise((done, failed) => {
      const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {}
      const text = body === undefined ? '' : textOf(body)
      if (body !== undefined) Object.assign(headers, { 'content-type': kindOf(body), 'content-length': text.length })
      const asked = request(`${url}${path}`, { method, headers }, (answer) => {
        let read = ''
        answer.setEncoding('utf8')
        answer.on('data', (part: string) => (read += part))
        answer.on('end', () => done({ status: answer.statusCode ?? 0, body: JSON.parse(read || 'null') as unknown }))
      })
      asked.on('error', failed)
      asked.end(text)
    })

const fromChromium =
  (page: Page, token: string): Call =>
  (method, path, body) =>
    page.evaluate(
      ([how, where, key, text, kind]) =>
        new Promise<Told>((done) => {
          const asked = new XMLHttpRequest()
          asked.open(how!, where!)
          if (key) asked.setRequestHeader('authorization', `Bearer ${key}`)
          if (kind && how !== 'GET') asked.setRequestHeader('content-type', kind)
          asked.onloadend = () =>
            done({ status: asked.status, body: JSON.parse(asked.responseText || 'null') as unknown })
          asked.send(text)
        }),
      [method, path, token, body === undefined ? null : textOf(body), body === undefined ? '' : kindOf(body)] as const,
    )

/** What a client reads: a type by its name (with `?` where there may be none), a list of one form, or an object. */
type Form = string | Form[] | { [key: string]: Form }

function fits(value: unknown, form: Form, at: string) {
  if (typeof form === 'string') {
    if (form.endsWith('?') && (value === undefined || value === null)) return
    expect(typeof value, at).toBe(form.replace('?', ''))
  } else if (Array.isArray(form)) {
    expect(Array.isArray(value), at).toBe(true)
    for (const [place, item] of (value as unknown[]).entries()) fits(item, form[0]!, `${at}.${place}`)
  } else {
    expect(typeof value, at).toBe('object')
    const keys = Object.keys(value as object)
    expect(
      keys.filter((key) => !(key in form)),
      `${at} has nothing else`,
    ).toEqual([])
    for (const [key, inner] of Object.entries(form))
      fits((value as Record<string, unknown>)[key], inner, `${at}.${key}`)
  }
}

const USER = { id: 'string', avatar: 'string', email: 'string?', name: 'string', role: 'string' }
const PRODUCT = {
  id: 'string',
  imgUrl: 'string',
  price: 'number',
  totalUnit: 'number',
  title: 'string',
  category: 'string',
  brand: 'string',
  rating: 'number',
  freeShipping: 'boolean',
  description: 'string',
}
const CART = [{ amount: 'number', ...PRODUCT }]
const MEMBER = { id: 'string', name: 'string', avatar: 'string' }
const CARD = {
  id: 'string',
  title: 'string',
  coverImage: 'string?',
  members: ['string'],
  labels: ['number'],
  description: 'string?',
  attachments: [{ name: 'string', size: 'string?', url: 'string' }],
  comments: [{ id: 'string', uid: 'string', text: 'string', time: 'string' }],
}
const BOARD: Form = {
  id: 'string',
  title: 'string',
  list: [{ id: 'string', title: 'string', cardList: [CARD] }],
  members: [MEMBER],
}
const TODO = {
  id: 'number',
  title: 'string',
  note: 'string?',
  important: 'boolean',
  starred: 'boolean',
  done: 'boolean',
  read: 'boolean',
  selected: 'boolean',
  startDate: 'string?',
  dueDate: 'string?',
  tag: ['number'],
}
const TAG = { id: 'number', name: 'string' }
const EVENT = { id: 'string', title: 'string', start: 'string', end: 'string', location: 'string?', note: 'string?' }
const MESSAGE = {
  id: 'string',
  sender: { name: 'string', photo: 'string?' },
  date: 'string',
  selected: 'boolean',
  subject: 'string',
  message: 'string',
}
const NOTICE = {
  id: 'string',
  heading: 'string',
  icon: { name: 'string', color: 'string' },
  timestamp: 'number',
  title: 'string',
  subtitle: 'string',
  path: 'string',
}
const CONTACT = { id: 'string', name: 'string', avatar: 'string', status: 'string', mood: 'string' }
const LINE = { contactId: 'string', text: 'string', time: 'string', ...CONTACT }

/** Asks, and holds the answer against its form. */
const reader =
  (call: Call) =>
  async <T = unknown>(method: string, path: string, form: Form, body?: Body): Promise<T> => {
    const { status, body: told } = await call(method, path, body)
    expect(status, `${method} ${path} ${JSON.stringify(told)}`).toBe(200)
    fits(told, form, path)
    return told as T
  }

type Read = ReturnType<typeof reader>
type Board = {
  id: string
  list: { id: string; title: string; cardList: { id: string; title: string; labels: number[] }[] }[]
  members: { id: string }[]
}

async function shop(ask: Read, uid: string) {
  const products = await ask<{ id: string; totalUnit: number }[]>('GET', '/api/ecommerce/get-product-list', [PRODUCT])
  expect(products.map(({ totalUnit }) => totalUnit)).toEqual(Array.from({ length: 13 }, () => 100))
  for (const list of ['category', 'brand'])
    await ask('GET', `/api/ecommerce/get-${list}-list`, [{ title: 'string', product: 'number' }])
  const ratings = await ask<{ rate: number }[]>('GET', '/api/ecommerce/get-rating-list', [
    { rate: 'number', product: 'number' },
  ])
  expect(ratings.map(({ rate }) => rate)).toEqual([5, 4, 3, 2, 1])
  const cart = await ask<{ amount: number; id: string }[]>('GET', '/api/ecommerce/get-cart-list', CART, uid)
  const one = products.find(({ id }) => !cart.some((line) => line.id === id))!
  const change = async (path: string, body: Record<string, unknown>) =>
    (await ask<{ amount: number; id: string }[]>('POST', `/api/ecommerce/${path}`, CART, { uid, ...body })).find(
      ({ id }) => id === one.id,
    )?.amount
  expect(await change('add-to-cart', { productId: one.id })).toBe(1)
  expect(await change('add-to-cart', { productId: one.id })).toBe(2)
  expect(await change('update-cart-amount', { productId: one.id, amount: 7 })).toBe(7)
  expect(await change('delete-from-cart', { productId: one.id })).toBeUndefined()
}

async function board(ask: Read, title: string) {
  const members = await ask<{ id: string }[]>('GET', '/api/scrum-board/all-member', [MEMBER])
  const labels = await ask<{ id: number }[]>('GET', '/api/scrum-board/all-label', [
    { id: 'number', title: 'string', color: 'string' },
  ])
  expect(labels.map(({ id }) => id)).toEqual([1, 2, 3, 4])
  const all = [{ id: 'string', title: 'string' }]
  const boards = await ask<{ id: string; title: string }[]>('POST', '/api/scrum-board/add-board', all, title)
  expect(await ask('GET', '/api/scrum-board/all-board', all)).toEqual(boards)
  const boardId = boards.find((each) => each.title === title)!.id
  // A browser sends no body with it: the board that was changed last is answered.
  const read = () => ask<Board>('GET', '/api/scrum-board', BOARD, boardId)
  const act = (path: string, body: Record<string, unknown>) =>
    ask<Board>('POST', `/api/scrum-board/${path}`, BOARD, { boardId, ...body })
  const memberId = members[0]!.id
  expect((await act('add-member', { memberId })).members.map(({ id }) => id)).toContain(memberId)
  expect((await act('delete-member', { memberId })).members.map(({ id }) => id)).not.toContain(memberId)
  await act('add-column', { listTitle: 'One' })
  const [one, two] = (await act('add-column', { listTitle: 'Two' })).list.map(({ id }) => id) as [string, string]
  await act('rename-column', { listId: one, listTitle: 'First' })
  await act('add-card', { listId: one, cardTitle: 'A' })
  const made = (await act('add-card', { listId: one, cardTitle: 'B' })).list[0]!
  expect(made).toMatchObject({ title: 'First', cardList: [{ title: 'A' }, { title: 'B' }] })
  const card = { ...made.cardList[0]!, title: 'A1', labels: [1] }
  expect((await act('update-card', { listId: one, card })).list[0]!.cardList[0]).toMatchObject(card)
  const titles = (told: Board) => told.list.map((list) => list.cardList.map((each) => each.title))
  expect(titles(await act('reorder-card', { listId: one, startIndex: 0, endIndex: 1 }))).toEqual([['B', 'A1'], []])
  const moved = await act('move-card', {
    sourcelistId: one,
    destinationlistId: two,
    source: { droppableId: one, index: 0 },
    destination: { droppableId: two, index: 0 },
  })
  expect(titles(moved)).toEqual([['A1'], ['B']])
  expect(titles(await act('reorder-list', { startIndex: 0, endIndex: 1 }))).toEqual([['B'], ['A1']])
  expect(titles(await act('delete-column', { listId: one }))).toEqual([['B']])
  expect(titles(await read())).toEqual([['B']])
}

async function todos(ask: Read) {
  type Todo = { id: number; title: string; done: boolean }
  const before = await ask<Todo[]>('GET', '/api/todo/all', [TODO])
  const tags = await ask<{ id: number; name: string }[]>('GET', '/api/todo/tag', [TAG])
  const tag = await ask<{ id: number }>('POST', '/api/todo/tag/add', TAG, { tag: { name: `tag ${tags.length}` } })
  const todo = {
    title: 'Read the slips',
    note: '',
    important: false,
    starred: false,
    done: false,
    read: true,
    selected: false,
    startDate: null,
    dueDate: null,
    tag: [tag.id],
  }
  const after = await ask<Todo[]>('POST', '/api/todo/add', [TODO], { todo })
  const made = after.find(({ id }) => !before.some((one) => one.id === id))!
  expect(
    await ask<Todo>('POST', '/api/todo/update', TODO, { todo: { ...todo, id: made.id, done: true } }),
  ).toMatchObject({
    id: made.id,
    done: true,
  })
  const order = [...after.map(({ id }) => id)].reverse()
  const todoList = order.map((id) => after.find((one) => one.id === id)!)
  const reordered = await ask<Todo[]>('POST', '/api/todo/reorder', [TODO], { todoList })
  expect(reordered.map(({ id }) => id)).toEqual(order)
  const left = await ask<Todo[]>('POST', '/api/todo/delete', [TODO], { todo: { id: made.id } })
  expect(left.map(({ id }) => id)).not.toContain(made.id)
  const tagsLeft = await ask<{ id: number }[]>('POST', '/api/todo/tag/delete', [TAG], { tag: { id: tag.id } })
  expect(tagsLeft.map(({ id }) => id)).toEqual(tags.map(({ id }) => id))
}

async function kept(ask: Read) {
  const event = { title: 'Stock day', start: '2026-11-20T04:00:00.000Z', end: '2026-11-20T06:00:00.000Z' }
  type Event = { id: string; title: string; start: string }
  const events = await ask<Event[]>('POST', '/api/calendar/events/add', [EVENT], event)
  expect(await ask('GET', '/api/calendar/events/all', [EVENT])).toEqual(events)
  const made = events.find(({ title }) => title === event.title)!
  await ask('POST', '/api/calendar/events/update', [EVENT], { ...made, title: 'Count day' })
  const dragged = { event: { id: made.id }, start: '2026-11-21T04:00:00.000Z', end: '2026-11-21T06:00:00.000Z' }
  const later = await ask<Event[]>('POST', '/api/calendar/events/update', [EVENT], dragged)
  expect(later.find(({ id }) => id === made.id)).toMatchObject({ title: 'Count day', start: dragged.start })
  const left = await ask<Event[]>('POST', '/api/calendar/events/delete', [EVENT], { id: made.id })
  expect(left.map(({ id }) => id)).not.toContain(made.id)
  const sent = { subject: 'Slips', message: '<p>Here<script>alert(1)</script></p>', date: '2026-11-20T04:00:00.000Z' }
  const inbox = await ask<{ id: string; subject: string; message: string }[]>('POST', '/api/inbox/add', [MESSAGE], {
    ...sent,
    sender: { name: 'Ravi', photo: '' },
    selected: false,
  })
  const letter = inbox.find(({ subject }) => subject === 'Slips')!
  expect(letter.message).toBe('<p>Here</p>')
  expect(await ask('GET', `/api/inbox?id=${letter.id}`, MESSAGE)).toMatchObject({ subject: 'Slips' })
  await ask('POST', '/api/inbox/update', [MESSAGE], { ...letter, subject: 'Slips of Friday' })
  const letters = await ask<{ id: string }[]>('POST', '/api/inbox/delete', [MESSAGE], { id: letter.id })
  expect(letters.map(({ id }) => id)).not.toContain(letter.id)
}

async function told(ask: Read, other: string) {
  const notices = await ask<{ id: string; title: string }[]>('POST', '/api/notification/add', [NOTICE], {
    notification: {
      heading: 'Message',
      icon: { name: 'chat', color: 'primary' },
      timestamp: 1,
      title: 'Look at the slips',
      subtitle: 'Today',
      path: 'order',
    },
  })
  expect(await ask('GET', '/api/notification', [NOTICE])).toEqual(notices)
  const { id } = notices.find(({ title }) => title === 'Look at the slips')!
  const left = await ask<{ id: string }[]>('POST', '/api/notification/delete', [NOTICE], { id })
  expect(left.map((one) => one.id)).not.toContain(id)
  expect(await ask('POST', '/api/notification/delete-all', [NOTICE])).toEqual([])
  await ask('GET', '/api/chat/contacts/all', [CONTACT])
  await ask('GET', `/api/chat/contacts?id=${other}`, CONTACT)
  const room = { chatId: 'string', messageList: [LINE], recentListUpdated: 'boolean' }
  const { chatId } = await ask<{ chatId: string }>('GET', `/api/chat/chat-room?contactId=${other}`, room)
  const lines = await ask<{ text: string }[]>('POST', '/api/chat/add', [LINE], { chatId, text: 'Are the slips there?' })
  expect(lines.at(-1)!.text).toBe('Are the slips there?')
  expect(await ask('GET', `/api/chat?chatId=${encodeURIComponent(chatId)}`, [LINE])).toEqual(lines)
  const recent = { chatId: 'string', unread: 'number', lastChatTime: 'string', contactId: 'string', ...CONTACT }
  const talks = await ask<{ contactId: string }[]>('GET', '/api/chat/contacts/recent', [recent])
  expect(talks[0]!.contactId).toBe(other)
  await ask('GET', '/api/list/all', [
    {
      id: 'string',
      email: 'string',
      userName: 'string',
      projectName: 'string',
      date: 'string',
      projectImage: 'string',
      userImage: 'string',
      comment: 'number',
      revision: 'number',
    },
  ])
}

for (const [where, who, other] of [
  ['Chromium', 'SALES', 'ACC'],
  ['Node', 'BM', 'LOGI'],
] as const)
  test(`the template's calls answer ${where} in their shapes and do what they say`, async ({ as, person, server }) => {
    const me = await person(who)
    const page = where === 'Chromium' ? await as(who) : null
    await page?.goto('/')
    const made = (token: string) => (page ? fromChromium(page, token) : fromNode(server.url, token))
    const call = made(me.token)
    const ask = reader(call)
    const { user } = await ask<{ user: { email: string } }>('GET', '/api/auth/profile', { user: USER })
    const signedIn = { accessToken: 'string', user: USER }
    const login = { email: user.email, password: PASSWORD }
    expect(await reader(made(''))('POST', '/api/auth/login', signedIn, login)).toMatchObject({ user })
    await shop(ask, me.id)
    await board(ask, `My & board of ${where}`)
    await todos(ask)
    await kept(ask)
    await told(ask, (await person(other)).id)
  })

test('the catalogue of errors is what the template says, letter for letter, from Chromium and from Node', async ({
  as,
  person,
  server,
}) => {
  const admin = await person('ADMIN')
  await admin.save(await admin.doc('setting', 'setting'), { registration: true })
  const { user } = await admin.get<{ user: { email: string } }>('/api/auth/profile')
  const page = await as('ADMIN')
  await page.goto('/')
  const known = { email: user.email, username: 'Again', password: 'nine quiet lorries' }
  const rows: [method: string, path: string, token: string, body: Body | undefined, status: number, message: string][] =
    [
      ['POST', '/api/auth/login', '', { email: user.email, password: 'wrong' }, 400, 'Invalid email or password'],
      ['POST', '/api/auth/login', '', { email: 'nobody@example.com', password: 'x' }, 400, 'Invalid email or password'],
      ['POST', '/api/auth/register', '', known, 400, 'User already exists!'],
      ['GET', '/api/auth/profile', '', undefined, 401, 'Invalid Authorization token'],
      ['GET', '/api/auth/profile', 'x.y.z', undefined, 401, 'Invalid Authorization token'],
    ]
  for (const made of [(token: string) => fromChromium(page, token), (token: string) => fromNode(server.url, token)])
    for (const [method, path, token, body, status, message] of rows)
      expect(await made(token)(method, path, body), `${method} ${path}`).toMatchObject({ status, body: { message } })
  await page.goto('/no/such/page')
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
})
