// The product groups as drawn sections, side by side; what does not fit stands behind 'More'.
import MoreHoriz from '@mui/icons-material/MoreHoriz'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useMemo, useState } from 'react'
import type { Row } from '../../core/records'
import { role } from '../../theme/themes'
import { useSteady } from '../../ui/steady'
import { usePhone } from '../../kit/parts'
import { SectionIcon } from './Section'

const WIDE = 10
const NARROW = 3

export function GroupStrip({
  groups,
  value,
  onChange,
}: {
  groups: Row<'product_group'>[]
  value: string
  onChange: (id: string) => void
}) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const most = usePhone() ? NARROW : WIDE
  const sorted = useMemo(() => [...groups].sort((a, b) => Number(!a.section) - Number(!b.section)), [groups])
  const drawn = useSteady('groups', sorted, (row) => row.id)
  let shown = drawn.length > most ? drawn.slice(0, most - 1) : drawn
  const chosen = drawn.find((row) => row.id === value)
  if (chosen && !shown.includes(chosen)) shown = [...shown.slice(0, -1), chosen]
  const rest = drawn.filter((row) => !shown.includes(row))
  const look = (on: boolean) => ({
    display: 'grid',
    justifyItems: 'center',
    gap: 4,
    padding: '8px 4px',
    borderRadius: 8,
    cursor: 'pointer',
    minWidth: 0,
    minHeight: 56,
    fontSize: 13,
    fontWeight: on ? 650 : 500,
    background: on ? role.select : role.paper,
    color: on ? role.link : role.ink2,
    border: `1px solid ${on ? role.link : role.line}`,
    boxShadow: on ? `inset 0 0 0 1px ${role.link}` : undefined,
  })
  const words = { maxWidth: '100%', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const
  return (
    <div
      role="group"
      aria-label="Product group"
      style={{
        display: 'grid',
        gridTemplateColumns: `repeat(${shown.length + (rest.length > 0 ? 1 : 0)}, minmax(0, 1fr))`,
        gap: 8,
      }}
    >
      {shown.map((row) => (
        <button
          key={row.id}
          type="button"
          aria-pressed={row.id === value}
          onClick={() => onChange(row.id)}
          title={row.name}
          style={look(row.id === value)}
        >
          <SectionIcon section={row.section ?? ''} />
          <span style={words}>{row.name}</span>
        </button>
      ))}
      {rest.length > 0 && (
        <button
          type="button"
          aria-haspopup="menu"
          onClick={(event) => setAnchor(event.currentTarget)}
          style={look(false)}
        >
          <MoreHoriz aria-hidden />
          <span>More {rest.length}</span>
        </button>
      )}
      <Menu anchorEl={anchor} open={!!anchor} onClose={() => setAnchor(null)}>
        {rest.map((row) => (
          <MenuItem
            key={row.id}
            onClick={() => {
              setAnchor(null)
              onChange(row.id)
            }}
            style={{ gap: 10 }}
          >
            <SectionIcon section={row.section ?? ''} />
            {row.name}
          </MenuItem>
        ))}
      </Menu>
    </div>
  )
}
