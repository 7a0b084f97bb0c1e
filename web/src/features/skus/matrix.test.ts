import type { Kit, KnownSku, Mapped } from '../../core/types.gen'
import { describe, expect, it } from 'vitest'
import { boundsOf, defaultsOfKit, rowsOf, textsOf } from './kit'
import { axesOf, cellTexts, distance, tableOf } from './matrix'

const number = (code: string, more: Partial<Mapped> = {}): Mapped => ({
  property: code.toLowerCase(),
  code,
  label: code,
  kind: 'number',
  unit: 'mm',
  min: null,
  max: null,
  step: null,
  in_name: true,
  in_formula: true,
  mandatory: true,
  default: '',
  options: [],
  ...more,
})
const kit = (properties: Mapped[]): Kit => ({
  group: 'g',
  name: 'Pipe',
  stock_mode: 'pcs_kg',
  section: 'pipe',
  template: '',
  properties,
  mapped: true,
  formula: null,
  preset: '',
  preset_per: '',
})
const sku = (values: Record<string, string>): KnownSku => ({
  id: JSON.stringify(values),
  name: '',
  code: null,
  status: 'Active',
  key: null,
  length_mm: null,
  grade: null,
  make: null,
  theo_g_per_pc: null,
  values: Object.entries(values).map(([property, value]) => ({ property, value })),
})
const pipe = kit([number('NB', { in_formula: false }), number('OD'), number('THK'), number('LEN')])
const box = kit([number('A'), number('B'), number('THK'), number('LEN')])

describe('the size matrix', () => {
  it('has the section down and the thickness across', () => {
    expect(axesOf(pipe)?.down.map((one) => one.code)).toEqual(['OD'])
    expect(axesOf(box)?.down.map((one) => one.code)).toEqual(['A', 'B'])
    expect(axesOf(box)?.across.code).toBe('THK')
    expect(axesOf(kit([number('D'), number('LEN')]))).toBeNull()
  })
  it('holds every size there is and the one that is typed, in the order of numbers', () => {
    const skus = [
      sku({ a: '100', b: '50', thk: '10' }),
      sku({ a: '60', b: '40', thk: '2.5' }),
      sku({ a: '60', b: '40', thk: '2' }),
    ]
    const table = tableOf(axesOf(box)!, skus, { a: '100', b: '60', thk: '3.20' })
    expect(table.rows.map((row) => row.label)).toEqual(['60 × 40', '100 × 50', '100 × 60'])
    expect(table.columns).toEqual(['2', '2.5', '3.2', '10'])
  })
  it('a cell keeps what is typed and takes its size, and the bore of its pipe', () => {
    const skus = [sku({ nb: '50', od: '60.3', thk: '3.6' })]
    const texts = cellTexts(
      pipe,
      { nb: '15', od: '21.3', thk: '2.6', len: '6000' },
      { od: '60.3' },
      axesOf(pipe)!.across,
      '4.5',
      skus,
    )
    expect(texts).toEqual({ nb: '50', od: '60.3', thk: '4.5', len: '6000' })
  })
  it('the nearest is the one that differs least', () => {
    const typed = { a: '100', b: '50', thk: '3.2' }
    expect(distance(box, typed, { a: '100', b: '50', thk: '2.9' })).toBeLessThan(
      distance(box, typed, { a: '80', b: '50', thk: '3.2' }),
    )
  })
})

describe('a kit', () => {
  it('makes rows of what is filled, in its order', () => {
    expect(rowsOf(pipe, { thk: '3.6', od: '60.3', len: ' ' })).toEqual([
      { property: 'od', value: '60.3' },
      { property: 'thk', value: '3.6' },
    ])
    expect(textsOf({ values: [{ property: 'od', value: '60.3' }] })).toEqual({ od: '60.3' })
  })
  it('begins with its defaults and with what most of its SKUs have of a list', () => {
    const graded = kit([number('LEN', { default: '6000' }), { ...number('GRADE'), kind: 'list' }])
    const skus = ['E250', 'E350', 'E350'].map((grade) => sku({ grade, len: '5800' }))
    expect(defaultsOfKit(graded, skus)).toEqual({ len: '6000', grade: 'E350' })
  })
  it('says the bounds of a number', () => {
    expect(boundsOf(number('THK', { min: 1_600, max: 12_000, step: 100 }))).toBe('1.6 to 12 mm, step 0.1')
    expect(boundsOf(number('OD', { min: 6_000 }))).toBe('at least 6 mm')
    expect(boundsOf(number('NB', { unit: '' }))).toBe('')
  })
})
