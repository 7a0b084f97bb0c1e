// One line at a time: how much to load, the batches oldest or nearest first, and one tap that completes the line.
import Add from '@mui/icons-material/Add'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import TextField from '@mui/material/TextField'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { memo, useEffect, useRef, useState, type ReactNode } from 'react'
import type { Newer, PickOrder } from '../../core/types.gen'
import { decimal, kg, pieces } from '../../ui/format'
import { CellNumber } from '../../kit/CellNumber'
import { Card, Finding } from '../../kit/parts'
import { PieceStepper, Reduced } from './controls'
import { nextPick, weightOf, type Batch, type Picks } from './load'
import { classes } from '../../theme/classes'
import css from './yard.module.css'
import { say } from '../../words/say'

export interface YardLine {
  at: number
  sku: string
  name: string
  open: number
  byWeight: boolean
  /** What one of its pieces was ordered to weigh. */
  gPerPc: number | null
  /** Loaded out of the dump, from batches of whatever SKU. */
  dump: boolean
  remark: string
}

const ORDERS: Record<PickOrder, string> = { oldest: say('Oldest first'), nearest: say('Nearest length') }

const DAY_MS = 86_400_000

function ageOf(iso: string): string {
  const days = Math.floor((Date.now() - Date.parse(iso)) / DAY_MS)
  return Number.isFinite(days) ? say('{days} d old', { days }) : ''
}

export const pickedOf = (picks: Picks | undefined): number =>
  Object.values(picks ?? {}).reduce((sum, one) => sum + one, 0)

const taken = (was: Picks, { batch }: Batch, amount: number): Picks => ({ ...was, [batch]: amount })

export function PickLine({
  line,
  number,
  of,
  lines,
  picks,
  batches,
  order,
  onOrder,
  newer,
  reason,
  told,
  onReason,
  scan,
  onPick,
  onGo,
}: {
  line: YardLine
  number: number
  of: number
  lines: YardLine[]
  picks: Record<number, Picks>
  /** In the order in which they are offered. */
  batches: Batch[]
  order: PickOrder
  onOrder: (order: PickOrder) => void
  /** What is taken before a much older batch: that wants a reason. */
  newer: Newer[]
  reason: string
  /** How often one wanted to go on and could not: what is wrong is shown then. */
  told: number
  onReason: (reason: string) => void
  scan: ReactNode
  onPick: (line: number, next: (was: Picks) => Picks) => void
  onGo: (line: number) => void
}) {
  const mine = picks[line.at] ?? {}
  const picked = pickedOf(mine)
  const left = line.open - picked
  const unit = (amount: number) =>
    line.byWeight ? say('{amount} kg', { amount: kg(amount) }) : say('{amount} pcs', { amount: pieces(amount) })
  const next = line.byWeight ? null : nextPick(batches, mine, left)
  const lacking = told > 0 && !reason.trim()
  const over = useRef<HTMLDivElement>(null)
  const why = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (told === 0) return
    if (!over.current) why.current?.focus()
    // What is wrong stands below the input, which the bar at the foot would hide.
    ;(over.current ?? why.current)?.scrollIntoView({ block: 'center' })
  }, [told])
  const youngest = batches.findLastIndex((batch) => (mine[batch.batch] ?? 0) > 0)
  return (
    <>
      <Card label={line.name}>
        <div className="grid gap-12">
          <div className={css.lines} role="tablist" aria-label={say('Lines')}>
            {lines.map((one, at) => {
              const share = one.open > 0 ? pickedOf(picks[one.at]) / one.open : 0
              return (
                <button
                  key={one.at}
                  type="button"
                  role="tab"
                  aria-selected={one.at === line.at}
                  aria-label={say('Line {at}: {name}', { at: at + 1, name: one.name })}
                  onClick={() => onGo(at)}
                  className={css.line}
                >
                  <span className={classes(css.segment, one.at === line.at && css.segmentOn)}>
                    <span
                      className={classes(css.done, share >= 1 && (share > 1 ? css.over : css.full))}
                      style={{ width: `${Math.min(1, share) * 100}%` }}
                    />
                  </span>
                </button>
              )
            })}
          </div>
          <div className="flex between gap-12">
            <strong className={css.sku}>{line.name}</strong>
            <span className="nowrap muted text-13">{say('Line {number} of {of}', { number, of })}</span>
          </div>
          {line.remark && <Finding tone="info">{line.remark}</Finding>}
          <div className={css.figures}>
            {[
              [say('To load'), line.open],
              [say('Picked'), picked],
              [say('Left'), left],
            ].map(([label, amount]) => (
              <div key={label as string}>
                <div className="text-13 muted">{label}</div>
                <div
                  className={classes(
                    'num nowrap',
                    css.figure,
                    line.byWeight ? 'text-16' : 'text-20',
                    label !== say('Left') || amount === 0 ? 'ink' : (amount as number) > 0 ? 'warn' : 'danger',
                  )}
                >
                  {unit(amount as number)}
                </div>
              </div>
            ))}
          </div>
          {left < 0 && (
            <div role="alert" ref={over}>
              <Finding tone="danger" box>
                {say('{value} more than the line has open.', { value: unit(-left) })}
              </Finding>
            </div>
          )}
        </div>
      </Card>
      {scan}
      <div className="flex between gap-12 wrap">
        <h2 className={css.batches}>
          {line.dump ? say('In the dump') : say('Batches')}, {ORDERS[order].toLowerCase()}
        </h2>
        <OrderChoice order={order} onOrder={onOrder} />
      </div>
      <Card pad={0} label={say('Batches')}>
        {batches.length === 0 && (
          <p className="p-16 muted">
            {line.dump ? say('Nothing lies in the dump of this yard.') : say('No free batch in this yard.')}
            {say(' Raise a concern to tell the branch manager.')}
          </p>
        )}
        <ul>
          {batches.map((batch, at) => {
            const amount = mine[batch.batch] ?? 0
            const isNewer = order === 'oldest' && amount === 0 && left <= 0 && at > youngest
            return (
              <BatchRow key={batch.batch} line={line} batch={batch} amount={amount} newer={isNewer} onPick={onPick} />
            )
          })}
        </ul>
      </Card>
      {newer[0] && (
        <Card label={say('A newer batch')}>
          <div className="grid gap-12">
            <Finding tone="warn">
              {say('Batch {older_no} is {days} days older. Take it first, or give the reason.', {
                older_no: <strong>{newer[0].older_no}</strong>,
                days: pieces(newer[0].days),
              })}
            </Finding>
            <TextField
              label={say('Reason for the newer batch')}
              name={`reason.${line.at}`}
              value={reason}
              required
              fullWidth
              error={lacking}
              helperText={lacking ? say('Give the reason before you go on') : undefined}
              inputRef={why}
              onChange={(event) => onReason(event.target.value)}
              slotProps={{ htmlInput: { maxLength: 200 }, inputLabel: { shrink: true } }}
            />
          </div>
        </Card>
      )}
      {next && (
        <>
          <Finding tone="info">
            {say('{pcs} more from {batch_no} {value}: about {batch} kg by this batch’s own weight.', {
              pcs: pieces(next.pcs),
              batch_no: <strong>{next.batch.batch_no}</strong>,
              value: next.pcs === left ? say('completes the line') : say('are all it has'),
              batch: kg(weightOf(next.batch, next.pcs)),
            })}
          </Finding>
          <Button
            className={`accent ${css.big}`}
            startIcon={<Add />}
            onClick={() => onPick(line.at, (was) => taken(was, next.batch, (mine[next.batch.batch] ?? 0) + next.pcs))}
          >
            {say('Take {pcs} from {batch_no}', { pcs: pieces(next.pcs), batch_no: next.batch.batch_no })}
          </Button>
        </>
      )}
    </>
  )
}

/** Memoised, as the rows are: a scan draws the row that it fills, not the page. */
const OrderChoice = memo(function OrderChoice({
  order,
  onOrder,
}: {
  order: PickOrder
  onOrder: (order: PickOrder) => void
}) {
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      aria-label={say('Order of the batches')}
      value={order}
      onChange={(_, next: PickOrder | null) => next && onOrder(next)}
    >
      {Object.entries(ORDERS).map(([key, label]) => (
        <ToggleButton key={key} value={key}>
          {label}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  )
})

interface RowProps {
  line: YardLine
  batch: Batch
  amount: number
  /** Left for later: the line is complete from older ones. */
  newer: boolean
  onPick: (line: number, next: (was: Picks) => Picks) => void
}

const BatchRow = memo(function BatchRow({ line, batch, amount, newer, onPick }: RowProps) {
  const most = line.byWeight ? batch.free_g : batch.free_pcs
  const take = (next: number) => onPick(line.at, (was) => taken(was, batch, next))
  const fill = () => onPick(line.at, (was) => taken(was, batch, Math.max(0, Math.min(most, line.open - pickedOf(was)))))
  return (
    <li className={`divided ${css.takeRow}`}>
      <Checkbox
        checked={amount > 0}
        slotProps={{ input: { 'aria-label': say('Take from {batch_no}', { batch_no: batch.batch_no }) } }}
        onChange={() => (amount > 0 ? take(0) : fill())}
      />
      <div className={css.batch}>
        <div className="flex between gap-4 wrap">
          <strong className="nowrap bold">{batch.batch_no}</strong>
          <span className="num nowrap bold">
            {line.byWeight ? '' : say('{free_pcs} pcs', { free_pcs: pieces(batch.free_pcs) })}
          </span>
        </div>
        <div className="flex between gap-8 muted text-13">
          <span>
            {batch.zone}
            {batch.zone && <br />}
            <span className="nowrap">{ageOf(batch.inward_date)}</span>
          </span>
          <span className="num nowrap">{say('{free_g} kg', { free_g: decimal(batch.free_g, 3, 1) })}</span>
        </div>
      </div>
      {newer ? (
        <span className={css.newer}>{say('Newer')}</span>
      ) : line.byWeight ? (
        <WeightPick batch={batch} value={amount} onChange={take} />
      ) : (
        <PieceStepper
          value={amount}
          most={most}
          onChange={take}
          label={say('Pieces from {batch_no}', { batch_no: batch.batch_no })}
        />
      )}
    </li>
  )
})

/** Kilograms of a batch, typed; never more than it has. */
function WeightPick({ batch, value, onChange }: { batch: Batch; value: number; onChange: (g: number) => void }) {
  const [asked, setAsked] = useState<number | null>(null)
  const most = batch.free_g
  const take = (typed: unknown) => {
    const g = typeof typed === 'number' ? typed : 0
    setAsked(g > most ? g : null)
    onChange(Math.min(most, g))
  }
  return (
    <span className={css.limited}>
      <span className={css.weight}>
        <CellNumber
          label={say('Kilograms from {batch_no}', { batch_no: batch.batch_no })}
          name={`pick.${batch.batch}`}
          unit="grams"
          value={value || null}
          onChange={take}
          suffix="kg"
        />
      </span>
      <Reduced
        asked={asked === null ? null : say('{asked} kg', { asked: kg(asked) })}
        most={say('{most} kg', { most: kg(most) })}
      />
    </span>
  )
}
