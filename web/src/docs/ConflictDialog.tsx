// Somebody else saved first: who and when, yours and the saved side by side, and one key that keeps both where they do
// not collide. What was typed is never lost.
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import { useId, useMemo } from 'react'
import type { DocDef, DocView, Links, RecordValue } from '../core/records'
import { useBackCloses } from '../ui/back'
import { moment } from '../ui/format'
import { collides, differences, merged } from './conflict'
import { Differences } from './Differences'
import { lower } from '../ui/words'
import { say } from '../words/say'

interface Props {
  def: DocDef
  base: RecordValue
  mine: RecordValue
  saved: DocView
  /** The names of what mine links to. */
  known?: Links
  by: string
  onKeep: (record: RecordValue) => void
  onUseSaved: () => void
  onClose: () => void
}

export function ConflictDialog({ def, base, mine, saved, known, by, onKeep, onUseSaved, onClose }: Props) {
  const id = useId()
  useBackCloses(onClose)
  const links = useMemo(() => together(known, saved.links), [known, saved.links])
  const all = useMemo(() => differences(def.fields, base, mine, saved.record), [def, base, mine, saved])
  const collide = all.some(collides)
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} maxWidth="sm" fullWidth>
      <div className="p-20 grid gap-16">
        <div>
          <h2 id={id} className="heading">
            {say('This {label} was changed by {by} at {updated_at}', {
              label: lower(def.label),
              by,
              updated_at: moment(saved.updated_at),
            })}
          </h2>
          {all.length === 0 && <p className="muted">{say('It holds what you typed. Nothing is lost.')}</p>}
        </div>
        {all.length > 0 && <Differences all={all} links={links} mine={say('Yours')} saved={say('Now saved')} />}
        {collide && (
          <p className="muted text-12">{say('Where both values are bold, keeping yours replaces the saved one.')}</p>
        )}
        <div className="flex gap-8 wrap">
          <Button variant="contained" color="primary" onClick={() => onKeep(merged(all, saved.record, base))}>
            {collide ? say('Keep my version') : say('Keep both changes')}
          </Button>
          <Button onClick={onUseSaved}>{say('Use saved version')}</Button>
          <Button variant="text" onClick={onClose}>
            {say('Keep editing')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

function together(one: Links = {}, other: Links = {}): Links {
  const types = new Set([...Object.keys(one), ...Object.keys(other)])
  return Object.fromEntries([...types].map((type) => [type, { ...one[type], ...other[type] }]))
}
