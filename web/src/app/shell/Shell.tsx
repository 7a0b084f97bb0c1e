// The frame around every page of a signed-in person. It waits for the rules and the menu, then stays.
import Drawer from '@mui/material/Drawer'
import useMediaQuery from '@mui/material/useMediaQuery'
import { Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { Outlet, useLocation, useNavigate } from 'react-router'
import { unreached } from '../../net/client'
import { asProblem } from '../../sync/docs'
import { fetchAhead } from '../../sync/ahead'
import { follow, loadAnew } from '../../sync/live'
import { attend } from '../../sync/outbox'
import { setSettings } from '../../sync/settings'
import { useAppDispatch, useAppSelector, useUser } from '../../sync/store'
import { useTour } from '../../sync/tour'
import { isCoreLoaded, loadCore } from '../../core'
import { paths } from '../../docs/paths'
import { lazily } from '../../ui/lazily'
import { Failed, LoadingScreen } from '../../ui/states'
import { useKeys } from '../../ui/keys'
import { Footing } from '../../ui/Page'
import { shortcutsWanted } from '../../ui/shortcuts'
import { takeStanding } from '../../ui/standing'
import { useRecent } from './recent'
import { useNav } from './nav'
import { Footer } from './Footer'
import { Sidebar } from './Sidebar'
import { Strip } from './Strip'
import { Tools } from './Tools'
import { TopBar } from './TopBar'
import { classes } from '../../theme/classes'
import css from './Shell.module.css'
import { say } from '../../words/say'

const Palette = lazily(() => import('./Palette'))
const Shortcuts = lazily(() => import('./Shortcuts'))
const Tour = lazily(() => import('../../features/help/Tour'))

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
  const [core, setCore] = useState<'loading' | 'ready' | 'failed'>(isCoreLoaded() ? 'ready' : 'loading')
  const { nav, error, refetch } = useNav()
  const start = useCallback(() => {
    // They may have come between the first drawing and this.
    if (isCoreLoaded()) return setCore('ready')
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
  const { menu, topFixed, footer, footerFixed, tools, toolsOpen } = useAppSelector((state) => state.settings)
  const narrow = useMediaQuery('(max-width: 899.95px)')
  // On a low screen what stands above a page would be all of it: it goes with the page.
  const low = useMediaQuery('(max-height: 479.95px)')
  const flowing = !topFixed || low
  const [drawer, setDrawer] = useState(false)
  const [palette, setPalette] = useState(false)
  const [shortcuts, setShortcuts] = useState(false)
  const [chat, setChat] = useState(false)
  const { pathname } = useLocation()
  useEffect(() => setDrawer(false), [pathname])
  // A page begins at its top, also where the column scrolls and not the page.
  const column = useRef<HTMLDivElement>(null)
  useEffect(() => column.current?.scrollTo(0, 0), [pathname])
  useGoKeys()
  const user = useUser()
  useEffect(() => fetchAhead(user), [user])
  useRecent(user.account)
  const tour = useTour(user.id)
  const showShortcuts = useCallback(() => setShortcuts(true), [])
  useEffect(() => shortcutsWanted.subscribe(showShortcuts), [showShortcuts])
  // Who presses Ctrl K types on at once: the palette must be there already.
  useEffect(() => void import('./Palette'), [])
  useKeys({ 'ctrl+k': () => setPalette(true), '?': () => setShortcuts(true) })
  const drawn = narrow || menu === 'closed'
  const compact = menu === 'compact'
  const toggle = () => (drawn ? setDrawer(true) : dispatch(setSettings({ menu: compact ? 'full' : 'compact' })))
  const withTools = tools && !narrow
  // On a narrow screen there is no room to give away.
  const footerStays = footer && footerFixed && !narrow
  return (
    <div className={classes('frame', css.frame, withTools && toolsOpen && css.withTools)}>
      <a className="skip-link" href="#content">
        {say('Skip to the page')}
      </a>
      {drawn ? (
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
      <div className={`frame stack grow min-0 ${css.column}`}>
        <div
          ref={column}
          data-flowing={flowing ? '' : undefined}
          className={classes('frame stack grow min-0', css.column, flowing && css.flowing)}
        >
          <TopBar
            narrow={narrow}
            menu={narrow ? 'closed' : menu}
            chat={chat}
            onChat={setChat}
            onToggle={toggle}
            onSearch={() => setPalette(true)}
            onShortcuts={() => setShortcuts(true)}
          />
          <Strip />
          <main id="content" tabIndex={-1} className={`frame ${css.content}`}>
            <Footing value={footer && !footerStays ? <Footer /> : null}>
              <Outlet />
            </Footing>
          </main>
        </div>
        {footerStays && <Footer stays />}
      </div>
      {withTools && toolsOpen && <Tools chat={chat} onChat={setChat} />}
      <Suspense>
        {palette && <Palette nav={nav} onClose={() => setPalette(false)} onShortcuts={showShortcuts} />}
        {shortcuts && <Shortcuts onClose={() => setShortcuts(false)} />}
        {tour && <Tour tour={tour} />}
      </Suspense>
    </div>
  )
}
