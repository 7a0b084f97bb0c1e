// Whom I know outside the house, as a list or as cards; the form opens over either.
import Add from '@mui/icons-material/Add'
import MailOutlined from '@mui/icons-material/MailOutlined'
import PhoneOutlined from '@mui/icons-material/PhoneOutlined'
import ViewListOutlined from '@mui/icons-material/ViewListOutlined'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { docDef } from '../../../core'
import type { Row } from '../../../core/records'
import { DocDrawer } from '../../../docs/DocDrawer'
import DocList from '../../../docs/DocList'
import { SearchBox } from '../../../docs/FilterBar'
import { useList } from '../../../sync/docs'
import { may } from '../../../sync/rights'
import { useUser } from '../../../sync/store'
import { Page } from '../../../ui/Page'
import { Empty, Failed, Filtered, Skeletons } from '../../../ui/states'
import { useQuery } from '../../../ui/query'
import { initials } from '../../../ui/words'
import css from './Contacts.module.css'
import { say } from '../../../words/say'

const PAGE = 60
const MOST = 500

export default function Contacts() {
  const [query] = useSearchParams()
  return query.get('as') === 'cards' ? <Cards /> : <DocList def={docDef('contact')!} />
}

function Cards() {
  const user = useUser()
  const def = docDef('contact')!
  const { query, set } = useQuery()
  const [limit, setLimit] = useState(PAGE)
  const q = query.get('q') ?? ''
  const { data, error, refetch } = useList({ type: 'contact', q: q || undefined, limit })
  /** The address of these cards with something more, or without. */
  const at = (change: Record<string, string | null>) => {
    const now = new URLSearchParams(query)
    for (const [key, value] of Object.entries(change)) {
      if (value === null) now.delete(key)
      else now.set(key, value)
    }
    return `?${now.toString()}`
  }
  const search = (text: string) => set({ q: text })
  return (
    <Page
      title={def.plural}
      actions={
        <>
          <Button startIcon={<ViewListOutlined />} component={Link} to={at({ as: null })}>
            {say('Show as a list')}
          </Button>
          {may(user, def, 'add') && (
            <Button variant="contained" color="primary" startIcon={<Add />} component={Link} to={at({ new: '' })}>
              {say('New contact')}
            </Button>
          )}
        </>
      }
    >
      <div className="mb-12">
        <SearchBox label={say('Search the contacts')} value={q} onChange={search} />
      </div>
      {error && !data && <Failed problem={error} what={say('The contacts')} onRetry={() => void refetch()} />}
      {!data && !error && <Skeletons rows={6} />}
      {data?.rows.length === 0 &&
        (q ? (
          <Filtered title={say('No contact matches “{q}”', { q })} onClear={() => search('')} />
        ) : (
          <Empty title={say('No contacts yet')}>{say('The first one you add appears here.')}</Empty>
        ))}
      <ul aria-label={say('Contacts')} className={css.cards}>
        {data?.rows.map((row) => (
          <ContactCard key={row.id} row={row} to={at({ id: row.id })} />
        ))}
      </ul>
      {data && data.rows.length < data.total && limit < MOST && (
        <Button className="mt-12" onClick={() => setLimit(limit + PAGE)}>
          {say('Show more')}
        </Button>
      )}
      <DocDrawer def={def} onChanged={() => void refetch()} />
    </Page>
  )
}

function ContactCard({ row, to }: { row: Row<'contact'>; to: string }) {
  return (
    <li className={`card ${css.card}`}>
      <span aria-hidden className={css.face}>
        {initials(row.name ?? '')}
      </span>
      <div className="grid gap-4 min-0">
        <Link to={to} className="bold ellipsis">
          {row.name}
        </Link>
        <span className="ellipsis muted text-13">{row.company}</span>
        {row.email && (
          <a href={`mailto:${row.email}`} className="inline-row gap-6 text-13 min-0">
            <MailOutlined aria-hidden className="text-16" />
            <span className="ellipsis">{row.email}</span>
          </a>
        )}
        {row.phone && (
          <a href={`tel:${row.phone}`} className="inline-row gap-6 text-13">
            <PhoneOutlined aria-hidden className="text-16" />
            {row.phone}
          </a>
        )}
      </div>
      {row.active && <Chip size="small" label={say('Active')} />}
    </li>
  )
}
