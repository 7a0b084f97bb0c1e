// The inputs of a credit limit request, with the exposure of its customer and what it would do beside them.
import { PlainFields, type FormFieldsProps } from '../../docs/FormFields'
import { CreditCard } from '../../kit/figures'
import { EffectCard, useLimitEffect } from '../../kit/LimitEffect'
import { Card, Finding } from '../../kit/parts'
import type { RecordOf } from '../../core/records'
import { LimitHistory } from './LimitHistory'
import { say } from '../../words/say'

export default function LimitFields(props: FormFieldsProps) {
  const request = props.form.sent as RecordOf<'credit_limit_request'>
  const { credit, facts, effect } = useLimitEffect(request)
  const beside = (
    <aside className="grid gap-12 min-0" aria-label={say('Credit of the customer')}>
      {!request.customer && (
        <p className="muted text-13">{say('Select the customer to see the credit and the effect.')}</p>
      )}
      {credit.error && (
        <Card>
          <Finding tone="warn">{credit.error.detail}</Finding>
        </Card>
      )}
      {effect && facts && <EffectCard effect={effect} facts={facts} request={request} />}
      {credit.data && <CreditCard title={say('Exposure')} credit={credit.data} order={null} />}
      {credit.data?.limits && <LimitHistory limits={credit.data.limits} links={credit.data.links ?? {}} />}
    </aside>
  )
  return (
    <div className={props.boxed ? 'with-rail' : 'grid gap-20'}>
      <PlainFields {...props} />
      {beside}
    </div>
  )
}
