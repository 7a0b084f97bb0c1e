// The days that a report tells of: from one to another, or as on one, with the periods that people name.
import Button from '@mui/material/Button'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useState } from 'react'
import { isoDay, today } from '../core/days'
import type { ReportDef } from '../core/types.gen'
import { DayField } from '../ui/DayField'
import { say } from '../words/say'

const first = (iso: string) => `${iso.slice(0, 8)}01`
const back = (iso: string, days: number) => isoDay(Date.parse(`${iso}T06:00:00Z`) - days * 86_400_000)
const fiscal = (iso: string) =>
  `${Number(iso.slice(5, 7)) >= 4 ? iso.slice(0, 4) : String(Number(iso.slice(0, 4)) - 1)}-04-01`

interface Props {
  def: ReportDef
  asked: { from?: string; to?: string }
  /** The days that the report tells of when none are asked for. */
  told: [string, string] | undefined
  onChange: (days: { from?: string | null; to?: string | null }) => void
}

export function ReportDays({ def, asked, told, onChange }: Props) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const now = today()
  const from = asked.from ?? told?.[0] ?? ''
  const to = asked.to ?? told?.[1] ?? now
  const set = (from: string | null, to: string | null) => {
    setAnchor(null)
    onChange({ from, to })
  }
  const before = back(first(now), 1)
  if (def.period === 'as_on')
    return (
      <DayField label={say('As on')} value={to} max={now} onChange={(day) => set(null, day === now ? null : day)} />
    )
  return (
    <>
      <DayField label={say('From')} value={from} max={to} onChange={(day) => onChange({ from: day })} />
      <DayField label={say('To')} value={to} min={from} onChange={(day) => onChange({ to: day })} />
      <Button size="small" variant="text" onClick={(event) => setAnchor(event.currentTarget)} aria-haspopup="menu">
        {say('Period')}
      </Button>
      <Menu open={!!anchor} anchorEl={anchor} onClose={() => setAnchor(null)}>
        {def.period === 'ahead' && <MenuItem onClick={() => set(null, null)}>{say('Next 30 days')}</MenuItem>}
        <MenuItem onClick={() => set(now, now)}>{say('Today')}</MenuItem>
        <MenuItem onClick={() => set(back(now, 6), now)}>{say('Last 7 days')}</MenuItem>
        <MenuItem onClick={() => set(first(now), now)}>{say('This month')}</MenuItem>
        <MenuItem onClick={() => set(first(before), before)}>{say('Last month')}</MenuItem>
        <MenuItem onClick={() => set(back(now, 89), now)}>{say('Last 90 days')}</MenuItem>
        <MenuItem onClick={() => set(fiscal(now), now)}>{say('This financial year')}</MenuItem>
      </Menu>
    </>
  )
}
