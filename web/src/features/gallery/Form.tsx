// The gallery's fields: every declared kind in every state, drawn from an example declaration as the forms draw theirs.
import { useMemo, useRef } from 'react'
import type { RecordValue } from '../../core/records'
import type { FieldDef, FieldKind, Issue } from '../../core/types.gen'
import { FieldInput } from '../../docs/fields/FieldInput'
import { FieldValue } from '../../docs/fields/FieldValue'
import { FormProblem } from '../../docs/FormFields'
import { LinkButton } from '../../kit/parts'
import { useRecord } from '../../docs/record'
import { Example, Gallery, State } from './Gallery'
import { KINDS, REFUSED } from './example'
import css from './Gallery.module.css'
import { say } from '../../words/say'

const KEYS = Object.keys(KINDS) as FieldKind[]
const LARGE = new Set<FieldKind>(['rows', 'group'])

/** It has no rules of its own: what its states say is given. */
function useExample(kind: FieldKind, value: unknown) {
  const { field } = KINDS[kind]
  const fields = useMemo<FieldDef[]>(() => [field], [field])
  const start = useMemo(() => (value === undefined ? {} : { [field.key]: value }), [field, value])
  return useRecord<RecordValue>({ fields, start, check: nothing })
}

const nothing = (): Issue[] => []

const STATES = [say('Empty'), say('Filled'), say('Refused'), say('Warned'), say('Disabled')] as const

function Shown({ kind, state }: { kind: FieldKind; state: (typeof STATES)[number] }) {
  const { field, value, refusal } = KINDS[kind]
  const form = useExample(kind, state === 'Empty' ? undefined : value)
  return (
    <State name={state}>
      <FieldInput
        field={field}
        {...form.at(field.key)}
        // Refused by a form, each of them would take the focus.
        error={state === 'Refused' ? refusal : null}
        warning={state === 'Warned' ? refusal : null}
        form={form}
        disabled={state === 'Disabled'}
      />
    </State>
  )
}

function Kind({ kind }: { kind: FieldKind }) {
  const { field, value } = KINDS[kind]
  const large = LARGE.has(kind)
  return (
    <Example
      title={say('Field of the kind {kind}', { kind })}
      code={`<FieldInput field={${kind}} {...form.at('${field.key}')} form={form} />`}
      wide
    >
      <div className={large ? css.states : css.kinds}>
        {STATES.map((state) => (
          <Shown key={state} kind={kind} state={state} />
        ))}
        <State name={say('Read')}>
          <FieldValue field={field} value={value} />
        </State>
      </div>
    </Example>
  )
}

/** The field has the focus once the example is opened by its button. */
function Focused() {
  const place = useRef<HTMLDivElement>(null)
  const form = useExample('text', say('Bhavani Steels'))
  return (
    <Example title={say('Focus')} code="<FieldInput … autoFocus />">
      <p className="muted text-13">
        {say('Tab goes from field to field; the field that is typed in has a ring.')}{' '}
        <LinkButton onClick={() => place.current?.querySelector('input')?.focus()}>{say('Focus the field')}</LinkButton>
      </p>
      <div ref={place}>
        <FieldInput field={KINDS.text.field} {...form.at('text')} form={form} />
      </div>
    </Example>
  )
}

function Problem() {
  const form = useExample('int', 5_210_000)
  return (
    <Example title={say('What is wrong with the whole')} code="<FormProblem form={form} problem={problem} />">
      <FormProblem form={form} problem={REFUSED} />
    </Example>
  )
}

export default function Form() {
  return (
    <Gallery title={say('Forms')}>
      <Focused />
      <Problem />
      {KEYS.map((kind) => (
        <Kind key={kind} kind={kind} />
      ))}
    </Gallery>
  )
}
