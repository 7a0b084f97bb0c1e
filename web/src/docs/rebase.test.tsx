// A form over a document that another changes: it follows, and what is typed stays.
import { act, useEffect } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { RecordValue } from '../core/records'
import type { FieldDef } from '../core/types.gen'
import { useRebased, useRecord, type RecordForm } from './record'

const fields = ['name', 'place'].map((key) => ({ key, kind: 'text', fields: [] }) as unknown as FieldDef)
const check = () => []

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

let root: Root
let form: RecordForm
function Form({ record, version }: { record: RecordValue; version: number }) {
  const made = useRecord({ fields, start: record, check })
  useRebased(made, record, version)
  useEffect(() => {
    form = made
  })
  return null
}
const show = (record: RecordValue, version: number) =>
  act(() => root.render(<Form record={record} version={version} />))
const type = (path: string, value: unknown) => act(() => form.set(path, value))

function saved(sent: RecordValue): boolean {
  let nothingSince = false
  act(() => {
    nothingSince = form.saved(sent)
  })
  return nothingSince
}

beforeEach(() => {
  root = createRoot(document.createElement('div'))
  show({ name: 'a', place: 'x' }, 1)
})
afterEach(() => act(() => root.unmount()))

describe('a form whose document comes in a newer version', () => {
  it('shows it, and keeps what was typed over it', () => {
    type('name', 'mine')
    show({ name: 'a', place: 'theirs' }, 2)
    expect(form.record).toEqual({ name: 'mine', place: 'theirs' })
    expect(form.dirty).toBe(true)
  })
  it('is not dirty where nothing was typed', () => {
    show({ name: 'a', place: 'theirs' }, 2)
    expect([form.record.place, form.dirty]).toEqual(['theirs', false])
  })
  it('knows what was typed since it was sent', () => {
    type('name', 'mine')
    const sent = form.record
    type('place', 'since')
    show({ name: 'mine', place: 'x' }, 2)
    expect(saved(sent)).toBe(false)
    expect(form.record).toEqual({ name: 'mine', place: 'since' })
  })
  it('is saved where the same came back', () => {
    type('name', 'mine')
    const sent = form.record
    show({ name: 'mine', place: 'x' }, 2)
    expect(saved(sent)).toBe(true)
    expect(form.dirty).toBe(false)
  })
})

describe('what went and comes back', () => {
  it('leaves what was typed since then', () => {
    type('name', 'mine')
    const discarded = form.record
    act(() => form.settle({ name: 'a', place: 'x' }))
    type('place', 'since')
    act(() => form.bring(discarded))
    expect(form.record).toEqual({ name: 'mine', place: 'since' })
    expect(form.dirty).toBe(true)
  })
  it('goes by what stands there by then', () => {
    type('name', 'mine')
    const later = form.change
    type('name', 'since')
    act(() => later<string>('name', (now) => `${now} and back`))
    expect(form.record.name).toBe('since and back')
  })
})
