// The inputs of a mail that somebody sends with a document's paper: the paper itself is settled.
import AttachFileOutlined from '@mui/icons-material/AttachFileOutlined'
import type { RecordOf } from '../../core/records'
import { docDef } from '../../core'
import { FieldInput } from '../../docs/fields/FieldInput'
import { useTitle } from '../../docs/fields/LinkPicker'
import type { FormFieldsProps } from '../../docs/FormFields'
import type { RecordForm } from '../../docs/record'
import { say } from '../../words/say'

const SETTLED = ['paper_type', 'paper']

export default function MailFields({ def, form, known, isNew }: FormFieldsProps) {
  const { paper_type, paper } = (form as unknown as RecordForm<RecordOf<'mail'>>).record
  const title = useTitle(paper_type ?? '', paper ?? null)
  const open = def.fields.filter((field) => !field.readonly && !SETTLED.includes(field.key))
  return (
    <div className="grid gap-16">
      {open.map((field, at) => (
        <FieldInput
          key={field.key}
          field={field}
          {...form.at(field.key)}
          form={form}
          known={known}
          disabled={field.immutable && !isNew}
          autoFocus={at === 0}
        />
      ))}
      {paper_type && (
        <p className="inline-row muted">
          <AttachFileOutlined fontSize="small" />
          {docDef(paper_type)?.label} {say('{title}, as PDF', { title })}
        </p>
      )}
    </div>
  )
}
