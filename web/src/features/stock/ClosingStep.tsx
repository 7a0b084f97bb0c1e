// A batch closing in its present step.
import { Closing } from './Closing'

export default function ClosingStep() {
  return <Closing mode="step" />
}
