// Reports for pages: one worker with the person's frames, kept in this browser and brought up to date by the server.
//
//   const described = useDescribed()                       every report as declared
//   const told = useReport('product_wise_report', params)    its head and first lines, again whenever the frames change
//   await told.lines(200, 100)                             some more of its lines
//   useFrames()                                            as of when, and whether the server brought them up to date
import { observable, useObservable } from '../net/observable'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { fetchFrames } from '../net/client'
import { token } from '../net/token'
import { onChanges } from './live'
import { onReach } from '../net/reach'
import { today } from '../core/days'
import type { Answers, Asked, Loaded, Question, Told } from '../core/reports.worker'
import type { PrintedReport } from '../core/papers.worker'
import type { ReportDefs, ReportLines, ReportStart } from '../core/types.gen'
import { keptFrames } from './local'
import { localised } from '../words/localised'
import { say } from '../words/say'

export type Params = Record<string, string>

/** `at`: when the server last said that the frames are as it has them. */
export interface FramesState {
  ready: boolean
  person: string | null
  version: number
  at: number | null
  stale: boolean
  failed: string | null
  loading: boolean
}

const IDLE: FramesState = {
  ready: false,
  person: null,
  version: 0,
  at: null,
  stale: false,
  failed: null,
  loading: false,
}

type Does = Asked['does']
type Ask<D extends Does> = Asked extends infer One ? (One extends { does: D } ? Omit<One, 'id'> : never) : never

let worker: Worker | null = null
let next = 0
interface Waiting {
  /** What was asked, as text; null for what carries bytes. */
  question: string | null
  done: (told: Told) => void
  failed: (error: Error) => void
}
const waiting = new Map<number, Waiting>()
const state = observable(IDLE, () => {
  void refreshFrames()
  const ends = [
    onChanges(refreshSoon),
    onReach((reach) => {
      if (reach.live) refreshSoon()
    }),
  ]
  return () => ends.forEach((end) => end())
})

const change = (part: Partial<FramesState>) => state.set({ ...state.get(), ...part })

function started(): Worker {
  if (worker) return worker
  const name = `reports-${crypto.getRandomValues(new Uint32Array(4)).join('-')}`
  const made = new Worker(new URL('../core/reports.worker.ts', import.meta.url), { type: 'module', name })
  let lives = false
  made.onmessage = ({ data }: MessageEvent<Told>) => {
    lives = true
    // It holds the lock of its name: this page is given it when the worker has ended, however it did.
    if (data.id === 0) return void navigator.locks.request(name, () => ended(made, true))
    const one = waiting.get(data.id)
    waiting.delete(data.id)
    if (data.error === undefined) return one?.done(data)
    if (!data.dead) return one?.failed(new Error(data.error))
    console.error('the reports module stopped', data.error)
    one?.failed(new Error(TOO_LARGE))
    if (one?.question) tooLarge.add(one.question)
    // Frames that stop the module would stop the next one as well.
    ended(made, !!one?.question)
  }
  // One that never said anything would not say anything the next time.
  made.onerror = () => ended(made, lives)
  worker = made
  return worker
}

const TOO_LARGE = say(
  'This is more than this device can work out at once. Select a shorter period, fewer rows or a filter.',
)
/** Questions that stopped the module: asked again by the same page they would stop the next one, too. */
const tooLarge = new Set<string>()

/** What a question fails with that is asked again by itself. */
class Anew extends Error {}

/** A worker that stopped is thrown away: the next one reads the frames that this browser keeps. */
function ended(which: Worker, again: boolean) {
  if (which !== worker) return
  worker.terminate()
  worker = null
  loaded = null
  for (const one of waiting.values()) one.failed(new Anew(say('The reports start over')))
  waiting.clear()
  change({ ...IDLE, version: state.get().version + 1 })
  if (again) void (syncing ?? Promise.resolve()).catch(() => undefined).then(refreshFrames)
}

function ask<D extends Does>(asked: Ask<D>, bytes?: ArrayBuffer): Promise<{ value: Answers[D]; ms: number }> {
  const question = bytes ? null : JSON.stringify(asked)
  if (question && tooLarge.has(question)) return Promise.reject(new Error(TOO_LARGE))
  return new Promise((done, failed) => {
    next += 1
    const answered = (told: Told) => done({ value: localised(told.value as Answers[D]), ms: told.ms ?? 0 })
    waiting.set(next, { question, done: answered, failed })
    started().postMessage({ ...asked, id: next }, bytes ? [bytes] : [])
  })
}

const SPOILT = say('What this browser kept for reports cannot be read. It is loaded again once the server is reached.')

let loaded: (Loaded & { person: string }) | null = null
let syncing: Promise<void> | null = null

/** What this browser kept comes first, so that a report stands before the server answers, or without it. */
async function sync(): Promise<void> {
  const person = token.id()
  if (!person) return
  change({ loading: true })
  if (loaded && loaded.person !== person) {
    await ask({ does: 'drop' })
    loaded = null
    change({ ...IDLE, version: state.get().version + 1 })
  }
  let spoilt = false
  if (!loaded) {
    const kept = await keptFrames.read(person)
    if (kept) {
      // What cannot be read any more is loaded anew.
      const found = await ask({ does: 'load', bytes: kept.bytes }, kept.bytes).catch(() => null)
      if (found) {
        loaded = { ...found.value, person }
        change({ ready: true, person, version: state.get().version + 1, at: kept.at })
      }
      spoilt = !found
    }
  }
  await update(person, spoilt)
}

async function update(person: string, spoilt = false): Promise<void> {
  const answer = await fetchFrames(loaded)
  if ('error' in answer) {
    const { ready } = state.get()
    // Without the server the last frames go on; without any there is nothing to show.
    change({
      loading: false,
      stale: ready,
      failed: ready && answer.error.status === 0 ? null : spoilt ? SPOILT : answer.error.detail,
    })
    return
  }
  const at = Date.now()
  if (answer.kind === 'current') {
    change({ loading: false, at, stale: false, failed: null })
    return
  }
  const applied = await ask(
    { does: answer.kind === 'changes' ? 'apply' : 'load', bytes: answer.bytes },
    answer.bytes,
  ).catch(() => null)
  if (!applied) {
    // Changes that do not follow: everything is loaded anew, once.
    if (answer.kind === 'changes') {
      loaded = null
      await update(person)
      return
    }
    change({ loading: false, failed: say('The frames could not be read. Load the page again.') })
    return
  }
  loaded = { ...applied.value, person }
  change({ ready: true, person, version: state.get().version + 1, loading: false, at, stale: false, failed: null })
  if (answer.kind === 'whole') await keep(person)
  else keeping ??= setTimeout(() => void keep(person), KEEP_MS)
}

/** All frames are written at once, so small changes are written together; what is lost comes again as changes. */
const KEEP_MS = 20_000
let keeping: ReturnType<typeof setTimeout> | undefined

async function keep(person: string): Promise<void> {
  clearTimeout(keeping)
  keeping = undefined
  const { at } = state.get()
  if (at === null || loaded?.person !== person || token.id() !== person) return
  const bytes = await ask({ does: 'save' }).catch(() => null)
  if (bytes && token.id() === person) await keptFrames.write(person, { bytes: bytes.value.buffer, at })
}

let holding: Promise<unknown> = Promise.resolve()

/** Frames stay as they are while a file is made of them. */
export async function holdFrames<T>(work: () => Promise<T>): Promise<T> {
  await syncing?.catch(() => undefined)
  const done = work()
  holding = Promise.all([holding, done]).catch(() => undefined)
  return done
}

export function refreshFrames(): Promise<void> {
  syncing ??= holding.then(sync).finally(() => {
    syncing = null
  })
  return syncing
}

/** A busy minute brings the frames up to date so often and no more. */
const TOGETHER_MS = 1_500

function refreshSoon() {
  timer ??= setTimeout(() => {
    timer = undefined
    // What is on its way may have left the server before this change.
    void (syncing ?? Promise.resolve()).then(refreshFrames)
  }, TOGETHER_MS)
}

let timer: ReturnType<typeof setTimeout> | undefined

export const useFrames = () => useObservable(state)

let description: Promise<ReportDefs | null> | null = null

/** Their titles and names, which are declared beside their keys. */
const saidOf = (defs: ReportDefs): ReportDefs => ({
  ...defs,
  reports: defs.reports.map((def) => ({
    ...def,
    title: say(def.title),
    beside: def.beside.map(([name, report, asked]) => [say(name), report, asked]),
  })),
  bases: defs.bases.map(([key, name]) => [key, say(name)]),
  layouts: defs.layouts.map(([name, question]) => [say(name), question]),
})

function describe() {
  description ??= ask({ does: 'described' }).then(
    ({ value }) => saidOf(value),
    () => (description = null),
  )
  return description
}

export function useDescribed(): ReportDefs | null {
  const { version } = useFrames()
  const [found, setFound] = useState<ReportDefs | null>(null)
  const none = !found
  useEffect(() => {
    if (!none) return
    let gone = false
    void describe().then((value) => {
      if (!gone) setFound(value)
    })
    return () => {
      gone = true
    }
  }, [none, version])
  return found
}

interface Reported<T> {
  /** The question that this answers; another one may be under way. */
  of: string
  /** The frames that it was answered from. */
  version: number
  data: T | null
  ms: number
  error: string | null
}

const NOTHING = { of: '', version: 0, data: null, ms: 0, error: null }

function useAsked<D extends Does>(does: () => Ask<D>, key: string): Reported<Answers[D]> {
  const frames = useFrames()
  const [told, setTold] = useState<Reported<Answers[D]>>(NOTHING)
  useEffect(() => {
    // Another person's frames are never asked, even for the moment until they are dropped.
    if (!frames.ready || frames.person !== token.id()) return
    let gone = false
    const { version } = frames
    ask(does()).then(
      ({ value, ms }) => {
        if (!gone) setTold({ of: key, version, data: value, ms, error: null })
      },
      (error: Error) => {
        if (!gone && !(error instanceof Anew)) setTold({ of: key, version, data: null, ms: 0, error: error.message })
      },
    )
    return () => {
      gone = true
    }
    // The key says all that is asked.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [frames.ready, frames.version, key])
  return told
}

/** Answers some lines of a report; none once the frames have changed, and the report with them. */
export type FetchLines = (from: number, count: number) => Promise<ReportLines>

export function useReport(key: string, params: Params, behind = false) {
  const text = JSON.stringify(params)
  const day = today()
  const question = useMemo<Question>(() => ({ behind, key, params: text, today: day }), [behind, key, text, day])
  const told = useAsked(() => ({ does: 'report', ...question }), `report ${behind} ${key} ${text} ${day}`)
  const { version } = told
  const lines = useCallback<FetchLines>(
    async (from, count) => {
      if (state.get().version !== version) throw new Anew(say('The figures have just changed'))
      return (await ask({ does: 'lines', ...question, from, count })).value
    },
    [question, version],
  )
  return { ...told, lines }
}

/** A report with all of its lines. */
export interface WholeReport {
  columns: ReportStart['columns']
  totals: ReportStart['totals']
  days: ReportStart['days']
  rows: ReportLines['rows']
}

/** All of a report at once, for its paper; null where this device has no frames. */
export async function wholeReport(key: string, params: Params): Promise<WholeReport | null> {
  if (!state.get().ready || state.get().person !== token.id()) await refreshFrames()
  if (!state.get().ready) return null
  return holdFrames(async () => {
    const question: Question = { behind: false, key, params: JSON.stringify(params), today: today() }
    const { columns, totals, days, lines } = (await ask({ does: 'report', ...question })).value
    const { rows } = (await ask({ does: 'lines', ...question, from: 0, count: lines })).value
    return { columns, totals, days, rows }
  })
}

/** A report as it goes to paper: all of its lines, what it was asked in words, and when the books stood so. */
export async function reportForPaper(key: string, params: Params, title: string): Promise<PrintedReport> {
  return holdFrames(async () => {
    const { at } = state.get()
    const question: Question = { behind: false, key, params: JSON.stringify(params), today: today() }
    const { first: _, ...head } = (await ask({ does: 'report', ...question })).value
    const { rows } = (await ask({ does: 'lines', ...question, from: 0, count: Math.min(head.lines, MOST_LINES) })).value
    const { value: asked } = await ask({ does: 'asked', key, params: question.params, today: question.today })
    return { head, asked, title, at: at ?? Date.now(), lines: rows }
  })
}

/** No longer report goes to paper, whatever its columns: the core says so. */
const MOST_LINES = 400_000

export const useDashboard = (key: string) =>
  useAsked(() => ({ does: 'dashboard', key, today: today() }), `dashboard ${key} ${today()}`)

export function useTally(params: Params) {
  const text = JSON.stringify(params)
  return useAsked(() => ({ does: 'tally', params: text, today: today() }), `tally ${text}`)
}

/** The first values of a dimension whose names hold a text. */
export const useValues = (dimension: string, like: string) =>
  useAsked(() => ({ does: 'values', dimension, like }), `values ${dimension} ${like}`)

/** The names of values by their ids. */
export function useNames(dimension: string, values: string[]) {
  const ids = values.join('|')
  const { data } = useAsked(() => ({ does: 'names', dimension, ids }), `names ${dimension} ${ids}`)
  return useMemo(() => new Map(data?.values), [data])
}

/** Nothing of a person stays in this browser after they sign out. */
export async function forgetFrames(): Promise<void> {
  loaded = null
  if (worker) await ask({ does: 'drop' }).catch(() => null)
  change({ ...IDLE, version: state.get().version + 1 })
}
