// The saved views of a list: filters, sort, groups and columns under a name; one of them may be what it opens with.
import { useCallback, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { docDef } from '../../core'
import type { DocDef, RecordPage } from '../../core/records'
import { useFacts } from '../../sync/docs'
import { may } from '../../sync/rights'
import { useUser } from '../../sync/store'
import { SavedViews } from '../views/SavedViews'
import { layoutIn, putLayout, type ListLayout } from './layout'
import type { ListState } from '../listState'

/** Those of all lists, which are few, so that they are asked for once. */
const ALL = '/api/records/list_view?limit=500'

function openingOf(page: RecordPage<'list_view'> | undefined, list: string): string | undefined {
  const found = page?.rows.find(({ record }) => record.list === list && record.opens)
  return found && (found.record.question ?? '')
}

export function ListViews({ def, state, layout }: { def: DocDef; state: ListState; layout: ListLayout }) {
  const user = useUser()
  const kind = docDef('list_view')
  const able = !!kind && may(user, kind, 'view')
  const { setQuestion, question } = state
  const { put } = layout
  const pick = useCallback(
    (text: string) => {
      const query = new URLSearchParams(text)
      put(layoutIn(query))
      setQuestion(query)
    },
    [put, setQuestion],
  )
  // An address that asks for something is answered as it is.
  const { search } = useLocation()
  const opened = useRef(search !== '')
  const ask = able && !opened.current
  const { data: own } = useFacts<RecordPage<'list_view'>>(ask ? `${ALL}&where=owner:eq:${user.id}` : null)
  const mine = openingOf(own, def.key)
  const { data: shared } = useFacts<RecordPage<'list_view'>>(ask && own && mine === undefined ? ALL : null)
  const first = mine ?? openingOf(shared, def.key)
  useEffect(() => {
    if (first === undefined || opened.current) return
    opened.current = true
    pick(first)
  }, [first, pick])
  if (!able) return null
  const now = () => {
    const query = question()
    putLayout(query, layout.layout)
    return query.toString()
  }
  return <SavedViews of={{ type: 'list_view', field: 'list', key: def.key }} question={now} onPick={pick} small />
}
