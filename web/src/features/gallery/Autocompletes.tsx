// The gallery's pickers: documents of another type, several of them, words of a list, and words of one's own.
import { useState } from 'react'
import type { FieldDef } from '../../core/types.gen'
import { FieldInput } from '../../docs/fields/FieldInput'
import { Example, Gallery, State } from './Gallery'
import { KINDS } from './example'
import { say } from '../../words/say'

function Picks({ field, error = null, disabled }: { field: FieldDef; error?: string | null; disabled?: boolean }) {
  const [value, setValue] = useState<unknown>(null)
  return (
    <FieldInput field={field} name={field.key} value={value} onChange={setValue} error={error} disabled={disabled} />
  )
}

const LINK = KINDS.link.field
const LINKS: FieldDef = { ...KINDS.many.field, key: 'countries', label: say('Countries'), of: LINK }
const WORDS: FieldDef = {
  ...KINDS.many.field,
  key: 'words',
  label: say('Words'),
  of: { ...KINDS.text.field, choices: [] },
}

export default function Autocompletes() {
  return (
    <Gallery title={say('Pickers')}>
      <Example title={say('A document')} code="<FieldInput field={link} {...form.at('country')} known={doc.links} />">
        <State name={say('Empty; type part of a name')}>
          <Picks field={LINK} />
        </State>
        <State name={say('Refused')}>
          <Picks field={{ ...LINK, required: true }} error={KINDS.link.refusal} />
        </State>
        <State name={say('Disabled')}>
          <Picks field={LINK} disabled />
        </State>
      </Example>
      <Example title={say('Several documents')} code="<FieldInput field={links} {...form.at('countries')} />">
        <Picks field={LINKS} />
      </Example>
      <Example title={say('Words of a list')} code="<FieldInput field={many} {...form.at('finishes')} />">
        <State name={say('Empty')}>
          <Picks field={KINDS.many.field} />
        </State>
        <State name={say('Refused')}>
          <Picks field={KINDS.many.field} error={KINDS.many.refusal} />
        </State>
      </Example>
      <Example title={say('Words of one’s own')} code="<FieldInput field={words} {...form.at('words')} />">
        <Picks field={WORDS} />
      </Example>
    </Gallery>
  )
}
