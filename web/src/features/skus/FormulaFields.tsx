// The inputs of a formula with what it comes to: the names it may use, its mistakes as they are typed, each test row's
// outcome.
import type { Kit } from '../../core/types.gen'
import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined'
import ErrorOutlined from '@mui/icons-material/ErrorOutlined'
import { useMemo } from 'react'
import { usePreviews } from '../../core'
import type { RecordOf } from '../../core/records'
import { PlainFields, type FormFieldsProps } from '../../docs/FormFields'
import type { RecordForm } from '../../docs/record'
import { LinkButton } from '../../kit/parts'
import { useKit } from './kit'
import { classes } from '../../theme/classes'
import css from './FormulaFields.module.css'
import { say } from '../../words/say'

/** The form of a formula, which the generic page hands over as that of any record. */
type FormulaForm = RecordForm<RecordOf<'formula'>>

export default function FormulaFields(props: FormFieldsProps) {
  const form = props.form as unknown as FormulaForm
  const previews = usePreviews()
  const { data } = useKit(form.record.product_group ?? '')
  const kit = data?.kit ?? null
  const tried = useMemo(() => (previews && kit ? previews.formula(kit, form.sent) : null), [previews, kit, form.sent])
  const wrong = (form.record.expression ?? '').trim()
    ? (tried?.issues.find((issue) => issue.path === 'expression')?.message ?? null)
    : null
  // What the group knows of the expression is said under it as it is typed, like the form's own check.
  const seen: RecordForm = {
    ...props.form,
    at: (path) => {
      const bound = props.form.at(path)
      return path === 'expression' ? { ...bound, error: bound.error ?? wrong } : bound
    },
  }
  return (
    <>
      <PlainFields {...props} form={seen} />
      <div className={classes(props.boxed ? 'card' : undefined, css.help, props.boxed && 'p-16')}>
        {kit ? (
          <Names kit={kit} form={form} />
        ) : (
          <p className="muted">{say('Select a product group to see the names that its formula may use.')}</p>
        )}
        {tried && tried.outcomes.length > 0 && (
          <section aria-label={say('Outcomes of the test rows')}>
            <h3 className="subheading mb-6">{say('Outcomes')}</h3>
            <ul className="grid gap-4">
              {tried.outcomes.map((outcome, at) => (
                <li key={at} className={classes('row gap-8', outcome.ok ? 'ok' : 'danger')}>
                  {outcome.ok ? (
                    <CheckCircleOutlined aria-hidden className="text-17" />
                  ) : (
                    <ErrorOutlined aria-hidden className="text-17" />
                  )}
                  <span className="num">
                    {say('Row {at}', { at: at + 1 })} {outcome.message || say('waits for the expression')}
                  </span>
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
    </>
  )
}

function Names({ kit, form }: { kit: Kit; form: FormulaForm }) {
  const numbers = kit.properties.filter((one) => one.kind === 'number' && one.in_formula)
  const names = numbers.some((one) => one.code === 'LEN')
    ? numbers
    : [...numbers, { code: 'LEN', label: say('Standard length'), unit: 'mm', property: 'len' }]
  const expression = form.record.expression ?? ''
  const put = (name: string) =>
    form.set('expression', expression && !/[\s(]$/.test(expression) ? `${expression} ${name}` : expression + name)
  return (
    <section aria-label={say('Names of this product group')}>
      <h3 className="subheading mb-6">{say('Names of {name}', { name: kit.name })}</h3>
      <div className="flex wrap gap-6">
        {names.map((one) => (
          <button
            key={one.property}
            type="button"
            title={one.label}
            onClick={() => put(one.code.toLowerCase())}
            className={css.variable}
          >
            <strong>{one.code.toLowerCase()}</strong>{' '}
            <span className="muted">
              {one.label}
              {one.unit ? `, ${one.unit}` : ''}
            </span>
          </button>
        ))}
      </div>
      {kit.preset && kit.preset !== expression && (
        <p className="mt-8 muted">
          {kit.preset_per === 'm'
            ? say('Its section is known: {preset} in kg per metre.', { preset: <code>{kit.preset}</code> })
            : say('Its section is known: {preset} in kg per piece.', { preset: <code>{kit.preset}</code> })}{' '}
          <LinkButton
            onClick={() => {
              form.set('expression', kit.preset)
              form.set('per', kit.preset_per)
            }}
          >
            {say('Use it')}
          </LinkButton>
        </p>
      )}
    </section>
  )
}
