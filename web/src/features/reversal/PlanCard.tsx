// What a reversal does: its effects by document with amounts and deadlines, what stands against it, and the
// customer's credit before and after.
import { Link } from 'react-router'
import { docDef } from '../../core'
import { BALANCES } from '../../kit/balances'
import { paths } from '../../docs/paths'
import { Countdown } from '../../ui/Countdown'
import { NowThen, type NowThenRow } from '../../kit/NowThen'
import { Card, Finding, Scroll } from '../../kit/parts'
import type { ReversalPlan } from '../../net/answers.gen'
import { NOTHING, kg, money, pieces } from '../../ui/format'
import { say } from '../../words/say'

type Effect = ReversalPlan['effects'][number]

function wordsOf(effect: string) {
  const rows = docDef('reversal')?.fields.find(({ key }) => key === 'effects')?.fields
  return rows?.find(({ key }) => key === 'effect')?.choices.find((one) => one.key === effect)?.label ?? effect
}

function Row({ effect, deadlines }: { effect: Effect; deadlines: boolean }) {
  const type = docDef(effect.kind ?? '')
  return (
    <tr>
      <td className="whole">
        <span className="semibold">{wordsOf(effect.effect ?? '')}</span>
        {effect.says && <div className="text-12 muted">{effect.says}</div>}
        {effect.note && (
          <div className="text-12">
            <Link to={paths.view('credit_note', effect.note)}>{effect.note_no}</Link>
          </div>
        )}
      </td>
      <td data-head={say('Document')}>
        <Link to={paths.view(effect.kind ?? '', effect.paper_id ?? '')}>{effect.no}</Link>
        <div className="text-12 muted">{type?.label}</div>
      </td>
      <td data-head={say('Goods')} className="number">
        {effect.weight_g || effect.pcs ? (
          <>
            {say('{weight_g} kg', { weight_g: kg(effect.weight_g ?? 0) })}
            {!!effect.pcs && <div className="text-12 muted">{say('{pcs} pcs', { pcs: pieces(effect.pcs) })}</div>}
          </>
        ) : (
          NOTHING
        )}
      </td>
      <td data-head={say('Amount')} className="number">
        {effect.amount_paise ? money(effect.amount_paise) : NOTHING}
      </td>
      {deadlines && (
        <td data-head={say('Until')}>{effect.until == null ? NOTHING : <Countdown until={effect.until} />}</td>
      )}
    </tr>
  )
}

export function PlanCard({ plan, done }: { plan: ReversalPlan; done: boolean }) {
  const deadlines = !done && plan.effects.some((effect) => effect.until != null)
  return (
    <Card
      title={done ? say('What was done') : say('Reversal plan')}
      aside={plan.weight_g > 0 && say('{weight_g} kg back', { weight_g: kg(plan.weight_g) })}
      pad={0}
    >
      {plan.blockers.length > 0 && (
        <ul aria-label={say('Blockers')} className="p-16 grid gap-8">
          {plan.blockers.map((one) => (
            <li key={`${one.paper_id}:${one.message}`}>
              <Finding
                tone="danger"
                action={one.paper_id && <Link to={paths.view(one.kind ?? '', one.paper_id)}>{say('Open')}</Link>}
              >
                {one.message}
              </Finding>
            </li>
          ))}
        </ul>
      )}
      {plan.effects.length === 0 ? (
        <p className="p-16 muted">{say('Nothing can be reversed as it stands.')}</p>
      ) : (
        <Scroll>
          <table className="stacks data-table">
            <thead>
              <tr>
                <th>{say('Effect')}</th>
                <th>{say('Document')}</th>
                <th className="right">{say('Goods')}</th>
                <th className="right">{say('Amount')}</th>
                {deadlines && <th>{say('Until')}</th>}
              </tr>
            </thead>
            <tbody>
              {plan.effects.map((effect, at) => (
                <Row key={at} effect={effect} deadlines={deadlines} />
              ))}
            </tbody>
          </table>
        </Scroll>
      )}
    </Card>
  )
}

/** The customer's credit now and once it is done. */
export function CreditAfter({ plan }: { plan: ReversalPlan }) {
  const rows: NowThenRow[] = [
    [BALANCES.committed.label, plan.committed_before_paise, plan.committed_after_paise],
    [BALANCES.receivable.label, plan.receivable_before_paise, plan.receivable_after_paise],
    [BALANCES.on_account.label, plan.account_before_paise, plan.account_after_paise],
  ]
  if (rows.every(([, before, after]) => before === 0 && after === 0)) return null
  return (
    <Card title={say('Customer’s credit')} pad={0}>
      <NowThen rows={rows} />
    </Card>
  )
}
