// Runs reports in a thread of its own, over frames that stay in wasm.
import { loadReports, type Module, type Snapshot } from './reports'

export type Asked =
  | { id: number; does: 'load'; bytes: ArrayBuffer }
  | { id: number; does: 'apply'; bytes: ArrayBuffer }
  | { id: number; does: 'described' | 'save' | 'drop' }
  | { id: number; does: 'report' | 'behind'; key: string; params: string; today: string }
  | { id: number; does: 'dashboard'; key: string; today: string }
  | { id: number; does: 'tally'; params: string; today: string }
  | { id: number; does: 'values'; dimension: string }
export interface Told {
  id: number
  value?: unknown
  ms?: number
  error?: string
}

let loading: Promise<Module> | null = null
let open: Snapshot | null = null

const about = (snapshot: Snapshot) => ({ seq: snapshot.seq(), scope: snapshot.scope() })

async function answer(asked: Asked): Promise<unknown> {
  loading ??= loadReports()
  const module = await loading
  if (asked.does === 'described') return JSON.parse(module.described())
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
      return JSON.parse(open.values(asked.dimension))
    case 'report':
      return JSON.parse(open.report(asked.key, asked.params, asked.today))
    case 'dashboard':
      return JSON.parse(open.dashboard(asked.key, asked.today))
    case 'tally':
      return JSON.parse(open.tally(asked.params, asked.today))
    case 'behind':
      return JSON.parse(open.behind(asked.key, asked.params, asked.today))
  }
}

// One after the other: a report never sees frames half changed.
let turn: Promise<unknown> = Promise.resolve()

self.onmessage = ({ data }: MessageEvent<Asked>) => {
  turn = turn.then(async () => {
    const began = performance.now()
    await answer(data).then(
      (value) => self.postMessage({ id: data.id, value, ms: performance.now() - began } satisfies Told),
      (error: unknown) =>
        self.postMessage({ id: data.id, error: error instanceof Error ? error.message : String(error) } satisfies Told),
    )
  })
}
