// A document's paper on the screen and from the printer: the pages that its PDF has, drawn by the core.
import { useEffect, useState } from 'react'
import { pagesOf, WHOLE, type PaperWish } from '../sync/papers'
import { classes } from '../theme/classes'
import { Failed, Skeletons } from '../ui/states'
import './paperPages.css'
import { say } from '../words/say'

interface Props {
  /** The document as it is shown. */
  view: { type: string; id: string }
  wish?: PaperWish
}

export function PaperPages({ view, wish = WHOLE }: Props) {
  const [pages, setPages] = useState<string[] | null>(null)
  const [failed, setFailed] = useState(false)
  const [again, setAgain] = useState(0)
  const { size, from, to } = wish
  const copies = wish.copies.join(',')
  useEffect(() => {
    let left = false
    pagesOf(view, { size, from, to, copies: copies === '' ? [] : copies.split(',') }).then(
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
  }, [view, copies, size, from, to, again])
  if (failed) return <Failed problem={null} what={say('The paper')} onRetry={() => setAgain((times) => times + 1)} />
  if (!pages) return <Skeletons rows={8} />
  return <SvgPages pages={pages} />
}

/** Pages that the core drew. */
export function SvgPages({ pages }: { pages: string[] }) {
  return pages.map((page, at) => (
    // Every text of it is escaped by the core.
    <div
      key={at}
      lang="en-IN"
      className={classes('paper-page', KINDS[widthOf(page)])}
      dangerouslySetInnerHTML={{ __html: page }}
    />
  ))
}

/** The class of a page by how wide it is: a roll is cut where its print ends, a table may lie crosswise. */
const KINDS: Record<string, string> = { '80mm': 'paper-roll', '297mm': 'paper-wide' }
const widthOf = (page: string) => / width="([^"]+)"/.exec(page)?.[1] ?? ''
