// A sales return to read, as the person whom the address names sees it: nothing is entered here.
import { useParams } from 'react-router'
import { Return } from './Return'

export default function ReturnLook() {
  const { userType } = useParams()
  return <Return view={userType} reads />
}
