// Who may do what: the matrix of roles and types of document, and a tester for one person and one page.
import type { AccessMatrix, AccessRole, AccessType } from '../../core/types.gen'
import Add from '@mui/icons-material/Add'
import Button from '@mui/material/Button'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { may } from '../../sync/rights'
import { useUser } from '../../sync/store'
import { docDef } from '../../core'
import { paths } from '../../docs/paths'
import { Page } from '../../ui/Page'
import { Failed, Skeletons } from '../../ui/states'
import { useToast } from '../../ui/Toasts'
import { FIGURES, REACH, VERB, copied, sentence, useAccess, useRole, type Cell } from './access'
import { CellEditor } from './CellEditor'
import { Matrix, SearchField } from './Matrix'
import { Tester } from './Tester'
import { ViewAs } from './ViewAs'
import { classes } from '../../theme/classes'
import css from './AccessManagement.module.css'
import { many, say } from '../../words/say'

const TABS = ['matrix', 'test', 'as'] as const

export default function AccessManagement() {
  const { data, error, refetch } = useAccess()
  const user = useUser()
  const navigate = useNavigate()
  const [query, setQuery] = useSearchParams()
  const tab = TABS.find((one) => one === query.get('tab')) ?? 'matrix'
  const edits = may(user, docDef('role')!, 'edit') && user.roles.includes('ADMIN')
  return (
    <Page
      title={say('Access')}
      fixed={tab === 'matrix'}
      actions={
        edits && (
          <Button
            variant="contained"
            color="primary"
            startIcon={<Add />}
            onClick={() => void navigate(paths.add('role'))}
          >
            {say('New role')}
          </Button>
        )
      }
    >
      <Tabs
        value={tab}
        onChange={(_, next: string) => setQuery(next === 'matrix' ? {} : { tab: next }, { replace: true })}
        aria-label={say('Access')}
        className={css.tabs}
      >
        <Tab value="matrix" label={say('Roles and rights')} />
        <Tab value="test" label={say('Test a person')} />
        <Tab value="as" label={say('View as role')} />
        <Tab value="approvers" label={say('Who may approve')} component={Link} to={paths.approvers()} />
      </Tabs>
      {!data &&
        (error ? (
          <Failed problem={error} what={say('The rights')} onRetry={() => void refetch()} />
        ) : (
          <Skeletons rows={10} />
        ))}
      {data && tab === 'matrix' && <Rights access={data} edits={edits} />}
      {data && tab === 'test' && <Tester access={data} />}
      {data && tab === 'as' && <ViewAs access={data} />}
    </Page>
  )
}

function Rights({ access, edits }: { access: AccessMatrix; edits: boolean }) {
  const [query, setQuery] = useSearchParams()
  const q = query.get('q') ?? ''
  const [open, setOpen] = useState<{ role: string; type: string } | null>(null)
  const words = q.trim().toLowerCase()
  const byRole = access.roles.filter((role) => words && role.name.toLowerCase().includes(words))
  const types = access.types.filter((type) => !words || byRole.length > 0 || type.plural.toLowerCase().includes(words))
  const roles = byRole.length > 0 ? byRole : access.roles
  const role = access.roles.find((one) => one.id === open?.role)
  const type = access.types.find((one) => one.key === open?.type)
  return (
    <>
      <div className="row gap-12 wrap mb-12">
        <SearchField
          value={q}
          onChange={(text) => setQuery(text ? { q: text } : {}, { replace: true })}
          label={say('Search types and roles')}
        />
        <p className={css.legend}>
          {access.verbs.map((verb) => (
            <span key={verb}>
              <strong>{VERB[verb].letter}</strong> {VERB[verb].word.toLowerCase()}
            </span>
          ))}
          <span>
            <Mark />
            {say(' differs from the default')}
          </span>
        </p>
      </div>
      <Matrix
        label={say('Rights of every role')}
        first={say('Documents')}
        roles={roles}
        under={(one) => <RoleHead role={one} access={access} edits={edits} />}
        rows={types.map((one) => ({
          key: one.key,
          head: one.plural,
          cell: (of) => (
            <CellView
              role={of}
              type={one}
              access={access}
              edits={edits}
              onOpen={() => setOpen({ role: of.id, type: one.key })}
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

const Mark = () => <span aria-hidden className={css.mark} />

/**
 * The letters of what it may do, under them how far; a letter that reaches less far than the others is not told apart
 * here but in the cell's words.
 */
function CellView({
  role,
  type,
  access,
  edits,
  onOpen,
}: {
  role: AccessRole
  type: AccessType
  access: AccessMatrix
  edits: boolean
  onOpen: () => void
}) {
  const cell: Cell = role.cells[type.key] ?? {}
  const own = role.departs.includes(type.key)
  const letters = access.verbs
    .filter((verb) => cell[verb] && verb !== 'print' && (verb !== 'approve' || type.steps))
    .map((verb) => VERB[verb].letter)
    .join(' ')
  const reaches = [
    ...new Set(access.verbs.flatMap((verb) => (cell[verb] && cell[verb] !== 'all' ? [REACH[cell[verb]]] : []))),
  ]
  const words = `${role.name}, ${type.plural}: ${sentence(cell, access.verbs)}`
  const body = (
    <>
      <span className={classes(css.letters, letters ? 'ink' : 'muted')}>{letters || '–'}</span>
      {own && (
        <span className={css.corner}>
          <Mark />
        </span>
      )}
      {reaches.length > 0 && <span className={css.reach}>{reaches.join(', ')}</span>}
    </>
  )
  if (!edits)
    return (
      <div title={words} className={css.cell}>
        <span className="visually-hidden">{words}</span>
        <span aria-hidden>{body}</span>
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
      {body}
    </button>
  )
}

function RoleHead({ role, access, edits }: { role: AccessRole; access: AccessMatrix; edits: boolean }) {
  const [at, setAt] = useState<HTMLElement | null>(null)
  const navigate = useNavigate()
  const toast = useToast()
  const { keep, problem } = useRole(role)
  const copy = async (from: AccessRole) => {
    setAt(null)
    if (await keep(copied(from, role, access.types)))
      toast(say('{name} now has the rights of {name2}', { name: role.name, name2: from.name }))
  }
  const about = many(role.people, '{n} person, {figures}', '{n} people, {figures}', {
    figures: FIGURES[role.figures ?? 'all'],
  })
  return (
    <div className="regular text-12 muted">
      {role.acts_as !== role.id && <div>{say('acts as {acts_as}', { acts_as: role.acts_as })}</div>}
      <div>{about}</div>
      {problem && (
        <div role="alert" className={css.problem}>
          {problem.errors[0]?.message ?? problem.detail}
        </div>
      )}
      {edits && (
        <>
          <Button
            size="small"
            aria-haspopup="menu"
            onClick={(event) => setAt(event.currentTarget)}
            className={css.more}
            aria-label={say('More for {name}', { name: role.name })}
          >
            {say('More')}
          </Button>
          <Menu anchorEl={at} open={!!at} onClose={() => setAt(null)}>
            <MenuItem onClick={() => void navigate(paths.view('role', role.id))}>{say('Open role')}</MenuItem>
            {role.id !== 'ADMIN' &&
              access.roles
                .filter((one) => one.id !== role.id && one.id !== 'ADMIN' && one.status === 'Active')
                .map((one) => (
                  <MenuItem key={one.id} onClick={() => void copy(one)}>
                    {say('Copy rights from {name}', { name: one.name })}
                  </MenuItem>
                ))}
          </Menu>
        </>
      )}
    </div>
  )
}
