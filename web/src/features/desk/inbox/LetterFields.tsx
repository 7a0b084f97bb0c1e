// The inputs of a message: whom it goes to, what it is about, its text and what goes with it.
import { PlainFields, type FormFieldsProps } from '../../../docs/FormFields'

const TYPED = new Set(['to_person', 'to_role', 'subject', 'message', 'files'])

export default function LetterFields(props: FormFieldsProps) {
  const def = { ...props.def, fields: props.def.fields.filter(({ key }) => TYPED.has(key)) }
  return <PlainFields {...props} def={def} />
}
