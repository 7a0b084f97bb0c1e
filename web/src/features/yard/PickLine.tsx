// One line at a time: how much to load, the batches oldest first, and one tap that completes the line.
import Add from '@mui/icons-material/Add'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import { role } from '../../theme/themes'
import { decimal, kg, pieces } from '../../ui/format'
import { CellNumber } from '../../kit/CellNumber'
import { Card, Finding } from '../../kit/parts'
import { PieceStepper, big } from './controls'
import { nextPick, weightOf, type Batch, type Picks } from './load'

export interface YardLine {
  at: number
  sku: string
  name: string
  open: number
  byWeight: boolean
  remark: string
}

const DAY_MS = 86_400_000

function ageOf(iso: string): string {
  const days = Math.floor((Date.now() - Date.parse(iso)) / DAY_MS)
  return Number.isFinite(days) ? `${days} d old` : ''
}

export const pickedOf = (picks: Picks | undefined): number =>
  Object.values(picks ?? {}).reduce((sum, one) => sum + one, 0)

export function PickLine({
  line,
  number,
  of,
  lines,
  picks,
  batches,
  onPick,
  onGo,
}: {
  line: YardLine
  number: number
  of: number
  lines: YardLine[]
  picks: Record<number, Picks>
  batches: Batch[]
  onPick: (picks: Picks) => void
  onGo: (line: number) => void
}) {
  const mine = picks[line.at] ?? {}
  const picked = pickedOf(mine)
  const left = line.open - picked
  const unit = (amount: number) => (line.byWeight ? `${kg(amount)} kg` : `${pieces(amount)} pcs`)
  const next = line.byWeight ? null : nextPick(batches, mine, left)
  const set = (batch: string, amount: number) => onPick({ ...mine, [batch]: amount })
  const youngest = batches.findLastIndex((batch) => (mine[batch.batch] ?? 0) > 0)
  return (
    <>
      <Card label={line.name}>
        <div style={{ display: 'grid', gap: 12 }}>
          <div style={{ display: 'flex', gap: 6, margin: '-16px 0 -12px' }} role="tablist" aria-label="Lines">
            {lines.map((one, at) => {
              const share = one.open > 0 ? Math.min(1, pickedOf(picks[one.at]) / one.open) : 0
              return (
                <button
                  key={one.at}
                  type="button"
                  role="tab"
                  aria-selected={one.at === line.at}
                  aria-label={`Line ${at + 1}: ${one.name}`}
                  onClick={() => onGo(at)}
                  style={{
                    flex: 1,
                    minHeight: 44,
                    padding: '19px 0',
                    border: 0,
                    background: 'none',
                    cursor: 'pointer',
                  }}
                >
                  <span
                    style={{
                      display: 'block',
                      height: 6,
                      borderRadius: 3,
                      background: role.line,
                      boxShadow: one.at === line.at ? `0 0 0 2px ${role.paper}, 0 0 0 3px ${role.link}` : 'none',
                    }}
                  >
                    <span
                      style={{
                        display: 'block',
                        height: 6,
                        borderRadius: 3,
                        width: `${share * 100}%`,
                        background: share >= 1 ? role.ok : role.link,
                      }}
                    />
                  </span>
                </button>
              )
            })}
          </div>
          <div style={{ display: 'flex', justifyContent: 'space-between', gap: 12 }}>
            <strong style={{ fontSize: 16, lineHeight: '22px', fontWeight: 600 }}>{line.name}</strong>
            <span className="nowrap" style={{ color: role.ink2, fontSize: 13 }}>
              Line {number} of {of}
            </span>
          </div>
          {line.remark && <Finding tone="info">{line.remark}</Finding>}
          <div
            style={{
              display: 'grid',
              gridTemplateColumns: 'repeat(3, 1fr)',
              borderTop: `1px solid ${role.line}`,
              paddingTop: 12,
            }}
          >
            {[
              ['To load', line.open],
              ['Picked', picked],
              ['Left', left],
            ].map(([label, amount]) => (
              <div key={label as string}>
                <div style={{ fontSize: 13, color: role.ink2 }}>{label}</div>
                <div
                  className="num nowrap"
                  style={{
                    fontSize: line.byWeight ? 16 : 20,
                    lineHeight: '28px',
                    fontWeight: 600,
                    color:
                      label === 'Left' && (amount as number) > 0
                        ? role.warn
                        : label === 'Left' && (amount as number) < 0
                          ? role.danger
                          : role.ink,
                  }}
                >
                  {unit(amount as number)}
                </div>
              </div>
            ))}
          </div>
        </div>
      </Card>
      <h2 style={{ fontSize: 15, fontWeight: 600, margin: '4px 2px 0' }}>Batches, oldest first</h2>
      <Card pad={0} label="Batches">
        {batches.length === 0 && (
          <p style={{ padding: 16, color: role.ink2 }}>
            No free batch in this yard. Raise a concern to tell the branch manager.
          </p>
        )}
        <ul>
          {batches.map((batch, at) => {
            const amount = mine[batch.batch] ?? 0
            const newer = amount === 0 && left <= 0 && at > youngest
            const most = line.byWeight ? batch.free_g : batch.free_pcs
            return (
              <li
                key={batch.batch}
                style={{
                  display: 'flex',
                  alignItems: 'center',
                  gap: 8,
                  padding: '10px 12px 10px 6px',
                  borderTop: at ? `1px solid ${role.line}` : 0,
                }}
              >
                <Checkbox
                  checked={amount > 0}
                  slotProps={{ input: { 'aria-label': `Take from ${batch.batch_no}` } }}
                  onChange={() => set(batch.batch, amount > 0 ? 0 : Math.max(0, Math.min(most, left)))}
                />
                <div style={{ flex: '1 1 auto', minWidth: 0 }}>
                  <div style={{ display: 'flex', justifyContent: 'space-between', gap: 8 }}>
                    <strong className="nowrap" style={{ fontWeight: 600 }}>
                      {batch.batch_no}
                    </strong>
                    <span className="num nowrap" style={{ fontWeight: 600 }}>
                      {line.byWeight ? '' : `${pieces(batch.free_pcs)} pcs`}
                    </span>
                  </div>
                  <div
                    style={{ display: 'flex', justifyContent: 'space-between', gap: 8, color: role.ink2, fontSize: 13 }}
                  >
                    <span>
                      {batch.zone}
                      {batch.zone && <br />}
                      <span className="nowrap">{ageOf(batch.inward_date)}</span>
                    </span>
                    <span className="num nowrap">{decimal(batch.free_g, 3, 1)} kg</span>
                  </div>
                </div>
                {newer ? (
                  <span style={{ color: role.ink2, fontSize: 13, width: 60, textAlign: 'right' }}>Newer</span>
                ) : line.byWeight ? (
                  <span style={{ width: 118, flex: 'none' }}>
                    <CellNumber
                      label={`Kilograms from ${batch.batch_no}`}
                      name={`pick.${batch.batch}`}
                      unit="grams"
                      value={amount || null}
                      onChange={(value) => set(batch.batch, typeof value === 'number' ? Math.min(most, value) : 0)}
                      suffix="kg"
                    />
                  </span>
                ) : (
                  <PieceStepper
                    value={amount}
                    most={most}
                    onChange={(pcs) => set(batch.batch, pcs)}
                    label={`Pieces from ${batch.batch_no}`}
                  />
                )}
              </li>
            )
          })}
        </ul>
      </Card>
      {next && (
        <>
          <Finding tone="info">
            {pieces(next.pcs)} more from <strong>{next.batch.batch_no}</strong>{' '}
            {next.pcs === left ? 'completes the line' : 'are all it has'}: about {kg(weightOf(next.batch, next.pcs))} kg
            by this batch’s own weight.
          </Finding>
          <Button
            style={{ ...big, color: role.link }}
            startIcon={<Add />}
            onClick={() => set(next.batch.batch, (mine[next.batch.batch] ?? 0) + next.pcs)}
          >
            Take {pieces(next.pcs)} from {next.batch.batch_no}
          </Button>
        </>
      )}
      {left < 0 && (
        <Finding tone="danger" box>
          {unit(-left)} more than the line has open.
        </Finding>
      )}
    </>
  )
}
