// Where a person is signed in: one's own page, and for administrators anybody's.
import { Link, useParams } from 'react-router'
import Button from '@mui/material/Button'
import { useDoc } from '../../sync/docs'
import { useUser } from '../../sync/store'
import { paths } from '../../docs/paths'
import { Page } from '../../ui/Page'
import NoAccess from '../../docs/NoAccess'
import { SessionList } from './SessionList'
import css from './Sessions.module.css'
import { say } from '../../words/say'

export default function Sessions() {
  const user = useUser()
  const { empid } = useParams()
  const id = empid ?? user.id
  const own = id === user.id
  const { data: other } = useDoc('employee', own ? undefined : id)
  if (!own && !user.roles.includes('ADMIN')) return <NoAccess what={say('another’s sessions')} />
  const name = String(other?.record.name ?? '')
  const crumbs = own
    ? [{ name: say('Profile'), path: paths.profile }]
    : [
        { name: say('Employees'), path: paths.list('employee') },
        { name, path: paths.view('employee', id) },
      ]
  return (
    <Page
      title={own || !name ? say('Sessions') : say('Sessions of {name}', { name })}
      name={say('Sessions')}
      crumbs={crumbs}
      actions={
        own && (
          <Button component={Link} to={paths.changePassword}>
            {say('Change password')}
          </Button>
        )
      }
    >
      <p className={css.explanation}>
        {own
          ? say('If you do not recognise a session, sign it out and change your password.')
          : say('A session that you end here is refused at its next request.')}
      </p>
      <section className="card narrow-page" aria-label={say('Sessions')}>
        <SessionList key={id} account={id} own={own} />
      </section>
    </Page>
  )
}
