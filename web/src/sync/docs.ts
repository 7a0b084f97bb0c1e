// Documents of every type: reading, saving and acting, as RTK Query endpoints and four hooks.
//
//   const { data, error, isFetching, refetch } = useList({ type: 'order', where: ['status:eq:Draft'], sort: '-date' })
//   const { data: doc, error } = useDoc('order', id)
//   const save = useSave('order', id | null)          await save.run(record, version) -> DocView | null
//   const act = useAct('order', id)                   await act.run('approve', version, inputs) -> DocView | null
//
// `run` answers null when refused; `problem` then says why and `clear` forgets it. `pending` is true meanwhile.
import type { ThunkAction, UnknownAction } from '@reduxjs/toolkit'
import { useCallback, useMemo, useRef, useState } from 'react'
import type { DocView, Page, RecordOf, RecordValue, Row, Sort, Where } from '../core/records'
import type { ActionView, DocKey, Issue, MenuItem, QuoteFacts, SearchHit } from '../core/types.gen'
import type { OrderAsked } from '../core/quote'
import type { TripReckoned } from '../net/answers.gen'
import { isLive, useReach } from '../net/reach'
import { mending } from './mended'
import { callOf, mayWait, type Deed } from './foreseen'
import { pending, pendingOf, refusedBefore, resend, sendFilesOf, wait, type Entry } from './outbox'
import { isAway, type Call, type Problem } from '../net/client'
import { keepAnswer } from './answers'
import { useMeanwhile } from './meanwhile'
import { api } from './api'
import type { Dispatch, State } from './store'
import { factsOf, figuresOf, restingOn, type Tag } from './tags'
import { allStock, type StockAnswer, type StockAsked } from './stock'
import { say } from '../words/say'

/** `for`: the field of a document, `type:id:field`, whose offer is asked for instead of the list. */
export interface ListArgs<K extends DocKey = DocKey> {
  type: K
  for?: string
  q?: string
  where?: Where<K>[]
  sort?: Sort<K>
  offset?: number
  limit?: number
}

export function listUrl<K extends DocKey>({ type, for: chosen, q, where, sort, offset, limit }: ListArgs<K>): string {
  const query = new URLSearchParams()
  if (chosen) query.set('for', chosen)
  if (q) query.set('q', q)
  for (const one of where ?? []) query.append('where', one)
  if (sort) query.set('sort', sort)
  if (offset) query.set('offset', String(offset))
  if (limit) query.set('limit', String(limit))
  const tail = query.toString()
  return `/api/docs/${type}${tail ? `?${tail}` : ''}`
}

type Answer = { data: unknown } | { error: Problem }
type Given = { data?: unknown; error?: unknown }
type Ask = (call: Call) => Given | PromiseLike<Given>

const asked = async (ask: Ask, call: Call): Promise<Answer> => {
  const { data, error } = await ask(call)
  return error ? { error: asProblem(error)! } : { data }
}

/**
 * Sends a change, or keeps it while the server does not answer; behind those of the same document that wait already.
 */
async function sendOrWait(deed: Deed, ask: Ask): Promise<{ data: DocView } | { error: Problem }> {
  const mended = mending()
  const refused = await refusedBefore(mended, deed)
  if (refused) return resend(refused, deed)
  const before = await pending(deed.doc_type, deed.id)
  // What is changed for the sake of a refused change goes ahead of it.
  if (mayWait(deed) && (!isLive() || (before && before.command_id !== mended))) return wait(deed, mended)
  const lacking = await sendFilesOf(deed)
  const answer = lacking ? { error: lacking } : await asked(ask, callOf(deed))
  // The server may have taken it before it was lost: it goes again under the same id.
  if ('error' in answer && isAway(answer.error) && mayWait(deed)) return wait(deed, mended)
  return answer as { data: DocView } | { error: Problem }
}

/** A document that waits here is shown as it will be while the server is away, or knows nothing of it yet. */
async function docOrMine(type: string, id: string, ask: Ask): Promise<Answer> {
  const answer = await asked(ask, { url: `/api/docs/${type}/${id}` })
  if ('error' in answer ? answer.error.status !== 404 && !isAway(answer.error) : isLive()) return answer
  const mine = await pending(type, id)
  return mine ? { data: mine.preview } : answer
}

const rowOf = ({ preview: { id, version, status, since, doc_no, record } }: Entry): Row => ({
  ...record,
  id,
  version,
  status,
  since,
  doc_no,
})

/** While the server is away a list shows what waits here too: new documents first, changed ones in their place. */
async function listWithMine(args: ListArgs, ask: Ask): Promise<Answer> {
  const answer = await asked(ask, { url: listUrl(args) })
  if ('error' in answer || isLive()) return answer
  const mine = await pendingOf(args.type)
  const page = answer.data as Page
  const last = new Map(mine.map((entry) => [entry.id, entry]))
  const rows = page.rows.flatMap((row) => {
    const entry = last.get(row.id)
    if (entry?.deed === 'delete') return []
    return [entry ? { ...row, ...rowOf(entry) } : row]
  })
  const plain = !args.q && !args.offset && (args.where ?? []).length === 0
  const here = new Set(page.rows.map((row) => row.id))
  const isNew = ({ id, deed }: Entry) => deed !== 'delete' && !here.has(id)
  const made = plain ? [...last.values()].filter(isNew).map(rowOf) : []
  const gone = page.rows.length - rows.length
  return { data: { ...page, rows: [...made, ...rows], total: page.total + made.length - gone } }
}

interface SaveArgs {
  type: string
  /** The id of a new one whose type names its documents by a value. */
  named?: string
  id: string | null
  command_id: string
  version?: number
  record: RecordValue
}
interface ActArgs {
  type: string
  id: string
  action: string
  command_id: string
  version: number
  inputs: RecordValue
}
interface RemoveArgs {
  type: string
  id: string
  command_id: string
  version: number
}

/** One step of a workflow changes other documents too, so it makes every list old; the document is in the answer. */
const stale = (type: string): Tag[] => ['List', ...restingOn(type)]

type Started = { dispatch: Dispatch; queryFulfilled: Promise<{ data: DocView }> }

/** The document as the answer has it is the one that is shown, so that nobody asks for it again. */
async function keepAnswered(type: string, { dispatch, queryFulfilled }: Started) {
  const doc = await queryFulfilled.then(
    ({ data }) => data,
    () => null,
  )
  // Who may make a document and not view it is told its id alone.
  if (!doc?.record) return
  await dispatch(docsApi.util.upsertQueryData('doc', { type, id: doc.id }, doc))
  await keepAnswer(`/api/docs/${type}/${doc.id}`, doc)
}

export const docsApi = api.injectEndpoints({
  endpoints: (build) => ({
    menu: build.query<MenuItem[], void>({
      query: () => ({ url: '/api/menu' }),
      providesTags: ['Menu'],
      keepUnusedDataFor: 600,
    }),
    list: build.query<Page, ListArgs>({
      queryFn: async (args, _api, _options, ask) =>
        (await listWithMine(args, ask)) as { data: Page } | { error: Problem },
      providesTags: (_page, _error, { type }) => ['List', { type: 'List', id: type }, ...figuresOf(type)],
    }),
    doc: build.query<DocView, { type: string; id: string }>({
      queryFn: async ({ type, id }, _api, _options, ask) =>
        (await docOrMine(type, id, ask)) as { data: DocView } | { error: Problem },
      providesTags: (_doc, _error, { type, id }) => [{ type: 'Doc', id: `${type}:${id}` }],
    }),
    /**
     * The same two asked now. The cache library shares a query with one under way, whose answer may be older than the
     * change that is being looked for, and drops the answer of one that nobody watches when its tags become old: a
     * mutation of its terms is neither shared nor dropped.
     */
    listNow: build.mutation<Page, ListArgs>({
      queryFn: async (args, _api, _options, ask) =>
        (await listWithMine(args, ask)) as { data: Page } | { error: Problem },
    }),
    docNow: build.mutation<DocView, { type: string; id: string }>({
      queryFn: async ({ type, id }, _api, _options, ask) =>
        (await docOrMine(type, id, ask)) as { data: DocView } | { error: Problem },
      onQueryStarted: async (asked, { dispatch, queryFulfilled }) => {
        const doc = await queryFulfilled.then(
          ({ data }) => data,
          () => null,
        )
        if (doc) dispatch(docsApi.util.updateQueryData('doc', asked, () => doc))
      },
    }),
    /** Own calls beside documents (`/api/catalogue?...`, `/api/stock?...`, `/api/credit/{id}`, `/api/queue`). */
    facts: build.query<unknown, string>({
      query: (url) => ({ url }),
      providesTags: (_answer, _error, url) => factsOf(url),
    }),
    /** Every batch of some SKUs, in one yard or in all that the person sees, page after page until there is no more. */
    stock: build.query<StockAnswer, StockAsked>({
      queryFn: (asked, _api, _options, ask) => allStock(asked, (url) => ask({ url })),
      providesTags: factsOf('/api/stock'),
    }),
    /** What an order being typed is quoted by: a question with a body, that changes nothing. */
    orderFacts: build.query<QuoteFacts, OrderAsked>({
      query: (body) => ({ url: '/api/order/facts', method: 'POST', body }),
      providesTags: () => factsOf('/api/order/facts'),
    }),
    /** What to look at in a record being typed: nothing is refused. */
    warnings: build.query<{ warnings: Issue[] }, { type: string; id: string; record: RecordValue }>({
      query: ({ type, ...body }) => ({ url: `/api/check/${type}`, method: 'POST', body }),
    }),
    /** What a trip being typed comes to: a question with a body, that changes nothing. */
    trip: build.query<TripReckoned, { id: string; record: RecordValue }>({
      query: (body) => ({ url: '/api/trip/reckoned', method: 'POST', body }),
      providesTags: () => factsOf('/api/trip/reckoned'),
    }),
    search: build.query<SearchHit[], string>({
      query: (q) => ({ url: `/api/search?q=${encodeURIComponent(q)}` }),
      transformResponse: (answer: SearchHit[] | { rows: SearchHit[] }) =>
        Array.isArray(answer) ? answer : answer.rows,
      keepUnusedDataFor: 20,
    }),
    save: build.mutation<DocView, SaveArgs>({
      queryFn: ({ type, id, named, ...rest }, _api, _options, ask) =>
        sendOrWait(
          { ...rest, doc_type: type, id: id ?? named ?? rest.command_id, deed: id ? 'update' : 'create' },
          ask,
        ),
      invalidatesTags: (doc, _error, { type }) => (doc ? stale(type) : []),
      onQueryStarted: ({ type }, started) => keepAnswered(type, started),
    }),
    act: build.mutation<DocView, ActArgs>({
      queryFn: ({ type, ...rest }, _api, _options, ask) => sendOrWait({ ...rest, doc_type: type, deed: 'act' }, ask),
      invalidatesTags: (doc, _error, { type }) => (doc ? stale(type) : []),
      onQueryStarted: ({ type }, started) => keepAnswered(type, started),
    }),
    /** Where the deletion waits to be sent, the document as it stood, queued. */
    remove: build.mutation<Pick<DocView, 'queued'>, RemoveArgs>({
      queryFn: ({ type, ...rest }, _api, _options, ask) => sendOrWait({ ...rest, doc_type: type, deed: 'delete' }, ask),
      invalidatesTags: (_answer, error, { type }) => (error ? [] : stale(type)),
    }),
  }),
})

export const { useSearchQuery } = docsApi

export function useMenu() {
  const asked = docsApi.useMenuQuery()
  return useMeanwhile<MenuItem[], typeof asked>(asked, '/api/menu')
}

type Now<Data> = ThunkAction<Promise<{ data?: Data; error?: unknown }>, State, unknown, UnknownAction>

export function listNow<K extends DocKey>(args: ListArgs<K>): Now<Page<K>>
export function listNow(args: ListArgs): Now<Page> {
  return docsApi.endpoints.listNow.initiate(args, { track: false })
}

/** A document as it is now; whoever shows it follows. */
export const docNow = <K extends DocKey>(type: K, id: string) =>
  docsApi.endpoints.docNow.initiate({ type, id }, { track: false }) as unknown as Now<DocView<K>>

/** Every error of `api` is a Problem; RTK Query also knows thrown errors, which are shown the same way. */
export function asProblem(error: unknown): Problem | null {
  if (!error) return null
  if (typeof error === 'object' && 'status' in error && 'code' in error) return error as Problem
  return {
    status: 500,
    code: 'server',
    title: say('Something went wrong!'),
    detail: say('Something went wrong!'),
    errors: [],
    reference: null,
    retryAfter: null,
  }
}

/** What a query of one type answers: its rows or its record are read by the names of that type's fields. */
interface Answered<Data> {
  data?: Data
  /** Of the present question; `data` is still that of the one before while it is asked. */
  currentData?: Data
  error: Problem | null
  isFetching: boolean
  isLoading: boolean
  isSuccess: boolean
  refetch: () => unknown
}
interface Options {
  skip?: boolean
}

export function useList<K extends DocKey>(args: ListArgs<K>, options?: Options): Answered<Page<K>>
export function useList(args: ListArgs, options: Options = {}): Answered<Page> {
  const asked = docsApi.useListQuery(args, { refetchOnMountOrArgChange: 5, ...options })
  const answer = useMeanwhile<Page, typeof asked>(asked, listUrl(args))
  return { ...answer, error: asProblem(answer.error) }
}

export function useDoc<K extends DocKey>(type: K, id: string | undefined, options?: Options): Answered<DocView<K>>
export function useDoc(type: string, id: string | undefined, options?: Options): Answered<DocView>
export function useDoc(type: string, id: string | undefined, options: Options = {}): Answered<DocView> {
  const answer = docsApi.useDocQuery(
    { type, id: id ?? '' },
    { refetchOnMountOrArgChange: 5, ...options, skip: options.skip || !id },
  )
  return { ...answer, error: asProblem(answer.error) }
}

const OFFLINE = say('You are offline; this step cannot wait for the server')

/** What a person is offered without the server: a step that cannot be queued says so, and is not tried in vain. */
export const queuedAlone = (type: string, actions: ActionView[]): ActionView[] =>
  actions.map((one) => {
    const deed: Deed = { doc_type: type, id: '', command_id: '', deed: 'act', action: one.action }
    return one.allowed && !mayWait(deed) ? { ...one, allowed: false, why: OFFLINE } : one
  })

/**
 * The step that changes a profile. Its own page begins with what is kept: what is not sent would be cleared, so that no
 * bar and no menu offers it.
 */
export const PROFILE_STEP = 'profile'

/**
 * The steps as a bar of buttons offers them. A form that stands in the page asks the document itself: it must not go
 * away with what is typed in it when the server does.
 */
export function useOffered(type: string, actions: ActionView[]): ActionView[] {
  const { live } = useReach()
  return useMemo(() => {
    const offered = actions.filter(({ action }) => action !== PROFILE_STEP)
    return live ? offered : queuedAlone(type, offered)
  }, [type, actions, live])
}

/** `everyMs`: asked again so often, where no change of a document tells that the answer is old. */
export function useFacts<T>(url: string | null, { everyMs = 0 }: { everyMs?: number } = {}) {
  const options = { skip: !url, refetchOnMountOrArgChange: 5, pollingInterval: everyMs }
  const asked = docsApi.useFactsQuery(url ?? '', options)
  const answer = useMeanwhile<unknown, typeof asked>(asked, url ?? '')
  return {
    ...answer,
    data: answer.data as T | undefined,
    currentData: answer.currentData as T | undefined,
    error: asProblem(answer.error),
  }
}

export function useStock(asked: StockAsked | null) {
  const answer = docsApi.useStockQuery(asked ?? { skus: [] }, {
    skip: !asked || (asked.skus.length === 0 && !asked.lies),
    refetchOnMountOrArgChange: 5,
  })
  return { ...answer, error: asProblem(answer.error) }
}

/** What the server finds worth a look in a record; while it is asked again the last answer stands. */
export function useWarningsOf(type: string, id: string, record: RecordValue, options: { skip: boolean }): Issue[] {
  const { data } = docsApi.useWarningsQuery({ type, id, record }, options)
  return options.skip ? NO_WARNINGS : (data?.warnings ?? NO_WARNINGS)
}

const NO_WARNINGS: Issue[] = []

/** While new facts are on their way the last ones stand. */
export function useOrderFactsOf(asked: OrderAsked, options: Options = {}) {
  const { data, error } = docsApi.useOrderFactsQuery(asked, { refetchOnMountOrArgChange: 5, ...options })
  return { data, error: asProblem(error) }
}

/** The same of a trip. */
export function useTripOf(asked: { id: string; record: RecordValue }) {
  const { data, error } = docsApi.useTripQuery(asked, { refetchOnMountOrArgChange: 5 })
  return { data, error: asProblem(error) }
}

/**
 * The id of a command stays the same while the same thing is tried again, so that a lost answer never makes two.
 * What was changed in between is another command, unless it makes a document: that one keeps its id until it exists.
 */
export function commandIds() {
  let last: { id: string; key: string } | null = null
  return {
    of(body: unknown): string {
      const key = JSON.stringify(body)
      if (last?.key !== key) last = { id: crypto.randomUUID(), key }
      return last.id
    },
    done() {
      last = null
    },
  }
}

export function useCommandId() {
  const [ids] = useState(commandIds)
  return ids
}

function useRun<A, View extends DocView>(
  send: (args: A) => Promise<{ data?: DocView; error?: unknown }>,
  done: () => void,
) {
  const [pending, setPending] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)
  const latest = useRef(send)
  latest.current = send
  const run = useCallback(
    async (args: A): Promise<View | null> => {
      setPending(true)
      setProblem(null)
      const answer = await latest.current(args)
      setPending(false)
      if (answer.data) {
        done()
        return answer.data as View
      }
      setProblem(asProblem(answer.error))
      return null
    },
    [done],
  )
  return { run, pending, problem, clear: useCallback(() => setProblem(null), []) }
}

/** Saves a document. For a new one pass id null; `draftId` (a UUID) becomes the document's id. */
export function useSave<K extends DocKey>(type: K, id: string | null, draftId?: string) {
  const [send] = docsApi.useSaveMutation()
  const command = useCommandId()
  const { run, ...rest } = useRun<{ record: RecordOf<K>; version?: number }, DocView<K>>(
    ({ record, version }) =>
      send({
        type,
        id,
        record,
        ...(id ? { version } : {}),
        command_id: !id && draftId ? draftId : command.of(id ? { id, record, version } : type),
      }),
    command.done,
  )
  return {
    ...rest,
    run: useCallback((record: RecordOf<K>, version?: number) => run({ record, version }), [run]),
  }
}

/** One step of a document's workflow. */
export function useAct<K extends DocKey>(type: K, id: string) {
  const [send] = docsApi.useActMutation()
  const command = useCommandId()
  const { run, ...rest } = useRun<{ action: string; version: number; inputs: RecordValue }, DocView<K>>(
    ({ action, version, inputs }) =>
      send({ type, id, action, version, inputs, command_id: command.of({ id, action, version, inputs }) }),
    command.done,
  )
  return {
    ...rest,
    run: useCallback(
      (action: string, version: number, inputs: RecordValue = {}) => run({ action, version, inputs }),
      [run],
    ),
  }
}
