// A transfer as logistics looks at it.
import { Transfer } from './Transfer'

export default function TransferLogisticView() {
  return <Transfer lane="logistic" />
}
