// What the branch sold, to whom, and what waits for its manager.
import { BoardPage } from './Dashboard'
import { say } from '../../words/say'

export default function BranchDashboard() {
  return <BoardPage name="dashboard_bm" title={say('Branch dashboard')} />
}
