// Why stock is dumped, and what is set aside for scrap.
import { ReasonsAndOpen } from './ReasonsAndOpen'
import { say } from '../../words/say'

export default function DumpReasons() {
  return (
    <ReasonsAndOpen
      title={say('Dump reasons')}
      kind="dump"
      lies="dump"
      bucket="dump"
      open={say('Set aside for scrap')}
      none={say('Nothing is set aside for scrap')}
    />
  )
}
