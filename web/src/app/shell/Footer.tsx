// The foot of every page that scrolls, or of the window: the product, and the help with the page.
import { Link, useLocation } from 'react-router'
import { paths } from '../../docs/paths'
import { classes } from '../../theme/classes'
import css from './Footer.module.css'
import { say } from '../../words/say'

/** `stays`: at the foot of the window, whatever the page does. */
export function Footer({ stays = false }: { stays?: boolean }) {
  const { pathname } = useLocation()
  return (
    <footer className={classes('no-print', css.footer, stays && css.stays)}>
      <span className="grow">{say('Godown')}</span>
      <Link to={paths.helpFor(pathname)} className={css.link}>
        {say('Help for this page')}
      </Link>
    </footer>
  )
}
