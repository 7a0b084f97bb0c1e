// The product groups as drawn sections, side by side; what does not fit stands behind 'More'.
import MoreHoriz from '@mui/icons-material/MoreHoriz'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useMemo, useState } from 'react'
import type { Row } from '../../core/records'
import { useSteady } from '../../ui/steady'
import { usePhone } from '../../kit/parts'
import { SectionIcon } from './Section'
import css from './GroupStrip.module.css'
import { classes } from '../../theme/classes'
import { say } from '../../words/say'

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
  return (
    <div role="group" aria-label={say('Product group')} className="even gap-8">
      {shown.map((row) => (
        <button
          key={row.id}
          type="button"
          aria-pressed={row.id === value}
          onClick={() => onChange(row.id)}
          title={row.name}
          className={classes(css.group, row.id === value && css.chosen)}
        >
          <SectionIcon section={row.section ?? ''} />
          <span className={css.words}>{row.name}</span>
        </button>
      ))}
      {rest.length > 0 && (
        <button
          type="button"
          aria-haspopup="menu"
          onClick={(event) => setAnchor(event.currentTarget)}
          className={css.group}
        >
          <MoreHoriz aria-hidden />
          <span>{say('More {rest}', { rest: rest.length })}</span>
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
            className="gap-10"
          >
            <SectionIcon section={row.section ?? ''} />
            {row.name}
          </MenuItem>
        ))}
      </Menu>
    </div>
  )
}
