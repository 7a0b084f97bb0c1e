// The grid of a workbench: AG Grid over the book's rows, with keys and clipboard of our own.
import { AgGridReact } from 'ag-grid-react'
import type { CellClassParams, CellKeyDownEvent, ColDef, GridApi, ValueGetterParams } from 'ag-grid-community'
import { useEffect, useMemo, useRef } from 'react'
import { ROW_HEIGHT } from '../../sync/settings'
import { useAppSelector } from '../../sync/store'
import { GRID_EDGES, STYLE_NONCE, gridText, gridTheme } from '../../ui/grid'
import { useEdges } from '../../ui/Sideways'
import { covers, issuesOf, type Book, type BookRow } from './book'
import type { Cell } from './columns'
import css from './SheetGrid.module.css'
import { say } from '../../words/say'

export interface SheetGridHandle {
  show: (touched: BookRow[], added: BookRow[]) => void
  go: (key: string, path: string) => void
}

interface Props {
  book: Book
  cells: Cell[]
  label: string
  text: (row: BookRow, cell: Cell) => string
  onReady: (handle: SheetGridHandle) => void
  onType: (key: string, cell: Cell, text: string) => void
  onPaste: (clip: string, from: { key: string; path: string }) => void
  onFocus: (key: string, path: string) => void
}

/** A cell as it is copied: in quotes where it would otherwise fall into several. */
function copied(text: string): string {
  return /[\t\n"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** The editor of a cell: several lines for a note, where Shift and Enter begin the next. */
function editorOf(cell: Cell): Pick<ColDef<BookRow>, 'cellEditor' | 'cellEditorPopup' | 'cellEditorParams'> {
  if (cell.field.kind !== 'note') return { cellEditor: 'agTextCellEditor' }
  return {
    cellEditor: 'agLargeTextCellEditor',
    cellEditorPopup: true,
    cellEditorParams: { maxLength: cell.field.max ?? undefined, rows: 5, cols: 40 },
  }
}

/** How a row stands, in a word. */
function stateOf(book: Book, row: BookRow): string {
  if (row.conflict) return say('Conflict')
  if (issuesOf(row).length > 0) return say('To fix')
  if (book.isDirty(row)) return row.id === null ? say('New') : say('Changed')
  return row.justSaved ? say('Saved') : ''
}

export default function SheetGrid({ book, cells, label, text, onReady, onType, onPaste, onFocus }: Props) {
  const density = useAppSelector((state) => state.settings.density)
  const api = useRef<GridApi<BookRow> | null>(null)
  const box = useRef<HTMLDivElement>(null)
  useEdges(box, GRID_EDGES)
  const latest = useRef({ text, onType, onPaste, onFocus })
  latest.current = { text, onType, onPaste, onFocus }

  const columns = useMemo<ColDef<BookRow>[]>(
    () => [
      {
        colId: ':row',
        headerName: say('Row'),
        width: 108,
        pinned: 'left',
        lockPosition: 'left',
        editable: false,
        cellClass: 'cell-fixed',
        valueGetter: ({ data, node }: ValueGetterParams<BookRow>) =>
          data ? [(node?.rowIndex ?? 0) + 1, stateOf(book, data)].join('  ').trim() : '',
      },
      ...cells.map((cell, at): ColDef<BookRow> => ({
        colId: cell.path,
        headerName: cell.head,
        width: cell.width,
        pinned: at === 0 ? 'left' : undefined,
        editable: !cell.readonly,
        ...editorOf(cell),
        valueGetter: ({ data }) => (data ? latest.current.text(data, cell) : ''),
        valueSetter: ({ data, newValue, oldValue }) => {
          const typed = String(newValue ?? '')
          if (typed !== oldValue) latest.current.onType(data.key, cell, typed)
          return false
        },
        cellClass:
          [cell.field.kind === 'int' ? 'cell-right num' : '', cell.readonly ? 'cell-fixed' : '']
            .filter(Boolean)
            .join(' ') || undefined,
        headerClass: cell.field.kind === 'int' ? 'ag-right-aligned-header' : undefined,
        cellClassRules: {
          'cell-changed': ({ data }: CellClassParams<BookRow>) => !!data && book.isChanged(data, cell.path),
          'cell-wrong': ({ data }: CellClassParams<BookRow>) =>
            !!data && issuesOf(data).some((issue) => issue.path !== '' && covers(cell.path, issue.path)),
        },
      })),
    ],
    [book, cells],
  )

  const focused = () => {
    const cell = api.current?.getFocusedCell()
    const row = cell && api.current?.getDisplayedRowAtIndex(cell.rowIndex)?.data
    return cell && row
      ? {
          row,
          path: cell.column.getColId(),
          index: cell.rowIndex,
          column: cells.find((one) => one.path === cell.column.getColId()),
        }
      : null
  }

  const onKey = ({ event, api: grid }: CellKeyDownEvent<BookRow>) => {
    const pressed = event as KeyboardEvent
    const at = focused()
    if (!at?.column || at.column.readonly || grid.getEditingCells().length > 0) return
    if ((pressed.ctrlKey || pressed.metaKey) && pressed.key.toLowerCase() === 'd') {
      pressed.preventDefault()
      const above = grid.getDisplayedRowAtIndex(at.index - 1)?.data
      if (above) latest.current.onType(at.row.key, at.column, latest.current.text(above, at.column))
    } else if (pressed.key === 'Delete' || pressed.key === 'Backspace') {
      pressed.preventDefault()
      latest.current.onType(at.row.key, at.column, '')
    }
  }

  useEffect(() => {
    const here = box.current
    if (!here) return
    const typing = (event: ClipboardEvent) => !!(event.target as HTMLElement | null)?.closest('input, textarea')
    const paste = (event: ClipboardEvent) => {
      const at = focused()
      const clip = event.clipboardData?.getData('text/plain') ?? ''
      if (typing(event) || !at?.column || clip === '') return
      event.preventDefault()
      latest.current.onPaste(clip, { key: at.row.key, path: at.path })
    }
    const copy = (event: ClipboardEvent) => {
      const at = focused()
      if (typing(event) || !at?.column) return
      event.preventDefault()
      event.clipboardData?.setData('text/plain', copied(latest.current.text(at.row, at.column)))
    }
    here.addEventListener('paste', paste)
    here.addEventListener('copy', copy)
    return () => {
      here.removeEventListener('paste', paste)
      here.removeEventListener('copy', copy)
    }
  })

  return (
    <div ref={box} className={`book edges ${css.place}`}>
      <div className="cover">
        <AgGridReact<BookRow>
          theme={gridTheme}
          styleNonce={STYLE_NONCE}
          getLocaleText={gridText}
          columnDefs={columns}
          defaultColDef={{ resizable: true, sortable: false, suppressHeaderMenuButton: true }}
          suppressMovableColumns
          getRowId={({ data }) => data.key}
          rowHeight={ROW_HEIGHT[density]}
          animateRows={false}
          enterNavigatesVertically
          enterNavigatesVerticallyAfterEdit
          stopEditingWhenCellsLoseFocus
          onGridReady={({ api: made }) => {
            api.current = made
            made.setGridAriaProperty('label', label)
            made.applyTransaction({ add: [...book.rows] })
            onReady({
              show: (touched, added) => {
                const fresh = added.filter((row) => !made.getRowNode(row.key))
                if (fresh.length > 0) made.applyTransaction({ add: fresh })
                const nodes = touched.map((row) => made.getRowNode(row.key)).filter((node) => node !== undefined)
                if (nodes.length > 0) made.refreshCells({ rowNodes: nodes, force: true })
              },
              go: (key, path) => {
                const index = made.getRowNode(key)?.rowIndex
                if (index === null || index === undefined) return
                made.ensureIndexVisible(index)
                made.ensureColumnVisible(path)
                made.setFocusedCell(index, path)
              },
            })
            const first = cells.find((cell) => !cell.readonly)
            if (first && book.rows.length > 0) made.setFocusedCell(0, first.path)
          }}
          onCellKeyDown={(event) => onKey(event as CellKeyDownEvent<BookRow>)}
          onCellFocused={({ rowIndex, column }) => {
            const row = rowIndex === null ? undefined : api.current?.getDisplayedRowAtIndex(rowIndex)?.data
            if (row && column && typeof column !== 'string') latest.current.onFocus(row.key, column.getColId())
          }}
        />
      </div>
    </div>
  )
}
