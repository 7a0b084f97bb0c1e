// Which figures a report shows.
import ViewColumnOutlined from '@mui/icons-material/ViewColumnOutlined'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useState } from 'react'
import { useDescribed, type ReportDef } from '../../core/reporter'
import type { ReportState } from './state'

export function MeasureMenu({ def, state }: { def: ReportDef; state: ReportState }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const described = useDescribed()
  const offered = def.free ? (described?.measures ?? []).map((one) => one.key) : [...(def.measures ?? []), ...(def.more ?? [])]
  const label = (key: string) => described?.measures.find((one) => one.key === key)?.label ?? key
  const toggle = (key: string) => {
    const on = state.measures.includes(key)
    const next = on ? state.measures.filter((one) => one !== key) : offered.filter((one) => one === key || state.measures.includes(one))
    if (next.length > 0) state.setList('measures', next)
  }
  return (
    <>
      <Button variant="outlined" startIcon={<ViewColumnOutlined />} onClick={(event) => setAnchor(event.currentTarget)} aria-haspopup="menu">Columns</Button>
      <Menu open={!!anchor} anchorEl={anchor} onClose={() => setAnchor(null)} slotProps={{ paper: { style: { maxHeight: 480 } } }}>
        {offered.map((key) => (
          <MenuItem key={key} dense role="menuitemcheckbox" aria-checked={state.measures.includes(key)} onClick={() => toggle(key)}>
            <Checkbox size="small" tabIndex={-1} checked={state.measures.includes(key)} style={{ padding: 4, marginRight: 8 }} slotProps={{ input: { 'aria-hidden': true } }} />{label(key)}
          </MenuItem>
        ))}
      </Menu>
    </>
  )
}
