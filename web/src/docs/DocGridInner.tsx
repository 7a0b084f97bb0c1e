// The grid behind DocGrid: AG Grid's infinite row model over the list call.
import ArrowUpward from '@mui/icons-material/ArrowUpward'
import MoreVert from '@mui/icons-material/MoreVert'
import Button from '@mui/material/Button'
import { AgGridReact, type CustomCellRendererProps } from 'ag-grid-react'
import type { ColDef, GridApi, IDatasource, IRowNode, RowClassRules, SelectionColumnDef } from 'ag-grid-community'
import { Suspense, useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { docDef } from '../core'
import type { DocKey } from '../core/types.gen'
import type { Links, ListField, Page, Row, Sort } from '../core/records'
import type { Problem } from '../net/client'
import { asProblem, listNow, type ListArgs } from '../sync/docs'
import { ROW_HEIGHT } from '../sync/settings'
import type { Change } from '../net/answers.gen'
import { useChanges } from '../sync/live'
import { LIST_STEP } from '../sync/pages'
import { useAppDispatch, useAppSelector } from '../sync/store'
import { GRID_EDGES, STYLE_NONCE, gridText, gridTheme } from '../ui/grid'
import { isTyping, useKeys } from '../ui/keys'
import { useEdges } from '../ui/Sideways'
import { lazily } from '../ui/lazily'
import { Failed } from '../ui/states'
import { classes } from '../theme/classes'
import type { RowActs, RowAsked } from './list/RowMenu'
import { keepTrail } from './list/trail'
import css from './DocGridInner.module.css'
import { say } from '../words/say'

/** Its key is the field that it shows; a column that shows none has a key of its own. */
export interface GridColumn<K extends DocKey = DocKey, Own extends string = never> {
  key: ListField<K> | Own
  head: string
  width?: number
  flex?: number
  right?: boolean
  pinned?: boolean
  sortable?: boolean
  /** What the server sorts by, when it is not the key. */
  sortKey?: ListField<K>
  hidden?: boolean
  /** What the cell draws; without it the text is shown. */
  cell?: (row: Row<K>, links: Links) => ReactNode
  text?: (row: Row<K>, links: Links) => string
}

export interface DocGridProps<K extends DocKey = DocKey> {
  args: Omit<ListArgs<K>, 'offset' | 'limit'>
  columns: GridColumn<K, string>[]
  sort?: Sort<K>
  onSort?: (sort: Sort<K> | undefined) => void
  onOpen?: (row: Row<K>) => void
  onPage?: (page: Page<K>) => void
  /** Rows can be ticked; called with the ticked ones. */
  onSelect?: (rows: Row<K>[]) => void
  /** What is ticked, of rows too that are not loaded. */
  ticked?: Row<K>[]
  /** How its steps are taken from a row's menu. */
  acts?: RowActs
  /** A column was made wider or narrower. */
  onResize?: (key: string, width: number) => void
  /** Another number loads the rows anew and keeps the place (after an action on them). */
  version?: number
  what: string
  empty: ReactNode
}

const BLOCK = LIST_STEP.desk
const STUBS: RowClassRules<Row> = { 'row-stub': ({ data }) => !data }
const TICKS: SelectionColumnDef = { pinned: 'left', width: 40, suppressHeaderMenuButton: true, resizable: false }

const RowMenu = lazily(() => import('./list/RowMenu'))

/** The column of what can be done with a row. */
const MORE: ColDef<Row> = {
  colId: 'more',
  headerName: '',
  width: 40,
  pinned: 'right',
  resizable: false,
  sortable: false,
  cellClass: 'cell-more',
  cellRenderer: ({ data }: CustomCellRendererProps<Row>) =>
    data ? (
      <button type="button" data-more tabIndex={-1} aria-label={say('Actions of the row')} className="icon-button-24">
        <MoreVert className="text-18" />
      </button>
    ) : null,
}

/** A cell as it stands in the page. */
function cellAt(row: number, column: string): HTMLElement | null {
  const rows = document.querySelectorAll(`.ag-row[row-index="${row}"] .ag-cell`)
  return [...rows].find((cell): cell is HTMLElement => cell.getAttribute('col-id') === column) ?? null
}

type Told = { page: Page | null; problem: Problem | null }
interface Context {
  links: Links
}

function Cell({ data, context, colDef }: CustomCellRendererProps<Row, unknown, Context>) {
  const column = colDef?.cellRendererParams as GridColumn<DocKey, string> | undefined
  if (!data || !column) return null
  return <span className="cell-text">{column.cell?.(data, context.links)}</span>
}

/**
 * What a cell draws. Most say one text: those are the grid's own, since a component in each is what scrolling waits
 * for.
 */
function drawn(column: GridColumn<DocKey, string>): ColDef<Row> {
  const { text } = column
  if (column.cell || !text)
    return { cellRenderer: Cell, cellRendererParams: column, cellClass: column.right ? 'cell-right num' : undefined }
  return {
    valueGetter: ({ data, context }) => (data ? text(data, (context as Context).links) : ''),
    cellClass: column.right ? 'cell-plain cell-right num' : 'cell-plain',
  }
}

/** `usual`: the list's own order, which stands where no other was chosen. */
function colDefOf(column: GridColumn<DocKey, string>, sort: string | undefined, usual: string | null): ColDef<Row> {
  const by = (one: string | null | undefined) => one?.replace(/^-/, '') === (column.sortKey ?? column.key)
  const way = (one: string | null | undefined) => (one?.startsWith('-') ? 'desc' : 'asc')
  const shown = sort ?? usual
  return {
    colId: column.key,
    headerName: column.head,
    width: column.width,
    flex: column.flex,
    minWidth: column.flex ? (column.width ?? 120) : 56,
    pinned: column.pinned ? 'left' : undefined,
    hide: column.hidden,
    sortable: column.sortable ?? false,
    sort: by(shown) ? way(shown) : null,
    // Without a choice the list is in its own order: of its column there are two ways, and no third click.
    sortingOrder: by(usual) ? (way(usual) === 'desc' ? ['desc', 'asc'] : ['asc', 'desc']) : ['asc', 'desc', null],
    ...drawn(column),
    headerClass: column.right ? 'ag-right-aligned-header' : undefined,
  }
}

/**
 * What others change while the list is open: rows that are shown change where they stand, and new ones wait until
 * they are asked for, so that nothing moves under the cursor.
 */
function useFresh(api: GridApi<Row> | null, key: string, context: Context, onPage: (page: Page) => void) {
  const dispatch = useAppDispatch()
  const [news, setNews] = useState<string[]>([])
  useEffect(() => setNews([]), [key])
  useEffect(() => {
    // What was loaded meanwhile, after the person's own action say, is news no more.
    const seen = () =>
      setNews((was) => (was.some((id) => api?.getRowNode(id)) ? was.filter((id) => !api?.getRowNode(id)) : was))
    api?.addEventListener('modelUpdated', seen)
    return () => {
      if (!api?.isDestroyed()) api?.removeEventListener('modelUpdated', seen)
    }
  }, [api])
  const look = useCallback(
    async (changes: Change[] | null) => {
      if (!api || api.isDestroyed()) return
      if (!changes) return api.refreshInfiniteCache()
      const first = Math.max(0, api.getFirstDisplayedRowIndex())
      const offset = first - (first % BLOCK)
      const asked = JSON.parse(key) as DocGridProps['args']
      const { data } = await dispatch(listNow({ ...asked, offset, limit: BLOCK }))
      if (!data || api.isDestroyed()) return
      for (const [type, titles] of Object.entries(data.links ?? {}))
        context.links[type] = { ...context.links[type], ...titles }
      for (const row of data.rows) {
        const node = api.getRowNode(row.id)
        if (node?.data && row.version > node.data.version) {
          node.setData(row)
          api.flashCells({ rowNodes: [node] })
        }
      }
      const changed = new Set(changes.map((change) => change.id))
      const unknown = data.rows.map((row) => row.id).filter((id) => changed.has(id) && !api.getRowNode(id))
      if (data.rows.length > 0 && api.getDisplayedRowCount() === 0) api.refreshInfiniteCache()
      else if (unknown.length > 0) setNews((was) => [...new Set([...was, ...unknown])])
      if (offset === 0) onPage(data)
    },
    // oxlint-disable-next-line react/exhaustive-deps -- what is called then is of that time
    [api, key, dispatch],
  )
  const show = useCallback(() => {
    setNews([])
    api?.refreshInfiniteCache()
    api?.ensureIndexVisible(0, 'top')
  }, [api])
  return { news: news.length, look, show }
}

interface GridKeys {
  open: (row: Row) => void
  ticks: boolean
  /** Opens the menu of a row, or the editor of a cell. */
  ask: (asked: RowAsked) => void
  /** Nothing is ticked, so that a step is one of the row alone. */
  isFree: () => boolean
}

/**
 * J and K move, X ticks, Enter opens, A offers the row's steps, F2 edits its cell, from anywhere on the page: the first
 * of them takes the first row. What is a link or a button keeps its Enter.
 */
function useGridKeys(api: GridApi<Row> | null, { open, ticks, ask, isFree }: GridKeys) {
  const move = (by: number) => {
    if (!api || api.isDestroyed()) return false
    const focused = api.getFocusedCell()
    const last = api.getDisplayedRowCount() - 1
    const to = focused ? Math.min(last, Math.max(0, focused.rowIndex + by)) : 0
    const column = focused?.column ?? api.getAllDisplayedColumns().find((one) => one.isPinnedLeft() && one.isSortable())
    const first = column ?? api.getAllDisplayedColumns()[0]
    if (last < 0 || !first) return false
    api.ensureIndexVisible(to)
    api.setFocusedCell(to, first)
  }
  const row = () => {
    const focused = api && !api.isDestroyed() ? api.getFocusedCell() : null
    return focused ? api?.getDisplayedRowAtIndex(focused.rowIndex) : undefined
  }
  const inMenu = (event: KeyboardEvent) => !!(event.target as HTMLElement | null)?.closest?.('[role=menu]')
  const isPlain = (event: KeyboardEvent) =>
    !isTyping(event) && !(event.target as HTMLElement | null)?.closest?.('a, button, [role=dialog], [role=menu]')
  const asking = (edits: boolean) => (event: KeyboardEvent) => {
    const data = isFree() && isPlain(event) ? row()?.data : undefined
    const focused = api && !api.isDestroyed() ? api.getFocusedCell() : null
    const at = focused && cellAt(focused.rowIndex, focused.column.getColId())
    if (!data || !focused || !at) return false
    ask({ row: data, column: focused.column.getColId(), at, edits })
  }
  useKeys({
    a: asking(false),
    f2: asking(true),
    j: (event) => (inMenu(event) ? false : move(1)),
    k: (event) => (inMenu(event) ? false : move(-1)),
    x: ticks
      ? () => {
          const node = row()
          node?.setSelected(!node.isSelected())
        }
      : undefined,
    enter: (event) => {
      const data = isPlain(event) ? row()?.data : undefined
      if (!data) return false
      open(data)
    },
  })
}

/** Ticks follow what the page says is ticked, in rows that are loaded later too. */
function useTicks(api: GridApi<Row> | null, ticked: Row[] | undefined) {
  useEffect(() => {
    if (!api || !ticked) return
    const ids = new Set(ticked.map(({ id }) => id))
    const follow = () => {
      const [on, off]: IRowNode<Row>[][] = [[], []]
      api.forEachNode((node) => {
        if (node.data && node.isSelected() !== ids.has(node.data.id)) (node.isSelected() ? off : on)?.push(node)
      })
      if (on?.length) api.setNodesSelected({ nodes: on, newValue: true })
      if (off?.length) api.setNodesSelected({ nodes: off, newValue: false })
    }
    follow()
    api.addEventListener('modelUpdated', follow)
    return () => {
      if (!api.isDestroyed()) api.removeEventListener('modelUpdated', follow)
    }
  }, [api, ticked])
}

export default function DocGridInner({
  args,
  columns,
  sort,
  onSort,
  onOpen,
  onPage,
  onSelect,
  onResize,
  acts,
  ticked,
  version = 0,
  what,
  empty,
}: DocGridProps) {
  const dispatch = useAppDispatch()
  const density = useAppSelector((state) => state.settings.density)
  const [told, setTold] = useState<Told>({ page: null, problem: null })
  const [api, setApi] = useState<GridApi<Row> | null>(null)
  const context = useRef<Context>({ links: {} })
  const latest = useRef({ onPage, onSelect, onOpen, onResize, ticked })
  const opened = (row: Row) => {
    keepTrail(args)
    onOpen?.(row)
  }
  latest.current = { onPage, onSelect, onOpen: opened, onResize, ticked }
  const [asked, setAsked] = useState<RowAsked | null>(null)
  const frame = useRef<HTMLDivElement>(null)
  useEdges(frame, GRID_EDGES)
  useTicks(api, ticked)
  const key = JSON.stringify(args)

  const source = useMemo<IDatasource>(
    () => ({
      getRows: ({ startRow, endRow, successCallback, failCallback }) => {
        const asked = JSON.parse(key) as DocGridProps['args']
        const call = dispatch(listNow({ ...asked, offset: startRow, limit: endRow - startRow }))
        void call.then(({ data, error }) => {
          if (!data) {
            failCallback()
            return setTold((was) => ({ ...was, problem: asProblem(error) }))
          }
          for (const [type, titles] of Object.entries(data.links ?? {}))
            context.current.links[type] = { ...context.current.links[type], ...titles }
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
  const fresh = useFresh(api, key, context.current, (page) => {
    setTold((was) => ({ ...was, page }))
    latest.current.onPage?.(page)
  })
  useChanges(args.type, (changes) => void fresh.look(changes))

  // What was searched for stands by how well it answers.
  const usual = args.q ? null : (docDef(args.type)?.default_sort ?? null)
  const defs = useMemo(() => [...columns.map((column) => colDefOf(column, sort, usual)), MORE], [columns, sort, usual])
  const retry = useCallback(() => {
    setTold((was) => ({ ...was, problem: null }))
    api?.purgeInfiniteCache()
  }, [api])
  useGridKeys(api, {
    open: (row) => latest.current.onOpen?.(row),
    ticks: !!onSelect,
    ask: setAsked,
    isFree: () => !latest.current.ticked?.length,
  })
  const nothing = told.page?.rows.length === 0 && !told.problem
  return (
    <div ref={frame} className={classes('edges', css.place)}>
      <div className={classes(css.cover, (nothing || told.problem) && 'invisible')}>
        <AgGridReact<Row>
          theme={gridTheme}
          styleNonce={STYLE_NONCE}
          getLocaleText={gridText}
          rowModelType="infinite"
          datasource={source}
          cacheBlockSize={BLOCK}
          maxConcurrentDatasourceRequests={2}
          columnDefs={defs}
          defaultColDef={{ resizable: true, suppressHeaderMenuButton: true }}
          suppressMovableColumns
          context={context.current}
          getRowId={({ data }) => data.id}
          rowHeight={ROW_HEIGHT[density]}
          rowClassRules={STUBS}
          suppressCellFocus={false}
          suppressDragLeaveHidesColumns
          animateRows={false}
          suppressRowTransform
          rowBuffer={6}
          rowSelection={onSelect ? { mode: 'multiRow', headerCheckbox: false, enableClickSelection: false } : undefined}
          selectionColumnDef={TICKS}
          onGridReady={({ api: ready }) => setApi(ready)}
          onRowClicked={({ data, event }) => {
            const target = event?.target as HTMLElement | null
            // A link in a cell opens its document from this list, too.
            keepTrail(args)
            const more = target?.closest<HTMLElement>('[data-more]')
            if (data && more) return setAsked({ row: data, column: '', at: more })
            if (data && !target?.closest('a, button, input, .ag-selection-checkbox')) latest.current.onOpen?.(data)
          }}
          onCellContextMenu={({ data, column, event }) => {
            const at = (event?.target as HTMLElement | null)?.closest<HTMLElement>('.ag-cell')
            event?.preventDefault()
            if (data && at) setAsked({ row: data, column: column.getColId(), at })
          }}
          onColumnResized={({ finished, column, source: by }) => {
            if (finished && column && by === 'uiColumnResized')
              latest.current.onResize?.(column.getColId(), column.getActualWidth())
          }}
          onSelectionChanged={({ api: now }) => {
            const beyond = latest.current.ticked?.filter((row) => !now.getRowNode(row.id)) ?? []
            latest.current.onSelect?.([...now.getSelectedRows(), ...beyond])
          }}
          onSortChanged={({ api: now, source: by }) => {
            if (by !== 'uiColumnSorted') return
            const column = now.getColumnState().find((state) => state.sort)
            const key = column && (columns.find((one) => one.key === column.colId)?.sortKey ?? column.colId)
            onSort?.(key ? `${column.sort === 'desc' ? '-' : ''}${key}` : undefined)
          }}
        />
      </div>
      {fresh.news > 0 && !told.problem && (
        <Button
          size="small"
          variant="contained"
          color="primary"
          startIcon={<ArrowUpward />}
          onClick={fresh.show}
          className={css.fresh}
        >
          {say('{news} new, show', { news: fresh.news })}
        </Button>
      )}
      {told.problem && (
        <div className="grid-cover">
          <Failed problem={told.problem} what={what} onRetry={retry} />
        </div>
      )}
      {nothing && <div className="grid-cover">{empty}</div>}
      {asked && (
        <Suspense fallback={null}>
          <RowMenu
            {...acts}
            type={args.type}
            asked={asked}
            onOpen={(row) => latest.current.onOpen?.(row)}
            onChanged={() => api?.refreshInfiniteCache()}
            onClose={() => {
              setAsked(null)
              // The keys go on from the row that they left.
              const focused = api && !api.isDestroyed() ? api.getFocusedCell() : null
              if (focused) api?.setFocusedCell(focused.rowIndex, focused.column)
            }}
          />
        </Suspense>
      )}
    </div>
  )
}
