// The foot of every page that scrolls: the product, and the help with the page.
import { Link, useLocation } from 'react-router'
import { paths } from '../../docs/paths'
import css from './Footer.module.css'

export function Footer() {
  const { pathname } = useLocation()
  return (
    <footer className={`no-print ${css.footer}`}>
      <span className="grow">Godown</span>
      <Link to={paths.helpFor(pathname)} className={css.link}>
        Help for this page
      </Link>
    </footer>
  )
}
