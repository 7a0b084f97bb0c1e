// Runs reports in a thread of its own, over frames that stay in wasm.
import { LINES, loadReports, type Module, type Snapshot } from './reports'
import type { Dashboard, DimensionValues, ReportDefs, ReportLines, ReportStart, TallyBook } from './types.gen'

/** A report, or the documents behind its figures. */
export interface Question {
  behind: boolean
  key: string
  params: string
  today: string
}

export type Asked =
  | { id: number; does: 'load'; bytes: ArrayBuffer }
  | { id: number; does: 'apply'; bytes: ArrayBuffer }
  | { id: number; does: 'described' }
  | { id: number; does: 'save' }
  | { id: number; does: 'drop' }
  | ({ id: number; does: 'report' } & Question)
  | ({ id: number; does: 'lines'; from: number; count: number } & Question)
  | { id: number; does: 'asked'; key: string; params: string; today: string }
  | { id: number; does: 'dashboard'; key: string; today: string }
  | { id: number; does: 'tally'; params: string; today: string }
  | { id: number; does: 'values'; dimension: string; like: string }
  | { id: number; does: 'names'; dimension: string; ids: string }

/** The last journal entry that is loaded, and the scope of the person whose frames they are. */
export interface Loaded {
  seq: number
  scope: string
}

/** What each question is answered with. */
export interface Answers {
  load: Loaded
  apply: Loaded
  described: ReportDefs
  save: Uint8Array<ArrayBuffer>
  drop: null
  report: ReportStart
  lines: ReportLines
  asked: [string, string][]
  dashboard: Dashboard
  tally: TallyBook
  values: DimensionValues
  names: DimensionValues
}

export interface Told {
  /** 0 of the first message, which says that the worker can be waited for. */
  id: number
  value?: unknown
  ms?: number
  error?: string
  /** The module stopped in the middle: it answers nothing any more. */
  dead?: boolean
}

/** A trap of the module, or no memory for it or for its answer: what it left behind is not to be trusted. */
const isDead = (error: unknown) => error instanceof WebAssembly.RuntimeError || error instanceof RangeError

let loading: Promise<Module> | null = null
let open: Snapshot | null = null

const about = (snapshot: Snapshot): Loaded => ({ seq: snapshot.seq(), scope: snapshot.scope() })

async function answer(asked: Asked): Promise<Answers[Asked['does']]> {
  loading ??= loadReports().catch((error: unknown) => {
    loading = null
    throw error
  })
  const module = await loading
  if (asked.does === 'described') return module.described()
  if (asked.does === 'load') {
    const next = module.load(new Uint8Array(asked.bytes))
    open?.free()
    open = next
    return about(open)
  }
  if (asked.does === 'drop') {
    open?.free()
    open = null
    return null
  }
  if (!open) throw new Error('no frames are loaded')
  switch (asked.does) {
    case 'apply':
      open.apply(new Uint8Array(asked.bytes))
      return about(open)
    case 'save':
      return open.save()
    case 'values':
      return open.values(asked.dimension, asked.like, LINES)
    case 'names':
      return open.names(asked.dimension, asked.ids)
    case 'report':
      return JSON.parse(open.report(asked.behind, asked.key, asked.params, asked.today, LINES)) as ReportStart
    case 'lines': {
      const { behind, key, params, today, from, count } = asked
      return JSON.parse(open.lines(behind, key, params, today, from, count)) as ReportLines
    }
    case 'asked':
      return JSON.parse(open.asked(asked.key, asked.params, asked.today)) as [string, string][]
    case 'dashboard':
      return open.dashboard(asked.key, asked.today)
    case 'tally':
      return JSON.parse(open.tally(asked.params, asked.today)) as TallyBook
  }
}

// A lock is held as long as the worker lives: nothing else tells a page that it ended.
void navigator.locks?.request(self.name, () => {
  self.postMessage({ id: 0 } satisfies Told)
  return new Promise(() => undefined)
})

// For whoever measures: the bytes that the module has taken by now.
Object.assign(self, { held: async () => (await loading)?.memory.buffer.byteLength ?? 0 })

// One after the other: a report never sees frames half changed.
let turn: Promise<unknown> = Promise.resolve()

self.onmessage = ({ data }: MessageEvent<Asked>) => {
  turn = turn.then(async () => {
    const began = performance.now()
    await answer(data).then(
      (value) => self.postMessage({ id: data.id, value, ms: performance.now() - began } satisfies Told),
      (error: unknown) =>
        self.postMessage({
          id: data.id,
          error: error instanceof Error ? error.message : String(error),
          dead: isDead(error),
        } satisfies Told),
    )
  })
}
