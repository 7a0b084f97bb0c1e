// Small pictures of what a setting does: a page in a theme, the menu beside a page, the rows of a table.
import type { Menu } from '../../sync/settings'
import { rolesOf, type ThemeName } from '../../theme/themes'
import { classes } from '../../theme/classes'
import css from './pictures.module.css'

/** A page as a theme draws it. */
export function ThemePicture({ name }: { name: ThemeName }) {
  const { bg, line, side, sideMark, paper, ink, ink2, fill, secondary } = rolesOf(name)
  return (
    <span aria-hidden className={css.picture} style={{ background: bg, borderColor: line }}>
      <span className={css.side} style={{ background: side }}>
        <span className={css.mark} style={{ background: sideMark }} />
      </span>
      <span className={css.paper} style={{ background: paper, borderColor: line }}>
        <span className={css.text} style={{ background: ink }} />
        <span className={classes(css.text, css.quiet)} style={{ background: ink2 }} />
        <span className={css.deeds}>
          <span className={css.fill} style={{ background: fill }} />
          <span className={css.dot} style={{ background: secondary }} />
        </span>
      </span>
    </span>
  )
}

/** One theme by day and another by night. */
export function BothPictures({ light, dark }: { light: ThemeName; dark: ThemeName }) {
  return (
    <span aria-hidden className={css.both}>
      <ThemePicture name={light} />
      <span className={css.half}>
        <ThemePicture name={dark} />
      </span>
    </span>
  )
}

export function MenuPicture({ menu }: { menu: Menu }) {
  return (
    <span aria-hidden className={classes(css.picture, css.plain)}>
      <span className={classes(css.side, css.dark, css[menu])}>
        <span className={css.entry} />
        <span className={css.entry} />
        <span className={css.entry} />
      </span>
      <span className={css.paper}>
        <span className={css.text} />
        <span className={classes(css.text, css.quiet)} />
      </span>
    </span>
  )
}

export function RowsPicture({ height }: { height: number }) {
  return (
    <span
      aria-hidden
      className={classes(css.picture, css.plain, css.rows)}
      style={{ backgroundSize: `100% ${height / 2}px` }}
    />
  )
}
