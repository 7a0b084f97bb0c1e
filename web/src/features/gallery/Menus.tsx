// The gallery's menus: what can be chosen, what is chosen, and what is not available with its reason.
import Check from '@mui/icons-material/Check'
import MoreHoriz from '@mui/icons-material/MoreHoriz'
import Button from '@mui/material/Button'
import Divider from '@mui/material/Divider'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useState, type ReactNode } from 'react'
import { Example, Gallery, State } from './Gallery'
import { say } from '../../words/say'

const DENSITIES = [say('Roomy rows'), say('Compact rows'), say('Dense rows')]

function Opens({ label, children }: { label: string; children: (close: () => void) => ReactNode }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const close = () => setAnchor(null)
  return (
    <>
      <Button
        endIcon={<MoreHoriz />}
        aria-haspopup="menu"
        aria-expanded={!!anchor}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {label}
      </Button>
      <Menu open={!!anchor} anchorEl={anchor} onClose={close}>
        {children(close)}
      </Menu>
    </>
  )
}

export default function Menus() {
  const [rows, setRows] = useState(DENSITIES[0]!)
  return (
    <Gallery title={say('Menus')}>
      <Example title={say('Actions')} code="<Menu anchorEl={anchor} open={!!anchor} onClose={close}>…</Menu>">
        <State name={say('One is not available')}>
          <Opens label={say('More')}>
            {(close) => [
              <MenuItem key="copy" onClick={close}>
                {say('Copy from this order')}
              </MenuItem>,
              <MenuItem key="print" onClick={close}>
                {say('Print')}
              </MenuItem>,
              <Divider key="line" />,
              <MenuItem key="cancel" aria-disabled onClick={close} className="stack items-start">
                <span className="muted">{say('Cancel the order')}</span>
                <span className="muted text-12">{say('A loading of it is posted')}</span>
              </MenuItem>,
            ]}
          </Opens>
        </State>
        <State name={say('Empty')}>
          <Opens label={say('Recent')}>
            {(close) => (
              <MenuItem onClick={close}>
                <span className="muted">{say('Nothing was opened yet')}</span>
              </MenuItem>
            )}
          </Opens>
        </State>
      </Example>
      <Example
        title={say('One of several')}
        code={'<MenuItem role="menuitemradio" aria-checked={rows === chosen}>{rows}</MenuItem>'}
      >
        <State name={say('Chosen: {rows}', { rows })}>
          <Opens label={say('Density')}>
            {(close) =>
              DENSITIES.map((one) => (
                <MenuItem
                  key={one}
                  role="menuitemradio"
                  aria-checked={one === rows}
                  onClick={() => {
                    setRows(one)
                    close()
                  }}
                >
                  <span className="grow">{one}</span>
                  {one === rows && <Check className="text-18 accent" />}
                </MenuItem>
              ))
            }
          </Opens>
        </State>
        <State name={say('Disabled')}>
          <Button endIcon={<MoreHoriz />} disabled>
            {say('More')}
          </Button>
        </State>
      </Example>
    </Gallery>
  )
}
