// What stands above a list: its statuses with counts, search, filter chips, and the choice of columns.
import Close from '@mui/icons-material/Close'
import FilterList from '@mui/icons-material/FilterList'
import Search from '@mui/icons-material/Search'
import ViewColumnOutlined from '@mui/icons-material/ViewColumnOutlined'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import InputAdornment from '@mui/material/InputAdornment'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import Popover from '@mui/material/Popover'
import TextField from '@mui/material/TextField'
import { useEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import type { DocDef } from '../core/records'
import type { FieldDef } from '../core/types.gen'
import type { GridColumn } from './DocGrid'
import { pieces } from '../ui/format'
import { inSight } from '../ui/inSight'
import { useKeys } from '../ui/keys'
import { FieldInput } from './fields/FieldInput'
import { plainValue } from './fields/FieldValue'
import { useTitle } from './fields/LinkPicker'
import { Days, daysInWords } from './list/Days'
import { GroupBy } from './list/Grouped'
import type { ListLayout } from './list/layout'
import { ListViews } from './list/ListViews'
import type { Filter, ListState } from './listState'
import { lower } from '../ui/words'
import { classes } from '../theme/classes'
import css from './FilterBar.module.css'
import { say } from '../words/say'

interface Props {
  def: DocDef
  state: ListState
  /** Not known before the first rows are. */
  counts: Record<string, number> | undefined
  columns: Pick<GridColumn, 'key' | 'head' | 'pinned'>[]
  layout: ListLayout
}

const FILTERED = new Set(['choice', 'link', 'bool', 'date'])

export function FilterBar({ def, state, counts, columns, layout }: Props) {
  const others = state.filters.filter((one) => one.field !== 'status')
  const fields = def.filters
    .map((key) => def.fields.find((field) => field.key === key))
    .filter((field) => field !== undefined && FILTERED.has(field.kind)) as FieldDef[]
  const free = fields.filter((field) => !others.some((one) => one.field === field.key))
  return (
    <div className="filters">
      {def.statuses.length > 1 && <Statuses def={def} state={state} counts={counts} />}
      <div className="filter-tools">
        {def.searchable && (
          <SearchBox
            label={say('Search {plural}', { plural: lower(def.plural) })}
            value={state.q}
            onChange={state.setQ}
          />
        )}
        {others.map((one) => (
          <Chip
            key={`${one.field}:${one.op}:${one.value}`}
            def={def}
            filter={one}
            onRemove={() => state.setFilters(state.filters.filter((other) => other !== one))}
          />
        ))}
        {free.length > 0 && (
          <AddFilter fields={free} onAdd={(filter) => state.setFilters([...state.filters, filter])} />
        )}
        <Days def={def} state={state} />
        <GroupBy def={def} state={state} />
        <Columns columns={columns} hidden={layout.hidden} onHide={layout.hide} />
        <ListViews def={def} state={state} layout={layout} />
      </div>
    </div>
  )
}

function Statuses({
  def,
  state,
  counts,
}: {
  def: DocDef
  state: ListState
  counts: Record<string, number> | undefined
}) {
  const all = counts && Object.values(counts).reduce((sum, count) => sum + count, 0)
  const pick = (status: string | null) =>
    state.setFilters([
      ...state.filters.filter((one) => one.field !== 'status'),
      ...(status ? [{ field: 'status', op: 'eq', value: status }] : []),
    ])
  const tab = (label: string, count: number | undefined, status: string | null) => {
    const on = state.status === status
    return (
      <button
        key={label}
        ref={on ? inSight : undefined}
        type="button"
        aria-pressed={on}
        onClick={() => pick(status)}
        data-status={status ?? 'all'}
        className={classes(css.tab, on && css.tabOn)}
      >
        {label}
        {count !== undefined && <span className="num">{pieces(count)}</span>}
      </button>
    )
  }
  return (
    <div role="group" aria-label={say('Status')} className="tabs">
      {tab(say('All'), all, null)}
      {def.statuses.map((status) => tab(say(status), counts && (counts[status] ?? 0), status))}
    </div>
  )
}

/** What stands beside a record, in words. */
const BESIDE: Record<string, string> = {
  since: say('In status'),
  branch: say('Branch'),
  yard: say('Yard'),
  owner: say('Owner'),
}

const IDLE_MS = 200

interface SearchBoxProps {
  label: string
  value: string
  onChange: (q: string) => void
  placeholder?: string
  inputRef?: RefObject<HTMLInputElement | null>
  /** What keys lead to beyond typing; whoever takes them is told every key at once, not when typing paused. */
  onKeyDown?: (event: KeyboardEvent<HTMLDivElement>) => void
}

export function SearchBox({
  label,
  value,
  onChange,
  placeholder = say('Number or name'),
  inputRef,
  onKeyDown,
}: SearchBoxProps) {
  const [text, setText] = useState(value)
  const own = useRef<HTMLInputElement>(null)
  const input = inputRef ?? own
  const said = useRef(value)
  useKeys({ '/': () => input.current?.focus() })
  useEffect(() => {
    if (value !== said.current) setText((said.current = value))
  }, [value])
  useEffect(() => {
    if (text.trim() === said.current) return
    const timer = setTimeout(() => onChange((said.current = text.trim())), IDLE_MS)
    return () => clearTimeout(timer)
  }, [text, onChange])
  return (
    <TextField
      value={text}
      onChange={(event) => {
        setText(event.target.value)
        if (onKeyDown) onChange((said.current = event.target.value.trim()))
      }}
      inputRef={input}
      placeholder={placeholder}
      className="search"
      onKeyDown={(event) => {
        if (event.key === 'Escape') {
          setText('')
          input.current?.blur()
        }
        onKeyDown?.(event)
      }}
      slotProps={{
        htmlInput: { 'aria-label': label, type: 'search' },
        input: {
          startAdornment: (
            <InputAdornment position="start">
              <Search className="text-18 muted" />
            </InputAdornment>
          ),
        },
      }}
    />
  )
}

function Chip({ def, filter, onRemove }: { def: DocDef; filter: Filter; onRemove: () => void }) {
  const field = def.fields.find((one) => one.key === filter.field)
  const title = useTitle(
    field?.link ?? '',
    field?.kind === 'link' ? filter.value : null,
    field?.kind === 'link' ? undefined : {},
  )
  const value =
    field?.kind === 'link'
      ? title
      : field
        ? plainValue(field, field.kind === 'bool' ? filter.value === 'true' : filter.value)
        : filter.value
  const days = daysInWords(filter)
  const label =
    field?.label ?? (filter.field === def.dated.key ? def.dated.label : (BESIDE[filter.field] ?? filter.field))
  return (
    <span className="chip">
      <span className="muted">{label}</span>
      <strong className="bold">{days ?? (filter.value === '' ? say('Not set') : value)}</strong>
      <button
        type="button"
        onClick={onRemove}
        aria-label={say('Remove filter {label}', { label })}
        className="icon-button-24"
      >
        <Close className="text-14" />
      </button>
    </span>
  )
}

function AddFilter({ fields, onAdd }: { fields: FieldDef[]; onAdd: (filter: Filter) => void }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [field, setField] = useState<FieldDef | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  const done = (value: unknown) => {
    if (field && value !== null && value !== '') onAdd({ field: field.key, op: 'eq', value: String(value) })
    setField(null)
  }
  return (
    <>
      <Button
        ref={button}
        variant="text"
        size="small"
        startIcon={<FilterList />}
        onClick={(event) => setAnchor(event.currentTarget)}
        aria-haspopup="menu"
      >
        {say('Add filter')}
      </Button>
      <Menu open={!!anchor} anchorEl={anchor} onClose={() => setAnchor(null)}>
        {fields.map((one) => (
          <MenuItem
            key={one.key}
            onClick={() => {
              setAnchor(null)
              if (one.kind === 'bool') onAdd({ field: one.key, op: 'eq', value: 'true' })
              else setField(one)
            }}
          >
            {one.label}
          </MenuItem>
        ))}
      </Menu>
      <Popover
        open={!!field}
        anchorEl={button.current}
        onClose={() => setField(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        slotProps={{ paper: { className: css.paper } }}
      >
        {field && (
          <FieldInput
            field={{ ...field, required: false, help: '' }}
            name={field.key}
            value={null}
            error={null}
            onChange={done}
            autoFocus
          />
        )}
      </Popover>
    </>
  )
}

function Columns({
  columns,
  hidden,
  onHide,
}: {
  columns: Pick<GridColumn, 'key' | 'head' | 'pinned'>[]
  hidden: ReadonlySet<string>
  onHide: (key: string) => void
}) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  return (
    <>
      <Button
        size="small"
        className="wide-only"
        startIcon={<ViewColumnOutlined />}
        onClick={(event) => setAnchor(event.currentTarget)}
        aria-haspopup="menu"
      >
        {say('Columns')}
      </Button>
      <Menu open={!!anchor} anchorEl={anchor} onClose={() => setAnchor(null)}>
        {columns
          .filter((column) => !column.pinned)
          .map((column) => (
            <MenuItem
              key={column.key}
              role="menuitemcheckbox"
              aria-checked={!hidden.has(column.key)}
              onClick={() => onHide(column.key)}
              className={css.column}
            >
              <Checkbox
                checked={!hidden.has(column.key)}
                tabIndex={-1}
                disableRipple
                slotProps={{ input: { 'aria-hidden': true } }}
              />
              {column.head}
            </MenuItem>
          ))}
      </Menu>
    </>
  )
}
