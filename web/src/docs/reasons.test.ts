// Reasons are offered by the kind that the declaration names.
import { describe, expect, it } from 'vitest'
import type { Row } from '../core/records'
import type { ActionView, FieldDef } from '../core/types.gen'
import { choicesOf, reasonKind, reasonWords } from './reasons'

const reasons = [
  {
    id: '1',
    version: 1,
    status: 'Active',
    since: 0,
    doc_no: null,
    code: 'LIMIT',
    name: 'Over the limit',
    kind: 'credit_reject',
  },
  {
    id: '2',
    version: 1,
    status: 'Active',
    since: 0,
    doc_no: null,
    code: 'SHORT',
    name: 'Short stock',
    kind: 'yard_concern',
  },
] satisfies Row[]

const field = (key: string, reason: string | null, fields: FieldDef[] = []) =>
  ({ key, reason, fields }) as unknown as FieldDef
const action = (...inputs: FieldDef[]) =>
  ({
    ...{ action: 'load', label: 'Load', inputs },
    ...{ allowed: true, why: null, onward: true, concerns: true },
  }) satisfies ActionView

describe('reasons', () => {
  it('are those of the kind', () => {
    expect(choicesOf(reasons, 'yard_concern')).toEqual([{ key: 'SHORT', label: 'Short stock' }])
  })
  it('have their kind from the input, also from one within rows', () => {
    expect(
      reasonKind(
        action(
          field('remarks', null),
          field('short_close', null, [field('line', null), field('reason', 'short_close')]),
        ),
      ),
    ).toBe('short_close')
    expect(reasonKind(action(field('remarks', null)))).toBeNull()
  })
  it('of a code nobody knows are the code', () => {
    expect(reasonWords(reasons, 'SHORT')).toBe('Short stock')
    expect(reasonWords(reasons, 'SHORT', 'of another kind')).toBe('SHORT')
    expect(reasonWords(reasons, 'OLD_CODE')).toBe('OLD_CODE')
  })
})
