// A trip in its form: what names the goods of a stop, and what the server makes of it as it stands.
import { useEffect, useMemo, useState } from 'react'
import type { DocView, LineOf, RecordOf } from '../../core/records'
import type { RecordForm } from '../../docs/record'
import type { TripReckoned, Untripped } from '../../net/answers.gen'
import { useTripOf } from '../../sync/docs'

export type Trip = RecordOf<'trip'>
export type Stop = LineOf<'trip', 'stops'>
export type Form = RecordForm<Trip>
export type Reckoned = Omit<TripReckoned, 'record'> & { record: Trip }

const PAUSE_MS = 400

export const goodsOf = (of: Pick<Stop, 'loading' | 'transfer'>) => `${of.loading ?? ''} ${of.transfer ?? ''}`
export const stopOf = ({ type, id }: Pick<Untripped, 'type' | 'id'>): Stop => ({ [type]: id })

/** A moment after the last key, what the trip comes to; while it is asked the last answer stands. */
export function useReckoned(id: string, { sent }: Pick<Form, 'sent'>): Reckoned | undefined {
  const [asked, setAsked] = useState(sent)
  useEffect(() => {
    const timer = setTimeout(() => setAsked(sent), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [sent])
  const question = useMemo(() => ({ id, record: asked }), [id, asked])
  return useTripOf(question).data as Reckoned | undefined
}

/** What the saved trip takes along: taken off, it may be added again. */
export function takenOff(doc: DocView<'trip'> | null): Untripped[] {
  return (doc?.record.stops ?? []).map((stop) => ({
    type: stop.transfer ? 'transfer' : 'loading',
    id: stop.transfer ?? stop.loading ?? '',
    no: stop.no ?? '',
    status: stop.out ? 'Posted' : 'Draft',
    out: stop.out === true,
    vehicle_no: stop.vehicle_no ?? null,
    order: stop.order ?? null,
    party: stop.party ?? '',
    city: stop.city ?? '',
    region: null,
    pin: stop.pin ?? null,
    yard: stop.yard ?? null,
    price_basis: stop.price_basis ?? null,
    deliver_by: null,
    pcs: stop.pcs ?? 0,
    weight_g: stop.weight_g ?? 0,
    longest_mm: stop.longest_mm ?? 0,
    ewb_needed: stop.ewb_needed === true,
    ewb_no: stop.ewb_no ?? null,
  }))
}
