// The one place that knows the wasm package: loads it, types it, and makes a new instance after a panic.
//
//   await loadCore()                               the shell does, so pages below it may call core() at once
//   (await loadPreviews()).foresee(actor, ...)    what a command would do; a second module, loaded when first asked for
//   core().check('vehicle', record, null, true)    Issue[]: the same messages as the server's
//   core().check_inputs('order', status, 'hold', inputs)       the same for what an action is sent with
//   core().quote(order, facts)                     prices, tax and totals of an order being typed
//   core().effect(facts, request)                  what a credit limit request would do
//   core().cart(cart, { deed: 'add', sku, pcs })   the next cart, an order's record, or { refused }
//   core().moved(rows, 0, 2)                       the rows with the first behind the third, or { refused }
//   core().parts(6_007, [1, 2])                    a whole shared by sizes, to the last gram
//   core().ranked('dark', choices)                 the choices that what was typed finds, the best first
//   core().found('vehicle', '1865', rows)          the same of rows of a list, where they stand
//   docDef('vehicle')                              the declaration of a type
import { useEffect, useState } from 'react'
import { localised } from '../words/localised'
import type { DocDef, DocView, FieldOf, LineOf, RecordValue, Shown } from './records'
import type {
  Again,
  Built,
  Cart,
  DocKey,
  DocsWant,
  Fact,
  FieldDef,
  Foreseen,
  Issue,
  Kit,
  Labels,
  LimitEffect,
  LimitFacts,
  Picked,
  Newer,
  PickLine,
  PickOrder,
  PortalText,
  Quote,
  QrPath,
  QuoteFacts,
  RankChoice,
  RankedChoice,
  Refusal,
  RoleDef,
  ScanAnswer,
  ScanPlace,
  Schema as AnySchema,
  StockRow,
  StepDef,
  TriedFormula,
} from './types.gen'

export type { RecordValue }
export type CartDeed =
  | { deed: 'add'; sku: string; pcs: number | null }
  | { deed: 'change'; sku: string; pcs: number }
  | { deed: 'remove'; sku: string }
  | { deed: 'reorder'; start: number; end: number }
  | { deed: 'weigh'; sku: string; weight_g: number | null }
  | { deed: 'merge' }
  | { deed: 'to_order'; customer: string; yard: string }
type Schema = Omit<AnySchema, 'types'> & { types: DocDef[] }

type Call = (name: string, args: RecordValue) => unknown

function formCalls(call: Call) {
  return {
    schema: () => call('schema', {}) as Schema,
    /** `complete`: as a document that leaves its draft must be. */
    check: (doc_type: string, record: RecordValue, before: RecordValue | null, complete: boolean) =>
      call('check', { doc_type, record, before, complete }) as Issue[],
    /** The inputs of an action that is taken in a status. */
    check_inputs: (doc_type: string, status: string, action: string, inputs: RecordValue) =>
      call('check', { doc_type, status, action, inputs }) as Issue[],
    quote: (order: RecordValue, facts: Shown<QuoteFacts>) => call('quote', { order, facts }) as Quote,
    effect: (facts: LimitFacts, request: RecordValue) => call('effect', { facts, request }) as LimitEffect,
    cart: (cart: Cart, deed: CartDeed) => call('cart', { cart, deed }) as Cart | RecordValue | Refusal,
    moved: (rows: unknown[], start: number, end: number) => call('moved', { rows, start, end }) as unknown[] | Refusal,
    parts: (whole: number, sizes: number[]) => call('parts', { whole, sizes }) as number[],
    again: (order: RecordValue, facts: Record<string, Fact>) => call('again', { order, facts }) as Again,
    ranked: (q: string, choices: RankChoice[]) => call('ranked', { q, choices }) as RankedChoice[],
    /** The places of the things that pasted words mean, by the names of each. */
    meant: (q: string, names: string[][]) => call('meant', { q, names }) as number[],
    found: (doc_type: string, q: string, rows: RecordValue[]) => call('found', { doc_type, q, rows }) as number[],
    token_expired: (token: string, now: number) => call('token_expired', { token, now }) as boolean,
  }
}

/** What lies free in a yard, kept in the core by SKU: a line is answered without a look at all the others. */
export interface Picking {
  /** How much each line takes of which batches. */
  suggest(lines: PickLine[], order: PickOrder): Picked[][]
  /** The batches of a line in the order in which they are offered. */
  ranked(line: PickLine, order: PickOrder): string[]
  /** Of what is taken of the line's SKU, by batch, whatever goes before a much older batch. */
  newer(line: PickLine, taken: Record<string, number>): Newer[]
  /** Gives its memory back. */
  free(): void
}

/** Documents for a portal of the GST: those named, or all at hand of the days that still wait. */
export interface PortalFileAsked {
  file: 'inv01' | 'eway'
  doc_type: DocKey
  ids: string[]
  from?: string
  to?: string
}

/** Which labels of which document. */
export interface LabelsAsked {
  doc_type: DocKey
  id: string
  bundles: boolean
  size: string
  copies: number
}

function pickingOf({ Picking }: Glue, rows: StockRow[]): Picking {
  const open = Picking.open(bytesOf({ rows }))
  const call = (name: string, args: object): unknown => JSON.parse(open.call(name, bytesOf(args)))
  return {
    suggest: (lines, order) => call('suggest', { lines, order }) as Picked[][],
    ranked: (line, order) => call('ranked', { line, order }) as string[],
    newer: (line, taken) => call('newer', { line, taken }) as Newer[],
    free: () => open.free(),
  }
}

/** A document as the rules read it: the history of a large one is many times the document. */
const bare = ({ actions: _actions, history: _history, links: _links, warnings: _warnings, ...doc }: DocView) => doc

function previewCalls(call: Call, module: Glue) {
  return {
    /** A document after a command, by those at hand; what else the rules would look at is in `want`. */
    foresee: (actor: unknown, now: number, command: object, docs: DocView[], files: string[]) =>
      call('foresee', { actor, now, command, docs: docs.map(bare), files }) as ForeseenDoc | Refusal,
    /** What a record would be as an SKU of a product group's kit; `before`: the SKU as it stands. */
    sku: (kit: Shown<Kit>, record: RecordValue, before: RecordValue | null) =>
      call('sku', before ? { kit, record, before } : { kit, record }) as Built,
    /** What is wrong with a formula for its product group, and how each of its test rows comes out. */
    formula: (kit: Shown<Kit>, record: RecordValue) => call('formula', { kit, record }) as TriedFormula,
    /** The labels of a document, from those at hand; else which others it needs. */
    labels: (actor: unknown, now: number, asked: LabelsAsked, docs: DocView[]) =>
      call('labels', { actor, now, ...asked, docs: docs.map(bare) }) as Labels | Refusal | DocsWant,
    /** A file for a portal, of the documents at hand; else which others it needs. */
    portal_file: (actor: unknown, now: number, asked: PortalFileAsked, docs: DocView[]) =>
      call('portal_file', { actor, now, ...asked, docs: docs.map(bare) }) as PortalText | Refusal | DocsWant,
    /** Where a scanned text belongs on a page, and if nowhere, why. */
    scan: (text: string, place: Shown<ScanPlace>) => call('scan', { text, place }) as ScanAnswer,
    /** A text as a QR code. */
    qr: (text: string) => call('qr', { text }) as QrPath | null,
    picking: (rows: StockRow[]) => pickingOf(module, rows),
  }
}

type ForeseenDoc = Omit<Foreseen, 'doc'> & { doc: Partial<DocView> }

export type Core = ReturnType<typeof formCalls>
export type Previews = ReturnType<typeof previewCalls>

interface Glue {
  default(options: { module_or_path: string }): Promise<unknown>
  call(name: string, args: Uint8Array): string
  answer(name: string, args: unknown): unknown
  Picking: { open(rows: Uint8Array): { call(name: string, args: Uint8Array): string; free(): void } }
}

/** Calls whose arguments or answers are large: text is quicker for them than values, object by object. */
const AS_TEXT = new Set(['schema', 'foresee', 'labels', 'portal_file', 'scan', 'ranked', 'found'])

const utf8 = new TextEncoder()

const bytesOf = (args: object) => utf8.encode(JSON.stringify(args))

// Globs, because the packages are built beside this folder and may not be there yet.
const glue = import.meta.glob<string>('../../../wasm/pkg/{form,decide}/godown_wasm.js', {
  query: '?url&no-inline',
  import: 'default',
  eager: true,
})
const wasm = import.meta.glob<string>('../../../wasm/pkg/{form,decide}/godown_wasm_bg.wasm', {
  query: '?url&no-inline',
  import: 'default',
  eager: true,
})

/**
 * Loads one of the modules once, and once more after a panic, which leaves an instance unusable.
 * A module makes one instance for ever, so each generation asks for it under a new address.
 */
function loader<T>(name: 'form' | 'decide', typed: (call: Call, module: Glue) => T, changed: (made: T | null) => void) {
  let loading: Promise<T> | null = null
  let generation = 0

  async function make(): Promise<T> {
    const glueUrl = glue[`../../../wasm/pkg/${name}/godown_wasm.js`]
    const wasmUrl = wasm[`../../../wasm/pkg/${name}/godown_wasm_bg.wasm`]
    if (!glueUrl || !wasmUrl) throw new Error('the wasm package is not built: npm start and npm run dev build it')
    // The two modules' glue may be the same file: an address of its own gives each its own instance.
    const module = (await import(/* @vite-ignore */ `${glueUrl}?${name}${generation}`)) as Glue
    await module.default({ module_or_path: wasmUrl })
    const made = typed((call, args) => {
      try {
        const answer = AS_TEXT.has(call)
          ? (JSON.parse(module.call(call, bytesOf(args))) as unknown)
          : module.answer(call, args)
        return localised(answer)
      } catch (error) {
        if (error instanceof WebAssembly.RuntimeError) again()
        throw error
      }
    }, module)
    changed(made)
    return made
  }

  function again() {
    generation += 1
    loading = null
    changed(null)
    void load()
  }

  function load(): Promise<T> {
    loading ??= make().catch((error: unknown) => {
      loading = null
      throw error
    })
    return loading
  }

  return load
}

let instance: Core | null = null

export const loadCore = loader('form', formCalls, (made) => {
  instance = made
})

/** What a command would do, before the server is asked: all of the rules, so loaded only where it is wanted. */
export const loadPreviews = loader('decide', previewCalls, () => undefined)

/** No page waits longer for what it wants once it has nothing else to do. */
const IDLE_MS = 3_000

/** Calls once the page has nothing else to do; what is returned takes that back. */
function onceIdle(does: () => void): () => void {
  // Safari does not tell.
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(does, 0)
    return () => clearTimeout(timer)
  }
  const asked = requestIdleCallback(does, { timeout: IDLE_MS })
  return () => cancelIdleCallback(asked)
}

/** The previews once they are loaded; null until then. `idle`: the page is drawn before they are. */
export function usePreviews({ idle = false } = {}): Previews | null {
  const [loaded, setLoaded] = useState<Previews | null>(null)
  useEffect(() => {
    let open = true
    const load = () =>
      void loadPreviews().then((previews) => {
        if (open) setLoaded(() => previews)
      })
    const forget = idle ? onceIdle(load) : load()
    return () => {
      open = false
      forget?.()
    }
  }, [idle])
  return loaded
}

export const isCoreLoaded = () => instance !== null

/** The loaded core. The shell waits for it, so every page below the shell may call it. */
export function core(): Core {
  if (!instance) throw new Error('the core is not loaded')
  return instance
}

let known: { defs: Map<string, DocDef>; roles: Map<string, RoleDef>; periods: Schema['periods'] } | null = null

/** The declarations do not change while the app is open, so the core is asked once. */
function declared() {
  if (!known) {
    const { types, roles, periods } = core().schema()
    known = {
      defs: new Map(types.map((def) => [def.key as string, def])),
      roles: new Map(roles.map((role) => [role.key, role])),
      periods,
    }
  }
  return known
}

/** The declaration of a document type, or undefined for a type this build does not know. */
export function docDef<K extends DocKey>(type: K): DocDef<K> | undefined
export function docDef(type: string): DocDef | undefined
export function docDef(type: string): DocDef | undefined {
  return declared().defs.get(type)
}

/** The steps of a type's workflow that fit: from where each leads, and whose it is. */
export function stepsOf(type: DocKey, fits: (step: StepDef) => boolean): StepDef[] {
  return (declared().defs.get(type)?.steps ?? []).filter(fits)
}

/** The declared fields of a type's rows or group. */
export function fieldsIn<K extends DocKey, Key extends FieldOf<K>>(def: DocDef<K>, key: Key) {
  const fields = (def.fields as FieldDef[]).find((field) => field.key === key)?.fields ?? []
  return fields as (FieldDef & { key: keyof LineOf<K, Key> & string })[]
}

export function docDefs(): DocDef[] {
  return [...declared().defs.values()]
}

/** The periods that lists are cut by. */
export function periods() {
  return declared().periods
}

/** The roles whose view an address names by a word; none where nobody's view is called so. */
export function rolesOfView(word: string): string[] {
  return [...declared().roles.values()].flatMap(({ key, views }) => (views.includes(word) ? [key] : []))
}

export function roleLabel(role: string): string {
  return declared().roles.get(role)?.label ?? role
}
