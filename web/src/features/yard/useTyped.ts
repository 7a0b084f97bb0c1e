// What is typed in the yard and not sent: begun anew, or with what this browser kept, a draft, or a refused loading.
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { docDef } from '../../core'
import type { DocView, RecordOf } from '../../core/records'
import { useDoc, useList } from '../../sync/docs'
import { useDraft } from '../../sync/drafts'
import { useMended } from '../../sync/mended'
import type { Entry } from '../../sync/outbox'
import { say } from '../../words/say'
import { laidOver, type Picks, type Short, type Weighed } from './load'

/** Picks by line and batch, and the weighbridge. */
export interface Typed {
  picks: Record<number, Picks>
  /** By line: why a newer batch goes first. */
  reasons?: Record<number, string>
  weighed: Weighed
  loading: string | null
  /** The loading as it stood when this was typed over it. */
  base?: Pick<DocView<'loading'>, 'version' | 'record'>
  short?: Short[]
}

const EMPTY: Typed = { picks: {}, weighed: {}, loading: null }

const toldOf = ({ picks, reasons, weighed, short }: Typed) => JSON.stringify([picks, reasons ?? {}, weighed, short])
const sameTyped = (one: Typed, other: Typed) => toldOf(one) === toldOf(other)

/** The same over the loading as another has saved it meanwhile. */
function followed(was: Typed, { id, version, record }: DocView<'loading'>): Typed {
  if (!was.base || was.loading !== id || was.base.version >= version) return was
  const [before, now] = [typedFrom(was.base.record, id), typedFrom(record, id)]
  return {
    ...was,
    picks: laidOver(before.picks, was.picks, now.picks),
    reasons: laidOver(before.reasons ?? {}, was.reasons ?? {}, now.reasons ?? {}),
    weighed: laidOver(before.weighed, was.weighed, now.weighed),
    base: { version, record },
  }
}

export function useTyped(doc: DocView<'order'>) {
  const [typed, setTyped] = useState<Typed>(EMPTY)
  const [touched, setTouched] = useState(false)
  const draft = useDraft(`yard:${doc.id}`, typed, {
    title: say('loading of {doc_no}', { doc_no: doc.doc_no ?? say('an order') }),
    dirty: touched,
  })
  const { data: drafts, error: draftsError } = useList({
    type: 'loading',
    where: [`order:eq:${doc.id}`, 'status:eq:Draft'],
    limit: 1,
  })
  const latest = useRef(typed)
  latest.current = typed
  const kept = useRef(draft.kept)
  // What the weighbridge begins with is all there: its form keeps a copy, which must not take the place of what comes.
  const [settled, setSettled] = useState(false)
  const begin = useCallback((from: Typed | null) => {
    if (from) setTyped(from)
    setSettled(true)
  }, [])
  useEffect(() => {
    if (kept.current) begin(kept.current.value)
  }, [begin])
  const { mended, known } = useMended()
  const refused = useMemo(() => (mended ? typedOf(mended) : null), [mended])
  const [taken, setTaken] = useState(false)
  const takeRefused = useCallback(() => {
    if (!refused || taken) return
    setTaken(true)
    setTouched(true)
    begin(refused)
  }, [begin, refused, taken])
  useEffect(() => {
    // What was typed since it was refused is the person's as well: they choose.
    if (!kept.current) takeRefused()
  }, [takeRefused])
  const { begun, failed } = useBegun(drafts?.rows[0]?.id, !kept.current && known && !refused)
  useEffect(() => {
    if (begun && latest.current === EMPTY) begin(begun)
  }, [begin, begun])
  const nothing = (!!drafts && drafts.rows.length === 0) || !!draftsError || failed
  useEffect(() => {
    if (nothing && known && !refused) setSettled(true)
  }, [known, nothing, refused])
  const change = useCallback((next: (was: Typed) => Partial<Typed>) => {
    setTouched(true)
    setTyped((was) => ({ ...was, ...next(was) }))
  }, [])
  const pick = useCallback(
    (line: number, next: (was: Picks) => Picks) =>
      change((was) => ({ picks: { ...was.picks, [line]: next(was.picks[line] ?? {}) } })),
    [change],
  )
  const { data: stored, error: unread } = useDoc('loading', typed.loading ?? undefined)
  const gone = unread?.status === 404
  useEffect(() => {
    // Typed over a loading that another deleted, it becomes a new one.
    if (gone) setTyped((was) => ({ ...was, loading: null, base: undefined }))
    else if (stored) setTyped((was) => followed(was, stored))
  }, [gone, stored])
  const { drop } = draft
  const forget = useCallback(() => {
    setTouched(false)
    drop()
  }, [drop])
  const stands = useCallback((sent: Typed) => sameTyped(latest.current, sent), [])
  const follow = useCallback(({ id, version, record }: DocView<'loading'>) => {
    setTyped((was) => ({ ...was, loading: id, base: { version, record } }))
  }, [])
  return {
    typed,
    change,
    pick,
    /** Whether it is known what this begins with. */
    settled,
    /** The change that was refused, and the loading in it. */
    mended,
    refused,
    /** Whether something was typed since, so that the person chooses. */
    chooses: !!kept.current && !taken,
    takeRefused,
    /** Whether nothing was typed since this was sent. */
    stands,
    forget,
    /** Goes on as a saved draft. */
    follow,
  }
}

/** A draft loading that was begun before: the vehicle at the gate, its tare, and what was picked. */
function useBegun(id: string | undefined, wanted: boolean): { begun: Typed | null; failed: boolean } {
  const { data, error } = useDoc('loading', wanted ? id : undefined)
  const begun = useMemo(() => (data ? { ...typedFrom(data.record, data.id), base: data } : null), [data])
  return { begun, failed: !!error && !data }
}

/** The loading of a refused change as it was typed; null where it is about something else. */
function typedOf({ deed, doc_type, id, action, record, inputs }: Entry): Typed | null {
  if (doc_type === 'loading') return record ? typedFrom(record, deed === 'create' ? null : id) : null
  const sent = inputs as { loading_record?: RecordOf<'loading'>; short_close?: Short[] } | undefined
  if (action !== 'load' || !sent?.loading_record) return null
  return { ...typedFrom(sent.loading_record, null), short: sent.short_close }
}

function typedFrom(record: RecordOf<'loading'>, loading: string | null): Typed {
  const picks: Record<number, Picks> = {}
  const reasons: Record<number, string> = {}
  for (const row of record.lines ?? []) {
    const line = row.order_line ?? 0
    if (row.reason) reasons[line] = row.reason
    picks[line] = { ...picks[line], [row.batch ?? '']: row.pcs || (row.weight_g ?? 0) }
  }
  const keys =
    docDef('loading')
      ?.fields.filter((field) => !field.readonly && field.key !== 'lines' && field.key !== 'order')
      .map((field) => field.key) ?? []
  return {
    picks,
    reasons,
    weighed: Object.fromEntries(keys.filter((key) => record[key] !== undefined).map((key) => [key, record[key]])),
    loading,
  }
}
