// The reports' module: frames that stay in wasm, and reports over them. With SIMD where the browser has it.

import type { Dashboard, DimensionValues, ReportDefs } from './types.gen'

export interface Snapshot {
  seq(): number
  scope(): string
  save(): Uint8Array<ArrayBuffer>
  apply(delta: Uint8Array): void
  /** A report, or what lies behind it, with its first lines as JSON text; the parameters are an object of texts. */
  report(behind: boolean, key: string, params: string, today: string, count: number): string
  /** Some of its lines as JSON text. */
  lines(behind: boolean, key: string, params: string, today: string, from: number, count: number): string
  /** What a report was asked, in words, as JSON text. */
  asked(key: string, params: string, today: string): string
  dashboard(key: string, today: string): Dashboard
  /** What the files for Tally are made of, as JSON text. */
  tally(params: string, today: string): string
  /** The first values whose names hold a text. */
  values(dimension: string, like: string, most: number): DimensionValues
  /** The names of values by their ids, split by `|`. */
  names(dimension: string, ids: string): DimensionValues
  free(): void
}

/** So many lines of a report cross at a time. */
export const LINES = 100

interface Glue {
  default(options: { module_or_path: string }): Promise<{ memory: WebAssembly.Memory }>
  Snapshot: { load(bytes: Uint8Array): Snapshot }
  described(): ReportDefs
}

const glue = import.meta.glob<string>('../../../wasm/pkg/report*/godown_wasm.js', {
  query: '?url&no-inline',
  import: 'default',
  eager: true,
})
const wasm = import.meta.glob<string>('../../../wasm/pkg/report*/godown_wasm_bg.wasm', {
  query: '?url&no-inline',
  import: 'default',
  eager: true,
})

/** A module of one function that adds two vectors: only an engine with SIMD takes it. */
const VECTORS = Uint8Array.of(
  0,
  97,
  115,
  109,
  1,
  0,
  0,
  0,
  1,
  5,
  1,
  96,
  0,
  1,
  123,
  3,
  2,
  1,
  0,
  10,
  10,
  1,
  8,
  0,
  65,
  0,
  253,
  15,
  253,
  98,
  11,
)

const hasVectors = () => WebAssembly.validate(VECTORS)

export interface Module {
  load(bytes: Uint8Array): Snapshot
  described(): ReportDefs
  memory: WebAssembly.Memory
}

/** Loads the module; its memory tells how much it has taken. */
export async function loadReports(vectors = hasVectors()): Promise<Module> {
  const name = vectors ? 'report' : 'report-scalar'
  const glueUrl = glue[`../../../wasm/pkg/${name}/godown_wasm.js`]
  const wasmUrl = wasm[`../../../wasm/pkg/${name}/godown_wasm_bg.wasm`]
  if (!glueUrl || !wasmUrl) throw new Error('the wasm package is not built: npm start and npm run dev build it')
  const module = (await import(/* @vite-ignore */ `${glueUrl}?${name}`)) as Glue
  const { memory } = await module.default({ module_or_path: wasmUrl })
  return { load: (bytes: Uint8Array) => module.Snapshot.load(bytes), described: () => module.described(), memory }
}
