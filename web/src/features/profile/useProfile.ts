// The document behind a profile page: the person's own account, or an employee for those who keep them.
import { useParams } from 'react-router'
import { useDoc } from '../../sync/docs'
import { useUser } from '../../sync/store'

export function useProfile() {
  const user = useUser()
  const { empid } = useParams()
  const id = empid ?? user.id
  const own = id === user.id
  return { id, own, ...useDoc(own ? user.account : 'employee', id) }
}
