// Rows of a spreadsheet, looked at before they go in: how many are good, how many to fix; the good ones go in first.
import type { CatalogueRow } from '../../core/types.gen'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import { useEffect, useId, useMemo, useState } from 'react'
import type { LineOf } from '../../core/records'
import { role } from '../../theme/themes'
import { kg, pieces, rupees } from '../../ui/format'
import { meant } from './catalogue'
import { Finding, right, td, th, usePhone } from '../../kit/parts'
import { readPaste, type PastedRow } from '../../kit/paste'

interface Read extends PastedRow {
  found: CatalogueRow | null
}

const AT_ONCE = 6

async function resolve(place: { yard: string; customer: string }, pasted: PastedRow[]): Promise<Read[]> {
  const out: Read[] = pasted.map((row) => ({ ...row, found: null }))
  const todo = out.filter((row) => !row.problem)
  for (let at = 0; at < todo.length; at += AT_ONCE) {
    await Promise.all(
      todo.slice(at, at + AT_ONCE).map(async (row) => {
        const found = await meant(place, row.sku)
        if (found === 'none') row.problem = `No size, name or code matches “${row.sku}”`
        else if (found === 'many') row.problem = `“${row.sku}” matches several sizes`
        else row.found = found
      }),
    )
  }
  return out
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
  onTake: (lines: LineOf<'order', 'lines'>[]) => void
  onClose: () => void
}) {
  const id = useId()
  const [typed, setTyped] = useState(clip)
  const [read, setRead] = useState<Read[] | null>(null)
  const pasted = useMemo(() => readPaste(typed), [typed])
  useEffect(() => {
    let stopped = false
    setRead(null)
    if (pasted.length > 0 && yard) void resolve({ yard, customer }, pasted).then((rows) => !stopped && setRead(rows))
    return () => {
      stopped = true
    }
  }, [pasted, yard, customer])
  const good = (read ?? []).filter((row) => row.found)
  const bad = (read ?? []).length - good.length
  const take = () =>
    onTake(
      good.map((row) => ({
        sku: row.found!.sku,
        ...(row.pcs === null ? null : { pcs: row.pcs }),
        ...(row.weightG === null ? null : { weight_g: row.weightG }),
        ...(row.ratePaise === null ? null : { rate_paise: row.ratePaise }),
      })),
    )
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} maxWidth="md" fullWidth fullScreen={usePhone()}>
      <div style={{ padding: 20, display: 'grid', gap: 12 }}>
        <h2 id={id} style={{ fontSize: 16, lineHeight: '24px', fontWeight: 600 }}>
          Paste rows
        </h2>
        {!yard && (
          <Finding tone="warn" box>
            Choose the yard first: free stock and rates depend on it.
          </Finding>
        )}
        <label htmlFor={`${id}-text`} style={{ fontSize: 12, color: role.ink2, fontWeight: 500 }}>
          Size, pieces and rate, copied from a spreadsheet. Column headings are recognised.
        </label>
        <textarea
          id={`${id}-text`}
          autoFocus={clip === ''}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          rows={clip === '' ? 6 : 3}
          placeholder={'MS SHS 50x50x3\t90\t60200'}
          style={{
            width: '100%',
            padding: '8px 10px',
            border: `1px solid ${role.control}`,
            borderRadius: 6,
            background: role.paper,
            fontSize: 13,
            resize: 'vertical',
          }}
        />
        {read && (
          <div style={{ maxHeight: 320, overflow: 'auto', border: `1px solid ${role.line}`, borderRadius: 6 }}>
            <table className="stacks" style={{ width: '100%', borderCollapse: 'collapse' }}>
              <thead>
                <tr>
                  <th style={th}>Row</th>
                  <th style={th}>SKU</th>
                  <th style={{ ...th, textAlign: 'right' }}>Pieces</th>
                  <th style={{ ...th, textAlign: 'right' }}>kg</th>
                  <th style={{ ...th, textAlign: 'right' }}>Rate ₹</th>
                </tr>
              </thead>
              <tbody>
                {read.map((row) => (
                  <tr key={row.row}>
                    <td className="row-no" style={{ ...td, color: role.ink2 }}>
                      {row.row}
                    </td>
                    <td style={td}>
                      {row.found ? (
                        <strong style={{ fontWeight: 600 }}>{row.found.name}</strong>
                      ) : (
                        <span style={{ color: role.danger }}>{row.problem}</span>
                      )}
                    </td>
                    <td data-head="Pieces" style={{ ...td, ...right }}>
                      {row.pcs === null ? '' : pieces(row.pcs)}
                    </td>
                    <td data-head="kg" style={{ ...td, ...right }}>
                      {row.weightG === null ? '' : kg(row.weightG)}
                    </td>
                    <td data-head="Rate ₹" style={{ ...td, ...right }}>
                      {row.ratePaise === null ? '' : rupees(row.ratePaise)}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
        <div style={{ display: 'flex', gap: 8, alignItems: 'center' }}>
          <Button
            variant="contained"
            color="primary"
            onClick={() => good.length > 0 && take()}
            aria-disabled={good.length === 0}
          >
            {good.length === 0 ? 'Add the rows' : `Add ${good.length} ${good.length === 1 ? 'row' : 'rows'}`}
          </Button>
          <Button onClick={onClose}>Back</Button>
          <span role="status" style={{ color: role.ink2, fontSize: 13 }}>
            {pasted.length === 0 ? '' : read ? `${good.length} good, ${bad} to fix` : yard ? 'Looking up sizes' : ''}
          </span>
        </div>
      </div>
    </Dialog>
  )
}
