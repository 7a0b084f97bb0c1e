// Which figures or columns a report shows.
import ViewColumnOutlined from '@mui/icons-material/ViewColumnOutlined'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useState } from 'react'
import type { ReportDef, ReportStart } from '../../core/types.gen'
import { useDescribed } from '../../sync/reporter'
import type { ReportState } from './state'
import css from './MeasureMenu.module.css'
import { say } from '../../words/say'

interface Choice {
  key: string
  label: string
  on: boolean
  toggle: () => void
}

/** The figures of a report that groups. */
export function MeasureMenu({ def, state }: { def: ReportDef; state: ReportState }) {
  const described = useDescribed()
  const offered = def.free
    ? (described?.measures ?? []).map((one) => one.key)
    : [...(def.measures ?? []), ...(def.more ?? [])]
  const label = (key: string) => described?.measures.find((one) => one.key === key)?.label ?? key
  const toggle = (key: string) => {
    const on = state.measures.includes(key)
    const next = on
      ? state.measures.filter((one) => one !== key)
      : offered.filter((one) => one === key || state.measures.includes(one))
    if (next.length > 0) state.setList('measures', next)
  }
  return (
    <ChoiceMenu
      choices={offered.map((key) => ({
        key,
        label: label(key),
        on: state.measures.includes(key),
        toggle: () => toggle(key),
      }))}
    />
  )
}

/** The columns of a report that tells rows as they stand, but the first: those that this person is told. */
export function ColumnMenu({ def, state, table }: { def: ReportDef; state: ReportState; table: ReportStart | null }) {
  const told = (key: string) => state.hidden.includes(key) || !!table?.columns.some((one) => one.key === key)
  const choices = (def.list ?? [])
    .slice(1)
    .filter(([key]) => told(key))
    .map(([key, label]) => {
      const on = !state.hidden.includes(key)
      return {
        key,
        label,
        on,
        toggle: () => state.setList('hide', on ? [...state.hidden, key] : state.hidden.filter((one) => one !== key)),
      }
    })
  return choices.length > 0 ? <ChoiceMenu choices={choices} /> : null
}

function ChoiceMenu({ choices }: { choices: Choice[] }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  return (
    <>
      <Button
        variant="outlined"
        startIcon={<ViewColumnOutlined />}
        onClick={(event) => setAnchor(event.currentTarget)}
        aria-haspopup="menu"
      >
        {say('Columns')}
      </Button>
      <Menu
        open={!!anchor}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        slotProps={{ paper: { className: css.menu } }}
      >
        {choices.map(({ key, label, on, toggle }) => (
          <MenuItem key={key} dense role="menuitemcheckbox" aria-checked={on} onClick={toggle}>
            <Checkbox
              size="small"
              tabIndex={-1}
              checked={on}
              className={css.check}
              slotProps={{ input: { 'aria-hidden': true } }}
            />
            {label}
          </MenuItem>
        ))}
      </Menu>
    </>
  )
}
