// A transfer as everybody sees it, in the lane where it stands.
import { Transfer } from './Transfer'

export default function TransferView() {
  return <Transfer />
}
