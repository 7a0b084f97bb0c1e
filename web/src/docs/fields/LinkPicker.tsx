// Picks a document of another type by typing a part of its name or number.
//
//   <LinkPicker type="customer" label="Customer" value={id} onChange={(id, row) => …} where={['status:eq:Active']} />
//   `known` names titles that are at hand already (DocView.links[type]), so that nothing is asked for them.
import Autocomplete from '@mui/material/Autocomplete'
import TextField from '@mui/material/TextField'
import { useDeferredValue, useEffect, useMemo, useState } from 'react'
import { docsApi, useDoc, useList } from '../../sync/docs'
import { CHOICES } from '../../sync/ahead'
import { keptName } from '../../sync/names'
import { useReach } from '../../net/reach'
import { core, docDef } from '../../core'
import type { DocDef, Page, RecordValue, Row, Where } from '../../core/records'
import type { DocKey } from '../../core/types.gen'
import { useAppSelector } from '../../sync/store'
import { classes } from '../../theme/classes'
import { useSteady } from '../../ui/steady'
import { useTakenAhead } from '../../ui/takenAhead'
import type { Bound } from './Field'
import css from './LinkPicker.module.css'
import { say } from '../../words/say'

/** A document to choose: a row of its list, or what is known of one that was chosen before. */
type Option = Pick<Row, 'id' | 'doc_no'> & RecordValue

export interface LinkPickerProps {
  bound?: Bound
  type: DocKey
  value: string | null
  onChange: (id: string | null, row: Option | null) => void
  onBlur?: () => void
  label: string
  known?: Record<string, string>
  where?: Where[]
  /** The field whose offer is chosen from, `type:id:field`: also what the person does not see in lists. */
  offer?: string
  disabled?: boolean
  autoFocus?: boolean
  placeholder?: string
  size?: number
}

const SHOWN = 20
const idOf = (row: Row) => row.id
const PLAIN: Bound = { id: '', describedBy: undefined, invalid: false }

export function titleOf(def: DocDef | undefined, row: Option): string {
  const title = def ? row[def.title] : undefined
  return typeof title === 'string' && title ? title : (row.doc_no ?? String(row.status ?? row.id))
}

/** The other words of a row that tell it from its namesakes: its code or number first. */
function asideOf(def: DocDef | undefined, row: Option): string {
  const texts = (def?.fields ?? []).filter(
    (field) => field.listed && field.key !== def?.title && (field.kind === 'text' || field.kind === 'code'),
  )
  const words = [row.doc_no, ...texts.slice(0, 2).map((field) => row[field.key])]
  return words.filter((word) => typeof word === 'string' && word && word !== titleOf(def, row)).join(' · ')
}

/** What any answer that this browser keeps calls it: whoever chose it was shown it in one. */
function useKeptName(type: string, id: string | null): string | null {
  const [found, setFound] = useState<{ id: string; name: string | null } | null>(null)
  useEffect(() => {
    if (!id) return
    let over = false
    void keptName(type, id).then((name) => {
      if (!over) setFound({ id, name })
    })
    return () => {
      over = true
    }
  }, [type, id])
  return found?.id === id ? found.name : null
}

/** The title of a linked document: known already, in a list that was asked for, or asked for now. */
export function useTitle(type: string, id: string | null, known?: Record<string, string>): string {
  const listed = useAppSelector((state) => {
    if (!id || known?.[id]) return undefined
    const pages = Object.values(state.api.queries).map((query) =>
      query?.endpointName === 'list' ? (query.data as Page | undefined) : undefined,
    )
    for (const page of pages) {
      const title = page?.links?.[type]?.[id]
      if (title) return title
    }
    return undefined
  })
  const at = id ? (known?.[id] ?? listed) : ''
  const def = docDef(type)
  const away = !useReach().live
  const { data } = useDoc(type, id ?? undefined, { skip: at !== undefined })
  // Without the server it is among those that were fetched ahead to choose from.
  const { currentData: choices } = useList(
    { type: type as DocKey, where: ['status:eq:Active'], limit: CHOICES },
    { skip: at !== undefined || !!data || !away },
  )
  const found = useKeptName(type, at === undefined && !data && away ? id : null)
  if (at !== undefined) return at
  const kept = data ? undefined : choices?.rows.find((row) => row.id === id)
  if (kept) return titleOf(def, kept)
  if (found) return found
  const title = data && def ? data.record[def.title] : undefined
  return typeof title === 'string' ? title : (data?.doc_no ?? '')
}

export function LinkPicker({
  bound = PLAIN,
  type,
  value,
  onChange,
  onBlur,
  label,
  known,
  where,
  offer,
  disabled,
  autoFocus,
  placeholder,
}: LinkPickerProps) {
  const def = docDef(type)
  const [text, setText] = useState('')
  const [open, setOpen] = useState(false)
  const [picked, setPicked] = useState<Option | null>(null)
  const title = useTitle(type, value && picked?.id !== value ? value : null, known)
  const current: Option | null = useMemo(() => {
    if (!value) return null
    if (picked?.id === value) return picked
    return { id: value, doc_no: null, ...(def ? { [def.title]: title } : {}) }
  }, [value, picked, def, title])
  const q = useDeferredValue(text.trim() === (current ? titleOf(def, current) : '') ? '' : text.trim())
  const filter = useMemo(() => where ?? (def?.statuses.includes('Active') ? ['status:eq:Active'] : []), [where, def])
  // Without the server the choice is from what was fetched ahead, found as the server finds it.
  const away = !useReach().live
  const wanted = offer ? { type, for: offer, limit: SHOWN } : { type, where: filter, limit: SHOWN }
  const { currentData, error } = useList(away ? { type, where: filter, limit: CHOICES } : { ...wanted, q }, {
    skip: !open,
  })
  const found = useMemo(
    () =>
      away
        ? currentData &&
          core()
            .found(type, q, currentData.rows)
            .map((at) => currentData.rows[at]!)
        : currentData?.rows,
    [away, currentData, q, type],
  )
  const rows = useSteady(open ? JSON.stringify([wanted, q, away]) : null, found, idOf)
  const prefetch = docsApi.usePrefetch('list')
  const typed = text.trim()
  const waiting =
    open && typed !== '' && typed !== (current ? titleOf(def, current) : '') && !error && (q !== typed || !found)
  const onKeyDown = useTakenAhead(waiting, rows, (row) => {
    setPicked(row)
    onChange(row.id, row)
    setOpen(false)
  })
  return (
    <Autocomplete<Option>
      onKeyDown={onKeyDown}
      id={bound.id || undefined}
      fullWidth
      disabled={disabled}
      value={current}
      open={open}
      onOpen={() => setOpen(true)}
      onClose={() => setOpen(false)}
      options={rows}
      loading={!currentData && !error}
      filterOptions={(rows) => rows}
      autoHighlight
      openOnFocus={false}
      forcePopupIcon
      loadingText={say('Searching')}
      noOptionsText={error ? error.detail : q ? say('Nothing found for “{q}”', { q }) : say('Type part of the name')}
      getOptionLabel={(row) => titleOf(def, row)}
      getOptionKey={(row) => row.id}
      isOptionEqualToValue={(a, b) => a.id === b.id}
      onInputChange={(_, next) => setText(next)}
      onChange={(_, row) => {
        setPicked(row)
        onChange(row?.id ?? null, row)
      }}
      onBlur={onBlur}
      slotProps={{ popper: { className: css.options, placement: 'bottom-start' } }}
      renderOption={({ key, ...props }, row) => (
        <li key={key} {...props} className={classes(props.className, css.option)}>
          <span className="semibold">{titleOf(def, row)}</span>
          <span className="muted text-12 nowrap">{asideOf(def, row)}</span>
        </li>
      )}
      renderInput={(params) => (
        <TextField
          {...params}
          autoFocus={autoFocus}
          placeholder={placeholder}
          error={bound.invalid}
          onFocus={() => prefetch({ ...wanted, q: '' })}
          slotProps={{
            ...params.slotProps,
            htmlInput: {
              ...params.slotProps.htmlInput,
              'aria-label': bound.id ? undefined : label,
              'aria-describedby': bound.describedBy,
              'aria-invalid': bound.invalid,
              'aria-busy': waiting || undefined,
            },
          }}
        />
      )}
    />
  )
}
