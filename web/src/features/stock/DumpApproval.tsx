// A dump of stock before its approver, with the next one behind it.
import { Dump } from './Dump'

export default function DumpApproval() {
  return <Dump mode="status" />
}
