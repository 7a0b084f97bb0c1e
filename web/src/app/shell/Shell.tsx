// The frame around every page of a signed-in person. It waits for the rules and the menu, then stays.
import Drawer from '@mui/material/Drawer'
import useMediaQuery from '@mui/material/useMediaQuery'
import { Suspense, lazy, useCallback, useEffect, useState } from 'react'
import { Outlet, useLocation, useNavigate } from 'react-router'
import { unreached } from '../../net/client'
import { asProblem } from '../../sync/docs'
import { fetchAhead } from '../../sync/ahead'
import { follow, loadAnew } from '../../sync/live'
import { attend } from '../../sync/outbox'
import { setSettings } from '../../sync/settings'
import { useAppDispatch, useAppSelector, useUser } from '../../sync/store'
import { useTour } from '../../sync/tour'
import { loadCore } from '../../core'
import { paths } from '../../docs/paths'
import { Failed, LoadingScreen } from '../../ui/states'
import { useKeys } from '../../ui/keys'
import { Footing } from '../../ui/Page'
import { takeStanding } from '../../ui/standing'
import { useRecent } from './recent'
import { useNav } from './nav'
import { Footer } from './Footer'
import { Sidebar } from './Sidebar'
import { Strip } from './Strip'
import { TopBar } from './TopBar'
import css from './Shell.module.css'
import { say } from '../../words/say'

const Palette = lazy(() => import('./Palette'))
const Shortcuts = lazy(() => import('./Shortcuts'))
const Tour = lazy(() => import('../../features/help/Tour'))

/** G, then a letter: the pages a day is spent on. */
const GO: Record<string, string> = {
  o: paths.list('order'),
  c: paths.list('customer'),
  s: '/ViewStock',
  d: paths.dashboard,
}
const GO_MS = 1200

function useGoKeys() {
  const navigate = useNavigate()
  const [armed, setArmed] = useState(false)
  useEffect(() => {
    if (!armed) return
    const timer = setTimeout(() => setArmed(false), GO_MS)
    return () => clearTimeout(timer)
  }, [armed])
  const go = (letter: string) => () => {
    if (!armed) return false
    setArmed(false)
    void navigate(GO[letter] ?? '/')
    return true
  }
  useKeys({ g: () => setArmed(true) })
  useKeys(Object.fromEntries(Object.keys(GO).map((letter) => [letter, go(letter)])), armed)
}

export default function Shell() {
  const [core, setCore] = useState<'loading' | 'ready' | 'failed'>('loading')
  const { nav, error, refetch } = useNav()
  const start = useCallback(() => {
    setCore('loading')
    loadCore().then(
      () => setCore('ready'),
      (failure: unknown) => {
        console.error(failure)
        setCore('failed')
      },
    )
  }, [])
  useEffect(start, [start])
  // Somebody signed in at another tab meanwhile.
  useEffect(() => void takeStanding(), [])
  useEffect(follow, [])
  useEffect(() => attend(loadAnew), [])
  if (core === 'failed')
    return (
      <main>
        <Failed problem={unreached()} what={say('The rules')} onRetry={start} />
      </main>
    )
  if (!nav && error)
    return (
      <main>
        <Failed problem={asProblem(error)} what={say('The menu')} onRetry={() => void refetch()} />
      </main>
    )
  if (!nav || core === 'loading') return <LoadingScreen />
  return <Frame nav={nav} />
}

function Frame({ nav }: { nav: NonNullable<ReturnType<typeof useNav>['nav']> }) {
  const dispatch = useAppDispatch()
  const compact = useAppSelector((state) => state.settings.compact)
  const narrow = useMediaQuery('(max-width: 899.95px)')
  const [drawer, setDrawer] = useState(false)
  const [palette, setPalette] = useState(false)
  const [shortcuts, setShortcuts] = useState(false)
  const { pathname } = useLocation()
  useEffect(() => setDrawer(false), [pathname])
  useGoKeys()
  const user = useUser()
  useEffect(() => fetchAhead(user), [user])
  useRecent(user.account)
  const tour = useTour(user.id)
  const showShortcuts = useCallback(() => setShortcuts(true), [])
  // Who presses Ctrl K types on at once: the palette must be there already.
  useEffect(() => void import('./Palette'), [])
  useKeys({ 'ctrl+k': () => setPalette(true), '?': () => setShortcuts(true) })
  const toggle = () => (narrow ? setDrawer(true) : dispatch(setSettings({ compact: !compact })))
  return (
    <div className={`frame ${css.frame}`}>
      <a className="skip-link" href="#content">
        {say('Skip to the page')}
      </a>
      {narrow ? (
        <Drawer
          open={drawer}
          onClose={() => setDrawer(false)}
          slotProps={{ paper: { 'aria-label': say('Menu'), className: css.drawer } }}
        >
          <Sidebar nav={nav} compact={false} onGo={() => setDrawer(false)} />
        </Drawer>
      ) : (
        <Sidebar nav={nav} compact={compact} />
      )}
      <div className="frame stack grow min-0">
        <TopBar
          narrow={narrow}
          compact={compact}
          onToggle={toggle}
          onSearch={() => setPalette(true)}
          onShortcuts={() => setShortcuts(true)}
        />
        <Strip />
        <main id="content" tabIndex={-1} className={`frame ${css.content}`}>
          <Footing value={<Footer />}>
            <Outlet />
          </Footing>
        </main>
      </div>
      <Suspense>
        {palette && <Palette nav={nav} onClose={() => setPalette(false)} onShortcuts={showShortcuts} />}
        {shortcuts && <Shortcuts onClose={() => setShortcuts(false)} />}
        {tour && <Tour tour={tour} />}
      </Suspense>
    </div>
  )
}
