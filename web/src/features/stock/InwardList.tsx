// Stock inwards: the generic list of the type.
import { docDef } from '../../core'
import DocList from '../../docs/DocList'

export default function InwardList() {
  const def = docDef('inward')
  return def ? <DocList def={def} /> : null
}
