// The template's calls, made as its client makes them: from a browser, which sends no body with a GET, and from Node,
// which does. What each answers is held against the shapes that such a client reads, and what it changes is read again.
import { PASSWORD } from './support/server'
import {
  type Body,
  fromNode,
  fromChromium,
  type Form,
  USER,
  PRODUCT,
  CART,
  MEMBER,
  BOARD,
  TODO,
  TAG,
  EVENT,
  MESSAGE,
  NOTICE,
  PERSON,
  PROFORMA,
  CONTACT,
  LINE,
  RECENT,
  reader,
  type Read,
} from './support/template'
import { expect, test } from './support/test'

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
  // A browser sends no body with it: its client names the to-do in the address.
  expect(await ask<Todo>('GET', `/api/todo?id=${made.id}`, TODO, String(made.id))).toMatchObject({
    ...todo,
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
  expect(await ask('GET', '/api/inbox/all', [MESSAGE])).toEqual(inbox)
  expect(await ask('GET', `/api/inbox?id=${letter.id}`, MESSAGE)).toMatchObject({ subject: 'Slips' })
  await ask('POST', '/api/inbox/update', [MESSAGE], { ...letter, subject: 'Slips of Friday' })
  const letters = await ask<{ id: string }[]>('POST', '/api/inbox/delete', [MESSAGE], { id: letter.id })
  expect(letters.map(({ id }) => id)).not.toContain(letter.id)
}

/** What a client keeps as a list of its own: made, read alone, changed in one place, and deleted. */
async function entries(ask: Read, name: string, form: Form, sent: Record<string, unknown>, change: object) {
  type Kept = { id: string } & Record<string, unknown>
  const before = await ask<Kept[]>('GET', `/api/${name}/all`, [form])
  const all = await ask<Kept[]>('POST', `/api/${name}/add`, [form], { id: 'made by a client', ...sent })
  expect(all).toHaveLength(before.length + 1)
  const made = all.find(({ id }) => !before.some((one) => one.id === id))!
  expect(made).toMatchObject(sent)
  expect(await ask('GET', `/api/${name}/all`, [form])).toEqual(all)
  expect(await ask('GET', `/api/${name}?id=${made.id}`, form, made.id)).toEqual(made)
  const changed = await ask<Kept[]>('POST', `/api/${name}/update`, [form], { ...made, ...change })
  expect(changed.find(({ id }) => id === made.id)).toEqual({ ...made, ...change })
  expect(changed.filter(({ id }) => id !== made.id)).toEqual(all.filter(({ id }) => id !== made.id))
  // A client deletes by the whole of it, of which the id counts.
  expect(await ask('POST', `/api/${name}/delete`, [form], made)).toEqual(before)
}

const KAPOOR = {
  guid: 'g-1',
  isActive: true,
  balance: '₹ 2,838.08',
  age: 40,
  name: 'Kapoor',
  gender: 'female',
  company: 'Kapoor Tubes',
  email: 'k@kapoor.example',
  phone: '+91 98220 00000',
  address: 'Pune',
  bd: '1986-01-01',
  imgUrl: '/k.jpg',
}
const TUBES = {
  orderNo: '42',
  status: 'pending',
  date: '2026-11-20T00:00:00.000Z',
  currency: 'INR',
  vat: 18,
  buyer: { name: 'Kapoor Tubes', address: 'Pune' },
  seller: { name: 'Us', address: 'Nagpur' },
  item: [
    { name: 'Tube', unit: 3, price: 589.43 },
    { name: 'Angle', unit: 1, price: 100 },
  ],
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
  const talks = await ask<{ contactId: string }[]>('GET', '/api/chat/contacts/recent', [RECENT])
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

test('the desk of the demo is what the template counts', async ({ person, server }) => {
  const ask = reader(fromNode(server.url, (await person('ADMIN')).token))
  const board = await ask<Board & { title: string }>('GET', '/api/scrum-board', BOARD)
  expect(board.title).toBe('Branch work')
  expect(board.list.map(({ title, cardList }) => [title, cardList.length])).toEqual([
    ['To do', 3],
    ['In progress', 2],
    ['Waiting', 1],
    ['Done', 1],
  ])
  expect(board.members).toHaveLength(5)
  const tags = await ask<{ name: string }[]>('GET', '/api/todo/tag', [TAG])
  expect(tags.map(({ name }) => name)).toEqual(['Orders', 'Credit', 'Stock', 'Issue', 'Calls'])
  expect(await ask('GET', '/api/todo/all', [TODO])).toHaveLength(7)
  const events = await ask<{ title: string }[]>('GET', '/api/calendar/events/all', [EVENT])
  const meetings = ['Loading plan of the day', 'Call with the mill', 'Site visit', 'Review of open credit']
  expect(events.map(({ title }) => title)).toEqual(expect.arrayContaining(meetings))
  const talks = await ask<{ name: string }[]>('GET', '/api/chat/contacts/recent', [RECENT])
  expect(talks.map(({ name }) => name)).toEqual(['Branch today', (await person('SALES')).name])
  for (const [path, form, count] of [
    ['ecommerce/get-product-list', PRODUCT, 13],
    ['ecommerce/get-cart-list', CART[0]!, 4],
    ['inbox/all', MESSAGE, 12],
    ['user/all', PERSON, 68],
    ['invoices/all', PROFORMA, 4],
  ] as const)
    expect(await ask('GET', `/api/${path}`, [form]), path).toHaveLength(count)
})

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
    await entries(ask, 'user', PERSON, KAPOOR, { company: 'Kapoor & Sons', isActive: false })
    const item = [{ name: 'Channel', unit: 2, price: 61.5 }]
    await entries(ask, 'invoices', PROFORMA, TUBES, { status: 'delivered', item })
    await told(ask, (await person(other)).id)
  })

test('whoever registers by the template is signed in without rights, from Chromium and from Node', async ({
  as,
  person,
  server,
}) => {
  const admin = await person('ADMIN')
  await admin.save(await admin.doc('setting', 'setting'), { registration: true })
  const page = await as('ADMIN')
  await page.goto('/')
  for (const [where, made] of [
    ['Chromium', (token: string) => fromChromium(page, token)],
    ['Node', (token: string) => fromNode(server.url, token)],
  ] as const) {
    const sent = { email: `asha@${where.toLowerCase()}.example`, username: `Asha of ${where}` }
    const password = 'nine quiet lorries'
    const form = { accessToken: 'string', user: { ...USER, username: 'string' } }
    type Registered = { accessToken: string; user: Record<string, string> }
    const { accessToken, user } = await reader(made(''))<Registered>('POST', '/api/auth/register', form, {
      ...sent,
      password,
    })
    expect(user).toMatchObject({ ...sent, name: sent.username, role: 'GUEST' })
    const told = await reader(made(accessToken))<{ user: object }>('GET', '/api/auth/profile', { user: USER })
    const { username: _, ...rest } = user
    expect(told.user).toEqual(rest)
    const again = await reader(made(''))(
      'POST',
      '/api/auth/login',
      { accessToken: 'string', user: USER },
      {
        email: sent.email,
        password,
      },
    )
    expect(again).toMatchObject({ user: rest })
    expect(await made(accessToken)('GET', '/api/docs/order')).toMatchObject({ status: 403 })
  }
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
