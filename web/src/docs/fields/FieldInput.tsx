// The input of any declared field, by its kind.
//
//   <FieldInput field={def} {...form.at('lines.0.sku')} form={form} known={doc.links} />
//   `form` is needed for rows and groups alone, whose fields bind themselves; `bare` hides the label (inside a table).
import Autocomplete from '@mui/material/Autocomplete'
import Checkbox from '@mui/material/Checkbox'
import TextField from '@mui/material/TextField'
import MenuItem from '@mui/material/MenuItem'
import type { InputHTMLAttributes, ReactElement } from 'react'
import type { Links } from '../../core/records'
import { docDefs } from '../../core'
import type { DocKey, FieldDef } from '../../core/types.gen'
import { useReasonChoices } from '../reasons'
import type { RecordForm } from '../record'
import { BatchPicker } from './BatchPicker'
import { DateInput } from './DateInput'
import { Field, type Bound } from './Field'
import { FileInput } from './FileInput'
import { InstantInput } from './InstantInput'
import { LinkPicker } from './LinkPicker'
import { ManyFiles } from './ManyFiles'
import { ManyLinks } from './ManyLinks'
import { NumberInput } from './NumberInput'
import { RowsInput } from './RowsInput'
import { spanOf } from './shape'
import { classes } from '../../theme/classes'
import css from './FieldInput.module.css'
import { say } from '../../words/say'

export interface FieldInputProps {
  field: FieldDef
  name: string
  value: unknown
  onChange: (value: unknown) => void
  onBlur?: () => void
  error: string | null
  warning?: string | null
  form?: RecordForm
  known?: Links
  /** The document that it is a field of, `type:id`, where its field offers what the person does not see in lists. */
  of?: string
  bare?: boolean
  disabled?: boolean
  autoFocus?: boolean
}

function hintOf(field: FieldDef): string | undefined {
  return field.help || undefined
}

const GROUPS = new Set(['group', 'rows', 'file'])

export function FieldInput(props: FieldInputProps) {
  const { field, error, bare, name, form } = props
  if (field.kind === 'bool') return <YesNo {...props} />
  if (field.kind === 'rows' && form) {
    return (
      <RowsInput
        field={field}
        name={name}
        form={form}
        error={error}
        warning={props.warning}
        input={(inner, path, tight) => (
          <FieldInput field={inner} {...form.at(path)} form={form} known={props.known} bare={tight} />
        )}
      />
    )
  }
  if (field.kind === 'group' && form) {
    return (
      <fieldset data-field={name} className={css.group}>
        <legend className="subheading p-0 mb-8">{field.label}</legend>
        {error && <p className="danger text-12 mb-8">{error}</p>}
        <div className="fields">
          {field.fields
            .filter((inner) => !inner.readonly)
            .map((inner) => (
              <div key={inner.key} className={spanOf(inner)}>
                <FieldInput
                  field={inner}
                  {...form.at(`${name}.${inner.key}`)}
                  form={form}
                  known={props.known}
                  disabled={props.disabled}
                />
              </div>
            ))}
        </div>
      </fieldset>
    )
  }
  return (
    <Field
      label={field.label}
      required={field.required}
      hint={hintOf(field)}
      error={error}
      warning={props.warning}
      bare={bare}
      group={GROUPS.has(field.of?.kind === 'file' ? 'file' : field.kind)}
      name={name}
    >
      {(bound) => <Control {...props} bound={bound} />}
    </Field>
  )
}

function Control({
  field,
  value,
  onChange,
  onBlur,
  known,
  form,
  of,
  disabled,
  autoFocus,
  bound,
}: FieldInputProps & { bound: Bound }): ReactElement | null {
  const aria = { 'aria-describedby': bound.describedBy, 'aria-invalid': bound.invalid }
  const text = typeof value === 'string' ? value : ''
  const common = { fullWidth: true, id: bound.id, error: bound.invalid, disabled, autoFocus, onBlur }
  const plain = { bound, value, onChange, onBlur, disabled, autoFocus }
  if (field.format === 'doc_type')
    return (
      <ChoiceInput
        field={{ ...field, choices: types() }}
        value={text}
        onChange={onChange}
        bound={bound}
        common={common}
        aria={aria}
      />
    )
  switch (field.kind) {
    case 'int':
      return <NumberInput {...plain} unit={field.unit} />
    case 'date':
      return <DateInput {...plain} label={field.label} />
    case 'time':
      return (
        <TextField
          {...common}
          type="time"
          value={text}
          onChange={(event) => onChange(event.target.value)}
          slotProps={{ htmlInput: aria }}
        />
      )
    case 'instant':
      return <InstantInput {...plain} label={field.label} />
    case 'choice':
      return <ChoiceInput field={field} value={text} onChange={onChange} bound={bound} common={common} aria={aria} />
    case 'reason':
      return <ReasonInput field={field} value={text} onChange={onChange} bound={bound} common={common} aria={aria} />
    case 'link': {
      const picker = {
        bound,
        label: field.label,
        value: text || null,
        onChange: (id: string | null) => onChange(id),
        onBlur,
        known: known?.[field.link ?? ''],
        offer: of && `${of}:${field.key}`,
        disabled,
        autoFocus,
      }
      if (field.link === 'batch') return <BatchPicker {...picker} form={form} />
      return <LinkPicker type={field.link as DocKey} {...picker} />
    }
    case 'many':
      return (
        <ManyInput
          field={field}
          value={Array.isArray(value) ? (value as string[]) : []}
          onChange={onChange}
          onBlur={onBlur}
          known={known}
          disabled={disabled}
          bound={bound}
        />
      )
    case 'file':
      return (
        <FileInput
          value={text || null}
          onChange={onChange}
          disabled={disabled}
          label={field.label}
          describedBy={bound.describedBy}
        />
      )
    case 'secret':
      return (
        <TextField
          {...common}
          type="password"
          value={text}
          onChange={(event) => onChange(event.target.value)}
          slotProps={{ htmlInput: { ...aria, autoComplete: 'new-password' } }}
        />
      )
    case 'note':
      return (
        <TextField
          {...common}
          multiline
          minRows={2}
          maxRows={8}
          value={text}
          onChange={(event) => onChange(event.target.value)}
          slotProps={{ htmlInput: { ...aria, maxLength: field.max ?? undefined } }}
        />
      )
    case 'text':
    case 'code':
      return (
        <TextField
          {...common}
          value={text}
          onChange={(event) => onChange(event.target.value)}
          slotProps={{
            htmlInput: {
              ...aria,
              inputMode: KEYS[field.format ?? ''],
              maxLength: field.max ?? undefined,
              autoComplete: 'off',
              spellCheck: field.kind !== 'code',
            },
          }}
        />
      )
    // Not one control: a check box, a table and a frame around others, drawn above.
    case 'bool':
    case 'rows':
    case 'group':
      return null
  }
}

/** A declared type, by its name. */
function types() {
  return docDefs().map((def) => ({ key: def.key, label: def.label }))
}

/** The keys that a phone offers for codes of digits or of one alphabet. */
const KEYS: Record<string, InputHTMLAttributes<HTMLInputElement>['inputMode']> = {
  mobile: 'tel',
  email: 'email',
  hsn: 'numeric',
  account: 'numeric',
  pin: 'numeric',
  ewb: 'numeric',
}

interface Common {
  fullWidth: boolean
  id: string
  error: boolean
  disabled: boolean | undefined
  autoFocus: boolean | undefined
  onBlur: (() => void) | undefined
}
interface Aria {
  'aria-describedby': string | undefined
  'aria-invalid': boolean
}

function ChoiceInput({
  field,
  value,
  onChange,
  common,
  aria,
}: {
  field: FieldDef
  value: string
  onChange: (value: unknown) => void
  bound: Bound
  common: Common
  aria: Aria
}) {
  // Left is where the list of words was closed: the focus comes and goes before anybody has looked at it.
  const { id, onBlur, ...rest } = common
  return (
    <TextField
      {...rest}
      select
      value={field.choices.some((choice) => choice.key === value) ? value : ''}
      onChange={(event) => onChange(event.target.value || null)}
      slotProps={{
        select: {
          onClose: onBlur,
          id,
          labelId: `${id}-label`,
          displayEmpty: true,
          SelectDisplayProps: aria,
          inputProps: { id: `${id}-value` },
          MenuProps: { slotProps: { paper: { className: css.choices } } },
        },
      }}
    >
      {!field.required && (
        <MenuItem value="">
          <span className="muted">{say('None')}</span>
        </MenuItem>
      )}
      {field.choices.map((choice) => (
        <MenuItem key={choice.key} value={choice.key}>
          {choice.label}
        </MenuItem>
      ))}
    </TextField>
  )
}

function ReasonInput(props: Parameters<typeof ChoiceInput>[0]) {
  const choices = useReasonChoices(props.field.reason)
  return <ChoiceInput {...props} field={{ ...props.field, choices }} />
}

function ManyInput({
  field,
  value,
  onChange,
  onBlur,
  known,
  disabled,
  bound,
}: {
  field: FieldDef
  value: string[]
  onChange: (value: unknown) => void
  onBlur?: () => void
  known?: Links
  disabled?: boolean
  bound: Bound
}) {
  const of = field.of
  if (of?.kind === 'link' && of.link)
    return (
      <ManyLinks
        bound={bound}
        type={of.link as DocKey}
        value={value}
        onChange={onChange}
        onBlur={onBlur}
        known={known?.[of.link]}
        disabled={disabled}
      />
    )
  if (of?.kind === 'file')
    return (
      <ManyFiles
        value={value}
        onChange={onChange}
        disabled={disabled}
        label={field.label}
        describedBy={bound.describedBy}
      />
    )
  const labels = new Map((of?.choices ?? []).map((choice) => [choice.key, choice.label]))
  return (
    <Autocomplete<string, true, false, boolean>
      id={bound.id}
      multiple
      freeSolo={labels.size === 0}
      disabled={disabled}
      value={value}
      options={[...labels.keys()]}
      getOptionLabel={(key) => labels.get(key) ?? key}
      disableCloseOnSelect
      onChange={(_, next) => onChange(next)}
      onBlur={onBlur}
      renderInput={(params) => (
        <TextField
          {...params}
          error={bound.invalid}
          slotProps={{
            ...params.slotProps,
            htmlInput: {
              ...params.slotProps.htmlInput,
              'aria-describedby': bound.describedBy,
              'aria-invalid': bound.invalid,
            },
          }}
        />
      )}
    />
  )
}

function YesNo({ field, value, onChange, onBlur, error, bare, disabled, autoFocus, name }: FieldInputProps) {
  return (
    <div data-field={name} className={bare ? undefined : css.below}>
      <label className={css.check}>
        <Checkbox
          checked={value === true}
          onChange={(event) => onChange(event.target.checked)}
          onBlur={onBlur}
          disabled={disabled}
          autoFocus={autoFocus}
          slotProps={{ input: { 'aria-invalid': !!error } }}
        />
        <span className={bare ? 'visually-hidden' : undefined}>{field.label}</span>
      </label>
      {(error ?? field.help) && (
        <div className={classes('text-12 leading-16', error ? 'danger' : 'muted')}>{error ?? field.help}</div>
      )}
    </div>
  )
}
