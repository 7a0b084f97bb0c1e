// A reversal as it stands: its plan, or what was done.
import { useParams } from 'react-router'
import { Reversal } from './Reversal'

export default function ReversalView() {
  const { id } = useParams()
  return <Reversal id={id} />
}
