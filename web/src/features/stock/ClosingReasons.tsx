// Why a batch is closed with a difference, and the batches whose pieces are gone while weight is left on the books.
import { ReasonsAndOpen } from './ReasonsAndOpen'

export default function ClosingReasons() {
  return (
    <ReasonsAndOpen
      title="Batch closing reasons"
      kind="batch_closing"
      lies="rest"
      bucket="free"
      open="Batches with weight but no pieces left"
      none="No batch has weight without pieces"
    />
  )
}
