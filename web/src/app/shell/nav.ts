// The server's menu as the navigation uses it: Dashboard first, then name, path, icon and children.
import type { MenuItem, MenuKind } from '../../core/types.gen'
import { useMenu } from '../../sync/docs'
import { useMemo } from 'react'
import { matchPath } from 'react-router'
import { paths } from '../../docs/paths'
import { useQueue } from '../../kit/queue'
import { ROUTES } from '../../kit/routes'
import { say, word } from '../../words/say'

export interface NavItem {
  name: string
  path: string
  icon: string
  kind: MenuKind
  badge: number | null
  children: NavItem[]
}

const DASHBOARD: NavItem = {
  name: say('Dashboard'),
  path: paths.dashboard,
  icon: 'dashboard',
  kind: 'page',
  badge: null,
  children: [],
}

/** `counts`: how many documents wait, by their type; the menu's own counts stand until they are known. */
function navOf(menu: MenuItem[], counts?: Record<string, number>): NavItem[] {
  const map = (item: MenuItem): NavItem => {
    const children = (item.children ?? []).map(map)
    const outside = /^https?:\/\//.test(item.menu_page_url ?? '')
    return {
      // A name that a site gave itself stays as it is.
      name: word(item.menuName),
      path: item.menu_page_url ?? '',
      icon: item.icon,
      badge: item.badge_source && counts ? (counts[item.badge_source] ?? null) : (item.badge ?? null),
      children,
      kind: item.kind ?? (children.length > 0 ? 'group' : outside ? 'link' : 'page'),
    }
  }
  return [DASHBOARD, ...menu.map(map).filter((item) => item.path !== paths.dashboard)]
}

export function useNav() {
  const { data, error, refetch } = useMenu()
  const { data: queue } = useQueue()
  const nav = useMemo(() => (data ? navOf(data, queue?.counts) : null), [data, queue?.counts])
  return { nav, error, refetch }
}

/** The list of the documents that the page at an address is about. */
function listOf(pathname: string): string | null {
  const row = ROUTES.find(({ path, type }) => type && matchPath(path, pathname))
  return row?.type ? paths.list(row.type) : null
}

/**
 * The entry that the present address belongs to: its own, its documents' list, or the longest path that it begins with.
 */
export function currentOf(nav: NavItem[], pathname: string): NavItem | null {
  const pages = nav.flatMap((item) => [item, ...item.children]).filter((item) => item.path.startsWith('/'))
  const own = pages.find(({ path }) => path === pathname) ?? pages.find(({ path }) => path === listOf(pathname))
  if (own) return own
  const within = pages.filter(({ path }) => pathname === path || pathname.startsWith(`${path}/`))
  return within.sort((a, b) => b.path.length - a.path.length)[0] ?? null
}
