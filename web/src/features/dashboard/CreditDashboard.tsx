// Customers' debts, those over their limit, and what waits for the credit team.
import { BoardPage } from './Dashboard'

export default function CreditDashboard() {
  return <BoardPage name="dashboard_credit" title="Credit dashboard" />
}
