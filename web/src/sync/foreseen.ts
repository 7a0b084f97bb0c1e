// What comes of a change before the server has it: the core's own decision over the documents at hand.
import { docDef, loadPreviews } from '../core'
import type { DocView, RecordValue } from '../core/records'
import type { Issue } from '../core/types.gen'
import type { Call } from '../net/client'
import { token } from '../net/token'
import { say } from '../words/say'
import { keptAnswer } from './answers'
import { filesIn } from './files'
import { namesIn } from './names'
import { store } from './store'

/** One change of a document, as the mutations send it. */
export interface Deed {
  command_id: string
  doc_type: string
  /** The document; of a new one, the command's id. */
  id: string
  deed: 'create' | 'update' | 'delete' | 'act'
  /** Of a step: which. */
  action?: string
  version?: number
  record?: RecordValue
  inputs?: RecordValue
}

const waits = (type: string, deed: string) => docDef(type)?.waits.find((one) => one.deed === deed)

export const mayWait = ({ doc_type, deed, action }: Deed) => !!waits(doc_type, deed === 'act' ? (action ?? '') : deed)

export function callOf({ doc_type, id, deed, action, command_id, version, record, inputs }: Deed): Call {
  const url = `/api/docs/${doc_type}`
  if (deed === 'create') return { url, method: 'POST', body: { command_id, record } }
  if (deed === 'delete') return { url: `${url}/${id}?command_id=${command_id}&version=${version}`, method: 'DELETE' }
  if (deed === 'update') return { url: `${url}/${id}`, method: 'PUT', body: { command_id, version, record } }
  return { url: `${url}/${id}/${action}`, method: 'POST', body: { command_id, version, inputs } }
}

export const docKey = (type: string, id: string) => `/api/docs/${type}/${id}`

export async function known(type: string, id: string): Promise<DocView | null> {
  return ((await keptAnswer(docKey(type, id)))?.data as DocView | undefined) ?? null
}

export type Foreseen = { doc: DocView; checked: boolean } | { refused: Issue[] }

/** The core says what will come of it, over the documents that are at hand. */
async function foresee(deed: Deed, base: DocView | null): Promise<Foreseen> {
  const { user } = store.getState().auth
  const previews = await loadPreviews()
  const { id, ...rest } = deed
  const command = deed.deed === 'create' ? rest : { ...rest, id }
  const docs = base ? [base] : []
  const asked = new Set<string>()
  const files = await filesIn(deed.record ?? deed.inputs)
  for (;;) {
    const said = previews.foresee(user?.actor, Date.now(), command, docs, files)
    if ('refused' in said) return said
    const more = await Promise.all(
      said.want
        .filter(({ type, id: wanted }) => !asked.has(docKey(type, wanted)))
        .map(({ type, id: wanted }) => {
          asked.add(docKey(type, wanted))
          return known(type, wanted)
        }),
    )
    const found = more.filter((doc) => doc !== null)
    if (found.length === 0) return { doc: viewOf(deed, base, said.doc), checked: said.checked }
    docs.push(...found)
  }
}

const WAITING = say('Waiting to be sent')

function viewOf(deed: Deed, base: DocView | null, doc: Partial<DocView>): DocView {
  const none = { editable: true, actions: [], history: [], links: {}, warnings: [] }
  // What cannot wait, or waits already, is possible again once it was sent.
  const open = (action: string) => {
    const one = waits(deed.doc_type, action)
    return !!one && (action !== deed.action || one.again)
  }
  const actions = (base?.actions ?? []).map((one) =>
    one.allowed && !open(one.action) ? { ...one, allowed: false, why: WAITING } : one,
  )
  // The core takes a new one for what its command is called; a type may name its documents by a value instead.
  return { ...none, ...base, ...doc, id: deed.id, type: deed.doc_type, actions, queued: true } as DocView
}

/** With the names of what the change chooses, for whoever reads of it before the server does. */
export async function named(deed: Deed, base: DocView | null, doc: DocView): Promise<DocView> {
  const step = (base?.actions ?? []).find((one) => one.action === deed.action)
  const fields = deed.deed === 'act' ? step?.inputs : docDef(deed.doc_type)?.fields
  const found = await namesIn(fields ?? [], deed.inputs ?? deed.record ?? {})
  const links = { ...doc.links }
  for (const [type, names] of Object.entries(found)) links[type] = { ...links[type], ...names }
  return { ...doc, links }
}

/** The same; what cannot be foreseen is checked when it is sent. */
export const foreseenOr = (deed: Deed, base: DocView | null): Promise<Foreseen> =>
  foresee(deed, base).catch((error: unknown) => {
    console.info('not foreseen:', error)
    return {
      doc: viewOf(deed, base, {
        id: deed.id,
        version: (base?.version ?? 0) + 1,
        ...(base ? { status: base.status } : { owner: token.id() }),
        record: deed.record ?? base?.record ?? {},
      }),
      checked: false,
    }
  })
