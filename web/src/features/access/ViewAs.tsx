// What a role opens the app to: its menu as it would stand, and what it may do with each type of document.
import type { AccessMatrix, AccessMenu } from '../../core/types.gen'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { Link, useSearchParams } from 'react-router'
import { Empty } from '../../ui/states'
import { Card, useNarrow } from '../../kit/parts'
import { FIGURES, sentence } from './access'
import { classes } from '../../theme/classes'
import css from './ViewAs.module.css'
import { many, say } from '../../words/say'

export function ViewAs({ access }: { access: AccessMatrix }) {
  const [query, setQuery] = useSearchParams()
  const narrow = useNarrow()
  const roles = access.roles.filter((one) => one.status === 'Active')
  const role = roles.find((one) => one.id === query.get('role')) ?? roles[0]
  if (!role) return <Empty title={say('No active roles')}>{say('Create one with New role.')}</Empty>
  const shown = access.menus
    .filter((menu) => menu.status === 'Active' && menu.roles.includes(role.id))
    .toSorted((a, b) => a.sort - b.sort || a.menu_name.localeCompare(b.menu_name))
  const groups = shown
    .filter((menu) => !menu.parent)
    .map((top) => ({ top, pages: shown.filter((menu) => menu.parent === top.id) }))
    .filter(({ top, pages }) => top.kind !== 'group' || pages.length > 0)
  const types = access.types.filter((type) => Object.keys(role.cells[type.key] ?? {}).length > 0)
  return (
    <>
      <div className="row gap-12 wrap mb-12">
        <TextField
          select
          size="small"
          label={say('Role')}
          value={role.id}
          onChange={(event) => setQuery({ tab: 'as', role: event.target.value }, { replace: true })}
          className={css.role}
        >
          {roles.map((one) => (
            <MenuItem key={one.id} value={one.id}>
              {one.name}
            </MenuItem>
          ))}
        </TextField>
        <p className="text-13 muted">
          {many(role.people, '{n} person holds it; it sees {figures}.', '{n} people hold it; it sees {figures}.', {
            figures: FIGURES[role.figures ?? 'all'],
          })}
        </p>
      </div>
      <div className={classes(css.columns, narrow && css.narrow)}>
        <Card
          title={say('Its menu')}
          aside={say('{count} pages', { count: shown.filter((menu) => menu.kind === 'page').length })}
        >
          {groups.length === 0 ? (
            <span className="muted">{say('Only the dashboard.')}</span>
          ) : (
            <ul className="grid gap-10">
              {groups.map(({ top, pages }) => (
                <li key={top.id}>
                  <strong className="text-13">{pages.length > 0 ? top.menu_name : <Place menu={top} />}</strong>
                  <ul className={css.submenu}>
                    {pages.map((menu) => (
                      <li key={menu.id} className="text-13">
                        <Place menu={menu} />
                      </li>
                    ))}
                  </ul>
                </li>
              ))}
            </ul>
          )}
        </Card>
        <Card
          title={say('Its rights')}
          aside={say('{types} of {types2}', { types: types.length, types2: access.types.length })}
        >
          <dl className={css.rights}>
            {types.map((type) => [
              <dt key={type.key} className="semibold">
                {type.plural}
              </dt>,
              <dd key={`${type.key}:may`} className="muted break">
                {sentence(role.cells[type.key] ?? {}, access.verbs)}
              </dd>,
            ])}
          </dl>
        </Card>
      </div>
    </>
  )
}

const Place = ({ menu }: { menu: AccessMenu }) =>
  menu.menu_page_url?.startsWith('/') ? <Link to={menu.menu_page_url}>{menu.menu_name}</Link> : <>{menu.menu_name}</>
