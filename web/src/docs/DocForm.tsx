// The generic page of a document type.
import type { DocDef } from '../core/types.gen'
import { Page } from '../ui/Page'

export interface DocPageProps { def: DocDef; id?: string }

export default function DocForm({ def }: DocPageProps) {
  return <Page title={def.plural}>{null}</Page>
}
