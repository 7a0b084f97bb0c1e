// The template's client: its calls from a browser, which sends no body with a GET, and from Node, which does; and the
// shapes that it reads.
import { request } from 'node:http'
import { expect, type Page } from '@playwright/test'

interface Told {
  status: number
  body: unknown
}
export type Body = string | Record<string, unknown>
export type Call = (method: string, path: string, body?: Body) => Promise<Told>

/** As the client's library names what it sends. */
const kindOf = (body: Body) => (typeof body === 'string' ? 'application/x-www-form-urlencoded' : 'application/json')
const textOf = (body: Body) => (typeof body === 'string' ? body : JSON.stringify(body))

export const fromNode =
  (url: string, token: string): Call =>
  (method, path, body) =>
    new Promise((done, failed) => {
      const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {}
      const text = body === undefined ? '' : textOf(body)
      const length = Buffer.byteLength(text)
      if (body !== undefined) Object.assign(headers, { 'content-type': kindOf(body), 'content-length': length })
      const asked = request(`${url}${path}`, { method, headers }, (answer) => {
        let read = ''
        answer.setEncoding('utf8')
        answer.on('data', (part: string) => (read += part))
        answer.on('end', () => done({ status: answer.statusCode ?? 0, body: JSON.parse(read || 'null') as unknown }))
      })
      asked.on('error', failed)
      asked.end(text)
    })

export const fromChromium =
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
export type Form = string | Form[] | { [key: string]: Form }

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

export const USER = { id: 'string', avatar: 'string', email: 'string?', name: 'string', role: 'string' }
export const PRODUCT = {
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
export const CART = [{ amount: 'number', ...PRODUCT }]
export const MEMBER = { id: 'string', name: 'string', avatar: 'string' }
export const CARD = {
  id: 'string',
  title: 'string',
  coverImage: 'string?',
  members: ['string'],
  labels: ['number'],
  description: 'string?',
  attachments: [{ name: 'string', size: 'string?', url: 'string' }],
  comments: [{ id: 'string', uid: 'string', text: 'string', time: 'string' }],
}
export const BOARD: Form = {
  id: 'string',
  title: 'string',
  list: [{ id: 'string', title: 'string', cardList: [CARD] }],
  members: [MEMBER],
}
export const TODO = {
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
export const TAG = { id: 'number', name: 'string' }
export const EVENT = {
  id: 'string',
  title: 'string',
  start: 'string',
  end: 'string',
  location: 'string?',
  note: 'string?',
}
export const MESSAGE = {
  id: 'string',
  sender: { name: 'string', photo: 'string?' },
  date: 'string',
  selected: 'boolean',
  subject: 'string',
  message: 'string',
}
export const NOTICE = {
  id: 'string',
  heading: 'string',
  icon: { name: 'string', color: 'string' },
  timestamp: 'number',
  title: 'string',
  subtitle: 'string',
  path: 'string',
}
export const PERSON = {
  id: 'string',
  index: 'number',
  guid: 'string',
  isActive: 'boolean',
  balance: 'string',
  age: 'number?',
  name: 'string',
  gender: 'string',
  company: 'string',
  email: 'string',
  phone: 'string',
  address: 'string',
  bd: 'string',
  imgUrl: 'string',
}
export const FIRM = { name: 'string', address: 'string' }
export const PROFORMA = {
  id: 'string',
  orderNo: 'string',
  status: 'string',
  date: 'string',
  currency: 'string',
  vat: 'number',
  buyer: FIRM,
  seller: FIRM,
  item: [{ name: 'string', unit: 'number', price: 'number' }],
}
export const CONTACT = { id: 'string', name: 'string', avatar: 'string', status: 'string', mood: 'string' }
export const LINE = { contactId: 'string', text: 'string', time: 'string', ...CONTACT }

export const RECENT = { chatId: 'string', unread: 'number', lastChatTime: 'string', contactId: 'string', ...CONTACT }

/** Asks, and holds the answer against its form. */
export const reader =
  (call: Call) =>
  async <T = unknown>(method: string, path: string, form: Form, body?: Body): Promise<T> => {
    const { status, body: told } = await call(method, path, body)
    expect(status, `${method} ${path} ${JSON.stringify(told)}`).toBe(200)
    fits(told, form, path)
    return told as T
  }

export type Read = ReturnType<typeof reader>
