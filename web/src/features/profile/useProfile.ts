// The employee behind a profile page: the person himself, or another for those who keep employees.
import { useParams } from 'react-router'
import { useDoc } from '../../api/docs'
import { useUser } from '../../app/store'

export function useProfile() {
  const user = useUser()
  const { empid } = useParams()
  const id = empid ?? user.id
  return { id, own: id === user.id, ...useDoc('employee', id) }
}
