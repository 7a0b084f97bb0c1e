// Why stock is dumped, and what is set aside for scrap.
import { ReasonsAndOpen } from './ReasonsAndOpen'

export default function DumpReasons() {
  return (
    <ReasonsAndOpen
      title="Dump reasons"
      kind="dump"
      lies="dump"
      bucket="dump"
      open="Set aside for scrap"
      none="Nothing is set aside for scrap"
    />
  )
}
