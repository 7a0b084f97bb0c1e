// The query of the address: changes that follow each other before the page is drawn.
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, RouterProvider } from 'react-router'
import { expect, it, vi } from 'vitest'
import { useQuery } from './query'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

it('of two changes before the page is drawn again both count', async () => {
  let drawn: ReturnType<typeof useQuery> | null = null
  function Page() {
    drawn = useQuery()
    return <p>{drawn.query.toString()}</p>
  }
  window.history.replaceState(null, '', '/list?q=pipe')
  const router = createBrowserRouter([{ path: '/list', element: <Page /> }])
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  await act(async () => root.render(<RouterProvider router={router} />))
  const { set } = drawn!
  await act(async () => {
    set({ type: 'order' })
    set({ paise: '5000', q: null })
  })
  await vi.waitFor(() => expect(document.querySelector('p')?.textContent).toBe('type=order&paise=5000'))
  await act(async () => root.unmount())
})
