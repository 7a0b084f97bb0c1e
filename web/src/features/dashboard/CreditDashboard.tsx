// Customers' debts, those over their limit, and what waits for the credit team.
import { BoardPage } from './Dashboard'
import { say } from '../../words/say'

export default function CreditDashboard() {
  return <BoardPage name="dashboard_credit" title={say('Credit dashboard')} />
}
