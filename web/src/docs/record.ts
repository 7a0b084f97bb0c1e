// The state of a form over a record: values by path, the core's own check under every field, and the server's answer.
//
//   const form = useRecord({ fields: def.fields, start: {}, check: useCheck('vehicle', null, true) })
//   <FieldInput field={def} {...form.at('capacity_g')} />          value, onChange, onBlur, error, name
//   form.record   form.set('lines.0.pcs', 12)   form.dirty   form.issues (all of them, shown or not)
//   form.submit() -> record when the check finds nothing, else null: all messages show, the first field gets the focus
//   form.refuse(problem.errors)       the server's messages, under their fields until those change
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { core } from '../core'
import type { PathOf, RecordValue } from '../core/records'
import type { FieldDef, Issue } from '../core/types.gen'
import { today } from '../core/days'
import { laidOver } from './conflict'

export function getAt(record: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((at, key) => (at && typeof at === 'object' ? (at as RecordValue)[key] : undefined), record)
}

/** A copy with one value changed; rows and groups on the way are made when missing. */
export function setAt<T>(record: T, path: string, value: unknown): T {
  const [key, ...rest] = path.split('.')
  if (key === undefined) return record
  const inside =
    rest.length > 0 ? setAt(getAt(record, key) ?? (/^\d+$/.test(rest[0]!) ? [] : {}), rest.join('.'), value) : value
  if (Array.isArray(record)) {
    const next = [...(record as unknown[])]
    next[Number(key)] = inside
    return next as T
  }
  return { ...record, [key]: inside }
}

/** What a new record begins with. */
export function defaultsOf<T extends object = RecordValue>(fields: FieldDef[]): T {
  return Object.fromEntries(
    fields
      .filter((field) => field.today || (field.default !== null && field.default !== undefined))
      .map((field) => [field.key, field.today ? today() : field.default]),
  ) as T
}

/** Whether a field is of such a record: some apply to some values of another alone. */
export const applies = (field: FieldDef, record: object): boolean =>
  !field.only || field.only.values.includes(String((record as RecordValue)[field.only.field] ?? ''))

/**
 * Without what the rules write themselves, what does not apply, and empty values: what a person sends. `whole`: the
 * record that a row stands in, whose choices decide what applies to the row as well.
 */
export function sendable<T extends object>(fields: FieldDef[], record: T, whole?: object): T {
  const out: RecordValue = {}
  for (const field of fields) {
    const value = (record as RecordValue)[field.key]
    const here = applies(field, record) || (!!whole && applies(field, whole))
    if (field.readonly || value === undefined || value === null || value === '' || !here) continue
    if (field.kind === 'rows' && Array.isArray(value)) {
      if (value.length > 0) out[field.key] = value.map((row) => sendable(field.fields, row as RecordValue, record))
    } else if (field.kind === 'group') {
      const group = sendable(field.fields, value as RecordValue)
      if (Object.keys(group).length > 0) out[field.key] = group
    } else if (!(Array.isArray(value) && value.length === 0)) out[field.key] = value
  }
  return out as T
}

export interface FieldBinding {
  name: string
  value: unknown
  error: string | null
  /** Warnings before saving; refuses nothing. */
  warning: string | null
  onChange: (value: unknown) => void
  onBlur: () => void
}

/** What the core finds wrong with what would be sent, at the paths of the form. */
export type Check<T extends object = RecordValue> = (sent: T) => Issue[]

/** What a field is entered by. Beside a select stands an input that nobody sees, which holds its value. */
const INPUT = '[role=combobox], input:not([aria-hidden=true]), textarea, button, select'

interface Options<T extends object> {
  fields: FieldDef[]
  start: T
  check: Check<T>
}

/** The check of a record; `complete`: as a document that leaves its draft must be. */
export function useCheck<T extends object>(type: string, before: T | null, complete: boolean): Check<T> {
  return useCallback(
    (sent: T) => core().check(type, sent as RecordValue, before as RecordValue | null, complete),
    [type, before, complete],
  )
}

/**
 * A message belongs to the field that it names; one about the third of several files or links to the field of them all.
 */
export function under(issue: Issue, path: string): boolean {
  return issue.path.replace(/\.\d+$/, '') === path || issue.path === path
}

/** Methods, so that what takes the form of any record takes that of one type. */
export interface RecordForm<T extends object = RecordValue> {
  record: T
  /** What would be sent now. */
  sent: T
  issues: Issue[]
  submitted: boolean
  dirty: boolean
  /** The ref of the element that holds the inputs. */
  root: (node: HTMLElement | null) => void
  at(path: PathOf<T>): FieldBinding
  set(path: PathOf<T>, value: unknown): void
  /** The value that follows from the one that stands there by then. */
  change<V>(path: PathOf<T>, next: (now: V | undefined) => V): void
  touch: (path: string) => void
  errorAt: (path: string) => string | null
  /** What the server finds worth a look in what stands in the form now. */
  warned: Issue[]
  warn: (found: Issue[]) => void
  replace(next: T): void
  /** The form begins anew with this record: nothing is dirty. */
  settle(next: T): void
  /** The document came anew, changed by another: what was typed is laid over it. */
  rebase(next: T): void
  /** Values come back into the form; what was typed since they went stays. */
  bring(values: T): void
  /** What was sent is saved; what was typed since stays, and is dirty. True where nothing was typed since. */
  saved(sent: T): boolean
  refuse: (errors: Issue[]) => void
  submit: () => T | null
}

export function useRecord<T extends object = RecordValue>({ fields, start, check }: Options<T>): RecordForm<T> {
  const [record, setRecord] = useState<T>(start)
  const [touched, setTouched] = useState<ReadonlySet<string>>(() => new Set())
  const [submitted, setSubmitted] = useState(false)
  const [refused, setRefused] = useState<Issue[]>([])
  const [warned, setWarned] = useState<Issue[]>([])
  const first = useRef(start)
  const latest = useRef(record)
  latest.current = record
  const area = useRef<HTMLElement | null>(null)
  const root = useCallback((node: HTMLElement | null) => {
    area.current = node
  }, [])

  const sent = useMemo(() => sendable(fields, record), [fields, record])
  const issues = useMemo(() => check(sent), [check, sent])

  const change = useCallback(<V>(path: PathOf<T>, next: (now: V | undefined) => V) => {
    setRecord((was) => setAt(was, path, next(getAt(was, path) as V | undefined)))
    setRefused((was) => was.filter((issue) => issue.path !== path && !issue.path.startsWith(`${path}.`)))
  }, [])
  const set = useCallback((path: PathOf<T>, value: unknown) => change(path, () => value), [change])
  /** What was typed since the form began, laid over a record. */
  const typedOver = useCallback((next: T): T => laidOver(fields, first.current, latest.current, next), [fields])
  const touch = useCallback((path: string) => setTouched((was) => (was.has(path) ? was : new Set(was).add(path))), [])

  const errorAt = (path: string): string | null => {
    const server = refused.find((issue) => under(issue, path))
    if (server) return server.message
    if (!submitted && !touched.has(path)) return null
    return issues.find((issue) => under(issue, path))?.message ?? null
  }

  const focusFirst = useCallback((all: Issue[]) => {
    const names = all.map((issue) => issue.path)
    // What has the focus keeps it: by then its list may be open.
    const had = document.activeElement
    requestAnimationFrame(() => {
      const inputs = [...(area.current ?? document).querySelectorAll<HTMLElement>('[data-field]')]
      const at = inputs.find((input) =>
        names.some((name) => name === input.dataset.field || name.startsWith(`${input.dataset.field}.`)),
      )
      const target = at?.matches(INPUT) ? at : at?.querySelector<HTMLElement>(INPUT)
      if (target !== had) target?.focus()
      at?.scrollIntoView({ block: 'center' })
    })
  }, [])

  const at = (path: PathOf<T>): FieldBinding => ({
    name: path,
    value: getAt(record, path),
    error: errorAt(path),
    warning: warned.find((issue) => under(issue, path))?.message ?? null,
    onChange: (value) => set(path, value),
    onBlur: () => touch(path),
  })

  return {
    record,
    sent,
    issues: [...issues, ...refused.filter((issue) => !issues.some((one) => one.path === issue.path))],
    submitted,
    dirty: record !== first.current,
    root,
    at,
    set,
    change,
    touch,
    errorAt,
    warned,
    warn: setWarned,
    replace: useCallback((next: T) => {
      setRecord(next)
      setRefused([])
    }, []),
    settle: useCallback((next: T) => {
      first.current = next
      setRecord(next)
      setTouched(new Set())
      setSubmitted(false)
      setRefused([])
    }, []),
    rebase: useCallback(
      (next: T) => {
        setRecord(typedOver(next))
        first.current = next
      },
      [typedOver],
    ),
    bring: useCallback((values: T) => setRecord(typedOver(values)), [typedOver]),
    saved: useCallback((sent: T) => {
      // Where the saved document came back before its answer, it stands in the form already.
      const nothingSince = latest.current === sent || latest.current === first.current
      first.current = nothingSince ? latest.current : sent
      setTouched(new Set())
      setSubmitted(false)
      setRefused([])
      return nothingSince
    }, []),
    refuse: useCallback(
      (errors: Issue[]) => {
        const named = errors.map((issue) => ({ ...issue, path: issue.path.replace(/^(inputs|record)\./, '') }))
        setRefused(named)
        focusFirst(named)
      },
      [focusFirst],
    ),
    submit: useCallback((): T | null => {
      setSubmitted(true)
      if (issues.length === 0) return sent
      focusFirst(issues)
      return null
    }, [focusFirst, issues, sent]),
  }
}

/** A form over a document that others may change meanwhile follows it, and keeps what is typed. */
export function useRebased<T extends object>(
  { rebase }: Pick<RecordForm<T>, 'rebase'>,
  record: T,
  version: number | undefined,
) {
  const seen = useRef(version)
  useEffect(() => {
    if (seen.current === version) return
    seen.current = version
    rebase(record)
  }, [rebase, record, version])
}
