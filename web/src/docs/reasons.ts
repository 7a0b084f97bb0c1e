// Reasons of a kind, wherever a declared input asks for one, and their words wherever a code is read.
import { useMemo } from 'react'
import { useList } from '../sync/docs'
import { useSteady } from '../ui/steady'
import type { Row } from '../core/records'
import type { ActionView, FieldDef } from '../core/types.gen'

const REASONS = 200
const NONE: Row[] = []

export function useReasons(): Row[] {
  const { data } = useList({ type: 'reason', where: ['status:eq:Active'], limit: REASONS })
  return data?.rows ?? NONE
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

/** The words of a reason's code; the code itself where the master is not known here. */
export function reasonWords(reasons: Row[], code: string): string {
  const found = reasons.find((row) => row.code === code)
  return found ? String(found.name) : code
}
