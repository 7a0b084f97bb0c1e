// The requests that wait for batches of the from-yard.
import { Waiting } from './Waiting'

export default function TransferBatchesWaiting() {
  return (
    <Waiting
      lane="from"
      status="Requested"
      title="Transfers waiting for batches"
      nothing="No transfer waits for batches"
    />
  )
}
