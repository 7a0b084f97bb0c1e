// A sales return to be entered by the person whom the address names: as a draft in its form, later in its step.
import { useParams } from 'react-router'
import { Return } from './Return'

export default function ReturnEdit() {
  const { userType } = useParams()
  return <Return view={userType} typed />
}
