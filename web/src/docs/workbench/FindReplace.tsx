// Finds a text in the cells and replaces it, after a look at what would change.
import Close from '@mui/icons-material/Close'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import IconButton from '@mui/material/IconButton'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useId, useMemo, useState } from 'react'
import { pieces } from '../../ui/format'
import type { Book, BookRow } from './book'
import type { Cell } from './columns'
import css from './FindReplace.module.css'
import { many, say } from '../../words/say'

export interface Found {
  row: BookRow
  cell: Cell
  before: string
  after: string
}

const SHOWN = 100

const plain = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

export function findAll(
  rows: BookRow[],
  cells: Cell[],
  text: (row: BookRow, cell: Cell) => string,
  asked: { find: string; replace: string; whole: boolean; path: string },
): Found[] {
  if (asked.find === '') return []
  const within = cells.filter((cell) => !cell.readonly && (asked.path === '' || cell.path === asked.path))
  const pattern = new RegExp(asked.whole ? `^${plain(asked.find)}$` : plain(asked.find), 'gi')
  return rows.flatMap((row) =>
    within.flatMap((cell) => {
      const before = text(row, cell)
      const after = before.replace(pattern, () => asked.replace)
      return after === before ? [] : [{ row, cell, before, after }]
    }),
  )
}

export function FindReplace({
  book,
  cells,
  text,
  onReplace,
  onGo,
  onClose,
}: {
  book: Book
  cells: Cell[]
  text: (row: BookRow, cell: Cell) => string
  onReplace: (found: Found[]) => void
  onGo: (found: Found) => void
  onClose: () => void
}) {
  const id = useId()
  const [find, setFind] = useState('')
  const [replace, setReplace] = useState('')
  const [whole, setWhole] = useState(false)
  const [path, setPath] = useState('')
  // oxlint-disable-next-line react/exhaustive-deps -- the rows are looked through again when the panel's words change
  const found = useMemo(
    () => findAll(book.rows, cells, text, { find, replace, whole, path }),
    [book, cells, text, find, replace, whole, path],
  )
  return (
    <section
      aria-labelledby={id}
      className={`card ${css.panel}`}
      onKeyDown={(event) => {
        if (event.key === 'Escape') {
          event.stopPropagation()
          onClose()
        }
      }}
    >
      <header className={css.head}>
        <h2 id={id} className="subheading grow">
          {say('Find and replace')}
        </h2>
        <IconButton size="small" aria-label={say('Close find and replace')} onClick={onClose}>
          <Close fontSize="small" />
        </IconButton>
      </header>
      <div className={css.form}>
        <TextField
          size="small"
          label={say('Find')}
          value={find}
          autoFocus
          onChange={(event) => setFind(event.target.value)}
        />
        <TextField
          size="small"
          label={say('Replace with')}
          value={replace}
          onChange={(event) => setReplace(event.target.value)}
        />
        <TextField
          size="small"
          select
          label={say('In')}
          value={path}
          onChange={(event) => setPath(event.target.value)}
          slotProps={{
            select: { displayEmpty: true, MenuProps: { slotProps: { paper: { className: css.choices } } } },
            inputLabel: { shrink: true },
          }}
        >
          <MenuItem value="">{say('All columns')}</MenuItem>
          {cells
            .filter((cell) => !cell.readonly)
            .map((cell) => (
              <MenuItem key={cell.path} value={cell.path}>
                {cell.head}
              </MenuItem>
            ))}
        </TextField>
        <FormControlLabel
          control={<Checkbox size="small" checked={whole} onChange={(event) => setWhole(event.target.checked)} />}
          label={say('Match whole cell')}
        />
        <Button
          variant="contained"
          color="primary"
          aria-disabled={found.length === 0}
          onClick={() => found.length > 0 && onReplace(found)}
        >
          {found.length === 0
            ? say('Replace')
            : many(found.length, 'Replace {found} cell', 'Replace {found} cells', { found: pieces(found.length) })}
        </Button>
        <span role="status" className="text-12 muted">
          {find === ''
            ? say('Changes are shown before they are made.')
            : found.length === 0
              ? say('Nothing found')
              : found.length > SHOWN
                ? say('The first {SHOWN} of {found}', { SHOWN, found: pieces(found.length) })
                : ''}
        </span>
      </div>
      <ol aria-label={say('Changes')} className={css.found}>
        {found.slice(0, SHOWN).map((one) => (
          <li key={`${one.row.key} ${one.cell.path}`} className="rule-below">
            <button type="button" onClick={() => onGo(one)} className={css.place}>
              <span className="muted text-12">{one.cell.head}</span>
              <span className="block">
                <s className="muted">{one.before}</s> <strong className="bold">{one.after || say('nothing')}</strong>
              </span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  )
}
