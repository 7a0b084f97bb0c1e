// A batch closing to read only.
import { Closing } from './Closing'

export default function ClosingView() {
  return <Closing mode="read" />
}
