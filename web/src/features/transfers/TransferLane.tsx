// A transfer in the lane that the address names. A lane is a view: what may be done says the core.
import { useParams } from 'react-router'
import { useUser } from '../../sync/store'
import NoAccess from '../../docs/NoAccess'
import NotFound from '../../docs/NotFound'
import { laneOf, worksIn } from './lanes'
import { Transfer } from './Transfer'
import { say } from '../../words/say'

export default function TransferLane() {
  const { logintype } = useParams()
  const user = useUser()
  const lane = laneOf(logintype)
  if (!lane) return <NotFound />
  if (!worksIn(user.roles, lane)) return <NoAccess what={say('this lane of transfers')} />
  return <Transfer lane={lane === 'all' ? undefined : lane} />
}
