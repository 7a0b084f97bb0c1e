// Typing a size finds what can be sold: its name, the pieces free at the yard and the rate of the day.
import type { CatalogueRow } from '../../core/types.gen'
import Autocomplete from '@mui/material/Autocomplete'
import InputBase from '@mui/material/InputBase'
import { useState, type ClipboardEvent, type Ref } from 'react'
import { pieces, wholeRupees } from '../../ui/format'
import './orders.css'
import { useCatalogue } from './catalogue'
import { useTakenAhead } from '../../ui/takenAhead'
import { classes } from '../../theme/classes'
import css from './SkuSearch.module.css'
import { say } from '../../words/say'

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
  const { rows, waiting, error, q, nothing, away } = useCatalogue({ yard, customer }, text)
  const words = text.trim()
  const paste = (event: ClipboardEvent) => {
    const clip = event.clipboardData.getData('text/plain')
    if (!onPaste || !/[\t\n]/.test(clip.trim())) return
    event.preventDefault()
    onPaste(clip)
  }
  const take = (row: CatalogueRow) => {
    onPick(row)
    setText('')
    setOpen(false)
  }
  const onKeyDown = useTakenAhead(open && words !== '' && waiting, rows, take)
  return (
    <Autocomplete<CatalogueRow>
      onKeyDown={onKeyDown}
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
      loadingText={say('Searching')}
      forcePopupIcon={false}
      noOptionsText={error ? error.detail : q ? nothing : say('Type a size, name or code')}
      onInputChange={(_, next, reason) => {
        if (reason !== 'selectOption' && reason !== 'reset') setText(next)
      }}
      onChange={(_, row) => {
        if (row) take(row)
      }}
      slotProps={{
        paper: { className: css.paper },
        popper: { placement: 'bottom-start' },
      }}
      renderOption={({ key, ...props }, row) => (
        <li key={key} {...props} className={classes(`${props.className ?? ''} size`, css.found)}>
          <span className="cell-text">
            <strong className="bold">{row.name}</strong>
            <span className="muted">{taken.has(row.sku) ? say('  in the order') : ''}</span>
          </span>
          <span className={classes('num nowrap', row.free_pcs > 0 || row.free_g > 0 ? 'ok' : 'danger')}>
            {free(row)}
          </span>
          <span className="num nowrap right">
            {typeof row.rate_paise === 'number'
              ? `₹${wholeRupees(row.rate_paise)}`
              : away
                ? say('price not known')
                : say('no price')}
          </span>
        </li>
      )}
      renderInput={(params) => (
        <InputBase
          ref={params.slotProps.input.ref}
          fullWidth
          inputRef={inputRef}
          onPaste={paste}
          placeholder={yard ? placeholder : say('Select the yard first')}
          inputProps={{
            ...params.slotProps.htmlInput,
            'aria-label': say('Add a line: size, name or code'),
            className: `bare-input ${css.input}`,
          }}
        />
      )}
    />
  )
}

export function free(row: CatalogueRow): string {
  return row.stock_mode === 'kg'
    ? say('{free_g} kg free', { free_g: pieces(Math.round(row.free_g / 1000)) })
    : say('{free_pcs} free', { free_pcs: pieces(row.free_pcs) })
}
