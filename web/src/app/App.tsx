// Turns the route rows into pages: who may see them, what loads them, and not-found for the rest.
import { Suspense, lazy, useEffect, type ComponentType } from 'react'
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
import { docDef } from '../core'
import './own'
import NoAccess from '../docs/NoAccess'
import NotFound from '../docs/NotFound'
import { HOMES, paths } from '../docs/paths'
import { ROUTES, type RouteRow } from '../kit/routes'
import { PageError } from '../ui/PageError'
import { LoadingPage, LoadingScreen } from '../ui/states'
import { restore } from '../sync/session'
import { onOtherTab, token } from '../net/token'
import { signedOut } from '../net/auth'
import { store, useAppDispatch, useAppSelector, useUser } from '../sync/store'
import { may, opens } from '../sync/rights'
import { say } from '../words/say'

const FEATURES = import.meta.glob<{ default: ComponentType }>(['../features/**/*.tsx', '!../features/**/*.test.tsx'])
const shell = () => import('./shell/Shell')
const Shell = lazy(shell)
const report = () => import('../features/reports/ReportPage')
const ReportPage = lazy(report)
const form = () => import('../docs/DocForm')
const LOADS = {
  list: () => import('../docs/DocList'),
  add: form,
  edit: form,
  view: () => import('../docs/DocPage'),
  import: () => import('../docs/ImportPage'),
  workbench: () => import('../docs/workbench/Workbench'),
}

/** What loads the code of a row's page. */
function loadOf(row: RouteRow): (() => Promise<unknown>) | undefined {
  if (row.kind === 'report') return report
  if (row.module) return FEATURES[`../features/${row.module}.tsx`]
  return row.kind in LOADS ? LOADS[row.kind as keyof typeof LOADS] : undefined
}

/** The code of the page that was asked for comes beside the frame and the session, and not behind them. */
function loadPage() {
  const path = location.pathname === '/' ? paths.dashboard : location.pathname
  const found = matchRoutes(
    ROUTES.map((row) => ({ path: row.path, row })),
    path,
  )?.at(-1)?.route.row
  if (found) void loadOf(found)?.().catch(() => undefined)
}

function Root() {
  const dispatch = useAppDispatch()
  const ready = useAppSelector((state) => state.auth.isInitialised)
  useEffect(() => {
    // The frame comes while the session is asked for: who has a token will most likely see it.
    if (token.get()) {
      void shell().catch(() => undefined)
      loadPage()
    }
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

function routeOf(row: RouteRow): RouteObject | null {
  if (row.kind === 'report')
    return {
      path: row.path,
      element: (
        <Suspense fallback={<LoadingPage />}>
          <AReport row={row} />
        </Suspense>
      ),
      errorElement: <PageError />,
    }
  if (row.kind === 'moved') return { path: row.path, element: <Moved to={row.to ?? '/'} /> }
  if (!row.module)
    return {
      path: row.path,
      element: (
        <Suspense fallback={<LoadingPage />}>
          <GenericPage row={row} />
        </Suspense>
      ),
      errorElement: <PageError />,
    }
  const load = FEATURES[`../features/${row.module}.tsx`]
  if (!load) return null
  const Page = lazy(load)
  const page = row.kind === 'public' ? <Page /> : <OwnPage row={row} Page={Page} />
  return {
    path: row.path,
    element: <Suspense fallback={<LoadingPage />}>{page}</Suspense>,
    errorElement: <PageError />,
  }
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
