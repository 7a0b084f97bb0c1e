// Typing a size finds what can be sold: its name, the pieces free at the yard and the rate of the day.
import type { CatalogueRow } from '../../core/types.gen'
import Autocomplete from '@mui/material/Autocomplete'
import InputBase from '@mui/material/InputBase'
import { useState, type ClipboardEvent, type Ref } from 'react'
import { role } from '../../theme/themes'
import { pieces, wholeRupees } from '../../ui/format'
import './orders.css'
import { useCatalogue } from './catalogue'

export function SkuSearch({
  yard,
  customer,
  onPick,
  onPaste,
  inputRef,
  placeholder,
  taken,
}: {
  yard: string
  customer: string
  onPick: (row: CatalogueRow) => void
  /** Several rows of a spreadsheet; one cell is typed text. */
  onPaste?: (clip: string) => void
  inputRef?: Ref<HTMLInputElement>
  placeholder: string
  taken: Set<string>
}) {
  const [text, setText] = useState('')
  const [open, setOpen] = useState(false)
  const { rows, waiting, error, q } = useCatalogue({ yard, customer }, text)
  const paste = (event: ClipboardEvent) => {
    const clip = event.clipboardData.getData('text/plain')
    if (!onPaste || !/[\t\n]/.test(clip.trim())) return
    event.preventDefault()
    onPaste(clip)
  }
  return (
    <Autocomplete<CatalogueRow>
      fullWidth
      value={null}
      inputValue={text}
      open={open && !!yard}
      onOpen={() => setOpen(true)}
      onClose={() => setOpen(false)}
      blurOnSelect={false}
      clearOnBlur={false}
      options={rows}
      filterOptions={(all) => all}
      loading={waiting}
      autoHighlight
      getOptionKey={(row) => row.sku}
      getOptionLabel={(row) => row.name}
      isOptionEqualToValue={(a, b) => a.sku === b.sku}
      loadingText="Searching"
      forcePopupIcon={false}
      noOptionsText={error ? error.detail : q ? `No size, name or code matches “${text}”` : 'Type a size, name or code'}
      onInputChange={(_, next, reason) => {
        if (reason !== 'selectOption' && reason !== 'reset') setText(next)
      }}
      onChange={(_, row) => {
        if (!row) return
        onPick(row)
        setText('')
        setOpen(false)
      }}
      slotProps={{
        paper: { style: { minWidth: 'min(480px, calc(100vw - 64px))' } },
        popper: { placement: 'bottom-start' },
      }}
      renderOption={({ key, ...props }, row) => (
        <li
          key={key}
          {...props}
          className={`${props.className ?? ''} size`}
          style={{ display: 'grid', gap: '0 16px', fontSize: 13 }}
        >
          <span className="cell-text">
            <strong style={{ fontWeight: 600 }}>{row.name}</strong>
            <span style={{ color: role.ink2 }}>{taken.has(row.sku) ? '  in the order' : ''}</span>
          </span>
          <span className="num nowrap" style={{ color: row.free_pcs > 0 || row.free_g > 0 ? role.ok : role.danger }}>
            {free(row)}
          </span>
          <span className="num nowrap" style={{ textAlign: 'right' }}>
            {typeof row.rate_paise === 'number' ? `₹${wholeRupees(row.rate_paise)}` : 'no price'}
          </span>
        </li>
      )}
      renderInput={(params) => (
        <InputBase
          ref={params.slotProps.input.ref}
          fullWidth
          inputRef={inputRef}
          onPaste={paste}
          placeholder={yard ? placeholder : 'Choose the yard first'}
          inputProps={{
            ...params.slotProps.htmlInput,
            'aria-label': 'Add a line: size, name or code',
            className: 'bare-input',
            style: { padding: '0 2px', height: 34, fontSize: 13 },
          }}
        />
      )}
    />
  )
}

export function free(row: CatalogueRow): string {
  return row.stock_mode === 'kg' ? `${pieces(Math.round(row.free_g / 1000))} kg free` : `${pieces(row.free_pcs)} free`
}
