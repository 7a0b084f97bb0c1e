// The ticks of a list: none may be ticked where the person may neither take a step nor print.
import { useCallback, useState } from 'react'
import type { DocDef, Row } from '../../core/records'
import type { DocKey } from '../../core/types.gen'
import { prints } from '../../sync/rights'
import { useUser } from '../../sync/store'
import { takesSteps } from './bulk'

export function useTicked<K extends DocKey>(def: DocDef<K>) {
  const user = useUser()
  const [ticked, tick] = useState<Row<K>[]>([])
  const clear = useCallback(() => tick([]), [])
  /** Behind a step: what it was refused for stays ticked. */
  const keep = useCallback((failed: string[]) => tick((was) => was.filter((row) => failed.includes(row.id))), [])
  const able = takesSteps(user, def) || prints(user, def as unknown as DocDef)
  return { ticked, tick, clear, keep, onSelect: able ? tick : undefined }
}
