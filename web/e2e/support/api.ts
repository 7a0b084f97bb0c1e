// The HTTP API as a signed-in person uses it: for what a story needs before it begins, and for comparing pages with
// answers.
import { randomUUID } from 'node:crypto'
import type { DocView, Page as Rows, Row } from '../../src/core/types.gen'
import { PASSWORD } from './server'

export type Values = Record<string, unknown>

export interface Person {
  token: string
  id: string
  name: string
  branches: string[]
  yards: string[]
  /** As the rules know this person. */
  actor: unknown
  get: <T = unknown>(path: string) => Promise<T>
  /** The answer's status alone, for what must be refused. */
  status: (path: string) => Promise<number>
  /** The answer as a file of a media type. */
  bytes: (path: string, accept: string) => Promise<Buffer>
  /** Sends a file; answers the id that documents name it by. */
  upload: (name: string, content: Buffer) => Promise<string>
  doc: (type: string, id: string) => Promise<DocView>
  list: (type: string, where?: string[], limit?: number) => Promise<Rows>
  /** The one document that fits. */
  one: (type: string, ...where: string[]) => Promise<Row>
  create: (type: string, record: Values) => Promise<DocView>
  save: (doc: DocView, change: Values) => Promise<DocView>
  remove: (doc: DocView) => Promise<unknown>
  act: (doc: DocView, action: string, inputs?: Values) => Promise<DocView>
  /** The answer's status and code alone, for a step that must be refused. */
  refused: (doc: DocView, action: string) => Promise<string>
}

interface SignIn {
  data: { id: string; name: string; branches?: string[]; yards?: string[]; actor: unknown }[]
  accesstoken?: string
}

export async function signIn(url: string, emailId: string, password = PASSWORD): Promise<Person> {
  const answer = await fetch(`${url}/api/login/signIn`, {
    method: 'POST',
    body: new URLSearchParams({ emailId, password }),
  })
  const { data, accesstoken: token } = (await answer.json()) as SignIn
  const user = data[0]
  if (!user || !token) throw new Error(`${emailId} was not let in`)
  const call = async (method: string, path: string, body?: Values) => {
    const headers: Record<string, string> = { authorization: `Bearer ${token}` }
    if (body) headers['content-type'] = 'application/json'
    return fetch(url + path, { method, headers, body: body && JSON.stringify(body) })
  }
  const must = async <T>(method: string, path: string, body?: Values): Promise<T> => {
    const reply = await call(method, path, body)
    if (!reply.ok) throw new Error(`${emailId} ${method} ${path}: ${reply.status} ${await reply.text()}`)
    return (await reply.json()) as T
  }
  const list: Person['list'] = (type, where = [], limit = 50) =>
    must<Rows>(
      'GET',
      `/api/docs/${type}?${new URLSearchParams([...where.map((one) => ['where', one]), ['limit', String(limit)]])}`,
    )
  return {
    token,
    id: user.id,
    name: user.name,
    branches: user.branches ?? [],
    yards: user.yards ?? [],
    actor: user.actor,
    list,
    get: (path) => must('GET', path),
    status: async (path) => (await call('GET', path)).status,
    bytes: async (path, accept) =>
      Buffer.from(
        await (await fetch(url + path, { headers: { authorization: `Bearer ${token}`, accept } })).arrayBuffer(),
      ),
    upload: async (name, content) => {
      const headers = { authorization: `Bearer ${token}` }
      const body = new Uint8Array(content)
      const answer = await fetch(`${url}/api/files?name=${encodeURIComponent(name)}`, { method: 'POST', headers, body })
      if (!answer.ok) throw new Error(`${emailId} ${name}: ${answer.status} ${await answer.text()}`)
      return ((await answer.json()) as { id: string }).id
    },
    doc: (type, id) => must('GET', `/api/docs/${type}/${id}`),
    one: async (type, ...where) => {
      const row = (await list(type, where, 1)).rows[0]
      if (!row) throw new Error(`no ${type} with ${where.join(' and ')}`)
      return row
    },
    create: (type, record) => must('POST', `/api/docs/${type}`, { command_id: randomUUID(), record }),
    save: (doc, change) =>
      must('PUT', `/api/docs/${doc.type}/${doc.id}`, {
        command_id: randomUUID(),
        version: doc.version,
        record: { ...doc.record, ...change },
      }),
    remove: (doc) =>
      must('DELETE', `/api/docs/${doc.type}/${doc.id}?command_id=${randomUUID()}&version=${doc.version}`),
    act: (doc, action, inputs = {}) =>
      must('POST', `/api/docs/${doc.type}/${doc.id}/${action}`, {
        command_id: randomUUID(),
        version: doc.version,
        inputs,
      }),
    refused: async ({ type, id, version }, action) => {
      const body = { command_id: randomUUID(), version, inputs: {} }
      const answer = await call('POST', `/api/docs/${type}/${id}/${action}`, body)
      return `${answer.status} ${((await answer.json()) as { code?: string }).code ?? ''}`
    },
  }
}

/** People at a server that a file starts itself, each signed in once until they are forgotten. */
export function peopleAt(server: () => { url: string }) {
  const known = new Map<string, Promise<Person>>()
  const person = (id: string) => {
    const found = known.get(id) ?? signIn(server().url, id)
    known.set(id, found)
    return found
  }
  return { person, forget: () => known.clear() }
}
