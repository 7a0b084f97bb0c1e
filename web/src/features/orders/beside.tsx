// What stands beside an order that is typed: its figures and findings, other ways to fill it, and its further fields.
import ContentPasteOutlined from '@mui/icons-material/ContentPasteOutlined'
import GridOnOutlined from '@mui/icons-material/GridOnOutlined'
import HistoryOutlined from '@mui/icons-material/HistoryOutlined'
import Button from '@mui/material/Button'
import type { DocDef, DocView, FieldOf, RecordOf } from '../../core/records'
import type { Issue } from '../../core/types.gen'
import { FieldInput } from '../../docs/fields/FieldInput'
import type { RecordForm } from '../../docs/record'
import { CreditCard, GstCard, VehicleFill } from '../../kit/figures'
import { Card, Finding, LinkButton } from '../../kit/parts'
import { placeOf } from '../../kit/record'
import { time } from '../../ui/format'
import { many, say } from '../../words/say'
import type { OrderFacts } from './facts'
import css from './OrderForm.module.css'

export function OtherWays({
  onPaste,
  onCopy,
  onQuick,
}: {
  onPaste: () => void
  onCopy: () => void
  /** None once the order is saved. */
  onQuick: (() => void) | null
}) {
  return (
    <span className="flex gap-4 wrap">
      <Button size="small" variant="text" startIcon={<ContentPasteOutlined />} onClick={onPaste}>
        {say('Paste rows')}
      </Button>
      <Button size="small" variant="text" startIcon={<HistoryOutlined />} onClick={onCopy}>
        {say('Copy from a previous order')}
      </Button>
      {onQuick && (
        <Button size="small" variant="text" startIcon={<GridOnOutlined />} onClick={onQuick}>
          {say('Quick order')}
        </Button>
      )}
    </span>
  )
}

/** Says that what is shown was kept in this browser. */
export function Restored({ at, onStartOver }: { at: number | null; onStartOver: () => void }) {
  return (
    <Finding tone="info" box action={<LinkButton onClick={onStartOver}>{say('Start over')}</LinkButton>}>
      {say('This is what you typed{value}; it was kept in this browser.', {
        value: at === null ? '' : say(' until {at}', { at: time(at) }),
      })}
    </Finding>
  )
}

const FURTHER: FieldOf<'order'>[] = [
  'po_date',
  'broker',
  'brokerage_paise',
  'salesman',
  'source',
  'truck_type',
  'place_override',
  'place_reason',
  'remarks',
  'internal_note',
]

export function More({
  def,
  form,
  links,
}: {
  def: DocDef<'order'>
  form: RecordForm<RecordOf<'order'>>
  links: DocView['links'] | undefined
}) {
  const filled = FURTHER.some((key) => key !== 'source' && key !== 'salesman' && form.record[key])
  return (
    <details open={filled} className={css.further}>
      <summary className={css.summary}>{say('Truck, broker and remarks')}</summary>
      <div className={`fields ${css.furtherFields}`}>
        {def.fields
          .filter((field) => FURTHER.includes(field.key))
          .map((field) => (
            <div key={field.key} className={field.kind === 'note' ? 'span-two' : undefined}>
              <FieldInput field={field} {...form.at(field.key)} form={form} known={links} />
            </div>
          ))}
      </div>
    </details>
  )
}

export function Rail({ facts, form }: { facts: OrderFacts; form: RecordForm<RecordOf<'order'>> }) {
  const { quote, known, credit } = facts
  const about = quote.findings
  const lineOf = (path: string) => /^lines\.(\d+)/.exec(path)?.[1]
  const said = (path: string, message: string) =>
    lineOf(path) === undefined ? message : say('Line {path}: {message}', { path: Number(lineOf(path)) + 1, message })
  const split =
    quote.place_of_supply && known
      ? say('{code} {state} to {quote}', { code: known.yard.code, state: known.yard.state, quote: placeOf(quote) })
      : undefined
  return (
    <>
      {credit && (
        <CreditCard
          credit={credit}
          order={quote.total_paise}
          findings={about.filter((found) => found.code === 'credit_short').map((found) => found.message)}
        />
      )}
      {quote.lines.length > 0 && !facts.unknown && <GstCard quote={quote} aside={split} />}
      {quote.fill_bp !== null && known?.truck && (
        <VehicleFill
          fillBp={quote.fill_bp}
          weightG={quote.weight_g}
          capacityG={known.truck.capacity_g}
          name={known.truck.name}
        />
      )}
      <Card title={say('Before you submit')}>
        <div className="grid gap-8">
          {form.issues.length > 0 && (
            <Finding tone={form.submitted ? 'danger' : 'info'}>{openWords(form.issues)}</Finding>
          )}
          {about
            .filter((found) => found.code !== 'credit_short')
            .map((found) => (
              <Finding
                key={found.path + found.code}
                tone={
                  found.severity === 'error'
                    ? form.submitted
                      ? 'danger'
                      : 'info'
                    : found.severity === 'warning'
                      ? 'warn'
                      : 'info'
                }
              >
                {said(found.path, found.message)}
              </Finding>
            ))}
          {form.issues.length === 0 && !about.some((found) => found.severity === 'error') && (
            <Finding tone={about.some((found) => found.severity === 'warning') ? 'info' : 'ok'}>
              {about.some((found) => found.severity === 'warning')
                ? say('Can be submitted as it stands')
                : say('Ready to submit')}
            </Finding>
          )}
        </div>
      </Card>
    </>
  )
}

/** What is missing, or where something is wrong too, how many fields it concerns. */
function openWords(issues: Issue[]): string {
  const count = issues.length
  const empty = issues.every((issue) => issue.code === 'required')
  if (empty) return many(count, '{n} required field is empty', '{n} required fields are empty')
  return many(count, '{n} field needs correction', '{n} fields need correction')
}
