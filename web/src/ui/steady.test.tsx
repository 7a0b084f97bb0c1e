import { act, useEffect, useState } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { keepPlaces, useSelected, useSteady } from './steady'

interface Row {
  id: string
  name?: string
}
const keyOf = (row: Row) => row.id
const row = (id: string, name?: string): Row => ({ id, name })
const ids = (rows: readonly Row[]) => rows.map(keyOf).join(' ')

describe('the places of rows', () => {
  const cases: [why: string, shown: string, next: string, then: string][] = [
    ['a row that comes late stands below', 'b c', 'a b c', 'b c a'],
    ['rows that come late keep their own order', 'c', 'a b c d', 'c a b d'],
    ['another order moves nothing', 'a b c', 'c b a', 'a b c'],
    ['a row that is gone keeps its place, so that none takes it', 'a b c', 'a c', 'a b c'],
    ['an empty list takes all', '', 'a b', 'a b'],
    ['no answer takes nothing away', 'a b', '', 'a b'],
  ]
  it.each(cases)('%s', (_, shown, next, then) => {
    const of = (text: string) => (text ? text.split(' ').map((id) => row(id)) : [])
    expect(ids(keepPlaces(of(shown), of(next), keyOf))).toBe(then)
  })
  it('a row is shown as it is now', () => {
    expect(keepPlaces([row('a', 'Draft')], [row('a', 'Active')], keyOf)).toEqual([row('a', 'Active')])
  })
})

interface Given {
  question: string | null
  rows: Row[] | undefined
}
let root: Root
interface Probed {
  give: (given: Given) => void
  select: (at: number) => void
  shown: string
  selected: string | undefined
}
let probe: Probed

function Probe({ onRender }: { onRender: (probed: Probed) => void }) {
  const [{ question, rows }, give] = useState<Given>({ question: 'q', rows: undefined })
  const shown = useSteady(question, rows, keyOf)
  const { at, select } = useSelected(question ?? '', shown, keyOf)
  useEffect(() => {
    onRender({ give, select, shown: ids(shown), selected: shown[at]?.id })
  }, [at, onRender, select, shown])
  return null
}

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  root = createRoot(document.createElement('div'))
  act(() =>
    root.render(
      <Probe
        onRender={(probed) => {
          probe = probed
        }}
      />,
    ),
  )
})
afterEach(() => {
  act(() => root.unmount())
})

const told = (question: string | null, rows: string | undefined) =>
  act(() => probe.give({ question, rows: rows?.split(' ').map((id) => row(id)) }))

describe('a list that fills while it is chosen from', () => {
  it('adds late answers below and keeps the selection on the same row', () => {
    told('q', 'b c')
    act(() => probe.select(1))
    told('q', 'a b c')
    expect(probe).toMatchObject({ shown: 'b c a', selected: 'c' })
  })
  it('keeps the first row selected that was shown first', () => {
    told('q', 'b c')
    told('q', 'a b c')
    expect(probe).toMatchObject({ shown: 'b c a', selected: 'b' })
  })
  it('shows nothing of one question under another', () => {
    told('q', 'b c')
    told('r', undefined)
    expect(probe).toMatchObject({ shown: '', selected: undefined })
    told('r', 'a b c')
    expect(probe).toMatchObject({ shown: 'a b c', selected: 'a' })
  })
  it('keeps what is shown while the same question is asked again', () => {
    told('q', 'b c')
    told('q', undefined)
    expect(probe.shown).toBe('b c')
  })
  it('follows the answers while nobody chooses', () => {
    told(null, 'b c')
    told(null, 'a b c')
    expect(probe).toMatchObject({ shown: 'a b c', selected: 'b' })
    told(null, 'a c')
    expect(probe).toMatchObject({ shown: 'a c', selected: 'c' })
  })
})
