// The icon of a menu as its list shows it: drawn, and named as its form asks for it.
import type { Row } from '../../core/records'
import { MenuIcon } from '../../ui/MenuIcon'

export default function MenuIconCell({ row }: { row: Row }) {
  const name = (row as Row<'menu'>).icon ?? ''
  return (
    <span className="inline-row gap-8">
      <MenuIcon name={name} size={18} />
      {name}
    </span>
  )
}
