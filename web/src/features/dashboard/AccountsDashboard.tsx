// What accounts have to do with money and papers, and what waits for them.
import { BoardPage } from './Dashboard'

export default function AccountsDashboard() {
  return <BoardPage name="dashboard_accounts" title="Accounts dashboard" />
}
