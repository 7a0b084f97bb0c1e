// The requests that wait for batches of the from-yard.
import { Waiting } from './Waiting'
import { say } from '../../words/say'

export default function TransferBatchesWaiting() {
  return (
    <Waiting
      lane="from"
      status="Requested"
      title={say('Transfers waiting for batches')}
      nothing={say('No transfer waits for batches')}
    />
  )
}
