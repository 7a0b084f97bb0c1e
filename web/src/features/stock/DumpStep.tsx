// A dump of stock in its present step.
import { Dump } from './Dump'

export default function DumpStep() {
  return <Dump mode="step" />
}
