// Reads, checks and makes files of rows in a thread of its own, with the core's third module. One file is open at a
// time.

interface Sheet {
  call(name: string, args: Uint8Array): string
  free(): void
}
interface ReportFile {
  lines(rows: Uint8Array): Uint8Array
  /** Nothing of it is left then. */
  finish(): Uint8Array
}
interface Glue {
  default(options: { module_or_path: string }): Promise<unknown>
  call(name: string, args: Uint8Array): string
  ReportFile: { refused(head: Uint8Array, media: string): string | undefined } & {
    begin(head: Uint8Array, title: string, media: string): ReportFile
  }
  tally_file(book: Uint8Array, masters: boolean, form: string): Uint8Array
  tally_log(file: Uint8Array): string
  follow(chain: Uint8Array, lines: string): string
  Sheet: { open(args: Uint8Array, file: Uint8Array): Sheet }
}
export interface Asked {
  id: number
  does: 'load' | 'open' | 'file' | 'core' | 'report' | 'lines' | 'finish' | 'tally' | 'tallyLog' | 'follow'
  name: string
  args: unknown
  bytes?: ArrayBuffer
}
export interface Told {
  id: number
  value?: unknown
  error?: string
}

// Globs, because the packages are built beside this folder and may not be there yet.
const glue = import.meta.glob<string>('../../../wasm/pkg/sheet/godown_wasm.js', {
  query: '?url&no-inline',
  import: 'default',
  eager: true,
})
const wasm = import.meta.glob<string>('../../../wasm/pkg/sheet/godown_wasm_bg.wasm', {
  query: '?url&no-inline',
  import: 'default',
  eager: true,
})
const utf8 = new TextEncoder()

async function load(): Promise<Glue> {
  const [glueUrl, wasmUrl] = [Object.values(glue)[0], Object.values(wasm)[0]]
  if (!glueUrl || !wasmUrl) throw new Error('the wasm package is not built: npm start and npm run dev build it')
  const module = (await import(/* @vite-ignore */ glueUrl)) as Glue
  await module.default({ module_or_path: wasmUrl })
  return module
}

let loading: Promise<Glue> | null = null
let open: Sheet | null = null
let made: ReportFile | null = null

async function answer({ does, name, args, bytes }: Asked): Promise<unknown> {
  loading ??= load()
  const module = await loading
  if (does === 'load') return null
  const text = utf8.encode(JSON.stringify(args))
  if (does === 'core') return JSON.parse(module.call(name, text))
  if (does === 'report') {
    const { head, media } = args as { head: object; media: string }
    const told = utf8.encode(JSON.stringify(head))
    const refused = module.ReportFile.refused(told, media)
    if (refused === undefined) made = module.ReportFile.begin(told, name, media)
    return refused ?? null
  }
  if (does === 'lines') return made?.lines(text)
  if (does === 'finish') return made?.finish()
  if (does === 'follow') return JSON.parse(module.follow(text, name))
  if (does === 'tally') {
    const { book, form } = args as { book: object; form: string }
    return module.tally_file(utf8.encode(JSON.stringify(book)), name === 'masters', form)
  }
  if (does === 'tallyLog') return JSON.parse(module.tally_log(new Uint8Array(bytes ?? new ArrayBuffer(0))))
  if (does === 'open') {
    open?.free()
    open = module.Sheet.open(text, new Uint8Array(bytes ?? new ArrayBuffer(0)))
    return null
  }
  if (!open) throw new Error('no file is open')
  return JSON.parse(open.call(name, text))
}

self.onmessage = ({ data }: MessageEvent<Asked>) => {
  answer(data).then(
    (value) => self.postMessage({ id: data.id, value } satisfies Told),
    (error: unknown) => self.postMessage({ id: data.id, error: String(error) } satisfies Told),
  )
}
