// What this browser keeps of an answer stands in the page while the server's is long in coming.
import { useEffect, useState } from 'react'
import { waitedFor } from '../net/early'
import { keptAnswer, shown } from './answers'

/** An answer that takes longer is preceded by the one that is kept. */
const SLOW_MS = 300

interface Answer<Data> {
  data?: Data
  currentData?: Data
  isFetching: boolean
  isLoading: boolean
  isSuccess: boolean
}

/** What is kept of a question that is open; undefined at any other time. */
function useKept(url: string | null): unknown {
  const [kept, setKept] = useState<{ url: string; data: unknown } | null>(null)
  useEffect(() => {
    if (url === null) return
    let over = false
    let gone = () => {}
    const stands = async () => {
      const found = await keptAnswer(url)
      if (over || !found) return
      gone = shown(found.at)
      setKept({ url, data: found.data })
    }
    const timer = setTimeout(() => void stands(), Math.max(0, SLOW_MS - waitedFor(url)))
    return () => {
      over = true
      clearTimeout(timer)
      gone()
      setKept(null)
    }
  }, [url])
  return kept?.url === url ? kept?.data : undefined
}

/**
 * The answer, or what is kept of it until it comes. It is never in the cache of what the server answered: a refusal
 * ends it, and no change is made to it.
 */
export function useMeanwhile<Data, Asked extends Answer<Data>>(answer: Asked & Answer<Data>, url: string): Asked {
  const open = answer.isFetching && answer.data === undefined
  const kept = useKept(open ? url : null) as Data | undefined
  if (kept === undefined) return answer
  return { ...answer, data: kept, currentData: kept, isLoading: false, isSuccess: true }
}
