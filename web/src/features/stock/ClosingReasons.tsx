// Why a batch is closed with a difference, and the batches whose pieces are gone while weight is left on the books.
import { ReasonsAndOpen } from './ReasonsAndOpen'
import { say } from '../../words/say'

export default function ClosingReasons() {
  return (
    <ReasonsAndOpen
      title={say('Batch closing reasons')}
      kind="batch_closing"
      lies="rest"
      bucket="free"
      open={say('Batches with weight but no pieces left')}
      none={say('No batch has weight without pieces')}
    />
  )
}
