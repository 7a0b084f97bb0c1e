// The way from the list of receipts to the bank's statement, for those who confirm what it says.
import AccountBalanceOutlined from '@mui/icons-material/AccountBalanceOutlined'
import Button from '@mui/material/Button'
import { Link } from 'react-router'
import { stepsOf } from '../../core'
import { paths } from '../../docs/paths'
import { useUser } from '../../sync/store'
import { say } from '../../words/say'

export default function StatementButton() {
  const { roles } = useUser()
  const confirms = stepsOf('receipt', (step) => step.action === 'confirm').flatMap((step) => step.by)
  if (!confirms.some((role) => roles.includes(role))) return null
  return (
    <Button component={Link} to={paths.statement} startIcon={<AccountBalanceOutlined />}>
      {say('Bank statement')}
    </Button>
  )
}
