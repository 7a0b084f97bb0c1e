// What accounts have to do with money and papers, and what waits for them.
import { BoardPage } from './Dashboard'
import { say } from '../../words/say'

export default function AccountsDashboard() {
  return <BoardPage name="dashboard_accounts" title={say('Accounts dashboard')} />
}
