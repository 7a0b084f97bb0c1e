// The bar of an order being typed: submit, save, what keeps it from being submitted, and what the server said of it.
import CloudDoneOutlined from '@mui/icons-material/CloudDoneOutlined'
import Button from '@mui/material/Button'
import { docDef } from '../../core'
import type { RecordOf } from '../../core/records'
import type { RecordForm } from '../../docs/record'
import { LinkButton } from '../../kit/parts'
import { time } from '../../ui/format'
import { Kbd } from '../../ui/Kbd'
import type { OrderFacts } from './facts'
import { many, say } from '../../words/say'

export function OrderFormBar({
  form,
  facts,
  busy,
  savedAt,
  problem,
  twin,
  onSubmit,
  onSave,
  onDiscard,
}: {
  form: RecordForm<RecordOf<'order'>>
  facts: OrderFacts
  busy: boolean
  savedAt: number | null
  problem: string | null
  twin: (() => void) | null
  onSubmit: () => void
  onSave: () => void
  onDiscard: (() => void) | null
}) {
  const errors = form.issues.length + facts.quote.findings.filter((found) => found.severity === 'error').length
  const label = docDef('order')?.actions.find((one) => one.action === 'submit')?.label ?? say('Submit')
  return (
    <section aria-label={say('Actions')} className="bar no-print">
      {problem && (
        <p role="alert" className="bar-alert">
          {problem}
          {twin && (
            <>
              {' '}
              <LinkButton onClick={twin}>{say('Submit as a separate order')}</LinkButton>
            </>
          )}
        </p>
      )}
      <div className="bar-row">
        <Button variant="contained" color="primary" onClick={onSubmit} aria-busy={busy}>
          {busy ? say('Saving') : say('{label} for approval', { label })}
          <span className="keys">
            <Kbd on="fill">Ctrl</Kbd>
            <Kbd on="fill">Enter</Kbd>
          </span>
        </Button>
        <Button onClick={onSave}>
          {say('Save draft')}
          <span className="keys">
            <Kbd>Ctrl</Kbd>
            <Kbd>S</Kbd>
          </span>
        </Button>
        {form.submitted && errors > 0 && (
          <span role="status" className="text-13 danger">
            {many(errors, '{n} thing to fix first:', '{n} things to fix first:')}{' '}
            <LinkButton
              onClick={() =>
                form.refuse([...form.issues, ...facts.quote.findings.filter((found) => found.severity === 'error')])
              }
            >
              {say('show the first')}
            </LinkButton>
          </span>
        )}
        <span className="grow" />
        {savedAt !== null && form.dirty && (
          <span className="inline-row gap-6 text-13 muted">
            <CloudDoneOutlined className="text-17" />
            {say('Kept here {savedAt}', { savedAt: time(savedAt) })}
          </span>
        )}
        {onDiscard && (
          <Button variant="text" onClick={onDiscard} className="danger">
            {say('Discard')}
          </Button>
        )}
      </div>
    </section>
  )
}
