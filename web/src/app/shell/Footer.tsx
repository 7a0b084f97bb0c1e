// The foot of every page that scrolls: the product, and the help with the page.
import { Link, useLocation } from 'react-router'
import { paths } from '../../docs/paths'
import css from './Footer.module.css'
import { say } from '../../words/say'

export function Footer() {
  const { pathname } = useLocation()
  return (
    <footer className={`no-print ${css.footer}`}>
      <span className="grow">{say('Godown')}</span>
      <Link to={paths.helpFor(pathname)} className={css.link}>
        {say('Help for this page')}
      </Link>
    </footer>
  )
}
