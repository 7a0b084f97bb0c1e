// Rows of a spreadsheet, looked at before they go in: how many are good, how many to fix; the good ones go in first,
// and the others stay to be fixed.
import type { CatalogueRow } from '../../core/types.gen'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useEffect, useId, useMemo, useState } from 'react'
import type { LineOf } from '../../core/records'
import { quoteOf } from '../../core/quote'
import { useOrderFactsOf } from '../../sync/docs'
import { kg, pieces, rupees } from '../../ui/format'
import { meant } from './catalogue'
import { askedOf } from './facts'
import { free } from './SkuSearch'
import { Finding, usePhone } from '../../kit/parts'
import { readPaste, withoutRows, type PastedRow } from '../../kit/paste'
import css from './PasteRows.module.css'
import { many, say } from '../../words/say'

interface Read extends PastedRow {
  found: CatalogueRow | null
  /** Of words that fit several sizes. */
  choices: CatalogueRow[]
}

const AT_ONCE = 6

async function resolve(place: { yard: string; customer: string }, pasted: PastedRow[]): Promise<Read[]> {
  const out: Read[] = pasted.map((row) => ({ ...row, found: null, choices: [] }))
  const todo = out.filter((row) => !row.problem)
  for (let at = 0; at < todo.length; at += AT_ONCE) {
    await Promise.all(
      todo.slice(at, at + AT_ONCE).map(async (row) => {
        const found = await meant(place, row.sku)
        if (found.length === 0) row.problem = say('No size, name or code matches “{sku}”', { sku: row.sku })
        else if (found.length > 1)
          Object.assign(row, { problem: say('“{sku}” matches several sizes', { sku: row.sku }), choices: found })
        else row.found = found[0]!
      }),
    )
  }
  return out
}

function lineOf(row: Read): LineOf<'order', 'lines'> {
  return {
    sku: row.found!.sku,
    ...(row.pcs === null ? null : { pcs: row.pcs }),
    ...(row.weightG === null ? null : { weight_g: row.weightG }),
    ...(row.ratePaise === null ? null : { rate_paise: row.ratePaise }),
  }
}

/** What a row weighs: as it came, else as the core works it out of the pieces. */
function useWeights(yard: string, customer: string, good: Read[]) {
  const order = useMemo(() => ({ yard, customer, lines: good.map(lineOf) }), [yard, customer, good])
  const { data: known } = useOrderFactsOf(askedOf('', order))
  const worked = useMemo(() => quoteOf(order, known).lines, [order, known])
  return (row: Read) => {
    const grams = row.weightG ?? worked[good.indexOf(row)]?.weight_g ?? 0
    return grams > 0 ? kg(grams) : ''
  }
}

export function PasteRows({
  clip,
  yard,
  customer,
  onTake,
  onClose,
}: {
  clip: string
  yard: string
  customer: string
  /** Why they cannot go in; null where they did. */
  onTake: (lines: LineOf<'order', 'lines'>[]) => string | null
  onClose: () => void
}) {
  const id = useId()
  const [typed, setTyped] = useState(clip)
  const [read, setRead] = useState<Read[] | null>(null)
  const [added, setAdded] = useState(0)
  const [refused, setRefused] = useState<string | null>(null)
  const pasted = useMemo(() => readPaste(typed), [typed])
  useEffect(() => {
    let stopped = false
    setRead(null)
    if (pasted.length > 0 && yard) void resolve({ yard, customer }, pasted).then((rows) => !stopped && setRead(rows))
    return () => {
      stopped = true
    }
  }, [pasted, yard, customer])
  const choose = (row: Read, sku: string) =>
    setRead((all) =>
      (all ?? []).map((one) =>
        one.row === row.row ? { ...one, found: one.choices.find((choice) => choice.sku === sku) ?? null } : one,
      ),
    )
  const good = useMemo(() => (read ?? []).filter((row) => row.found), [read])
  const bad = (read ?? []).length - good.length
  const weightOf = useWeights(yard, customer, good)
  const take = () => {
    const why = onTake(good.map(lineOf))
    setRefused(why)
    if (why !== null) return
    if (bad === 0) return onClose()
    setAdded(added + good.length)
    setTyped(withoutRows(typed, new Set(good.map(({ row }) => row))))
  }
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} maxWidth="md" fullWidth fullScreen={usePhone()}>
      <div className="p-20 grid gap-12">
        <h2 id={id} className="heading">
          {say('Paste rows')}
        </h2>
        {!yard && (
          <Finding tone="warn" box>
            {say('Select the yard first: free stock and rates depend on it.')}
          </Finding>
        )}
        <label htmlFor={`${id}-text`} className="text-12 muted medium">
          {say('Size, pieces and rate, copied from a spreadsheet. Column headings are recognised.')}
        </label>
        <textarea
          id={`${id}-text`}
          autoFocus={clip === ''}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          rows={clip === '' ? 6 : 3}
          placeholder={say('MS SHS 50x50x3\t90\t60200')}
          className="text-area"
        />
        {read && (
          <div className={css.rows}>
            <table className="stacks data-table">
              <thead>
                <tr>
                  <th>{say('Row')}</th>
                  <th>{say('SKU')}</th>
                  <th className="right">{say('Pieces')}</th>
                  <th className="right">{say('kg')}</th>
                  <th className="right">{say('Rate ₹')}</th>
                </tr>
              </thead>
              <tbody>
                {read.map((row) => (
                  <tr key={row.row}>
                    <td className="row-no muted">{row.row}</td>
                    <td>
                      {row.choices.length > 0 ? (
                        <TextField
                          select
                          fullWidth
                          value={row.found?.sku ?? ''}
                          onChange={(event) => choose(row, event.target.value)}
                          slotProps={{
                            select: {
                              displayEmpty: true,
                              SelectDisplayProps: { 'aria-label': say('Size of row {row}', { row: row.row }) },
                            },
                          }}
                        >
                          <MenuItem value="" disabled>
                            {row.problem}
                          </MenuItem>
                          {row.choices.map((choice) => (
                            <MenuItem key={choice.sku} value={choice.sku}>
                              {choice.name}, {free(choice)}
                            </MenuItem>
                          ))}
                        </TextField>
                      ) : row.found ? (
                        <strong className="bold">{row.found.name}</strong>
                      ) : (
                        <span className="danger">{row.problem}</span>
                      )}
                    </td>
                    <td data-head={say('Pieces')} className="number">
                      {row.pcs === null ? '' : pieces(row.pcs)}
                    </td>
                    <td data-head="kg" className="number">
                      {weightOf(row)}
                    </td>
                    <td data-head={say('Rate ₹')} className="number">
                      {row.ratePaise === null ? '' : rupees(row.ratePaise)}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
        {refused && (
          <div role="alert">
            <Finding tone="danger">{refused}</Finding>
          </div>
        )}
        <div className="row gap-8">
          <Button
            variant="contained"
            color="primary"
            onClick={() => good.length > 0 && take()}
            aria-disabled={good.length === 0}
          >
            {good.length === 0
              ? say('Add the rows')
              : many(good.length, 'Add {good} row', 'Add {good} rows', { good: good.length })}
          </Button>
          <Button onClick={onClose}>{say('Back')}</Button>
          <span role="status" className="muted text-13">
            {added > 0 && many(added, '{n} row added. ', '{n} rows added. ')}
            {pasted.length === 0
              ? ''
              : read
                ? say('{good} good, {bad} to fix', { good: good.length, bad })
                : yard
                  ? say('Looking up sizes')
                  : ''}
          </span>
        </div>
      </div>
    </Dialog>
  )
}
