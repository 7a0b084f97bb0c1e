// Without the server a link is called what whoever chose it was shown.
import 'fake-indexeddb/auto'
import { act, createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { Provider, type ProviderProps } from 'react-redux'
import { afterEach, expect, it, vi } from 'vitest'
import { reached } from '../../net/reach'
import { token } from '../../net/token'
import { keepAnswer } from '../../sync/answers'
import { store } from '../../sync/store'
import { useTitle } from './LinkPicker'

vi.mock('../../core', async (original) => ({
  ...(await original<object>()),
  docDef: () => ({ key: 'vehicle', title: 'reg_no', statuses: ['Active'], fields: [] }),
}))

afterEach(() => vi.unstubAllGlobals())

it('a vehicle that was chosen from an offer is named after the tab was closed and the server is away', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal(
    'fetch',
    vi.fn(() => Promise.reject(new TypeError('failed'))),
  )
  token.keep('t', 'asha')
  await keepAnswer('/api/docs/vehicle?for=loading%3A%3Avehicle&q=1865&limit=20', {
    rows: [{ id: 'v', reg_no: 'MH12AB1865' }],
    total: 1,
  })
  reached(false)
  const Title = () => useTitle('vehicle', 'v')
  const place = document.createElement('div')
  const root = createRoot(place)
  const provided = { store, children: createElement(Title) } as unknown as ProviderProps
  await act(async () => root.render(createElement(Provider, provided)))
  await vi.waitFor(() => act(async () => expect(place.textContent).toBe('MH12AB1865')))
  await act(async () => root.unmount())
})
