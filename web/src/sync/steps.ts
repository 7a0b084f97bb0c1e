// Steps of one document that are shown before they are answered: the core decides each at once, they are sent in their
// order, and what the server refuses is taken back with its words.
//
//   const board = useSteps('board', id)      board.doc is the document as all of one's own steps leave it
//   board.run('add_card', { list, title })   the document after it, or null and `problem` says why
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { usePreviews } from '../core'
import type { DocView, RecordValue } from '../core/records'
import type { DocKey, Issue } from '../core/types.gen'
import type { Problem } from '../net/client'
import { asProblem, docsApi, useDoc } from './docs'
import { useAppSelector } from './store'
import { say } from '../words/say'

interface Ahead {
  command_id: string
  action: string
  inputs: RecordValue
}

/** What was asked for last of a document is sent last, whichever page asked. */
const turns = new Map<string, Promise<unknown>>()

function inTurn<T>(key: string, send: () => Promise<T>): Promise<T> {
  const turn = (turns.get(key) ?? Promise.resolve()).then(send, send)
  const kept = turn.catch(() => undefined)
  turns.set(key, kept)
  return turn
}

export interface Refused {
  message: string
  problem: Problem | null
}

interface Options<K extends DocKey> {
  skip?: boolean
  /** Makes the document where there is none yet. */
  make?: () => Promise<DocView<K> | null>
}

export function useSteps<K extends DocKey>(type: K, id: string | undefined, options: Options<K> = {}) {
  const { data, error, refetch } = useDoc(type, id, { skip: options.skip })
  const actor = useAppSelector((state) => state.auth.user?.actor)
  const previews = usePreviews()
  const [send] = docsApi.useActMutation()
  const [ahead, setAhead] = useState<Ahead[]>([])
  const [left, setLeft] = useState<DocView<K> | null>(null)
  useEffect(() => setLeft(null), [data])
  const base = left && data && left.version > data.version ? left : data
  // A step that is taken is shown as it was decided, and not decided a second time: a large board takes long.
  const decided = useRef(new WeakMap<Ahead, { on: DocView<K>; by: unknown; then: DocView<K> | Issue[] }>())
  const decide = useCallback(
    (doc: DocView<K>, { command_id, action, inputs }: Ahead) => {
      const command = { command_id, deed: 'act', doc_type: type, id: doc.id, version: doc.version, action, inputs }
      const said = previews?.foresee(actor, Date.now(), command, [doc as unknown as DocView], [])
      if (!said) return doc
      return 'refused' in said ? said.refused : ({ ...doc, ...said.doc } as DocView<K>)
    },
    [previews, actor, type],
  )
  const after = useCallback(
    (doc: DocView<K>, one: Ahead) => {
      const known = decided.current.get(one)
      if (known?.on === doc && known.by === decide) return known.then
      const then = decide(doc, one)
      decided.current.set(one, { on: doc, by: decide, then })
      return then
    },
    [decide],
  )
  const doc = useMemo(() => {
    if (!base) return base
    return ahead.reduce((now, one) => {
      const next = after(now, one)
      return Array.isArray(next) ? now : next
    }, base)
  }, [base, ahead, after])
  const latest = useRef(doc)
  latest.current = doc
  const making = useRef(options.make)
  making.current = options.make
  const run = useCallback(
    async (action: string, inputs: RecordValue): Promise<{ doc: DocView<K> } | { refused: Refused }> => {
      const now = latest.current ?? (await making.current?.()) ?? undefined
      if (!now) return { refused: { message: say('The document is not loaded yet'), problem: null } }
      const one: Ahead = { command_id: crypto.randomUUID(), action, inputs }
      let foreseen: ReturnType<typeof after> = now
      try {
        foreseen = after(now, one)
      } catch (why) {
        console.info('not foreseen:', why)
      }
      if (Array.isArray(foreseen)) return { refused: { message: foreseen[0]?.message ?? '', problem: null } }
      latest.current = foreseen
      setAhead((all) => [...all, one])
      const { version } = now
      const answer = await inTurn(`${type}:${now.id}`, () =>
        send({ type, id: now.id, action, version, inputs, command_id: one.command_id }),
      )
      if (answer.data) setLeft(answer.data as unknown as DocView<K>)
      setAhead((all) => all.filter(({ command_id }) => command_id !== one.command_id))
      if (answer.data) return { doc: answer.data as unknown as DocView<K> }
      const problem = asProblem(answer.error)
      void refetch()
      return { refused: { message: problem?.errors[0]?.message ?? problem?.detail ?? '', problem } }
    },
    [after, refetch, send, type],
  )
  return { doc, error, refetch, run, ready: previews !== null }
}
