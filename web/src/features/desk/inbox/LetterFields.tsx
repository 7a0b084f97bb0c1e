// The inputs of a message: whom it goes to, what it is about, its text and what goes with it.
import Autocomplete from '@mui/material/Autocomplete'
import TextField from '@mui/material/TextField'
import { docDef } from '../../../core'
import { Field } from '../../../docs/fields/Field'
import { PlainFields, type FormFieldsProps } from '../../../docs/FormFields'
import type { ChatContact } from '../../../net/answers.gen'
import { useFacts } from '../../../sync/docs'
import { may } from '../../../sync/rights'
import { useUser } from '../../../sync/store'

const TYPED = ['subject', 'message', 'files']

export default function LetterFields(props: FormFieldsProps) {
  const user = useUser()
  const roles = docDef('role')
  // Who sees no roles writes to people.
  const rest = roles && may(user, roles, 'view') ? ['to_role', ...TYPED] : TYPED
  const def = { ...props.def, fields: props.def.fields.filter(({ key }) => rest.includes(key)) }
  return (
    <div className="grid gap-12">
      {props.isNew && <To {...props} />}
      <PlainFields {...props} def={def} />
    </div>
  )
}

/** Everybody may write to every colleague, also to those whose record they do not see. */
function To({ def, form, boxed }: FormFieldsProps) {
  const { data } = useFacts<ChatContact[]>('/api/chat/contacts/all')
  const field = def.fields.find(({ key }) => key === 'to_person')
  const { value, error, onChange, onBlur } = form.at('to_person')
  const colleagues = data ?? []
  if (!field) return null
  return (
    <div className={boxed ? 'card p-16' : undefined}>
      <Field label={field.label} name="to_person" error={error}>
        {(bound) => (
          <Autocomplete
            id={bound.id}
            options={colleagues}
            value={colleagues.find(({ id }) => id === value) ?? null}
            getOptionLabel={({ name }) => name}
            getOptionKey={({ id }) => id}
            loading={!data}
            autoHighlight
            openOnFocus={false}
            onChange={(_, one) => onChange(one?.id ?? null)}
            onBlur={onBlur}
            renderInput={({ slotProps, ...params }) => (
              <TextField
                {...params}
                error={bound.invalid}
                slotProps={{
                  ...slotProps,
                  htmlInput: { ...slotProps.htmlInput, 'aria-describedby': bound.describedBy },
                }}
              />
            )}
          />
        )}
      </Field>
    </div>
  )
}
