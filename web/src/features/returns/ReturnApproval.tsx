// A sales return before its branch manager, with the next one behind it.
import { Return } from './Return'

export default function ReturnApproval() {
  return <Return approval />
}
