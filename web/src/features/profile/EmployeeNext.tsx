// From an employee to their profile, which the administrator keeps too.
import Button from '@mui/material/Button'
import { Link } from 'react-router'
import type { DocView } from '../../core/records'
import { paths } from '../../docs/paths'
import { PROFILE_STEP } from '../../sync/docs'
import { say } from '../../words/say'

export default function EmployeeNext({ doc }: { doc: DocView }) {
  if (!doc.actions.some(({ action, allowed }) => action === PROFILE_STEP && allowed)) return null
  return (
    <Button component={Link} to={paths.profileEdit(doc.id)}>
      {say('Change profile')}
    </Button>
  )
}
