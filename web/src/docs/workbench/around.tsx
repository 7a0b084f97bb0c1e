// What stands around the workbench's grid: its tools, the line at its foot, and the question before rows are left.
import FindReplaceOutlined from '@mui/icons-material/FindReplace'
import Redo from '@mui/icons-material/Redo'
import Undo from '@mui/icons-material/Undo'
import Button from '@mui/material/Button'
import { Link } from 'react-router'
import type { DocDef } from '../../core/records'
import { classes } from '../../theme/classes'
import { pieces } from '../../ui/format'
import { Kbd } from '../../ui/Kbd'
import { many, say } from '../../words/say'
import { paths } from '../paths'
import { MOST_ROWS, type Bench } from './useWorkbench'
import css from './Workbench.module.css'

export function Tools({
  def,
  bench: { book, saving, undo, redo },
  changes,
  finding,
  onFind,
  onSave,
}: {
  def: DocDef
  bench: Bench
  changes: number
  finding: boolean
  onFind: () => void
  onSave: () => void
}) {
  return (
    <>
      <Button size="small" startIcon={<Undo />} onClick={undo} aria-disabled={!book.canUndo}>
        {say('Undo')}
      </Button>
      <Button size="small" startIcon={<Redo />} onClick={redo} aria-disabled={!book.canRedo}>
        {say('Redo')}
      </Button>
      <Button size="small" startIcon={<FindReplaceOutlined />} onClick={onFind} aria-expanded={finding}>
        {say('Find and replace')}
      </Button>
      <Button size="small" component={Link} to={paths.import(def.key)}>
        {say('Import')}
      </Button>
      <Button variant="contained" color="primary" onClick={onSave} aria-disabled={changes === 0} aria-busy={!!saving}>
        {saving
          ? say('Saving {done} of {of}', { done: pieces(saving.done), of: pieces(saving.of) })
          : changes === 0
            ? say('Save')
            : many(changes, 'Save {changes} row', 'Save {changes} rows', { changes: pieces(changes) })}
        <span className="keys">
          <Kbd on="fill">Ctrl</Kbd>
          <Kbd on="fill">S</Kbd>
        </span>
      </Button>
    </>
  )
}

export function Foot({
  plural,
  bench: { loaded, problem },
  changes,
  wrong,
  wrongRows,
  conflicts,
  said,
  note,
  onNextWrong,
  onMeet,
}: {
  plural: string
  bench: Bench
  changes: number
  wrong: number
  wrongRows: number
  conflicts: number
  /** What is wrong with the cell that has the focus. */
  said: string | null | undefined
  note: string
  onNextWrong: () => void
  onMeet: () => void
}) {
  return (
    <footer className={css.foot}>
      <span className="nowrap">
        <strong className="num ink">{pieces(loaded?.rows ?? 0)}</strong> {plural}
        {loaded?.over &&
          say(' of {of}: at most {MOST_ROWS} at once, filter the list first', {
            of: pieces(loaded.of),
            MOST_ROWS: pieces(MOST_ROWS),
          })}
      </span>
      {changes > 0 && (
        <span className="nowrap">
          <strong className="num ink">{pieces(changes)}</strong>
          {say(' not saved')}
        </span>
      )}
      {wrong > 0 && (
        <Button size="small" variant="text" onClick={onNextWrong} className="danger">
          {many(wrongRows, '{wrong} to fix in {n} row', '{wrong} to fix in {n} rows', { wrong: pieces(wrong) })}
          <span className="keys">
            <Kbd>F8</Kbd>
          </span>
        </Button>
      )}
      {conflicts > 0 && (
        <Button size="small" variant="text" className="danger" onClick={onMeet}>
          {conflicts === 1
            ? say('1 row was changed by someone else')
            : say('{conflicts} rows were changed by someone else', { conflicts: pieces(conflicts) })}
        </Button>
      )}
      <span role="status" className={classes(css.said, said ? 'danger' : 'muted')}>
        {said ?? note}
      </span>
      {problem && loaded && (
        <span role="alert" className="danger">
          {problem.detail}
        </span>
      )}
      <span className="wide-only nowrap inline-row gap-4 text-12">
        <Kbd>F2</Kbd>
        {say(' edit {kbd}{kbd2} from above {kbd}{kbd3} undo', {
          kbd: <Kbd>Ctrl</Kbd>,
          kbd2: <Kbd>D</Kbd>,
          kbd3: <Kbd>Z</Kbd>,
        })}
      </span>
    </footer>
  )
}

export function Leaving({ count, onStay, onLeave }: { count: number; onStay: () => void; onLeave: () => void }) {
  return (
    <div role="alertdialog" aria-label={say('Rows are not saved')} className={`card ${css.question}`}>
      <span className={css.words}>
        {many(count, '{n} row is not saved and would be lost.', '{n} rows are not saved and would be lost.')}
      </span>
      <Button variant="contained" color="primary" autoFocus onClick={onStay}>
        {say('Stay')}
      </Button>
      <Button onClick={onLeave}>{say('Leave without saving')}</Button>
    </div>
  )
}
