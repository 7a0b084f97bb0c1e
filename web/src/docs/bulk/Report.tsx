// What came of a step on many documents: how many it did, and why the others stayed as they are.
import ErrorRounded from '@mui/icons-material/ErrorRounded'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import { useId } from 'react'
import { Link } from 'react-router'
import type { DocDef, Row } from '../../core/records'
import type { DocKey } from '../../core/types.gen'
import type { BulkResult } from '../../net/answers.gen'
import { pieces } from '../../ui/format'
import { paths } from '../paths'
import { titleOfRow } from '../titles'
import css from './BulkBar.module.css'
import { many, say } from '../../words/say'

const WHOLE = 100

/** What came of a step on many documents, one result for each. */
export function Report<K extends DocKey>({
  label,
  results,
  def,
  rows,
  onClose,
}: {
  label: string
  results: BulkResult[]
  def: DocDef<K>
  rows: Row<K>[]
  onClose: () => void
}) {
  const id = useId()
  const bad = results.filter((one) => !one.done)
  const good = results.length - bad.length
  const share = (good / results.length) * WHOLE
  const named = new Map(rows.map((row) => [row.id, titleOfRow(def, row)]))
  const name = (of: string) => named.get(of) || def.label
  const list = bad.map((one) => `${name(one.id)}\t${one.detail ?? ''}`).join('\n')
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} maxWidth="sm" fullWidth>
      <div className="p-20 grid gap-12">
        <div className="flex between gap-12">
          <h2 id={id} className="heading">
            {say('{label}: {good} of {results}', { label, good: pieces(good), results: pieces(results.length) })}
          </h2>
          <span className="muted text-13">{many(bad.length, '{n} stays as it is', '{n} stay as they are')}</span>
        </div>
        <div aria-hidden className={css.progress}>
          <div className={css.done} style={{ width: `${share}%` }} />
        </div>
        <ul className={css.refusals}>
          {bad.map((one) => (
            <li key={one.id} className={css.refusal}>
              <ErrorRounded aria-label={say('Refused')} className="text-17 danger" />
              <Link to={paths.view(def.key, one.id)} className="nowrap bold">
                {name(one.id)}
              </Link>
              <span className="grow muted">{one.detail}</span>
            </li>
          ))}
        </ul>
        <div className="flex gap-8">
          <Button variant="contained" color="primary" onClick={onClose} autoFocus>
            {say('Back to the list')}
          </Button>
          <Button variant="text" onClick={() => void navigator.clipboard?.writeText(list)}>
            {say('Copy list')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
