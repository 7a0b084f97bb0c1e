// Makes papers in a thread of its own, with the core's module of papers.

interface Glue {
  default(options: { module_or_path: string }): Promise<unknown>
  paper_file(type: string, views: Uint8Array, copies: string): Uint8Array<ArrayBuffer>
  paper_pages(view: Uint8Array, copies: string): string
  paper_font(bold: boolean): Uint8Array<ArrayBuffer>
}
export type PaperAsked = { id: number; copies: string } & (
  { type: string; views: object[] } | { view: object } | { bold: boolean }
)
export interface PaperTold {
  id: number
  value?: Uint8Array<ArrayBuffer> | string[]
  error?: string
}

// Globs, because the packages are built beside this folder and may not be there yet.
const glue = import.meta.glob<string>('../../../wasm/pkg/print/godown_wasm.js', {
  query: '?url&no-inline',
  import: 'default',
})
const wasm = import.meta.glob<string>('../../../wasm/pkg/print/godown_wasm_bg.wasm', {
  query: '?url&no-inline',
  import: 'default',
})
const utf8 = new TextEncoder()
const bytes = (value: object) => utf8.encode(JSON.stringify(value))

async function load(): Promise<Glue> {
  const [glueAt, wasmAt] = [Object.values(glue)[0], Object.values(wasm)[0]]
  if (!glueAt || !wasmAt) throw new Error('the wasm package is not built: npm start and npm run dev build it')
  const [glueUrl, wasmUrl] = await Promise.all([glueAt(), wasmAt()])
  const module = (await import(/* @vite-ignore */ glueUrl)) as Glue
  await module.default({ module_or_path: wasmUrl })
  return module
}

let loading: Promise<Glue> | null = null

async function answer(asked: PaperAsked): Promise<PaperTold['value']> {
  loading ??= load()
  const module = await loading
  if ('bold' in asked) return module.paper_font(asked.bold)
  if ('views' in asked) return module.paper_file(asked.type, bytes(asked.views), asked.copies)
  return JSON.parse(module.paper_pages(bytes(asked.view), asked.copies)) as string[]
}

self.onmessage = ({ data }: MessageEvent<PaperAsked>) => {
  answer(data).then(
    (value) => self.postMessage({ id: data.id, value } satisfies PaperTold),
    (error: unknown) => self.postMessage({ id: data.id, error: String(error) } satisfies PaperTold),
  )
}
