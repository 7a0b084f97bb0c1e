// Which menus each role is shown: the rights to view, seen from the menu.
import type { AccessMatrix, AccessMenu, AccessRole } from '../../core/types.gen'
import Check from '@mui/icons-material/Check'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { may } from '../../sync/rights'
import { useUser } from '../../sync/store'
import { docDef } from '../../core'
import { Page } from '../../ui/Page'
import { Failed, Skeletons } from '../../ui/states'
import { useAccess } from './access'
import { CellEditor } from './CellEditor'
import { Matrix, SearchField } from './Matrix'
import css from './MenuAccess.module.css'
import { say } from '../../words/say'

export default function MenuAccess() {
  const { data, error, refetch } = useAccess()
  return (
    <Page title={say('Menu access')} fixed>
      {!data &&
        (error ? (
          <Failed problem={error} what={say('The menu access')} onRetry={() => void refetch()} />
        ) : (
          <Skeletons rows={10} />
        ))}
      {data && <Body access={data} />}
    </Page>
  )
}

function Body({ access }: { access: AccessMatrix }) {
  const user = useUser()
  const [query, setQuery] = useSearchParams()
  const q = query.get('q') ?? ''
  const [open, setOpen] = useState<{ role: string; type: string } | null>(null)
  const edits = may(user, docDef('role')!, 'edit') && user.roles.includes('ADMIN')
  const words = q.trim().toLowerCase()
  const fits = (menu: AccessMenu) =>
    !words || menu.menu_name.toLowerCase().includes(words) || (menu.menu_page_url ?? '').toLowerCase().includes(words)
  const sorted = access.menus
    .filter((menu) => menu.status === 'Active')
    .toSorted((a, b) => a.sort - b.sort || a.menu_name.localeCompare(b.menu_name))
  const rows = sorted
    .filter((menu) => !menu.parent)
    .flatMap((top) => {
      const inside = sorted.filter((menu) => menu.parent === top.id && fits(menu))
      if (inside.length > 0) return [{ menu: top, section: true }, ...inside.map((menu) => ({ menu, section: false }))]
      return fits(top) && top.kind !== 'group' ? [{ menu: top, section: false }] : []
    })
  const role = access.roles.find((one) => one.id === open?.role)
  const type = access.types.find((one) => one.key === open?.type)
  return (
    <>
      <div className="row gap-12 wrap mb-12">
        <SearchField
          value={q}
          onChange={(text) => setQuery(text ? { q: text } : {}, { replace: true })}
          label={say('Search menus')}
        />
        <p className="text-12 muted">{say('A role sees a page when it may view the documents on it.')}</p>
      </div>
      <Matrix
        label={say('Menus of every role')}
        first={say('Menu')}
        roles={access.roles}
        rows={rows.map(({ menu, section }) => ({
          key: menu.id,
          section,
          head: menu.menu_name,
          cell: (of) => (
            <Shown
              menu={menu}
              role={of}
              onOpen={edits && menu.needs ? () => setOpen({ role: of.id, type: menu.needs! }) : undefined}
            />
          ),
        }))}
      />
      {role && type && (
        <CellEditor
          key={`${role.id}:${type.key}`}
          role={role}
          type={type}
          verbs={access.verbs}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  )
}

function Shown({ menu, role, onOpen }: { menu: AccessMenu; role: AccessRole; onOpen?: () => void }) {
  const shown = menu.roles.includes(role.id)
  const words = shown
    ? say('{page}: shown to {role}', { page: menu.menu_name, role: role.name })
    : say('{page}: hidden from {role}', { page: menu.menu_name, role: role.name })
  const mark = shown ? (
    <Check aria-hidden className="text-18 ok" />
  ) : (
    <span aria-hidden className="muted">
      –
    </span>
  )
  if (!onOpen)
    return (
      <div title={words} className={css.cell}>
        <span className="visually-hidden">{words}</span>
        {mark}
      </div>
    )
  return (
    <button
      type="button"
      className={`cell-button pointer ${css.cell}`}
      title={words}
      aria-label={words}
      onClick={onOpen}
    >
      {mark}
    </button>
  )
}
