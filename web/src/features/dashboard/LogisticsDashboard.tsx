// Trips, proofs of delivery, freight to settle and papers that end, and what waits for logistics.
import { BoardPage } from './Dashboard'
import { say } from '../../words/say'

export default function LogisticsDashboard() {
  return <BoardPage name="dashboard_logistics" title={say('Logistics dashboard')} />
}
