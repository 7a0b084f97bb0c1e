// A document's paper on the screen and from the printer: the pages that its PDF has, drawn by the core.
import { useEffect, useState } from 'react'
import { paperPages } from '../core/papers'
import { Failed, Skeletons } from '../ui/states'
import './paperPages.css'

interface Props {
  /** The document as it is shown. */
  view: object
  /** Those that are wanted; every copy where none are named. */
  copies?: string[]
}

export function PaperPages({ view, copies = [] }: Props) {
  const [pages, setPages] = useState<string[] | null>(null)
  const [failed, setFailed] = useState(false)
  const [again, setAgain] = useState(0)
  const wanted = copies.join(',')
  useEffect(() => {
    let left = false
    paperPages(view, wanted === '' ? [] : wanted.split(',')).then(
      (made) => {
        if (left) return
        setPages(made)
        setFailed(false)
      },
      (error: unknown) => {
        console.error('the pages of a paper were not made', error)
        if (!left) setFailed(true)
      },
    )
    return () => {
      left = true
    }
  }, [view, wanted, again])
  if (failed) return <Failed problem={null} what="The paper" onRetry={() => setAgain((times) => times + 1)} />
  if (!pages) return <Skeletons rows={8} />
  return pages.map((page, at) => (
    // Every text of it is escaped by the core.
    <div key={at} className="paper-page" dangerouslySetInnerHTML={{ __html: page }} />
  ))
}
