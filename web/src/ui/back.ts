// The phone's Back closes what lies over a page before it leaves the page.
//
//   useBackCloses(onClose)      in a dialog, as long as it is open
import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { useLatest } from './useLatest'

/** Back within the app closes instead; other ways to another page are the person's own. */
export function useBackCloses(onClose: () => void) {
  const close = useLatest(onClose)
  const { state, reset } = useBlocker(({ historyAction }) => historyAction === 'POP')
  useEffect(() => {
    if (state !== 'blocked') return
    reset()
    close()
  }, [state, reset, close])
}
