// The table of a report: groups that fold, figures that lead to their documents, a total that stays in sight.
import ExpandMore from '@mui/icons-material/ExpandMore'
import ChevronRight from '@mui/icons-material/ChevronRight'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { AgGridReact, type CustomCellRendererProps } from 'ag-grid-react'
import type {
  CellKeyDownEvent,
  CellStyle,
  ColDef,
  ColGroupDef,
  GridApi,
  IDatasource,
  RowClassRules,
} from 'ag-grid-community'
import { useEffect, useMemo, useRef, useState, type CSSProperties } from 'react'
import { LINES } from '../../core/reports'
import type { CellFormat, ReportCell, ReportColumn, ReportLine, ReportStart } from '../../core/types.gen'
import type { FetchLines } from '../../sync/reporter'
import { GRID_EDGES, STYLE_NONCE, gridText, gridTheme } from '../../ui/grid'
import { useEdges } from '../../ui/Sideways'
import { usePhone } from '../../kit/parts'
import { figure, isFigure } from '../../kit/shown'
import { NOTHING } from '../../ui/format'
import { keptLines, placesOf, shownOf, type Folded, type Line } from './lines'
import css from './ReportGrid.module.css'
import { say } from '../../words/say'

interface Props {
  table: ReportStart
  lines: FetchLines
  sort: string
  /** The figure whose cells across are coloured by how high they are in their row. */
  heat?: string | null
  onSort?: (sort: string | null) => void
  onOpen: (type: string, id: string) => void
  onBehind?: (line: ReportLine, title: string) => void
}
interface Row extends Line {
  total?: boolean
  folds: boolean
  folded: boolean
}
interface Context {
  toggle: (row: Row) => void
  onOpen: Props['onOpen']
  onBehind: Props['onBehind']
  last: number
  /** Of a card: what its line tells beside the chosen figure. */
  facts: ((line: ReportLine) => string) | null
}

const ROW = 28
/** A card of the phone: its name alone, or with facts under it. */
const [CARD, CARD_WITH_FACTS] = [46, 58]
const THEME = gridTheme.withParams({ rowHeight: ROW, headerHeight: 32 })
const CLASSES: RowClassRules<Row> = {
  'report-total': ({ data }) => !!data?.total,
  'report-group': ({ data }) => !!data?.folds && !data.total,
}

function Name({ data, value, context }: CustomCellRendererProps<Row, ReportCell, Context>) {
  if (!data) return null
  const { line, folds, folded, total } = data
  const text = figure(String(value ?? ''), 'text')
  const opens = line.opens
  const facts = total ? '' : context.facts?.(line)
  return (
    <span className={`row gap-4 min-0 ${css.name}`} style={{ paddingLeft: line.level * 20 }}>
      {folds && !total ? (
        <button
          type="button"
          tabIndex={-1}
          aria-label={`${folded ? say('Open') : say('Fold')} ${text}`}
          aria-expanded={!folded}
          onClick={() => context.toggle(data)}
          className={css.fold}
        >
          {folded ? <ChevronRight className="text-18" /> : <ExpandMore className="text-18" />}
        </button>
      ) : (
        context.last > 0 && !total && <span className={css.indent} />
      )}
      {opens && !total ? (
        <a
          href="#open"
          tabIndex={-1}
          className={`cell-text ${css.link}`}
          onClick={(event) => {
            event.preventDefault()
            context.onOpen(opens[0], opens[1])
          }}
        >
          <span className={css.words}>{text}</span>
          {facts && <span className={css.facts}>{facts}</span>}
        </a>
      ) : (
        <span className="cell-text">
          {text}
          {facts && <span className={css.facts}>{facts}</span>}
        </span>
      )}
    </span>
  )
}

function Figure({ data, value, colDef, context }: CustomCellRendererProps<Row, ReportCell, Context>) {
  const head = colDef?.cellRendererParams as ReportColumn | undefined
  if (!data || !head) return null
  const text = figure(value ?? null, head.shown)
  const leads = context.onBehind && !data.total && isFigure(head.shown) && typeof value === 'number' && value !== 0
  if (!leads) return <span className="cell-text">{text}</span>
  return (
    <button
      type="button"
      tabIndex={-1}
      className="report-figure num"
      title={say('Show source documents')}
      onClick={() => context.onBehind?.(data.line, String(data.line.cells[0] ?? ''))}
    >
      {text}
    </button>
  )
}

const NUMBERS = new Set(['paper', 'invoice', 'order'])
const WIDTHS: Partial<Record<CellFormat, number>> = {
  paise: 128,
  grams: 104,
  paise_per_tonne: 96,
  basis_points: 88,
  count: 92,
  pieces: 96,
  days: 110,
  day: 104,
  instant: 160,
}

/**
 * Texts get the room that the longest of the first of them needs, within bounds: a report has more columns than a page
 * has room.
 */
function textWidth(table: ReportStart, at: number): number {
  const longest = table.first.rows.reduce((most, { cells }) => Math.max(most, String(cells[at] ?? '').length), 0)
  const letters = Math.max(longest, table.columns[at]?.label.length ?? 0)
  return Math.min(220, Math.max(72, 28 + letters * 7))
}

/** What the names at the left need at least: the longest of the first of them, as far in as it stands. */
function nameWidth(table: ReportStart): number {
  const needed = table.first.rows.map(({ level, cells }) => 44 + level * 20 + String(cells[0] ?? '').length * 8)
  return Math.max(140, ...needed)
}

/** How deep the colour of the highest cell of a row is, in per cent. */
const DEEPEST = 34

/** The colours of a row's cells of one figure: the highest deepest, none where they are all alike. */
function heatOf(table: ReportStart, figure: string): (line: ReportLine, value: unknown) => CellStyle | undefined {
  const places = [...table.columns.entries()].flatMap(([at, { key }]) => (key.startsWith(`${figure}@`) ? [at] : []))
  const bounds = new WeakMap<ReportLine, [number, number]>()
  return (line, value) => {
    if (typeof value !== 'number') return undefined
    let found = bounds.get(line)
    if (!found) {
      const numbers = places.flatMap((at) => (typeof line.cells[at] === 'number' ? [line.cells[at]] : []))
      found = [Math.min(...numbers), Math.max(...numbers)]
      bounds.set(line, found)
    }
    const [low, high] = found
    if (high <= low) return undefined
    const share = Math.round(((value - low) / (high - low)) * DEEPEST)
    return { backgroundColor: `color-mix(in srgb, var(--warn) ${share}%, transparent)` }
  }
}

function columnsOf(
  table: ReportStart,
  sort: string,
  heat: string | null,
  sortable: boolean,
  chosen: number | null,
): (ColDef<Row> | ColGroupDef<Row>)[] {
  const first = Math.min(280, Math.round(window.innerWidth * 0.46), nameWidth(table))
  const shade = heat ? heatOf(table, heat) : null
  const defOf = (head: ReportColumn, at: number): ColDef<Row> => {
    const right = isFigure(head.shown)
    const own = sort.replace(/^-/, '') === head.key
    return {
      colId: head.key,
      headerName: head.label,
      headerTooltip: head.says,
      valueGetter: ({ data }) => data?.line.cells[at] ?? null,
      width: NUMBERS.has(head.key)
        ? 184
        : head.shown !== 'text'
          ? WIDTHS[head.shown]
          : at === 0
            ? undefined
            : textWidth(table, at),
      flex: at === 0 && head.shown === 'text' ? 1 : undefined,
      minWidth: at === 0 && head.shown === 'text' ? first : 72,
      pinned: at === 0 ? 'left' : undefined,
      cellRenderer: at === 0 && head.shown === 'text' ? Name : Figure,
      cellRendererParams: head,
      cellStyle:
        shade && head.under && head.key.startsWith(`${heat}@`)
          ? ({ data, value }) => (data && !data.total ? shade(data.line, value) : undefined)
          : undefined,
      cellClass: right ? 'cell-right num' : undefined,
      headerClass: right ? 'ag-right-aligned-header' : undefined,
      sortable: sortable && right && !head.under,
      sort: own ? (sort.startsWith('-') ? 'desc' : 'asc') : null,
      sortingOrder: ['desc', 'asc', null],
      wrapHeaderText: true,
    }
  }
  const groups: (ColDef<Row> | ColGroupDef<Row>)[] = []
  let under: string | null = null
  if (chosen !== null) return [0, chosen].flatMap((at) => (table.columns[at] ? [defOf(table.columns[at], at)] : []))
  for (const at of table.columns.keys()) {
    const head = table.columns[at]
    if (!head) continue
    const def = defOf(head, at)
    if (!head.under) {
      under = null
      groups.push(def)
      continue
    }
    const last = groups.at(-1)
    if (under === head.under && last && 'children' in last) last.children.push(def)
    else groups.push({ headerName: head.under, children: [def], marryChildren: true })
    under = head.under
  }
  return groups
}

/** On a phone a line is a card: its name, what is told of it, and the one figure that is chosen. */
function useCards(table: ReportStart, sort: string) {
  const phone = usePhone()
  const [picked, setPicked] = useState<string | null>(null)
  return useMemo(() => {
    const heads = [...table.columns.entries()].filter(([at, { shown }]) => at > 0 && isFigure(shown))
    if (!phone || table.columns[0]?.shown !== 'text' || heads.length === 0) return null
    const wanted = [picked, sort.replace(/^-/, '')]
    const [chosen, head] = wanted.flatMap((key) => heads.filter(([, one]) => one.key === key))[0] ?? heads[0]!
    const texts = [...table.columns.entries()].filter(([at, { shown }]) => at > 0 && !isFigure(shown))
    const facts = ({ cells }: ReportLine) =>
      texts
        .map(([at, { shown }]) => figure(cells[at] ?? null, shown))
        .filter(told)
        .join(' · ')
    return {
      chosen,
      key: head.key,
      heads: heads.map(([, one]) => one),
      row: texts.length ? CARD_WITH_FACTS : CARD,
      facts,
      pick: setPicked,
    }
  }, [table, sort, phone, picked])
}

const told = (text: string) => text !== '' && text !== NOTHING

const FOLDED_NONE: Folded = new Map()

export default function ReportGrid({ table, lines, sort, heat = null, onSort, onOpen, onBehind }: Props) {
  const [folded, setFolded] = useState(FOLDED_NONE)
  const [of, setOf] = useState(table)
  if (of !== table) {
    setOf(table)
    if (of.lines !== table.lines) setFolded(FOLDED_NONE)
  }
  const [api, setApi] = useState<GridApi<Row> | null>(null)
  const frame = useRef<HTMLDivElement>(null)
  useEdges(frame, GRID_EDGES)
  const kept = useMemo(() => keptLines(table, lines, LINES), [table, lines])
  const count = shownOf(table.lines, folded)
  const now = useRef({ kept, folded, count })
  now.current = { kept, folded, count }
  const [source] = useState<IDatasource>(() => ({
    getRows({ startRow, endRow, successCallback, failCallback }) {
      const { kept, folded, count } = now.current
      const row = (one: Line): Row => ({ ...one, folds: one.within > 0, folded: folded.has(one.at) })
      const found = kept.at(placesOf(folded, startRow, Math.min(endRow, count)))
      const told = (all: Line[]) => successCallback(all.map(row), count)
      if (found instanceof Promise) found.then(told, failCallback)
      else told(found)
    },
  }))
  useEffect(() => {
    if (!api || api.isDestroyed()) return
    api.setRowCount(count, true)
    api.refreshInfiniteCache()
  }, [api, kept, folded, count])
  const cards = useCards(table, sort)
  const chosen = cards?.chosen ?? null
  const columns = useMemo(() => columnsOf(table, sort, heat, !!onSort, chosen), [table, sort, heat, onSort, chosen])
  const total = useMemo<Row[]>(() => {
    if (!table.totals) return []
    const lead = table.columns.length - table.totals.length
    const cells: ReportCell[] = [
      say('Total'),
      ...Array.from({ length: Math.max(0, lead - 1) }, () => null),
      ...table.totals,
    ]
    const line: ReportLine = { level: 0, cells, steps: [], opens: null }
    return [{ at: -1, within: 0, total: true, folds: false, folded: false, line }]
  }, [table])
  const toggle = ({ at, within }: Row) =>
    setFolded((was) => {
      const next = new Map(was)
      if (!next.delete(at)) next.set(at, within)
      return next
    })
  const context: Context = { toggle, onOpen, onBehind, last: table.depth, facts: cards?.facts ?? null }
  const heads = !cards && table.columns.some((head) => head.under) ? 64 : 32
  const row = cards?.row ?? ROW
  const height = heads + row * (count + total.length) + 18
  return (
    <>
      {cards && cards.heads.length > 1 && (
        <TextField
          select
          size="small"
          slotProps={{ select: { SelectDisplayProps: { 'aria-label': say('Figure shown') } } }}
          value={cards.key}
          onChange={(event) => cards.pick(event.target.value)}
          className={`no-print ${css.pick}`}
        >
          {cards.heads.map((head) => (
            <MenuItem key={head.key} value={head.key}>
              {head.under ? `${head.under}: ${head.label}` : head.label}
            </MenuItem>
          ))}
        </TextField>
      )}
      <div
        ref={frame}
        className={`card report-table clip edges ${css.table}`}
        style={{ '--whole': `${height}px` } as CSSProperties}
      >
        <AgGridReact<Row>
          theme={THEME}
          styleNonce={STYLE_NONCE}
          getLocaleText={gridText}
          rowModelType="infinite"
          datasource={source}
          cacheBlockSize={LINES}
          maxBlocksInCache={12}
          maxConcurrentDatasourceRequests={1}
          infiniteInitialRowCount={count}
          onGridReady={({ api: ready }) => setApi(ready)}
          columnDefs={columns}
          pinnedBottomRowData={total}
          context={context}
          getRowId={({ data }) => String(data.at)}
          rowHeight={row}
          rowClassRules={CLASSES}
          defaultColDef={{ resizable: true, suppressHeaderMenuButton: true }}
          suppressMovableColumns
          suppressDragLeaveHidesColumns
          animateRows={false}
          groupHeaderHeight={32}
          headerHeight={32}
          onCellKeyDown={(event) => {
            const { data, column, event: pressed } = event as CellKeyDownEvent<Row>
            const key = (pressed as KeyboardEvent | undefined)?.key
            if (!data || data.total) return
            if (key === 'ArrowRight' && data.folds && data.folded) toggle(data)
            else if (key === ' ' && data.folds) toggle(data)
            else if (key === 'Enter') {
              if (column.getColId() === table.columns[0]?.key && data.line.opens) onOpen(...data.line.opens)
              else onBehind?.(data.line, String(data.line.cells[0] ?? ''))
            }
          }}
          onSortChanged={({ api, source }) => {
            if (source !== 'uiColumnSorted') return
            const column = api.getColumnState().find((one) => one.sort)
            onSort?.(column ? `${column.sort === 'desc' ? '-' : ''}${column.colId}` : null)
          }}
        />
      </div>
    </>
  )
}
