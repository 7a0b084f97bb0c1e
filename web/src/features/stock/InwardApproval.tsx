// The approval of a stock inward: the same page with the decision in front.
import { Inward } from './InwardView'

export default function InwardApproval() {
  return <Inward approval />
}
