// A status as everybody sees it everywhere: icon, words, fill. Colour only helps.
//
//   <StatusChip status={doc.status} />
//   useStatusColours(status) -> { ink, tint, onSolid, look } for steppers, rails and charts
import { memo } from 'react'
import { useTheme } from '../sync/theme'
import { statusColours } from '../theme/apply'
import { role } from '../theme/themes'
import { StatusIcon } from './StatusIcon'
import { say } from '../words/say'
import css from './StatusChip.module.css'

export function useStatusColours(status: string) {
  const theme = useTheme()
  return statusColours(status, theme)
}

export const StatusChip = memo(function StatusChip({ status }: { status: string }) {
  const { ink, tint, onSolid, look } = useStatusColours(status)
  const solid = look.fill === 'solid'
  const bare = look.fill === 'outline' || look.fill === 'dashed'
  const edge =
    look.fill === 'edge' ? `inset 0 0 0 1.25px ${ink}` : look.fill === 'outline' ? `inset 0 0 0 1px ${ink}` : 'none'
  return (
    <span
      data-status={status}
      className={css.chip}
      style={{
        color: solid ? onSolid : ink,
        background: solid ? ink : bare ? role.paper : tint,
        border: look.fill === 'dashed' ? `1px dashed ${ink}` : 'none',
        boxShadow: edge,
      }}
    >
      <StatusIcon status={status} />
      <span className={css.words}>{say(status)}</span>
    </span>
  )
})
