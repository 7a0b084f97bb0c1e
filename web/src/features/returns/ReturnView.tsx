// A sales return as it stands, with what the person may enter of it now.
import { useParams } from 'react-router'
import { Return } from './Return'

export default function ReturnView() {
  const { userType } = useParams()
  return <Return view={userType} />
}
