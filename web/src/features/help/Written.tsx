// A written page: paragraphs, steps, points, bold words and links, and nothing else.
import { Fragment, type ReactNode } from 'react'
import { Link } from 'react-router'
import css from './Help.module.css'

const PART = /\*\*([^*]+)\*\*|\[([^\]]+)\]\((\/[^)]*)\)/g

/** Words, bold words and links of one line. */
export function inline(text: string): ReactNode[] {
  const out: ReactNode[] = []
  let at = 0
  for (const part of text.matchAll(PART)) {
    const [whole, bold, label, path] = part
    out.push(text.slice(at, part.index))
    out.push(
      path ? (
        <Link key={part.index} to={path} className="bold">
          {label}
        </Link>
      ) : (
        <strong key={part.index}>{bold}</strong>
      ),
    )
    at = part.index + whole.length
  }
  out.push(text.slice(at))
  return out
}

const STEP = /^\d+\. /
const POINT = /^- /

type Block = { kind: 'steps' | 'points' | 'words'; lines: string[] }

function blocksOf(text: string): Block[] {
  const blocks: Block[] = []
  let goesOn = false
  for (const line of text.trim().split('\n')) {
    const kind = STEP.test(line) ? 'steps' : POINT.test(line) ? 'points' : 'words'
    const last = blocks.at(-1)
    if (goesOn && last?.kind === kind && kind !== 'words') last.lines.push(line)
    // A line without a mark goes on with what the one before says.
    else if (goesOn && last && kind === 'words') last.lines.push(`${last.lines.pop()} ${line.trim()}`)
    else if (line.trim()) blocks.push({ kind, lines: [line] })
    goesOn = line.trim() !== ''
  }
  return blocks
}

export function Written({ text }: { text: string }) {
  return (
    <div className={css.written}>
      {blocksOf(text).map(({ kind, lines }, at) => {
        if (kind === 'words') return <p key={at}>{inline(lines[0]!)}</p>
        const List = kind === 'steps' ? 'ol' : 'ul'
        return (
          <List key={at}>
            {lines.map((line) => (
              <li key={line}>
                <Fragment>{inline(line.replace(STEP, '').replace(POINT, ''))}</Fragment>
              </li>
            ))}
          </List>
        )
      })}
    </div>
  )
}
