// A chart is drawn in the colours of the theme, and anew when another theme comes.
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, it, vi } from 'vitest'
import { Drawn, type Echarts, type Inks } from './Drawn'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

const line = (colour: string) => document.documentElement.style.setProperty('--line', colour)
const option = ({ line: colour }: Inks) => ({ line: colour })

it('a chart takes the colours of a theme that comes while it stands', async () => {
  const drawn: unknown[] = []
  const chart = {
    setOption: (one: unknown) => drawn.push(one),
    getWidth: () => 400,
    resize: () => {},
    dispose: () => {},
  }
  const load = () => Promise.resolve({ init: () => chart } as unknown as Echarts)
  line('#e5e7ee')
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  await act(async () => root.render(<Drawn load={load} option={option} label="Sales" height={100} />))
  await vi.waitFor(() => expect(drawn).toEqual([{ line: '#e5e7ee' }]))
  line('#333c5c')
  document.documentElement.dataset.theme = 'slateDark1'
  await vi.waitFor(() => expect(drawn).toEqual([{ line: '#e5e7ee' }, { line: '#333c5c' }]))
  await act(async () => root.unmount())
  document.documentElement.dataset.theme = 'blue'
  await act(async () => undefined)
  expect(drawn).toHaveLength(2)
})
