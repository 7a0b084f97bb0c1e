// The inputs of a record, in the order of its declaration: plain fields in a grid, groups and rows below them.
import ErrorOutlined from '@mui/icons-material/ErrorOutlined'
import CloudDoneOutlined from '@mui/icons-material/CloudDoneOutlined'
import Button from '@mui/material/Button'
import { Suspense, type ReactNode } from 'react'
import { Link } from 'react-router'
import type { Problem } from '../net/client'
import type { DocDef, Links } from '../core/records'
import type { FieldDef } from '../core/types.gen'
import { moment, time } from '../ui/format'
import { Skeletons } from '../ui/states'
import { FieldInput } from './fields/FieldInput'
import { spanOf } from './fields/shape'
import { ownPages } from './overrides'
import { paths } from './paths'
import { applies, type FieldBinding, type RecordForm } from './record'
import { classes } from '../theme/classes'
import css from './FormFields.module.css'
import { many, say } from '../words/say'

export interface FormFieldsProps {
  def: DocDef
  form: RecordForm
  known?: Links
  isNew: boolean
  boxed?: boolean
}

const LARGE = new Set(['rows', 'group'])

export function FormFields(props: FormFieldsProps) {
  const Own = ownPages(props.def.key).fields
  return Own ? (
    <Suspense fallback={<Skeletons rows={4} />}>
      <Own {...props} />
    </Suspense>
  ) : (
    <PlainFields {...props} />
  )
}

interface FieldGridProps extends Omit<FormFieldsProps, 'def'> {
  fields: readonly FieldDef[]
  /** How a field is tied to the form, where that is not by its key alone. */
  bind?: (field: FieldDef) => FieldBinding
  children?: ReactNode
}

/** Plain fields in a grid, and what is said of them below. */
export function FieldGrid({ fields, form, known, isNew, boxed, bind, children }: FieldGridProps) {
  return (
    <div className={boxed ? 'card p-16' : undefined}>
      <div className="fields">
        {fields.map((field, at) => (
          <div key={field.key} className={spanOf(field)}>
            <FieldInput
              field={field}
              {...(bind ?? ((one) => form.at(one.key)))(field)}
              form={form}
              known={known}
              disabled={field.immutable && !isNew}
              autoFocus={at === 0}
            />
          </div>
        ))}
      </div>
      {children}
    </div>
  )
}

export function PlainFields({ def, form, known, isNew, boxed }: FormFieldsProps) {
  const open = def.fields.filter((field) => !field.readonly && applies(field, form.record))
  const plain = open.filter((field) => !LARGE.has(field.kind))
  const large = open.filter((field) => LARGE.has(field.kind))
  return (
    <div className={classes(css.sections, boxed ? 'gap-12' : 'gap-20')}>
      {plain.length > 0 && <FieldGrid fields={plain} {...{ form, known, isNew, boxed }} />}
      {large.map((field) => (
        <div key={field.key} className={boxed ? 'card p-16' : undefined}>
          <FieldInput
            field={field}
            {...form.at(field.key)}
            form={form}
            known={known}
            disabled={field.immutable && !isNew}
            autoFocus={false}
          />
        </div>
      ))}
    </div>
  )
}

/** What is wrong with the whole: what the server said beside the fields, and how many fields need something. */
export function FormProblem({ form, problem }: { form: RecordForm; problem: Problem | null }) {
  const loose = problem && !problem.errors.some((issue) => issue.path) ? problem.detail : null
  const count = form.submitted ? form.issues.length : 0
  if (!loose && count === 0) return null
  return (
    <span role="alert" className="inline-row gap-6 danger text-13">
      <ErrorOutlined aria-hidden className="text-18" />
      {loose && problem ? (
        <>
          {loose} <WhyLink code={problem.code} />
        </>
      ) : (
        many(count, '{n} thing to fix first: {message}', '{n} things to fix first', {
          message: form.issues[0]?.message ?? '',
        })
      )}
    </span>
  )
}

/** What a refusal means, in the help. */
function WhyLink({ code }: { code: string }) {
  return (
    <Link to={paths.help(`refusal:${code}`)} className="nowrap" target="_blank">
      {say('What it means')}
    </Link>
  )
}

export function DraftState({ savedAt }: { savedAt: number | null }) {
  if (savedAt === null) return null
  return (
    <span className="inline-row gap-6 muted text-12">
      <CloudDoneOutlined aria-hidden className="text-16" />
      {say('Kept on this device {savedAt}', { savedAt: time(savedAt) })}
    </span>
  )
}

export function Restored({ at, onDiscard }: { at: number | null; onDiscard: () => void }) {
  if (at === null) return null
  return (
    <div role="status" className={css.restored}>
      <span className="grow">{say('What you typed until {at} is back.', { at: moment(at) })}</span>
      <Button size="small" variant="text" onClick={onDiscard}>
        {say('Discard it')}
      </Button>
    </div>
  )
}
