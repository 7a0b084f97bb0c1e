// A batch closing before its approver, with the next one behind it.
import { Closing } from './Closing'

export default function ClosingApproval() {
  return <Closing mode="status" />
}
