// A credit limit request as it stands.
import { LimitRequest } from './LimitRequest'

export default function LimitView() {
  return <LimitRequest />
}
