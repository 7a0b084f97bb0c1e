// The query of the address, as the state of a page.
import { useCallback } from 'react'
import { useNavigate, useSearchParams, type NavigateOptions } from 'react-router'

/** In place of the page, so that Back leaves it: what it shows is not a visit of its own. */
const IN_PLACE: NavigateOptions = { replace: true }

/**
 * The query as it was last drawn, and its changes. A change is made to the address as it stands by then: two before the
 * page is drawn again both count, where the router would lay the second over what is drawn.
 */
export function useQuery() {
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const change = useCallback(
    (make: (next: URLSearchParams) => void, options = IN_PLACE) => {
      const next = new URLSearchParams(window.location.search)
      make(next)
      void navigate(`?${next.toString()}`, options)
    },
    [navigate],
  )
  /** Sets parts of it; one without a value goes. */
  const set = useCallback(
    (parts: Record<string, string | null | undefined>, options = IN_PLACE) =>
      change((next) => {
        for (const [key, value] of Object.entries(parts)) {
          if (value) next.set(key, value)
          else next.delete(key)
        }
      }, options),
    [change],
  )
  const clear = useCallback(() => change((next) => [...next.keys()].forEach((key) => next.delete(key))), [change])
  return { query, change, set, clear }
}
