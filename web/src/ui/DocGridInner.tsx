// The grid behind DocGrid: AG Grid's infinite row model over the list call.
import { AgGridReact, type CustomCellRendererProps } from 'ag-grid-react'
import type { CellKeyDownEvent, ColDef, GridApi, IDatasource, RowClassRules, SelectionColumnDef } from 'ag-grid-community'
import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import type { Problem } from '../api/client'
import { asProblem, docsApi, type ListArgs } from '../api/docs'
import { ROW_HEIGHT } from '../app/settings'
import { useAppDispatch, useAppSelector } from '../app/store'
import type { Page, Row } from '../core/types.gen'
import type { Links } from '../docs/fields/shape'
import { STYLE_NONCE, gridTheme } from './grid'
import { Failed } from './states'

export interface GridColumn {
  key: string
  head: string
  width?: number
  flex?: number
  right?: boolean
  pinned?: boolean
  sortable?: boolean
  /** What the server sorts by, when it is not the key. */
  sortKey?: string
  hidden?: boolean
  /** What the cell draws; without it the text is shown. */
  cell?: (row: Row, links: Links) => ReactNode
  text?: (row: Row, links: Links) => string
}

export interface DocGridProps {
  args: Omit<ListArgs, 'offset' | 'limit'>
  columns: GridColumn[]
  sort?: string
  onSort?: (sort: string | undefined) => void
  onOpen?: (row: Row) => void
  onPage?: (page: Page) => void
  /** Rows can be ticked; called with the ticked ones. */
  onSelect?: (rows: Row[]) => void
  /** Another number loads the rows anew and keeps the place (after an action on them). */
  version?: number
  what: string
  empty: ReactNode
}

const BLOCK = 100
const STUBS: RowClassRules<Row> = { 'row-stub': ({ data }) => !data }
const TICKS: SelectionColumnDef = { pinned: 'left', width: 40, suppressHeaderMenuButton: true, resizable: false }

type Told = { page: Page | null; problem: Problem | null }
interface Context { links: Links }

function Cell({ data, context, colDef }: CustomCellRendererProps<Row, unknown, Context>) {
  const column = colDef?.cellRendererParams as GridColumn | undefined
  if (!data || !column) return null
  return <span className="cell-text">{column.cell ? column.cell(data, context.links) : column.text?.(data, context.links)}</span>
}

function colDefOf(column: GridColumn, sort: string | undefined): ColDef<Row> {
  const own = sort?.replace(/^-/, '') === (column.sortKey ?? column.key)
  return {
    colId: column.key, headerName: column.head, width: column.width, flex: column.flex, minWidth: column.flex ? (column.width ?? 120) : 56,
    pinned: column.pinned ? 'left' : undefined, hide: column.hidden, sortable: column.sortable ?? false,
    sort: own ? (sort?.startsWith('-') ? 'desc' : 'asc') : null, sortingOrder: ['asc', 'desc', null],
    cellRenderer: Cell, cellRendererParams: column, cellClass: column.right ? 'cell-right num' : undefined,
    headerClass: column.right ? 'ag-right-aligned-header' : undefined,
  }
}

export default function DocGridInner({ args, columns, sort, onSort, onOpen, onPage, onSelect, version = 0, what, empty }: DocGridProps) {
  const dispatch = useAppDispatch()
  const density = useAppSelector((state) => state.settings.density)
  const [told, setTold] = useState<Told>({ page: null, problem: null })
  const [api, setApi] = useState<GridApi<Row> | null>(null)
  const context = useRef<Context>({ links: {} })
  const latest = useRef({ onPage, onSelect, onOpen })
  latest.current = { onPage, onSelect, onOpen }
  const key = JSON.stringify(args)

  const source = useMemo<IDatasource>(
    () => ({
      getRows: ({ startRow, endRow, successCallback, failCallback }) => {
        const asked = JSON.parse(key) as DocGridProps['args']
        const call = dispatch(docsApi.endpoints.list.initiate({ ...asked, offset: startRow, limit: endRow - startRow }, { forceRefetch: true, subscribe: false }))
        void call.then(({ data, error }) => {
          if (!data) {
            failCallback()
            return setTold((was) => ({ ...was, problem: asProblem(error) }))
          }
          for (const [type, titles] of Object.entries(data.links ?? {})) context.current.links[type] = { ...context.current.links[type], ...titles }
          const end = startRow + data.rows.length
          const last = data.rows.length < endRow - startRow ? end : data.more ? undefined : data.total
          successCallback(data.rows, last)
          setTold((was) => ({ page: startRow === 0 ? data : was.page, problem: null }))
          if (startRow === 0) latest.current.onPage?.(data)
        })
      },
    }),
    [key, dispatch],
  )
  useEffect(() => {
    if (version > 0) api?.refreshInfiniteCache()
  }, [api, version])
  useEffect(() => setTold({ page: null, problem: null }), [key])

  const defs = useMemo(() => columns.map((column) => colDefOf(column, sort)), [columns, sort])
  const retry = useCallback(() => {
    setTold((was) => ({ ...was, problem: null }))
    api?.purgeInfiniteCache()
  }, [api])
  const onKey = useCallback((event: CellKeyDownEvent<Row>) => {
    const pressed = (event.event as KeyboardEvent | undefined)?.key.toLowerCase()
    const { rowIndex, column, data, node } = event
    if (rowIndex === null) return
    if (pressed === 'enter' && data) latest.current.onOpen?.(data)
    else if (pressed === 'x' && latest.current.onSelect) node.setSelected(!node.isSelected())
    else if (pressed === 'j' || pressed === 'k') {
      const to = Math.max(0, rowIndex + (pressed === 'j' ? 1 : -1))
      event.api.ensureIndexVisible(to)
      event.api.setFocusedCell(to, column)
    }
  }, [])
  const nothing = told.page?.rows.length === 0 && !told.problem
  return (
    <div style={{ position: 'relative', flex: 1, minHeight: 200 }}>
      <div style={{ position: 'absolute', inset: 0, visibility: nothing || told.problem ? 'hidden' : 'visible' }}>
        <AgGridReact<Row>
          theme={gridTheme} styleNonce={STYLE_NONCE} rowModelType="infinite" datasource={source} cacheBlockSize={BLOCK} maxConcurrentDatasourceRequests={2}
          columnDefs={defs} defaultColDef={{ resizable: true, suppressHeaderMenuButton: true }} suppressMovableColumns context={context.current} getRowId={({ data }) => data.id}
          rowHeight={ROW_HEIGHT[density]} rowClassRules={STUBS} suppressCellFocus={false} suppressDragLeaveHidesColumns animateRows={false}
          rowSelection={onSelect ? { mode: 'multiRow', headerCheckbox: false, enableClickSelection: false } : undefined} selectionColumnDef={TICKS}
          onGridReady={({ api: ready }) => setApi(ready)} onCellKeyDown={(event) => onKey(event as CellKeyDownEvent<Row>)}
          onRowClicked={({ data, event }) => {
            const target = event?.target as HTMLElement | null
            if (data && !target?.closest('a, button, input, .ag-selection-checkbox')) latest.current.onOpen?.(data)
          }}
          onSelectionChanged={({ api: now }) => latest.current.onSelect?.(now.getSelectedRows())}
          onSortChanged={({ api: now, source: by }) => {
            if (by !== 'uiColumnSorted') return
            const column = now.getColumnState().find((state) => state.sort)
            const key = column && (columns.find((one) => one.key === column.colId)?.sortKey ?? column.colId)
            onSort?.(key ? `${column.sort === 'desc' ? '-' : ''}${key}` : undefined)
          }}
        />
      </div>
      {told.problem && <div className="grid-cover"><Failed problem={told.problem} what={what} onRetry={retry} /></div>}
      {nothing && <div className="grid-cover">{empty}</div>}
    </div>
  )
}
