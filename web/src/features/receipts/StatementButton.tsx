// The way from the list of receipts to the bank's statement, for those who confirm what it says.
import AccountBalanceOutlined from '@mui/icons-material/AccountBalanceOutlined'
import Button from '@mui/material/Button'
import { Link } from 'react-router'
import { paths } from '../../docs/paths'
import { useUser } from '../../sync/store'

const CONFIRM = new Set(['ACC', 'ADMIN'])

export default function StatementButton() {
  const user = useUser()
  const roles: string[] = user.roles
  if (!roles.some((role) => CONFIRM.has(role))) return null
  return (
    <Button component={Link} to={paths.statement} startIcon={<AccountBalanceOutlined />}>
      Bank statement
    </Button>
  )
}
