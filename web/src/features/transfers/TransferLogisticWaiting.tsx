// The accepted transfers that wait for a vehicle.
import { useParams } from 'react-router'
import { useUser } from '../../sync/store'
import NoAccess from '../../docs/NoAccess'
import NotFound from '../../docs/NotFound'
import { laneOf, worksIn } from './lanes'
import { Waiting } from './Waiting'
import { say } from '../../words/say'

export default function TransferLogisticWaiting() {
  const { logintype } = useParams()
  const user = useUser()
  const lane = laneOf(logintype)
  if (!lane) return <NotFound />
  if (!worksIn(user.roles, lane)) return <NoAccess what={say('this lane of transfers')} />
  return (
    <Waiting
      lane="logistic"
      status="From-Yard Accepted"
      title={say('Transfers waiting for a vehicle')}
      nothing={say('No transfer waits for a vehicle')}
    />
  )
}
