// What nobody reaches: menus with no role, roles with no person, people with no role.
import type { AccessMatrix } from '../../core/types.gen'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '../../docs/paths'
import { role as ink } from '../../theme/themes'
import { pieces } from '../../ui/format'
import { Page } from '../../ui/Page'
import { Failed, Skeletons } from '../../ui/states'
import { Card } from '../../kit/parts'
import { useAccess } from './access'

export default function MenuDashboard() {
  const { data, error, refetch } = useAccess()
  return (
    <Page title="Menu dashboard">
      {!data &&
        (error ? (
          <Failed problem={error} what="The menus and roles" onRetry={() => void refetch()} />
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
    <li key={to} style={{ display: 'flex', gap: 12, padding: '8px 16px', borderTop: `1px solid ${ink.line}` }}>
      <Link to={to} style={{ flex: 1 }}>
        {text}
      </Link>
      {note && <span style={{ color: ink.ink2, fontSize: 13 }}>{note}</span>}
    </li>
  )
  const list = (items: ReactNode[], none: string) =>
    items.length > 0 ? (
      <ul style={{ marginTop: -1 }}>{items}</ul>
    ) : (
      <p style={{ margin: 0, padding: '12px 16px', color: ink.ink2 }}>{none}</p>
    )
  return (
    <div style={{ display: 'grid', gap: 12 }}>
      <div style={{ display: 'grid', gap: 12, gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 158px), 1fr))' }}>
        <Tile label="Pages in the menu" figure={pages.length} to="/menumaster" />
        <Tile label="Pages no one sees" figure={nobody.length} to="/menuaccessmaster" />
        <Tile label="Roles" figure={access.roles.filter((role) => role.status === 'Active').length} to="/rolemaster" />
        <Tile label="Unassigned roles" figure={empty.length} to="/rolemaster" />
        <Tile label="People without a role" figure={access.people_without_role.length} to={paths.list('employee')} />
      </div>
      <div
        style={{
          display: 'grid',
          gap: 12,
          gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 340px), 1fr))',
          alignItems: 'start',
        }}
      >
        <Card title="Menus with no role" aside="No role that is held opens them" pad={0}>
          {list(
            nobody.map((menu) => item(paths.view('menu', menu.id), menu.menu_name, menu.menu_page_url)),
            'Every page is visible to someone.',
          )}
        </Card>
        <Card title="Unassigned roles" pad={0}>
          {list(
            empty.map((role) => item(paths.view('role', role.id), role.name, role.id)),
            'Every role is assigned to someone.',
          )}
        </Card>
        <Card title="People without a role" aside="They sign in and see nothing" pad={0}>
          {list(
            access.people_without_role.map((one) => item(paths.view('employee', one.id), one.name)),
            'Everyone has a role.',
          )}
        </Card>
        <Card title="Roles with custom rights" aside={<Link to="/AccessManagement">AccessMatrix</Link>} pad={0}>
          {list(
            own.map((role) =>
              item(
                `/AccessManagement?q=${encodeURIComponent(role.name)}`,
                role.name,
                `${role.departs.length} ${role.departs.length === 1 ? 'type' : 'types'}`,
              ),
            ),
            'Every role has the default rights.',
          )}
        </Card>
      </div>
    </div>
  )
}

function Tile({ label, figure, to }: { label: string; figure: number; to: string }) {
  return (
    <Link
      to={to}
      className="card"
      style={{ display: 'block', padding: '12px 16px', color: ink.ink, textDecoration: 'none' }}
    >
      <div style={{ fontSize: 12, lineHeight: '16px', color: ink.ink2 }}>{label}</div>
      <div className="num" style={{ fontSize: 26, lineHeight: '34px', fontWeight: 600, letterSpacing: '-0.6px' }}>
        {pieces(figure)}
      </div>
    </Link>
  )
}
