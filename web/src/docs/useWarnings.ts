// Asks the server, a moment after the last key, what is worth a look in a record: a firm with nearly the same name,
// papers that soon run out. The answers stand under their fields and keep nobody from saving.
import { useEffect, useState } from 'react'
import type { DocDef } from '../core/records'
import { useWarningsOf } from '../sync/docs'
import type { RecordForm } from './record'

const PAUSE_MS = 500

export function useWarnings(def: DocDef, id: string, form: RecordForm) {
  const { sent, dirty, warn } = form
  const [asked, setAsked] = useState(sent)
  useEffect(() => {
    if (!def.warns || !dirty) return
    const timer = setTimeout(() => setAsked(sent), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [def, dirty, sent])
  const found = useWarningsOf(def.key, id, asked, { skip: !def.warns || Object.keys(asked).length === 0 })
  useEffect(() => warn(found), [found, warn])
}
