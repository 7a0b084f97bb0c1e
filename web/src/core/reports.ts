// The reports' module: frames that stay in wasm, and reports over them. With SIMD where the browser has it.

export interface Answer {
  rows(): number
  /** The columns' names as JSON text. */
  columns(): string
  /** Rows as JSON text, each a list of cells. */
  page(from: number, count: number): string
  /** Totals of the columns in a JSON list, as JSON text. */
  totals(names: string): string
  /** Where a column's numbers lie: address, count, bytes of each. */
  place(name: string): Uint32Array
  free(): void
}

export interface Snapshot {
  seq(): number
  apply(delta: Uint8Array): void
  report(key: string, params: string): Answer
  free(): void
}

interface Glue {
  default(options: { module_or_path: string }): Promise<{ memory: WebAssembly.Memory }>
  Snapshot: { load(bytes: Uint8Array): Snapshot }
}

const glue = import.meta.glob<string>('../../../wasm/pkg/report*/godown_wasm.js', { query: '?url&no-inline', import: 'default' })
const wasm = import.meta.glob<string>('../../../wasm/pkg/report*/godown_wasm_bg.wasm', { query: '?url&no-inline', import: 'default' })

/** A module of one function that adds two vectors: only an engine with SIMD takes it. */
const VECTORS = Uint8Array.of(
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11,
)

export const hasVectors = () => WebAssembly.validate(VECTORS)

/** Loads the module; its memory is where `Answer.place` points. */
export async function loadReports(vectors = hasVectors()) {
  const name = vectors ? 'report' : 'report-scalar'
  const glueAt = glue[`../../../wasm/pkg/${name}/godown_wasm.js`]
  const wasmAt = wasm[`../../../wasm/pkg/${name}/godown_wasm_bg.wasm`]
  if (!glueAt || !wasmAt) throw new Error('the wasm package is not built: npm run wasm')
  const [glueUrl, wasmUrl] = await Promise.all([glueAt(), wasmAt()])
  const module = (await import(/* @vite-ignore */ `${glueUrl}?${name}`)) as Glue
  const { memory } = await module.default({ module_or_path: wasmUrl })
  return { load: (bytes: Uint8Array) => module.Snapshot.load(bytes), memory }
}
