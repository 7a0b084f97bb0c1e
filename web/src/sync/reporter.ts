// Reports for pages: one worker with the person's frames, kept in this browser and brought up to date by the server.
//
//   const described = useDescribed()                       every report as declared
//   const told = useReport('product_wise_report', params)    its table, again whenever the frames change
//   useFrames()                                            as of when, and whether the server brought them up to date
import { observable, useObservable } from '../net/observable'
import { useEffect, useState } from 'react'
import { fetchFrames } from '../net/client'
import { token } from '../net/token'
import { onChanges } from './live'
import { onReach } from '../net/reach'
import { today } from '../core/days'
import type { Asked, Told } from '../core/reports.worker'
import { keptFrames } from './local'

export interface Head {
  key: string
  label: string
  under: string | null
  shown: string
}
export type Value = string | number | null
export interface Line {
  level: number
  cells: Value[]
  steps: [string, string][]
  opens: [string, string] | null
}
/** `days`: the first and the last that it tells of. */
export interface Table {
  columns: Head[]
  rows: Line[]
  totals: Value[] | null
  read: number
  days: [string, string]
}
export interface ReportDef {
  key: string
  route: string
  title: string
  period: 'month' | 'year' | 'as_on'
  basis: boolean
  filters: string[]
  rows: string[] | null
  columns: string[] | null
  measures: string[] | null
  more: string[] | null
  sort: string | null
  free: boolean
  chart: string | null
  /** The columns of a report that tells rows as they stand: keys and labels. */
  list: [string, string][] | null
  /** Where it leads beside: names, reports, and what those are asked. */
  beside: [string, string, string][]
}
export interface Described {
  reports: ReportDef[]
  /** `free`: figures of trade can be laid out by it. */
  dimensions: { key: string; label: string; free: boolean }[]
  measures: { key: string; label: string; unit: string }[]
  /** What counts as a sale: keys and labels, the usual one first. */
  bases: [string, string][]
  /** Layouts of the pivot that every site has: names, and what stands in the address. */
  layouts: [string, string][]
}
/**
 * Where a figure leads: a list with conditions, or a report with parameters; `by`: the field that a row narrows a list
 * by.
 */
export interface Lead {
  list?: string
  where?: string[]
  by?: string | null
  report?: string
  route?: string
  params?: Record<string, string>
}
export interface Tile {
  key: string
  label: string
  figures: { label: string; unit: string; value: number | null }[]
  before: number | null
  lead: Lead
}
export interface BoardChart {
  key: string
  title: string
  drawn: 'bars' | 'columns' | 'parts' | 'figures' | 'road'
  table: Table
  lead: Lead
}
export interface Board {
  tiles: Tile[]
  charts: BoardChart[]
}
/** What the files for Tally are made of; the rest of it is the core's alone. */
export interface TallyBook {
  company: string
  until: number
  vouchers: { alter: boolean }[]
  unmapped: string[]
  refused: string[]
}
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

type Ask = Asked extends infer One ? (One extends { id: number } ? Omit<One, 'id'> : never) : never

let worker: Worker | null = null
let next = 0
const waiting = new Map<number, { done: (told: Told) => void; failed: (error: Error) => void }>()
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
  worker = new Worker(new URL('../core/reports.worker.ts', import.meta.url), { type: 'module' })
  worker.onmessage = ({ data }: MessageEvent<Told>) => {
    const one = waiting.get(data.id)
    waiting.delete(data.id)
    if (data.error === undefined) one?.done(data)
    else one?.failed(new Error(data.error))
  }
  worker.onerror = () => {
    for (const one of waiting.values()) one.failed(new Error('The reports ended unexpectedly'))
    waiting.clear()
    worker?.terminate()
    worker = null
    change({ ...IDLE, version: state.get().version + 1 })
  }
  return worker
}

function ask<T>(asked: Ask, bytes?: ArrayBuffer): Promise<{ value: T; ms: number }> {
  return new Promise((done, failed) => {
    next += 1
    waiting.set(next, { done: (told) => done({ value: told.value as T, ms: told.ms ?? 0 }), failed })
    started().postMessage({ ...asked, id: next }, bytes ? [bytes] : [])
  })
}

const SPOILT = 'What this browser kept for reports cannot be read. It is loaded again once the server is reached.'

interface Loaded {
  seq: number
  scope: string
}
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
      const found = await ask<Loaded>({ does: 'load', bytes: kept.bytes }, kept.bytes).catch(() => null)
      if (found) {
        loaded = { ...found.value, person }
        change({ ready: true, person, version: state.get().version + 1, at: kept.at, stale: true })
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
  const applied = await ask<Loaded>(
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
    change({ loading: false, failed: 'The frames could not be read. Load the page again.' })
    return
  }
  loaded = { ...applied.value, person }
  change({ ready: true, person, version: state.get().version + 1, loading: false, at, stale: false, failed: null })
  if (answer.kind === 'whole') await keep(person)
  else keeping ??= setTimeout(() => void keep(person), KEEP_MS)
}

/**
 * All of the frames are written at once, so small changes are written together; what is lost comes again as changes.
 */
const KEEP_MS = 20_000
let keeping: ReturnType<typeof setTimeout> | undefined

async function keep(person: string): Promise<void> {
  clearTimeout(keeping)
  keeping = undefined
  const { at } = state.get()
  if (at === null || loaded?.person !== person || token.id() !== person) return
  const bytes = await ask<Uint8Array<ArrayBuffer>>({ does: 'save' }).catch(() => null)
  if (bytes && token.id() === person) await keptFrames.write(person, { bytes: bytes.value.buffer, at })
}

export function refreshFrames(): Promise<void> {
  syncing ??= sync().finally(() => {
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

let description: Promise<Described> | null = null

export function useDescribed(): Described | null {
  const [found, setFound] = useState<Described | null>(null)
  useEffect(() => {
    description ??= ask<Described>({ does: 'described' }).then(({ value }) => value)
    let gone = false
    void description.then((value) => {
      if (!gone) setFound(value)
    })
    return () => {
      gone = true
    }
  }, [])
  return found
}

export interface Reported {
  table: Table
  ms: number
}

function useAsked<T>(does: (() => Ask) | null, key: string): { data: T | null; ms: number; error: string | null } {
  const frames = useFrames()
  const [told, setTold] = useState<{ data: T | null; ms: number; error: string | null }>({
    data: null,
    ms: 0,
    error: null,
  })
  useEffect(() => {
    // Another person's frames are never asked, even for the moment until they are dropped.
    if (!frames.ready || frames.person !== token.id() || !does) return
    let gone = false
    ask<T>(does()).then(
      ({ value, ms }) => {
        if (!gone) setTold({ data: value, ms, error: null })
      },
      (error: Error) => {
        if (!gone) setTold({ data: null, ms: 0, error: error.message })
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

export function useReport(key: string | null, params: Params, does: 'report' | 'behind' = 'report') {
  const text = JSON.stringify(params)
  const asked = key ? () => ({ does, key, params: text, today: today() }) as const : null
  return useAsked<Table>(asked, `${does} ${key} ${text}`)
}

export const useDashboard = (key: string) =>
  useAsked<Board>(() => ({ does: 'dashboard', key, today: today() }), `dashboard ${key} ${today()}`)

export function useTally(params: Params) {
  const text = JSON.stringify(params)
  return useAsked<TallyBook>(() => ({ does: 'tally', params: text, today: today() }), `tally ${text}`)
}

export function useValues(dimension: string | null) {
  const asked = dimension ? () => ({ does: 'values', dimension }) as const : null
  return useAsked<[string, string][]>(asked, `values ${dimension}`)
}

/** Nothing of a person stays in this browser after they sign out. */
export async function forgetFrames(): Promise<void> {
  loaded = null
  if (worker) await ask({ does: 'drop' }).catch(() => null)
  change({ ...IDLE, version: state.get().version + 1 })
}
