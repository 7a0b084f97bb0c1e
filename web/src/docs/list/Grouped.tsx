// A list in groups: how many documents share a value and what they come to; a group opens as the list of its rows.
import Button from '@mui/material/Button'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import Workspaces from '@mui/icons-material/WorkspacesOutlined'
import { useState, type ReactNode } from 'react'
import type { DocDef } from '../../core/records'
import type { Groups } from '../../net/answers.gen'
import { useFacts } from '../../sync/docs'
import { mt, pieces, shown, wholeRupees } from '../../ui/format'
import { Failed, Skeletons } from '../../ui/states'
import { headOf } from '../fields/FieldValue'
import { parseWhere, type ListState } from '../listState'
import css from './list.module.css'
import { say } from '../../words/say'

/** The choice of what a list is grouped by. */
export function GroupBy({ def, state }: { def: DocDef; state: ListState }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const by = def.groups.find(({ key }) => key === state.group)
  if (def.groups.length === 0) return null
  const pick = (key: string | null) => {
    state.setGroup(key)
    setAnchor(null)
  }
  return (
    <>
      <Button
        variant="text"
        size="small"
        startIcon={<Workspaces />}
        onClick={(event) => setAnchor(event.currentTarget)}
        aria-haspopup="menu"
      >
        {by ? say('Grouped by {noun}', { noun: by.label.toLowerCase() }) : say('Group')}
      </Button>
      <Menu open={!!anchor} anchorEl={anchor} onClose={() => setAnchor(null)}>
        {by && <MenuItem onClick={() => pick(null)}>{say('No groups')}</MenuItem>}
        {def.groups.map(({ key, label }) => (
          <MenuItem key={key} selected={key === state.group} onClick={() => pick(key)}>
            {label}
          </MenuItem>
        ))}
      </Menu>
    </>
  )
}

interface Props {
  def: DocDef
  state: ListState
  /** Conditions of the page beside those of the list. */
  where: string[]
  what: string
  empty: ReactNode
  /** Weights are MT, as in the list itself. */
  tonnes?: boolean
}

export function Grouped({ def, state, where, what, empty, tonnes = false }: Props) {
  const by = def.groups.find(({ key }) => key === state.group)
  const query = new URLSearchParams({ by: state.group ?? '' })
  if (state.q) query.set('q', state.q)
  for (const one of where) query.append('where', one)
  const { data, error, refetch } = useFacts<Groups>(`/api/groups/${def.key}?${query}`)
  if (error && !data) return <Failed problem={error} what={what} onRetry={() => void refetch()} />
  if (!data) return <Skeletons rows={8} label={say('{what} loads', { what })} />
  if (data.groups.length === 0) return <div className={css.groups}>{empty}</div>
  const totals = def.fields.filter((field) => def.totals.includes(field.key) && field.key in data.totals)
  const inTonnes = (field: (typeof totals)[number]) => tonnes && field.unit === 'grams'
  const amount = (field: (typeof totals)[number], value: number | undefined) =>
    field.unit === 'paise' ? wholeRupees(value ?? 0) : inTonnes(field) ? mt(value ?? 0) : shown(value ?? 0, field.unit)
  const open = (condition: string) => {
    const filter = parseWhere(condition)
    if (filter) state.openGroup(filter)
  }
  return (
    <div className={css.groups}>
      <table
        className="lines"
        aria-label={say('{plural} by {noun}', { plural: def.plural, noun: by?.label.toLowerCase() })}
      >
        <thead>
          <tr>
            <th scope="col" className="left">
              {by?.label}
            </th>
            <th scope="col" className="right">
              {say('Count')}
            </th>
            {totals.map((field) => (
              <th key={field.key} scope="col" className="right">
                {inTonnes(field) ? `${field.label} ${say('MT')}` : headOf(field)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.groups.map((group) => (
            <tr key={group.condition}>
              <th scope="row" className="left">
                <Button size="small" variant="text" onClick={() => open(group.condition)}>
                  {group.label}
                </Button>
              </th>
              <td className="right num">{pieces(group.rows)}</td>
              {totals.map((field) => (
                <td key={field.key} className="right num">
                  {amount(field, group.totals[field.key])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" className="left">
              {say('All')}
            </th>
            <td className="right num">{pieces(data.rows)}</td>
            {totals.map((field) => (
              <td key={field.key} className="right num">
                {amount(field, data.totals[field.key])}
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
    </div>
  )
}
