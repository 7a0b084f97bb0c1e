// The one place that knows the wasm package: loads it, types it, and makes a new instance after a panic.
//
//   const core = await loadCore()            every page below the shell may call `core()` at once instead
//   core().check('vehicle', record, null)    Issue[]: the same messages as the server's
//   core().quote(order, facts)               prices, tax and totals of an order being typed
import type { ActionView, DocDef, Issue } from './types.gen'

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
export type RecordValue = Record<string, unknown>
export interface Actor { id: string; roles: string[]; [key: string]: unknown }
export type Decision = { changes: unknown } | { refused: Issue[] } | { need: string[] }

export interface Core {
  schema(): { types: DocDef[] }
  check(type: string, record: RecordValue, before: RecordValue | null): Issue[]
  quote(order: RecordValue, facts: unknown): unknown
  actions(facts: unknown, actor: Actor, now: number, type: string, id: string): ActionView[]
  decide(facts: unknown, actor: Actor, now: number, command: unknown): Decision
  cart(cart: unknown, op: unknown): unknown
  token_expired(token: string, now: number): boolean
}

interface Glue extends Core { default(options: { module_or_path: string }): Promise<unknown> }

// Globs, because the package is built beside this folder and may not be there yet.
const glue = import.meta.glob<string>('../../../wasm/pkg/godown_wasm.js', { query: '?url&no-inline', import: 'default' })
const wasm = import.meta.glob<string>('../../../wasm/pkg/godown_wasm_bg.wasm', { query: '?url&no-inline', import: 'default' })

let instance: Core | null = null
let loading: Promise<Core> | null = null
let generation = 0

/** A module makes one instance for ever, so each generation asks for it under a new address. */
async function make(): Promise<Core> {
  const [glueAt, wasmAt] = [Object.values(glue)[0], Object.values(wasm)[0]]
  if (!glueAt || !wasmAt) throw new Error('the wasm package is not built: npm run wasm')
  const [glueUrl, wasmUrl] = await Promise.all([glueAt(), wasmAt()])
  const module = (await import(/* @vite-ignore */ `${glueUrl}?${generation}`)) as Glue
  await module.default({ module_or_path: wasmUrl })
  return guarded(module)
}

/** A panic leaves the instance unusable: drop it, load another, and let this one call fail. */
function guarded(module: Core): Core {
  return new Proxy(module, {
    get(target, name) {
      const member = target[name as keyof Core] as unknown
      if (typeof member !== 'function') return member
      return (...args: unknown[]) => {
        try {
          return (member as (...args: unknown[]) => unknown)(...args)
        } catch (error) {
          if (error instanceof WebAssembly.RuntimeError) {
            generation += 1
            instance = null
            loading = null
            void loadCore()
          }
          throw error
        }
      }
    },
  })
}

export function loadCore(): Promise<Core> {
  loading ??= make().then(
    (made) => (instance = made),
    (error: unknown) => {
      loading = null
      throw error
    },
  )
  return loading
}

/** The loaded core. The shell waits for it, so every page below the shell may call it. */
export function core(): Core {
  if (!instance) throw new Error('the core is not loaded')
  return instance
}

let defs: Map<string, DocDef> | null = null

/** The declaration of a document type, or undefined for a type this build does not know. */
export function docDef(type: string): DocDef | undefined {
  defs ??= new Map(core().schema().types.map((def) => [def.key, def]))
  return defs.get(type)
}

export function docDefs(): DocDef[] {
  docDef('')
  return [...(defs ?? new Map<string, DocDef>()).values()]
}
