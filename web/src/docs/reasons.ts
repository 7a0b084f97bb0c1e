// Reasons of a kind, wherever a declared input asks for one, and their words wherever a code is read.
import { useMemo } from 'react'
import { useList } from '../sync/docs'
import { REASONS } from '../sync/pages'
import { useSteady } from '../ui/steady'
import type { DocDef, Row } from '../core/records'
import type { ActionView, FieldDef } from '../core/types.gen'

const NONE: Row[] = []

export function useReasons({ skip = false } = {}): Row[] {
  const { data } = useList({ type: 'reason', where: ['status:eq:Active'], limit: REASONS }, { skip })
  return data?.rows ?? NONE
}

/** The reasons that the list of a type shows the words of. */
export function useListedReasons(def: Pick<DocDef, 'fields'>): Row[] {
  return useReasons({ skip: !def.fields.some((field) => field.listed && field.kind === 'reason') })
}

export function choicesOf(reasons: Row[], kind: string | null | undefined): FieldDef['choices'] {
  return reasons.filter((row) => row.kind === kind).map((row) => ({ key: String(row.code), label: String(row.name) }))
}

/** What a reason's input offers. */
export function useReasonChoices(kind: string | null | undefined): FieldDef['choices'] {
  const reasons = useReasons()
  const choices = useMemo(() => choicesOf(reasons, kind), [reasons, kind])
  return useSteady(String(kind), choices, (choice) => choice.key) as FieldDef['choices']
}

/** The kind of reason that an action's input takes, at whatever depth it stands. */
export function reasonKind(action: ActionView | undefined): string | null {
  const find = (fields: FieldDef[]): string | null => {
    for (const field of fields) {
      const kind = field.reason ?? find(field.fields)
      if (kind) return kind
    }
    return null
  }
  return find(action?.inputs ?? [])
}

/** The words of a reason's code; the code itself where the master is not known here. Two kinds may share a code. */
export function reasonWords(reasons: Row[], code: string, kind?: string | null): string {
  const found = reasons.find((row) => row.code === code && (!kind || row.kind === kind))
  return found ? String(found.name) : code
}
