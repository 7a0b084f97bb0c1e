// The e-way bills of a trip as they are entered: a row for each stop that has or needs one.
import type { DocView, LineOf } from '../../core/records'
import type { FieldDef } from '../../core/types.gen'
import { FieldInput } from '../../docs/fields/FieldInput'
import { Finding, LinkButton } from '../../kit/parts'
import type { StepRecord } from '../../kit/StepForm'
import { isOpen } from './StopCard'
import css from './trips.module.css'
import { say } from '../../words/say'

type Doc = DocView<'trip'>
type Stop = LineOf<'trip', 'stops'>

/** Whether Part B of a stop's e-way bill names the trip's vehicle. */
export const isNamed = ({ record }: Doc, stop: Stop) =>
  !!stop.ewb_no &&
  (record.part_b ?? []).some((one) => one.ewb_no === stop.ewb_no && one.vehicle_no === record.vehicle_no)

/** The bills as they are known, without those that name the vehicle already: only what is missing is typed. */
export function knownPapers(doc: Doc, all = false) {
  const papers = (doc.record.stops ?? []).flatMap((stop, at) => {
    const wanted = isOpen(stop) && (stop.ewb_needed || stop.ewb_no) && (all || !isNamed(doc, stop))
    if (!wanted) return []
    return [{ stop: at, ...(stop.ewb_no && { ewb_no: stop.ewb_no }), ...(stop.ewb_to && { valid_to: stop.ewb_to }) }]
  })
  return papers.length > 0 ? { papers } : {}
}

interface Props {
  doc: Doc
  form: StepRecord
  fields: FieldDef[]
  /** Another vehicle takes over: each bill is entered anew. */
  all?: boolean
}

export function Papers({ doc, form, fields, all }: Props) {
  const rows = (form.record.papers ?? []) as { stop?: number }[]
  const stops = (doc.record.stops ?? []).map((stop, at) => ({ stop, at })).filter(({ stop }) => isOpen(stop))
  if (stops.length === 0) return null
  return (
    <div className="ruled rounded">
      {stops.map(({ stop, at }) => (
        <section
          key={at}
          aria-label={say('E-way bill of stop {at}', { at: at + 1 })}
          className={`divided ${css.papers}`}
        >
          <div className="min-0">
            <strong className="bold break">{stop.party}</strong>
            <div className="text-13 muted">
              {stop.no}
              {stop.ewb_needed ? say(', needs an e-way bill') : ''}
            </div>
          </div>
          <Paper
            row={rows.findIndex((one) => one.stop === at)}
            named={
              !all && isNamed(doc, stop)
                ? say('{ewb_no} names {vehicle_no}', { ewb_no: stop.ewb_no, vehicle_no: doc.record.vehicle_no })
                : null
            }
            needed={stop.ewb_needed === true}
            form={form}
            fields={fields}
            onAdd={() => form.set('papers', [...rows, { stop: at, ...(stop.ewb_no && { ewb_no: stop.ewb_no }) }])}
            onRemove={() =>
              form.set(
                'papers',
                rows.filter((one) => one.stop !== at),
              )
            }
          />
        </section>
      ))}
    </div>
  )
}

interface PaperProps {
  row: number
  named: string | null
  needed: boolean
  form: StepRecord
  fields: FieldDef[]
  onAdd: () => void
  onRemove: () => void
}

function Paper({ row, named, needed, form, fields, onAdd, onRemove }: PaperProps) {
  if (row < 0)
    return (
      <div className="span-two text-13">
        {named ? (
          <Finding tone="ok" action={<LinkButton onClick={onAdd}>{say('Enter it again')}</LinkButton>}>
            {named}
          </Finding>
        ) : (
          <LinkButton onClick={onAdd}>{say('Enter an e-way bill')}</LinkButton>
        )}
      </div>
    )
  return (
    <>
      {fields
        .filter((field) => field.key !== 'stop')
        .map((field) => (
          <FieldInput key={field.key} field={field} {...form.at(`papers.${row}.${field.key}`)} form={form} />
        ))}
      {!needed && (
        <div className="span-all">
          <LinkButton onClick={onRemove}>{say('No e-way bill')}</LinkButton>
        </div>
      )}
    </>
  )
}
