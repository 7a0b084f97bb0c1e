// What the yard enters of a work order: how much of each input, and what was made of it.
import type { DocView } from '../../core/records'
import type { ActionView } from '../../core/types.gen'
import { FieldInput } from '../../docs/fields/FieldInput'
import { ScanRows } from '../../docs/scan/rows'
import { StepForm, type OwnStep, type StepRecord } from '../../kit/StepForm'
import { titleOf } from '../../kit/record'
import { kg, pieces } from '../../ui/format'
import css from './Work.module.css'
import { say } from '../../words/say'

type Doc = DocView<'work_order'>
type Place = 'held' | 'wip'

/** Whether a step takes what is set aside or what is in work, and in which of its inputs it says so. */
const TAKES: Record<string, { rows: 'batches' | 'used'; from: Place }> = {
  issue: { rows: 'batches', from: 'held' },
  reduce: { rows: 'batches', from: 'held' },
  give_back: { rows: 'batches', from: 'wip' },
  record_output: { rows: 'used', from: 'wip' },
}

const WORDS: Record<Place, string> = { held: 'set aside', wip: 'in work' }

function there(doc: Doc, from: Place) {
  return (doc.record.lots ?? []).flatMap((lot, at) => {
    const [pcs, g] = [lot[`${from}_pcs`] ?? 0, lot[`${from}_g`] ?? 0]
    return pcs || g ? [{ at, lot, pcs, g }] : []
  })
}

/** All that lies there, until something else is entered; the outputs as they are expected. */
function begun(doc: Doc, action: string) {
  const { rows, from } = TAKES[action]!
  const parts = there(doc, from).map(({ at, pcs, g }) => ({ input: at, ...(pcs ? { pcs } : { weight_g: g }) }))
  const outputs = (doc.record.outputs ?? []).map(({ sku, pcs, weight_g }) => ({ sku, pcs, weight_g }))
  return { [rows]: parts, ...(action === 'record_output' && { outputs }) }
}

export function WorkStep({ step }: { step: OwnStep<'work_order'> }) {
  const { doc, action } = step
  const takes = TAKES[action.action]
  if (!takes) return null
  const job = doc.record.work === 'job_work'
  const shown = { ...action, inputs: action.inputs.filter(({ key }) => job || key !== 'challan_no') }
  return (
    <StepForm
      {...step}
      action={shown}
      start={begun(doc, action.action)}
      rows={(form) => (
        <>
          <Parts doc={doc} action={action} form={form} {...takes} />
          {action.inputs
            .filter(({ key }) => key === 'outputs')
            .map((field) => (
              <FieldInput key={field.key} field={field} {...form.at(field.key)} form={form} known={doc.links} />
            ))}
        </>
      )}
    />
  )
}

function Parts({
  doc,
  action,
  form,
  rows,
  from,
}: {
  doc: Doc
  action: ActionView
  form: StepRecord
  rows: 'batches' | 'used'
  from: Place
}) {
  const fields = action.inputs.find((field) => field.key === rows)?.fields ?? []
  const now = (form.record[rows] ?? []) as { input?: number }[]
  const parts = there(doc, from)
  const labelled = parts.map(({ at, lot: { batch = '', sku = '' } }) => {
    const [batch_no, name] = [titleOf(doc.links, 'batch', batch), titleOf(doc.links, 'sku', sku)]
    return { at, batch, batch_no, sku, name }
  })
  return (
    <ScanRows rows={labelled} what={say('this work order')}>
      <div className="ruled rounded">
        {parts.map(({ at, lot, pcs, g }) => {
          const row = now.findIndex((one) => one.input === at)
          const batch = titleOf(doc.links, 'batch', lot.batch)
          if (row < 0) return null
          return (
            <section
              key={at}
              data-row={at}
              aria-label={say('Batch {batch}', { batch })}
              className={`divided ${css.lot}`}
            >
              <div className="flex between gap-12 wrap">
                <span>
                  <strong className="bold nowrap">{batch}</strong>{' '}
                  <span className="muted text-13 break">{titleOf(doc.links, 'sku', lot.sku)}</span>
                </span>
                <span className="num nowrap">
                  {pcs ? say('{pcs} pcs, ', { pcs: pieces(pcs) }) : ''}
                  {say('{g} kg {WORDS}', { g: kg(g), WORDS: WORDS[from] })}
                </span>
              </div>
              <div className={css.counts}>
                {fields
                  .filter((field) => field.key !== 'input' && (pcs > 0 || field.key !== 'pcs'))
                  .map((field) => (
                    <FieldInput key={field.key} field={field} {...form.at(`${rows}.${row}.${field.key}`)} form={form} />
                  ))}
              </div>
            </section>
          )
        })}
      </div>
    </ScanRows>
  )
}
