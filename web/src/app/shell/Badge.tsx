import css from './Badge.module.css' // How many, over the corner of an icon.

export function Badge({ count }: { count: number }) {
  if (count <= 0) return null
  return (
    <span aria-hidden className={`num ${css.count}`}>
      {count > 99 ? '99+' : count}
    </span>
  )
}
