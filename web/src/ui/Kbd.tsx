// A key as it is printed on buttons. <Kbd>Ctrl</Kbd> <Kbd>Enter</Kbd> draws the return sign as an icon.
import KeyboardReturn from '@mui/icons-material/KeyboardReturn'
import type { ReactNode } from 'react'
import { role } from '../theme/themes'

export function Kbd({ children, dark, on }: { children: ReactNode; dark?: boolean; on?: 'fill' }) {
  const clear = dark || on === 'fill'
  return (
    <kbd
      aria-hidden
      className="kbd"
      style={{
        display: 'inline-flex',
        alignItems: 'center',
        justifyContent: 'center',
        minWidth: 20,
        height: 18,
        padding: '0 5px',
        borderRadius: 4,
        font: '500 11px/14px var(--font)',
        color: clear ? 'inherit' : role.ink2,
        background: clear ? 'transparent' : role.sunk,
        border: `1px solid ${clear ? 'currentColor' : role.lineStrong}`,
      }}
    >
      {children === 'Enter' ? <KeyboardReturn style={{ fontSize: 12 }} /> : children}
    </kbd>
  )
}
