// A credit limit request before the level that the address names, with the next one behind it.
import { useParams } from 'react-router'
import { docDef } from '../../core'
import NoAccess from '../../docs/NoAccess'
import NotFound from '../../docs/NotFound'
import { LimitRequest } from './LimitRequest'
import { useLevel } from './views'
import { say } from '../../words/say'

export default function LimitStep() {
  const { userType } = useParams()
  const seen = useLevel(userType)
  if (seen === 'unknown' || !docDef('credit_limit_request')) return <NotFound />
  if (seen === 'barred') return <NoAccess what={say('this step of credit limit requests')} />
  return <LimitRequest level={userType} />
}
