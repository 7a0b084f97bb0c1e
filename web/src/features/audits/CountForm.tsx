// What was found of one batch: entered, kept if there is no signal, and sent in its turn.
import Button from '@mui/material/Button'
import { useEffect, useMemo, useRef } from 'react'
import { docDef } from '../../core'
import type { Links, RecordOf } from '../../core/records'
import { FieldInput } from '../../docs/fields/FieldInput'
import { useCheck, useRecord } from '../../docs/record'
import { useOutcome } from '../../docs/useOutcome'
import { Facts, Finding, LinkButton } from '../../kit/parts'
import { titleOf } from '../../kit/record'
import { useAct, useSave } from '../../sync/docs'
import { useDraft } from '../../sync/drafts'
import { useMended, useRefusal } from '../../sync/mended'
import { kg, moment, pieces } from '../../ui/format'
import { useHeld } from '../../ui/held'
import type { Line, Mark } from './sheet'
import { say } from '../../words/say'

const TYPED = ['pcs', 'weight_g', 'place', 'remarks']

interface Props {
  audit: string
  line: Pick<Line, 'batch' | 'batch_no' | 'sku' | 'counts' | 'others'> & Partial<Pick<Line, 'book_pcs' | 'book_g'>>
  links: Links
  /** It is not on the sheet, and lies there all the same. */
  found?: boolean
  onCounted: () => void
  onTakenBack: () => void
}

export function CountForm({ audit, line, links, found, onCounted, onTakenBack }: Props) {
  const def = docDef('stock_count')
  const outcome = useOutcome()
  const { mended } = useMended()
  const { refusal, met } = useRefusal()
  const refused = mended?.doc_type === 'stock_count' && mended.record?.batch === line.batch ? mended.record : null
  const fields = useMemo(() => (def?.fields ?? []).filter((field) => !field.readonly), [def])
  const start = useMemo(
    () => ({
      ...(refused as RecordOf<'stock_count'> | null),
      stock_audit: audit,
      batch: line.batch,
      ...(found ? { extra: true } : {}),
    }),
    [audit, line.batch, found, refused],
  )
  const form = useRecord<RecordOf<'stock_count'>>({ fields, start, check: useCheck('stock_count', null, true) })
  const draft = useDraft(`stock_count:${audit}:${line.batch}`, form.record, {
    title: say('count of {batch_no}', { batch_no: line.batch_no }),
    dirty: form.dirty,
  })
  const save = useSave('stock_count', null)
  const still = useHeld(save.pending)
  const problem = save.problem ?? (refused ? refusal : null)
  const { refuse, replace, root } = form
  const box = useRef<HTMLFormElement | null>(null)
  useEffect(() => {
    if (problem && problem.errors.length > 0) refuse(problem.errors)
  }, [problem, refuse])
  useEffect(() => {
    if (draft.kept) replace(draft.kept.value)
    // oxlint-disable-next-line react/exhaustive-deps -- once, when the batch is opened
  }, [])
  useEffect(() => {
    box.current?.querySelector<HTMLInputElement>('[data-field=pcs] input, input[name=pcs]')?.focus()
  }, [])
  const send = async () => {
    const record = form.submit()
    if (!record || save.pending) return
    met()
    const saved = await save.run({ ...record, counted_at: Date.now() })
    if (!saved) return
    draft.drop()
    outcome(saved, say('Count of {batch_no} saved', { batch_no: line.batch_no }))
    onCounted()
  }
  const loose = problem?.errors.filter((issue) => !TYPED.includes(issue.path)).map((issue) => issue.message) ?? []
  const said = loose.length > 0 ? loose.join('. ') : problem && problem.errors.length === 0 ? problem.detail : null
  return (
    <form
      ref={(node) => {
        box.current = node
        root(node)
      }}
      noValidate
      aria-label={say('Count of {batch_no}', { batch_no: line.batch_no })}
      className="grid gap-12"
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <Facts
        gap={20}
        items={[
          { label: say('SKU'), value: titleOf(links, 'sku', line.sku) },
          line.book_pcs == null
            ? null
            : {
                label: say('Books'),
                value: say('{book_pcs} pcs, {book_g} kg', {
                  book_pcs: pieces(line.book_pcs),
                  book_g: kg(line.book_g ?? 0),
                }),
                num: true,
              },
        ]}
      />
      {line.counts.length > 0 && <Counted marks={line.counts} links={links} onTakenBack={onTakenBack} />}
      {line.others ? (
        <Finding tone="warn" box>
          {say('You counted this batch before; another person counts it now.')}
        </Finding>
      ) : (
        <>
          {found && (
            <Finding tone="info" box>
              {say('This batch is not on the sheet. Count it only if it lies here.')}
            </Finding>
          )}
          <div className="fields" {...still}>
            {fields
              .filter((field) => TYPED.includes(field.key))
              .map((field) => (
                <div key={field.key} className="even">
                  <FieldInput field={field} {...form.at(field.key as 'pcs')} form={form as never} />
                </div>
              ))}
          </div>
          {said && (
            <div role="alert">
              <Finding tone="danger" box>
                {said}
              </Finding>
            </div>
          )}
          <Button type="submit" variant="contained" color="primary" size="large" aria-busy={save.pending}>
            {save.pending ? say('Saving') : say('Save count')}
          </Button>
        </>
      )}
    </form>
  )
}

/** The counts that stand: what they found only for those who made them. */
function Counted({ marks, links, onTakenBack }: { marks: Mark[]; links: Links; onTakenBack: () => void }) {
  return (
    <ul className="grid gap-4" aria-label={say('Counts of this batch')}>
      {marks.map((mark, at) => (
        <li key={mark.id ?? at} className="text-13 row gap-8 wrap">
          <span className={mark.refused ? 'danger' : 'muted'}>
            {mark.waits
              ? (mark.refused ?? say('Waits to be sent'))
              : mark.by
                ? titleOf(links, 'employee', mark.by)
                : say('You')}
            {mark.at ? `, ${moment(mark.at)}` : ''}
            {mark.place ? `, ${mark.place}` : ''}
          </span>
          {mark.pcs != null && <strong className="num">{say('{pcs} pcs', { pcs: pieces(mark.pcs) })}</strong>}
          {mark.g != null && <strong className="num">{say('{g} kg', { g: kg(mark.g) })}</strong>}
          {mark.id && !mark.waits && <TakeBack id={mark.id} onTakenBack={onTakenBack} />}
        </li>
      ))}
    </ul>
  )
}

function TakeBack({ id, onTakenBack }: { id: string; onTakenBack: () => void }) {
  const act = useAct('stock_count', id)
  return (
    <>
      <LinkButton
        onClick={() => {
          // A count is never changed, so that it has one version as long as it stands.
          void act.run('take_back', 1).then((done) => done && onTakenBack())
        }}
      >
        {say('Take back')}
      </LinkButton>
      {act.problem && <span className="danger">{act.problem.detail}</span>}
    </>
  )
}
