// Turns the route rows into pages: who may see them, what loads them, and not-found for the rest.
import { Suspense, lazy, useEffect, type ComponentType, type ReactElement, type ReactNode } from 'react'
import {
  Navigate,
  Outlet,
  createBrowserRouter,
  matchRoutes,
  useLocation,
  useParams,
  type RouteObject,
} from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { docDef, loadCore } from '../core'
import './own'
import NoAccess from '../docs/NoAccess'
import NotFound from '../docs/NotFound'
import { HOMES, paths } from '../docs/paths'
import { ROUTES, type RouteRow } from '../kit/routes'
import { PageError } from '../ui/PageError'
import { LoadingPage, LoadingScreen } from '../ui/states'
import { keptAnswer } from '../sync/answers'
import { restore } from '../sync/session'
import { onOtherTab, token } from '../net/token'
import { signedOut } from '../net/auth'
import { store, useAppDispatch, useAppSelector, useUser } from '../sync/store'
import { may, opens } from '../sync/rights'
import { say } from '../words/say'

type Code<T> = () => Promise<{ default: T }>

/**
 * Code that was loaded ahead is drawn at once: for a promise, even of what is there, React shows first that it waits,
 * and then shows that for 300 ms.
 */
function atOnce<T>(load: Code<T>): Code<T> {
  let there: { default: T } | undefined
  const given = { then: (done: (code: unknown) => void) => done(there) } as unknown as Promise<{ default: T }>
  return () => (there ? given : load().then((code) => (there = code)))
}

const FEATURES = Object.fromEntries(
  Object.entries(
    import.meta.glob<{ default: ComponentType }>(['../features/**/*.tsx', '!../features/**/*.test.tsx']),
  ).map(([file, load]) => [file, atOnce(load)]),
)
const shell = atOnce(() => import('./shell/Shell'))
const Shell = lazy(shell)
const report = atOnce(() => import('../features/reports/ReportPage'))
const ReportPage = lazy(report)
const form = atOnce(() => import('../docs/DocForm'))
const LOADS = {
  list: atOnce(() => import('../docs/DocList')),
  add: form,
  edit: form,
  view: atOnce(() => import('../docs/DocPage')),
  import: atOnce(() => import('../docs/ImportPage')),
  workbench: atOnce(() => import('../docs/workbench/Workbench')),
}

/** What loads the code of a row's page. */
function loadOf(row: RouteRow): (() => Promise<unknown>) | undefined {
  if (row.kind === 'report') return report
  if (row.module) return FEATURES[`../features/${row.module}.tsx`]
  return row.kind in LOADS ? LOADS[row.kind as keyof typeof LOADS] : undefined
}

/** The code of the page that was asked for comes beside the frame and the session, and not behind them. */
function loadPage() {
  const found = matchRoutes(
    ROUTES.map((row) => ({ path: row.path, row })),
    location.pathname,
  )?.at(-1)?.route.row
  if (found) void loadOf(found)?.().catch(() => undefined)
}

// Before anything is drawn: who has a token will most likely see the frame, and each of these is awaited by it.
if (token.get()) {
  // Led on by the router it would be drawn twice, the second time with little haste.
  if (location.pathname === '/') history.replaceState(null, '', paths.dashboard)
  for (const ahead of [loadCore, shell]) void ahead().catch(() => undefined)
  loadPage()
  // So that what is kept of the first answers is found at once.
  void keptAnswer('/api/menu')
}

function Root() {
  const dispatch = useAppDispatch()
  const ready = useAppSelector((state) => state.auth.isInitialised)
  useEffect(() => {
    void restore(dispatch)
  }, [dispatch])
  // Who is signed in is one person in all tabs of a browser.
  useEffect(
    () =>
      onOtherTab((held) => {
        const { user } = store.getState().auth
        if (!held) dispatch(signedOut())
        else if (user && user.id !== token.id()) location.reload()
        else if (!user) void restore(dispatch)
      }),
    [dispatch],
  )
  return ready ? <Outlet /> : <LoadingScreen />
}

/** Signed-out people go to the sign-in page, and from there back to where they were going. */
function SignedIn() {
  const { isAuthenticated, user, left } = useAppSelector((state) => state.auth)
  const location = useLocation()
  if (!isAuthenticated)
    return <Navigate to={paths.signIn} replace state={left ? null : { from: location.pathname + location.search }} />
  if (user?.must_change_password) return <Navigate to={paths.changePassword} replace />
  return (
    <Suspense fallback={<LoadingScreen />}>
      <Shell />
    </Suspense>
  )
}

const DocForm = lazy(form)
const GENERIC = {
  list: lazy(LOADS.list),
  add: DocForm,
  edit: DocForm,
  view: lazy(LOADS.view),
  import: lazy(LOADS.import),
  workbench: lazy(LOADS.workbench),
}
/** Pages of any type, wherever its own pages live. */
const ANYWHERE = new Set(['import', 'workbench'])
const HOME_LISTS = new Set(Object.values(HOMES).map((home) => home.list.slice(1).toLowerCase()))

function GenericPage({ row }: { row: RouteRow }) {
  const params = useParams()
  const user = useUser()
  const type = row.type || (params.type ?? '')
  const def = docDef(type)
  const verb = row.kind === 'add' || row.kind === 'edit' ? row.kind : 'view'
  const lives = row.type || ANYWHERE.has(row.kind) || (!(type in HOMES) && !HOME_LISTS.has(type.toLowerCase()))
  if (!def || !lives) return <NotFound />
  if (ANYWHERE.has(row.kind) && !may(user, def, 'add') && !may(user, def, 'edit')) return <NoAccess what={def.plural} />
  if (!may(user, def, verb) && !(verb === 'edit' && may(user, def, 'view'))) return <NoAccess what={def.plural} />
  const idParam = row.path.match(/:(\w+)$/)?.[1]
  const id = idParam && idParam !== 'type' ? params[idParam] : undefined
  const Page = GENERIC[row.kind as keyof typeof GENERIC]
  return <Page key={`${row.of ? row.path : type}:${id ?? row.kind}`} def={def} id={id} of={row.of} name={row.name} />
}

function AReport({ row }: { row: RouteRow }) {
  const user = useUser()
  const { id } = useParams()
  if (!row.report || !opens(user, row.report)) return <NoAccess what={say('Reports')} />
  return <ReportPage key={`${row.report}:${id ?? ''}`} report={row.report} id={id} />
}

/** An address of before leads on. */
function Moved({ to }: { to: string }) {
  const { id } = useParams()
  const { search } = useLocation()
  return <Navigate to={`${to}${id ?? ''}${search}`} replace />
}

function OwnPage({ row, Page }: { row: RouteRow; Page: ComponentType }) {
  const user = useUser()
  const def = row.type ? docDef(row.type) : undefined
  if (row.type && !def) return <NotFound />
  if (def && !may(user, def, row.needs ?? 'view')) return <NoAccess what={def.plural} />
  if (row.opens && !opens(user, row.opens)) return <NoAccess />
  return <Page />
}

/**
 * A page while its code comes. Without a key of its own React would keep the page before it in sight until then, since
 * going to an address is a transition, and a click would seem to do nothing.
 */
function Loaded({ row, children }: { row: RouteRow; children: ReactNode }) {
  return (
    <Suspense key={`${row.kind}:${row.module ?? row.type ?? ''}`} fallback={<LoadingPage />}>
      {children}
    </Suspense>
  )
}

function routeOf(row: RouteRow): RouteObject | null {
  if (row.kind === 'moved') return { path: row.path, element: <Moved to={row.to ?? '/'} /> }
  const page = pageOf(row)
  return page && { path: row.path, element: <Loaded row={row}>{page}</Loaded>, errorElement: <PageError /> }
}

function pageOf(row: RouteRow): ReactElement | null {
  if (row.kind === 'report') return <AReport row={row} />
  if (!row.module) return <GenericPage row={row} />
  const load = FEATURES[`../features/${row.module}.tsx`]
  if (!load) return null
  const Page = lazy(load)
  return row.kind === 'public' ? <Page /> : <OwnPage row={row} Page={Page} />
}

function routesOf(rows: RouteRow[]): RouteObject[] {
  return rows.map(routeOf).filter((route) => route !== null)
}

const router = createBrowserRouter([
  {
    element: <Root />,
    errorElement: <PageError />,
    children: [
      ...routesOf(ROUTES.filter((row) => row.kind === 'public')),
      {
        element: <SignedIn />,
        children: [
          { path: '/', element: <Navigate to={paths.dashboard} replace /> },
          ...routesOf(ROUTES.filter((row) => row.kind !== 'public')),
          { path: '*', element: <NotFound /> },
        ],
      },
    ],
  },
])

export function App() {
  return <RouterProvider router={router} />
}
