// Every page that there is, once, with a document of the demo: what walks over all of them go by.
import type { MenuItem } from '../../src/core/types.gen'
import { paths } from '../../src/docs/paths'
import { ROUTES } from '../../src/kit/routes'
import type { Person } from './api'
import { addressOf } from './routes'
import { TYPES } from './schema'
import type { Shown } from './settled'
import { pages } from './shown'

export type Spot = Omit<Shown, 'head'>

const pagesOf = (menu: MenuItem[]): string[] =>
  menu.flatMap(({ menu_page_url: path, children }) => [
    ...(path?.startsWith('/') ? [path] : []),
    ...pagesOf((children ?? []) as MenuItem[]),
  ])

/** Every page of the person's menu. */
export const menuOf = async ({ get }: Person): Promise<Spot[]> =>
  [...new Set(pagesOf(await get<MenuItem[]>('/api/menu')))].map((path) => ({ path }))

/** The form of every type and a document of it, where the person may see one. */
export async function documents(admin: Person): Promise<Spot[]> {
  const spots: Spot[] = []
  for (const { key, single } of TYPES) {
    const over = paths.isDrawer(key)
    if (!single) spots.push({ path: paths.add(key), over })
    if ((await admin.status(`/api/docs/${key}?limit=1`)) !== 200) continue
    const [row] = (await admin.list(key, [], 1)).rows
    if (row) spots.push({ path: paths.view(key, row.id), over })
  }
  return spots
}

const moduleAt = (path: string) =>
  ROUTES.find((row) => new RegExp(`^${row.path.replaceAll(/:\w+/g, '[^/]+')}$`).test(path.split('?')[0]!))?.module

/** Every page that features have of their own, with a document in the status that it is for. */
export async function own(admin: Person): Promise<Spot[]> {
  const shown = (await pages(admin)).filter(({ path }) => path !== '/nowhere')
  const covered = new Set(shown.map(({ path }) => moduleAt(path)))
  const spots: Spot[] = [...shown]
  for (const { kind, module, path } of ROUTES) {
    if (kind !== 'own' || covered.has(module)) continue
    covered.add(module)
    spots.push({ path: await addressOf(path, admin) })
  }
  return spots
}
