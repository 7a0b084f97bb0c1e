// Rows that each name their batch, received or used: a scan goes to the row of its batch.
import { useRef, type ReactNode } from 'react'
import { Scan } from './Scan'
import type { ScanLot } from './place'

export interface ScannedRow {
  at: number
  batch: string
  batch_no: string
  sku: string
  name: string
}

const NOWHERE = {
  ...{ heat_no: null, coil_no: null, status: '', closed_on: null, yard: '', yard_name: '' },
  ...{ free_pcs: 0, free_g: 0, hold_pcs: 0, hold_g: 0, reserved_pcs: 0, reserved_g: 0 },
}

const lotOf = ({ batch, batch_no, sku, name }: ScannedRow): ScanLot => ({
  ...NOWHERE,
  batch,
  batch_no,
  sku,
  sku_name: name,
})

/** `what`: the page in a sentence. A row inside bears `data-row` with its number. */
export function ScanRows({ rows, what, children }: { rows: ScannedRow[]; what: string; children: ReactNode }) {
  const root = useRef<HTMLDivElement>(null)
  const place = () => ({
    what,
    lines: rows.map(({ at, batch, sku, name }) => ({ at, batch, sku, name, open: 0, by_weight: false, picked: {} })),
    lots: rows.map(lotOf),
  })
  const focus = (line: number | null) => {
    const row = root.current?.querySelector(`[data-row="${line}"]`)
    row?.scrollIntoView({ block: 'center' })
    row?.querySelector<HTMLInputElement>('input')?.select()
  }
  return (
    <div ref={root} className="grid gap-12">
      <Scan place={place} onScan={({ line }) => focus(line)} />
      {children}
    </div>
  )
}
