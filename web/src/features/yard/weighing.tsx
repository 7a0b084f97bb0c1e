// The parts of the weighbridge: what was refused, the vehicle, both weights with their keypad, the lines and their net.
import { useEffect, useRef } from 'react'
import { docDef } from '../../core'
import { Card, Finding, LinkButton } from '../../kit/parts'
import { useDoc } from '../../sync/docs'
import { may } from '../../sync/rights'
import { useUser } from '../../sync/store'
import { kg, mt } from '../../ui/format'
import { say } from '../../words/say'
import { Keypad, ToleranceBand, WeightRow } from './controls'
import type { Weighed } from './load'
import { digitsOf, type Key } from './weigh'
import css from './yard.module.css'

/** Which of both weights the keys are for. */
export type Scale = 'tare_g' | 'gross_g'

export function Refused({ messages }: { messages: string[] }) {
  const alert = useRef<HTMLDivElement>(null)
  const said = messages.join()
  // The button is at the foot, and what it says may be far above it.
  useEffect(() => {
    alert.current?.scrollIntoView({ block: 'center' })
  }, [said])
  if (messages.length === 0) return null
  return (
    <div role="alert" ref={alert}>
      <Finding tone="danger" box>
        {messages.length > 1 ? (
          <ul>
            {messages.map((message) => (
              <li key={message}>{message}</li>
            ))}
          </ul>
        ) : (
          messages[0]
        )}
      </Finding>
    </div>
  )
}

export function Weights({
  weighed,
  net,
  active,
  onPick,
  onKey,
}: {
  weighed: Weighed
  net: number | null
  active: Scale
  onPick: (scale: Scale) => void
  onKey: (key: Key) => void
}) {
  const [tare, gross] = [weighed.tare_g ?? null, weighed.gross_g ?? null]
  return (
    <>
      <div className={css.weighing}>
        <Card pad={0} label={say('Weights')}>
          <WeightRow
            label={say('Tare')}
            digits={digitsOf(tare)}
            active={active === 'tare_g'}
            onPick={() => onPick('tare_g')}
          />
          <WeightRow
            label={say('Gross')}
            digits={digitsOf(gross)}
            active={active === 'gross_g'}
            onPick={() => onPick('gross_g')}
          />
          <WeightRow label={say('Net')} digits={net === null ? '' : digitsOf(net)} active={false} />
        </Card>
        <Keypad onKey={onKey} />
      </div>
      {tare !== null && gross !== null && net === null && (
        <Finding tone="danger" box>
          {say('The gross weight must be above the tare.')}
        </Finding>
      )}
    </>
  )
}

/** By how much the lines may differ from the net: the site's switch, else what it is without one. */
function useTolerance(): number {
  const def = docDef('setting')
  const user = useUser()
  const { data } = useDoc('setting', def && may(user, def, 'view') ? 'setting' : undefined)
  const field = def?.fields.find((one) => one.key === 'net_weight_tolerance_bp')
  return data?.record?.net_weight_tolerance_bp ?? (typeof field?.default === 'number' ? field.default : 0)
}

export function AgainstNet({
  sum,
  net,
  shared,
  onShare,
  onOwn,
}: {
  /** What the lines weigh together. */
  sum: number
  net: number | null
  /** Whether the lines have their shares of the net, in place of the weights of their batches. */
  shared: boolean
  onShare: (net: number) => void
  onOwn: () => void
}) {
  const tolerance = useTolerance()
  return (
    <Card label={say('Lines against net')}>
      <div className="grid gap-10">
        <div className="flex between gap-12">
          <strong className="bold">{say('Lines add up to')}</strong>
          <strong className="num nowrap bold">{say('{sum} kg', { sum: kg(sum) })}</strong>
        </div>
        {net !== null && <ToleranceBand linesG={sum} netG={net} toleranceBp={tolerance} />}
        {net !== null && net !== sum && (
          <Finding
            tone="info"
            action={<LinkButton onClick={() => onShare(net)}>{say('Distribute net over the lines')}</LinkButton>}
          >
            {say('The lines have the weights of their batches.')}
          </Finding>
        )}
        {shared && (
          <Finding tone="ok" action={<LinkButton onClick={onOwn}>{say('Use batch weights')}</LinkButton>}>
            {say('The net is distributed over the lines.')}
          </Finding>
        )}
      </div>
    </Card>
  )
}

/** What the vehicle carries: whether it may carry it says the core. */
export function VehicleNote({ id, slip, onChange }: { id: string; slip: string; onChange: () => void }) {
  const { data } = useDoc('vehicle', id || undefined)
  const capacity = data?.record?.capacity_g ?? null
  return (
    <div className={css.sums}>
      <span className="text-13 muted">{say('Vehicle')}</span>
      <span className="text-13 muted right">{say('Slip')}</span>
      <strong className="text-16 bold">{data?.record?.reg_no}</strong>
      <strong className="text-16 bold right">{slip}</strong>
      <span className="num text-13 muted">
        {capacity !== null && say('carries up to {capacity} MT', { capacity: mt(capacity) })}
      </span>
      <LinkButton onClick={onChange}>{say('Change')}</LinkButton>
    </div>
  )
}
