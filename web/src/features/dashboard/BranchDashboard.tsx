// What the branch sold, to whom, and what waits for its manager.
import { BoardPage } from './Dashboard'

export default function BranchDashboard() {
  return <BoardPage name="dashboard_bm" title="Branch dashboard" />
}
