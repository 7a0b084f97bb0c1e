// What nobody reaches: menus with no role, roles with no person, people with no role.
import type { AccessMatrix } from '../../core/types.gen'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '../../docs/paths'
import { pieces } from '../../ui/format'
import { Page } from '../../ui/Page'
import { Failed, Skeletons } from '../../ui/states'
import { Card } from '../../kit/parts'
import { useAccess } from './access'
import css from './MenuDashboard.module.css'
import { many, say } from '../../words/say'

export default function MenuDashboard() {
  const { data, error, refetch } = useAccess()
  return (
    <Page title={say('Menu dashboard')}>
      {!data &&
        (error ? (
          <Failed problem={error} what={say('The menus and roles')} onRetry={() => void refetch()} />
        ) : (
          <Skeletons rows={8} />
        ))}
      {data && <Body access={data} />}
    </Page>
  )
}

function Body({ access }: { access: AccessMatrix }) {
  const active = access.menus.filter((menu) => menu.status === 'Active')
  const pages = active.filter((menu) => menu.kind === 'page')
  const held = (id: string) => (access.roles.find((role) => role.id === id)?.people ?? 0) > 0
  const nobody = pages.filter((menu) => !menu.roles.some(held))
  const empty = access.roles.filter((role) => role.status === 'Active' && role.people === 0)
  const own = access.roles.filter((role) => role.departs.length > 0)
  const item = (to: string, text: ReactNode, note?: ReactNode) => (
    <li key={to} className={css.entry}>
      <Link to={to} className="grow">
        {text}
      </Link>
      {note && <span className="muted text-13">{note}</span>}
    </li>
  )
  const list = (items: ReactNode[], none: string) =>
    items.length > 0 ? <ul className={css.list}>{items}</ul> : <p className="p-12-16 muted">{none}</p>
  return (
    <div className="grid gap-12">
      <div className="tiles">
        <Tile label={say('Pages in the menu')} figure={pages.length} to="/menumaster" />
        <Tile label={say('Pages no one sees')} figure={nobody.length} to="/menuaccessmaster" />
        <Tile
          label={say('Roles')}
          figure={access.roles.filter((role) => role.status === 'Active').length}
          to="/rolemaster"
        />
        <Tile label={say('Unassigned roles')} figure={empty.length} to="/rolemaster" />
        <Tile
          label={say('People without a role')}
          figure={access.people_without_role.length}
          to={paths.list('employee')}
        />
      </div>
      <div className="cards">
        <Card title={say('Menus with no role')} aside={say('No role that is held opens them')} pad={0}>
          {list(
            nobody.map((menu) => item(paths.view('menu', menu.id), menu.menu_name, menu.menu_page_url)),
            say('Every page is visible to someone.'),
          )}
        </Card>
        <Card title={say('Unassigned roles')} pad={0}>
          {list(
            empty.map((role) => item(paths.view('role', role.id), role.name, role.id)),
            say('Every role is assigned to someone.'),
          )}
        </Card>
        <Card title={say('People without a role')} aside={say('They sign in and see nothing')} pad={0}>
          {list(
            access.people_without_role.map((one) => item(paths.view('employee', one.id), one.name)),
            say('Everyone has a role.'),
          )}
        </Card>
        <Card
          title={say('Roles with custom rights')}
          aside={<Link to="/AccessManagement">{say('Access')}</Link>}
          pad={0}
        >
          {list(
            own.map((role) =>
              item(
                `/AccessManagement?q=${encodeURIComponent(role.name)}`,
                role.name,
                many(role.departs.length, '{n} type', '{n} types'),
              ),
            ),
            say('Every role has the default rights.'),
          )}
        </Card>
      </div>
    </div>
  )
}

function Tile({ label, figure, to }: { label: string; figure: number; to: string }) {
  return (
    <Link to={to} className={`card ${css.tile}`}>
      <div className="caption">{label}</div>
      <div className="num figure">{pieces(figure)}</div>
    </Link>
  )
}
