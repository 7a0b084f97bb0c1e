// A key as it is printed on buttons. <Kbd>Ctrl</Kbd> <Kbd>Enter</Kbd> draws the return sign as an icon.
import KeyboardReturn from '@mui/icons-material/KeyboardReturn'
import type { ReactNode } from 'react'
import { classes } from '../theme/classes'
import css from './Kbd.module.css'

export function Kbd({ children, dark, on }: { children: ReactNode; dark?: boolean; on?: 'fill' }) {
  const clear = dark || on === 'fill'
  return (
    <kbd aria-hidden className={classes('kbd', css.key, clear && css.clear)}>
      {children === 'Enter' ? <KeyboardReturn className="text-12" /> : children}
    </kbd>
  )
}
