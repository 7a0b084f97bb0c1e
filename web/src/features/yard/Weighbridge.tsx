// The weighbridge: vehicle and driver, tare and gross by the own keypad, and how far the lines are from the net.
import PhotoCameraOutlined from '@mui/icons-material/PhotoCameraOutlined'
import Check from '@mui/icons-material/Check'
import Button from '@mui/material/Button'
import { useEffect, useRef, useState } from 'react'
import { docNow, useAct, useDoc, useSave } from '../../sync/docs'
import { useRefusal } from '../../sync/mended'
import { useAppDispatch } from '../../sync/store'
import { core, docDef } from '../../core'
import type { DocView, RecordOf } from '../../core/records'
import type { FieldDef, Issue } from '../../core/types.gen'
import { FieldInput } from '../../docs/fields/FieldInput'
import { useRebased, useRecord } from '../../docs/record'
import { isTyping, useKeys } from '../../ui/keys'
import { Page, type Crumb } from '../../ui/Page'
import { useOutcome } from '../../docs/useOutcome'
import { Card, Finding, LinkButton } from '../../kit/parts'
import { PAPERS, isPaper, recordOf, type Row, type Short, type Weighed } from './load'
import { Photos } from '../../kit/Photos'
import { UsualDriver } from '../../kit/UsualDriver'
import type { YardLine } from './PickLine'
import { reasonKind } from '../../docs/reasons'
import { ShortClose } from './ShortClose'
import { digitsOf, gramsOf, press, type Key } from './weigh'
import { AgainstNet, Refused, VehicleNote, Weights, type Scale } from './weighing'
import css from './yard.module.css'
import { say } from '../../words/say'

/** The keys of any keyboard: they go to the weight that is chosen, wherever nothing else is typed into. */
const DIGITS: Key[] = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9']

/** Enter means what has the focus, a weight's own row excepted. */
const isElsewhere = (event: KeyboardEvent) =>
  isTyping(event) || !!(event.target as HTMLElement).closest('a, button:not([aria-pressed])')

/** The step takes the loading as a record of its own; here its fields stand alone. */
const ofForm = (issue: Issue): Issue => ({
  ...issue,
  path: issue.path.replace(/^(record|(inputs\.)?loading_record)\./, ''),
})

export function Weighbridge<Typed>({
  doc,
  frame,
  lines,
  picked,
  weighed,
  loading,
  version,
  offline,
  short,
  onShort,
  typed,
  onLoaded,
  onChange,
  onBack,
  onDone,
  onKept,
}: {
  doc: DocView<'order'>
  frame: { title: string; crumbs: Crumb[] }
  lines: YardLine[]
  picked: Row[]
  weighed: Weighed
  loading: string | null
  /** That of the loading which this is typed over. */
  version: number | undefined
  offline: boolean
  short: Short[]
  onShort: (short: Short[]) => void
  /** All that stands in the form now: told again once it is saved, so that what came since is known. */
  typed: Typed
  onLoaded: () => Promise<void>
  /** Takes the change of what stands by then. */
  onChange: (change: (was: Weighed) => Weighed) => void
  onBack: () => void
  onDone: (sent: Typed) => void
  onKept: (saved: DocView<'loading'>, sent: Typed) => void
}) {
  const def = docDef('loading')
  const yard = useDoc('yard', doc.yard ?? undefined)
  const isOwn = !!yard.data && yard.data.record.has_weighbridge !== false
  const fields = (def?.fields ?? []).flatMap((field) =>
    isPaper(field.key) && !(isOwn && field.key === 'weighbridge') ? [{ ...field, key: field.key }] : [],
  )
  const [active, setActive] = useState<Scale>((weighed.tare_g ?? null) === null ? 'tare_g' : 'gross_g')
  const [papers, setPapers] = useState(!PAPERS.slice(0, 4).every((key) => weighed[key]))
  const photos = weighed.photos ?? []
  const [shares, setShares] = useState<number[] | null>(null)
  const act = useAct('order', doc.id)
  const save = useSave('loading', loading)
  const kept = useDoc('loading', loading ?? undefined)
  const over = version ?? kept.data?.version
  const dispatch = useAppDispatch()
  const outcome = useOutcome()
  const [tare, gross] = [weighed.tare_g ?? null, weighed.gross_g ?? null]
  const net = tare !== null && gross !== null && gross > tare ? gross - tare : null
  const weights = shares && shares.length === picked.length ? shares : picked.map((row) => row.weight_g)
  const sum = weights.reduce((total, weight) => total + weight, 0)
  const whole = (own: Weighed): RecordOf<'loading'> => ({
    ...recordOf(weighed, own, photos),
    lines: picked.map((row, at) => ({ ...row, weight_g: weights[at] })),
  })
  const form = useRecord<Weighed>({
    fields,
    start: weighed,
    check: (own) =>
      core()
        .check_inputs('order', doc.status, 'load', { loading_record: whole(own) })
        .map(ofForm),
  })
  useRebased(form, weighed, version)
  const { record } = form
  const lacking = form.submitted ? form.issues.filter(({ path }) => !isPaper(path)) : []
  const latest = useRef({ onChange, weighed })
  latest.current = { onChange, weighed }
  useEffect(() => {
    // What came from there is not typed here.
    const told = latest.current.weighed
    if (PAPERS.every((key) => (record[key] ?? null) === (told[key] ?? null))) return
    latest.current.onChange(() => Object.fromEntries(PAPERS.map((key) => [key, record[key]])))
  }, [record])

  const [posting, setPosting] = useState(false)
  const load = async () => {
    if (!form.submit()) return setPapers(papers || form.issues.some(({ path }) => isPaper(path)))
    met()
    setPosting(true)
    try {
      await post()
    } finally {
      setPosting(false)
    }
  }
  const post = async () => {
    // A loading that was begun is brought up to date and posted by its id, so that there are never two of one vehicle.
    const saved = loading && kept.data ? await save.run({ ...whole(record), order: doc.id }, over) : null
    if (loading && !saved) return void dispatch(docNow('loading', loading))
    const inputs = {
      ...(saved ? { loading: saved.id } : { loading_record: whole(record) }),
      ...(short.length > 0 ? { short_close: short } : null),
    }
    const next = await act.run('load', doc.version, inputs)
    if (!next) return
    outcome(
      next,
      next.status === doc.status
        ? say('{doc_no}: loading saved', { doc_no: doc.doc_no })
        : say('{doc_no} is now {status}', { doc_no: doc.doc_no, status: next.status }),
    )
    await onLoaded()
    onDone(typed)
  }
  const keep = async () => {
    met()
    const saved = await save.run({ ...whole(record), order: doc.id }, loading ? over : undefined)
    // Another's change is fetched at once, and what was typed is laid over it.
    if (!saved) return void (loading && dispatch(docNow('loading', loading)))
    onKept(saved, typed)
  }
  const { refusal, met } = useRefusal()
  const problem = act.problem ?? save.problem ?? refusal
  const { refuse } = form
  useEffect(() => {
    if (!problem || problem.errors.length === 0) return
    const refused = problem.errors.map(ofForm)
    refuse(refused)
    if (refused.some(({ path }) => isPaper(path))) setPapers(true)
  }, [problem, refuse])
  const refusals = problem?.errors.length ? problem.errors.map(({ message }) => message) : [problem?.detail ?? '']
  const wrong = [...new Set([...refusals, ...lacking.map(({ message }) => message)])].filter(Boolean)
  const onDigit = (key: Key) => {
    setShares(null)
    // What was said of the weights before is not about these.
    refuse([])
    act.clear()
    save.clear()
    met()
    onChange((was) => ({ [active]: gramsOf(press(digitsOf(was[active] ?? null), key)) }))
  }
  // Digits are the weight itself: they work for those, too, who switched the shortcuts off.
  useKeys(Object.fromEntries(DIGITS.map((key) => [key, () => onDigit(key)])), true, 'entry')
  useKeys({
    backspace: (event) => !isTyping(event) && onDigit('back'),
    enter: (event) => (active === 'tare_g' && !isElsewhere(event) ? setActive('gross_g') : false),
  })
  const busy = act.pending || save.pending
  return (
    <Page
      title={say('Weighbridge')}
      name={say('{title}, weighbridge', { title: frame.title })}
      crumbs={frame.crumbs}
      actions={<Button onClick={onBack}>{say('Back to the lines')}</Button>}
      held={posting}
      slim
      bar={
        <div className={`bar no-print ${css.foot}`}>
          <Button className={`grow ${css.big}`} onClick={() => void keep()} aria-busy={busy}>
            {say('Keep draft')}
          </Button>
          <Button
            variant="contained"
            color="primary"
            className={`grow-2 ${css.big}`}
            startIcon={<Check />}
            onClick={() => void load()}
            aria-busy={busy}
          >
            {busy ? say('Saving') : say('Save loading')}
          </Button>
        </div>
      }
    >
      <div className={css.page}>
        {offline && (
          <Finding tone="warn" box>
            {say(
              'The server is not reached. What you save, photos too, waits on this phone ' +
                'and is sent when the server answers.',
            )}
          </Finding>
        )}
        <Refused messages={wrong} />
        {picked.length === 0 && (
          <Finding tone="warn" box action={<LinkButton onClick={onBack}>{say('Pick from the batches')}</LinkButton>}>
            {say('Nothing picked yet.')}
          </Finding>
        )}
        <Card label={say('Vehicle')}>
          {papers ? (
            <form ref={form.root} noValidate onSubmit={(event) => event.preventDefault()} className="fields">
              {fields.map((field) => (
                <FieldInput
                  key={field.key}
                  field={wanted(field)}
                  {...form.at(field.key)}
                  form={form}
                  known={kept.data?.links}
                />
              ))}
            </form>
          ) : (
            <VehicleNote
              id={form.record.vehicle ?? ''}
              slip={form.record.slip_no ?? ''}
              onChange={() => setPapers(true)}
            />
          )}
          <UsualDriver record={form.record} set={form.set} />
        </Card>
        <Weights weighed={weighed} net={net} active={active} onPick={setActive} onKey={onDigit} />
        {sum > 0 && (
          <AgainstNet
            sum={sum}
            net={net}
            shared={!!shares}
            onShare={(whole) =>
              setShares(
                core().parts(
                  whole,
                  picked.map((row) => row.weight_g),
                ),
              )
            }
            onOwn={() => setShares(null)}
          />
        )}
        <Photos
          files={photos}
          onChange={(change) => onChange((was) => ({ photos: change(was.photos ?? []) }))}
          label={say('Slip and vehicle')}
          Icon={PhotoCameraOutlined}
        />
        <ShortClose
          kind={reasonKind(doc.actions.find((one) => one.action === 'load'))}
          lines={lines}
          picked={picked}
          value={short}
          onChange={onShort}
        />
      </div>
    </Page>
  )
}

const wanted = (field: FieldDef): FieldDef =>
  ['seal', 'gang'].includes(field.key) ? { ...field, required: false } : field
