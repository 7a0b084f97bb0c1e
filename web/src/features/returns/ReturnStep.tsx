// What is entered of each line of a return: how much is approved or came, and what became of it.
import { useRef } from 'react'
import type { DocView, LineOf } from '../../core/records'
import type { FieldDef } from '../../core/types.gen'
import { FieldInput } from '../../docs/fields/FieldInput'
import { titleOf } from '../../kit/record'
import { StepForm, type OwnStep, type StepRecord } from '../../kit/StepForm'
import { kg, pieces } from '../../ui/format'
import css from './Return.module.css'
import { say } from '../../words/say'

type Doc = DocView<'sales_return'>
type Lot = LineOf<'sales_return', 'lots'>
type Of = 'asked' | 'approved' | 'received' | 'held'

/** The quantity of a lot that a step is about. */
const QTY: Record<Of, (lot: Lot) => [pcs: number, g: number]> = {
  asked: (lot) => [lot.pcs ?? 0, lot.weight_g ?? 0],
  approved: (lot) => [lot.approved_pcs ?? 0, lot.approved_g ?? 0],
  received: (lot) => [lot.received_pcs ?? 0, lot.received_g ?? 0],
  held: (lot) => [lot.hold_pcs ?? 0, lot.hold_g ?? 0],
}

const ABOUT: Record<string, { of: Of; word: string; first: 'pcs' | 'free_pcs' }> = {
  approve: { of: 'asked', word: say('requested'), first: 'pcs' },
  receive: { of: 'approved', word: say('approved'), first: 'pcs' },
  inspect: { of: 'received', word: say('received'), first: 'free_pcs' },
  decide_held: { of: 'held', word: say('on hold'), first: 'free_pcs' },
}

const BUCKETS = [
  ['free', say('Free')],
  ['hold', say('On hold')],
  ['dump', say('Dumped')],
] as const

/** The lots that the step is about, each as its place among all. */
function there(doc: Doc, of: Of) {
  return (doc.record.lots ?? []).flatMap((lot, at) => {
    const [pcs, g] = QTY[of](lot)
    return pcs || g ? [{ at, lot, pcs, g }] : []
  })
}

/** All of it, until something else is entered. */
function begun(doc: Doc, action: string) {
  const { of, first } = ABOUT[action]!
  const weight = first === 'pcs' ? 'weight_g' : 'free_g'
  const lines = there(doc, of).map(({ at, pcs, g }) => ({ lot: at, ...(pcs ? { [first]: pcs } : { [weight]: g }) }))
  const vehicle = action === 'receive' ? { vehicle_no: doc.record.came_on ?? doc.record.vehicle_no } : {}
  const settlement = action === 'approve' ? { settlement: doc.record.proposed } : {}
  return { lines, ...vehicle, ...settlement }
}

interface Props {
  step: OwnStep<'sales_return'>
  onDone: (() => void) | undefined
}

export function ReturnStep({ step, onDone }: Props) {
  const { doc, action } = step
  const about = ABOUT[action.action]
  if (!about) return null
  const fields = action.inputs.find((field) => field.key === 'lines')?.fields ?? []
  const late = doc.record.late === true
  const shown = { ...action, inputs: action.inputs.filter(({ key }) => late || key !== 'override') }
  return (
    <StepForm
      {...step}
      action={shown}
      start={begun(doc, action.action)}
      onDone={onDone}
      rows={(form) => (
        <div className="ruled rounded">
          {there(doc, about.of).map(({ at, lot, pcs, g }) => {
            const row = ((form.record.lines ?? []) as { lot?: number }[]).findIndex((one) => one.lot === at)
            const batch = titleOf(doc.links, 'batch', lot.batch)
            if (row < 0) return null
            return (
              <section key={at} aria-label={say('Batch {batch}', { batch })} className={`divided ${css.lot}`}>
                <div className="flex between gap-12 wrap">
                  <span>
                    <strong className="bold nowrap">{batch}</strong>{' '}
                    <span className="muted text-13 break">{titleOf(doc.links, 'sku', lot.sku)}</span>
                  </span>
                  <span className="num nowrap">
                    {pcs ? say('{pcs} pcs, ', { pcs: pieces(pcs) }) : ''}
                    {say('{g} kg {word}', { g: kg(g), word: about.word })}
                  </span>
                </div>
                {about.first === 'pcs' ? (
                  <Count form={form} row={row} fields={fields} counted={pcs > 0} />
                ) : (
                  <Split form={form} row={row} fields={fields} counted={pcs > 0} whole={pcs || g} />
                )}
              </section>
            )
          })}
        </div>
      )}
    />
  )
}

interface Rows {
  form: StepRecord
  row: number
  fields: FieldDef[]
  counted: boolean
}

function Count({ form, row, fields, counted }: Rows) {
  return (
    <div className={css.counts}>
      {fields
        .filter((field) => field.key !== 'lot' && (counted || field.key !== 'pcs'))
        .map((field) => (
          <FieldInput key={field.key} field={field} {...form.at(`lines.${row}.${field.key}`)} form={form} />
        ))}
    </div>
  )
}

/** A line for each bucket: its pieces and what they weigh. What is free follows from the others until it is typed. */
function Split({ form, row, fields, counted, whole }: Rows & { whole: number }) {
  const of = (key: string) => fields.find((field) => field.key === key)
  const typed = useRef(false)
  const unit = counted ? 'pcs' : 'g'
  const bound = (key: string) => {
    const own = form.at(`lines.${row}.${key}`)
    const onChange = (value: unknown) => {
      own.onChange(value)
      if (key === `free_${unit}`) typed.current = true
      if (typed.current || !BUCKETS.some(([bucket]) => bucket !== 'free' && key === `${bucket}_${unit}`)) return
      form.change<Record<string, unknown>>(`lines.${row}`, (now = {}) => {
        const others = Number(now[`hold_${unit}`] ?? 0) + Number(now[`dump_${unit}`] ?? 0)
        return { ...now, [`free_${unit}`]: Math.max(0, whole - others) }
      })
    }
    return { ...own, onChange }
  }
  return (
    <div className={css.split}>
      {BUCKETS.map(([key, label]) => {
        const [pcs, weight] = [of(`${key}_pcs`), of(`${key}_g`)]
        if (!pcs || !weight) return null
        return (
          <div key={key} className="contents">
            <span className={`bold ${css.bucket}`}>{label}</span>
            {counted && <FieldInput field={pcs} {...bound(pcs.key)} form={form} />}
            <FieldInput field={weight} {...bound(weight.key)} form={form} />
          </div>
        )
      })}
    </div>
  )
}
