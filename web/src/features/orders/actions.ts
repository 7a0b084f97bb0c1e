// The inputs of an order's steps, made choosable: lines and loadings from the order itself.
// Which step may be taken, and what it wants, is the core's answer; here it only gets words to choose from.
import { useMemo } from 'react'
import { useList } from '../../sync/docs'
import { may } from '../../sync/rights'
import { useUser } from '../../sync/store'
import { core, docDef } from '../../core'
import type { DocView } from '../../core/records'
import type { ActionView, FieldDef, Issue } from '../../core/types.gen'
import { titleOf } from '../../kit/record'

interface Choosable {
  lines: { key: string; label: string }[]
  loadings: { key: string; label: string }[]
}

function choosable(field: FieldDef, from: Choosable): FieldDef {
  const as = (choices: { key: string; label: string }[]): FieldDef =>
    choices.length > 0 ? { ...field, kind: 'choice', choices } : field
  if (field.key === 'loading' && field.kind === 'link') return as(from.loadings)
  if (field.key === 'line' && field.kind === 'int') return as(from.lines)
  if (field.key === 'lines' && field.kind === 'many' && field.of)
    return { ...field, of: { ...field.of, kind: 'choice', choices: from.lines } }
  if (field.fields.length > 0) return { ...field, fields: field.fields.map((inner) => choosable(inner, from)) }
  return field
}

export function lineChoices(doc: DocView<'order'>): { key: string; label: string }[] {
  return (doc.record.lines ?? []).map((line, at) => ({
    key: String(at),
    label: `${at + 1}. ${titleOf(doc.links, 'sku', line.sku)}`,
  }))
}

/** Inputs that have a page of their own are left out of the small box. */
const OWN_PAGE: Record<string, string[]> = {
  approve: ['changes'],
  load: ['loading_record', 'short_close'],
  submit: ['confirm'],
}

export function useChoosable(doc: DocView<'order'>): ActionView[] {
  const user = useUser()
  const def = docDef('loading')
  const { data } = useList(
    { type: 'loading', where: [`order:eq:${doc.id}`], limit: 50 },
    { skip: (doc.record.loadings ?? 0) === 0 || !def || !may(user, def, 'view') },
  )
  return useMemo(() => {
    const loadings = (data?.rows ?? []).map((row) => ({
      key: row.id,
      label: [row.doc_no, row.vehicle_no].filter(Boolean).join(' · ') || row.id,
    }))
    const from = { lines: lineChoices(doc), loadings }
    return doc.actions.map((one) => ({
      ...one,
      inputs: one.inputs
        .filter((input) => !OWN_PAGE[one.action]?.includes(input.key))
        .map((input) => choosable(input, from)),
    }))
  }, [doc, data])
}

/** What the core finds wrong with inputs as they were chosen. */
export function checkChosen(
  doc: Pick<DocView<'order'>, 'type' | 'status'>,
  action: string,
  inputs: Record<string, unknown>,
): Issue[] {
  return core().check_inputs(doc.type, doc.status, action, sendableInputs(inputs))
}

/** Line numbers were chosen as texts: the core takes numbers. */
export function sendableInputs(inputs: Record<string, unknown>): Record<string, unknown> {
  const number = (value: unknown) => (typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value)
  const out: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(inputs)) {
    if (key === 'line') out[key] = number(value)
    else if (key === 'lines' && Array.isArray(value))
      out[key] = value.map((one: unknown) =>
        typeof one === 'object' && one ? sendableInputs(one as Record<string, unknown>) : number(one),
      )
    else if (typeof value === 'object' && value && !Array.isArray(value))
      out[key] = sendableInputs(value as Record<string, unknown>)
    else out[key] = value
  }
  return out
}
