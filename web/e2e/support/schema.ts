// The types of documents, from the declarations as the core describes them.
import { readFileSync } from 'node:fs'

interface Def {
  key: string
  /** There is one of it. */
  single: boolean
  waits: { deed: string }[]
}

export const TYPES = (
  JSON.parse(readFileSync(new URL('../../../wasm/tests/vectors.json', import.meta.url), 'utf8')) as {
    call: string
    answer: string
  }[]
)
  .filter(({ call }) => call === 'schema')
  .flatMap(({ answer }) => (JSON.parse(answer) as { types: Def[] }).types)
