// Who I am here: my place in the business, how I am reached, who stands in for me, and where I am signed in.
import EditOutlined from '@mui/icons-material/EditOutlined'
import LockOutlined from '@mui/icons-material/LockOutlined'
import TuneOutlined from '@mui/icons-material/TuneOutlined'
import Button from '@mui/material/Button'
import { Link } from 'react-router'
import { useUser } from '../../sync/store'
import { docDef, roleLabel } from '../../core'
import type { DocView } from '../../core/records'
import type { FieldDef } from '../../core/types.gen'
import { FieldValue } from '../../docs/fields/FieldValue'
import { paths } from '../../docs/paths'
import { Page } from '../../ui/Page'
import { Failed, Skeletons } from '../../ui/states'
import { Photo } from './Photo'
import { SessionList } from './SessionList'
import { useProfile } from './useProfile'
import css from './Profile.module.css'
import { say } from '../../words/say'

const WORK = [
  'designation',
  'department',
  'branch',
  'yards',
  'reporting_to',
  'joined_on',
  'kind',
  'gstin',
  'contact_person',
]
const REACHED = ['mobile', 'email', 'portal_mobile', 'portal_email', 'channels', 'language', 'theme']
const AWAY = ['delegate', 'delegate_from', 'delegate_to']

export default function Profile() {
  const user = useUser()
  const { id, data: doc, error, refetch } = useProfile()
  const actions = (
    <>
      <Button component={Link} to={paths.ownSettings} startIcon={<TuneOutlined />}>
        {say('My settings')}
      </Button>
      {doc && (
        <>
          <Button component={Link} to={paths.changePassword} startIcon={<LockOutlined />}>
            {say('Change password')}
          </Button>
          <Button
            component={Link}
            to={paths.profileEdit()}
            variant="contained"
            color="primary"
            startIcon={<EditOutlined />}
          >
            {say('Edit profile')}
          </Button>
        </>
      )}
    </>
  )
  if (!doc) {
    const reach =
      user.roles.length === 0 ? (
        <Nothing />
      ) : error ? (
        <Failed problem={error} what={say('Your profile')} onRetry={() => void refetch()} />
      ) : (
        <Skeletons />
      )
    return (
      <Page title={say('Profile')} actions={actions}>
        <div className="card">{reach}</div>
      </Page>
    )
  }
  const name = String(doc.record.name ?? user.name)
  const def = docDef(doc.type)
  return (
    <Page title={say('Profile')} actions={actions}>
      <div className={css.page}>
        <section className="card row p-20 gap-16">
          <Photo file={(doc.record.photo as string | undefined) ?? null} name={name} size={64} />
          <div className="min-0">
            <h2 className={css.name}>{name}</h2>
            <p className="muted">
              {[doc.record.emp_id ?? doc.doc_no, user.roles.map(roleLabel).join(', ')].filter(Boolean).join(' · ')}
            </p>
          </div>
        </section>
        <Facts title={say('Work')} keys={WORK} doc={doc} />
        <Facts title={say('Reached by')} keys={REACHED} doc={doc} />
        {def?.fields.some((field) => field.key === 'delegate') && (
          <Facts title={say('While I am away')} keys={AWAY} doc={doc} empty={say('No one stands in for you.')} />
        )}
        <section className="card" aria-labelledby="sessions">
          <h2 id="sessions" className="subheading p-12-16 rule-below">
            {say('Signed in')}
          </h2>
          <SessionList account={id} own />
        </section>
      </div>
    </Page>
  )
}

function Nothing() {
  return (
    <p className="p-16 muted">
      {say('You do not have a role yet. Your profile opens once an administrator grants you one.')}
    </p>
  )
}

function Facts({ title, keys, doc, empty }: { title: string; keys: string[]; doc: DocView; empty?: string }) {
  const def = docDef(doc.type)
  const filled = (field: FieldDef | undefined): field is FieldDef => {
    const value = field && doc.record[field.key]
    return value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0)
  }
  const fields = keys.map((key) => def?.fields.find((field) => field.key === key)).filter(filled)
  if (fields.length === 0 && !empty) return null
  return (
    <section className="card p-16" aria-label={title}>
      <h2 className="subheading mb-10">{title}</h2>
      {fields.length === 0 && <p className="muted">{empty}</p>}
      <dl className="fields">
        {fields.map((field) => (
          <div key={field.key} className="min-0">
            <dt className={css.label}>{field.label}</dt>
            <dd className="medium">
              <FieldValue field={field} value={doc.record[field.key]} links={doc.links} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
