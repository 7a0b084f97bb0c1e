// Who usually drives a vehicle, and the number under which they are called.
import { useEffect, useRef, useState } from 'react'
import type { RecordOf } from '../core/records'
import { useDoc } from '../sync/docs'
import { keptRow } from '../sync/names'

/** What is known of a document that was chosen: without the server what the choice was made from tells of it. */
function useChosen<K extends 'vehicle' | 'driver'>(type: K, id: string): Partial<RecordOf<K>> | null {
  const { data, error } = useDoc(type, id || undefined)
  const [row, setRow] = useState<Partial<RecordOf<K>> | null>(null)
  // Until the answer about another one comes, there is still that about the one before.
  const own = data?.id === id ? data : undefined
  const lacking = !own && !!error
  useEffect(() => {
    let here = true
    setRow(null)
    if (lacking) void keptRow(type, id).then((kept) => here && setRow(kept as Partial<RecordOf<K>> | null))
    return () => void (here = false)
  }, [type, id, lacking])
  return own?.record ?? row
}

interface Carried {
  vehicle?: string
  driver?: string
  mobile?: string
}

/**
 * A vehicle brings its usual driver where no other was entered. A driver brings their number: where there is none, and
 * in the place of the former driver's.
 */
export function UsualDriver({ record, set }: { record: Carried; set: (key: keyof Carried, value: string) => void }) {
  const [driver, mobile] = [record.driver ?? '', record.mobile ?? '']
  const usual = useChosen('vehicle', record.vehicle ?? '')?.driver ?? ''
  const number = useChosen('driver', driver)?.mobile ?? ''
  useEffect(() => {
    if (usual && !driver) set('driver', usual)
  }, [usual, driver, set])
  const numbered = useRef(driver)
  useEffect(() => {
    if (!number) return
    if (!mobile || numbered.current !== driver) set('mobile', number)
    numbered.current = driver
  }, [number, driver, mobile, set])
  return null
}
