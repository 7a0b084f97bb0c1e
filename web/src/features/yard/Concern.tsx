// A concern in three taps: what is wrong, which line, and why; photos and found pieces help whoever answers.
import ChangeCircleOutlined from '@mui/icons-material/ChangeCircleOutlined'
import GppBadOutlined from '@mui/icons-material/GppBadOutlined'
import LocalShippingOutlined from '@mui/icons-material/LocalShippingOutlined'
import RecordVoiceOverOutlined from '@mui/icons-material/RecordVoiceOverOutlined'
import RemoveShoppingCartOutlined from '@mui/icons-material/RemoveShoppingCartOutlined'
import ReportProblemOutlined from '@mui/icons-material/ReportProblemOutlined'
import ScaleOutlined from '@mui/icons-material/ScaleOutlined'
import Button from '@mui/material/Button'
import type { SvgIconProps } from '@mui/material/SvgIcon'
import { useEffect, useRef, useState, type ComponentType } from 'react'
import type { DocView } from '../../core/records'
import { useAct } from '../../sync/docs'
import { useDraft } from '../../sync/drafts'
import { useRefusal } from '../../sync/mended'
import type { Entry } from '../../sync/outbox'
import { pieces } from '../../ui/format'
import { Page, type Crumb } from '../../ui/Page'
import { useOutcome } from '../../docs/useOutcome'
import { useStatusColours } from '../../ui/StatusChip'
import { reasonKind, useReasonChoices } from '../../docs/reasons'
import { Card, Finding } from '../../kit/parts'
import { BigChoice, PieceStepper } from './controls'
import { Photos } from '../../kit/Photos'
import type { YardLine } from './PickLine'
import { classes } from '../../theme/classes'
import css from './yard.module.css'
import { say } from '../../words/say'

const ICONS: Record<string, ComponentType<SvgIconProps>> = {
  SHORT: RemoveShoppingCartOutlined,
  QUALITY: GppBadOutlined,
  WRONG_SKU: ChangeCircleOutlined,
  VEHICLE: LocalShippingOutlined,
  WEIGHT: ScaleOutlined,
  CUSTOMER_CHANGE: RecordVoiceOverOutlined,
}
interface Typed {
  reason: string
  chosen: number[]
  found: number | null
  photos: string[]
  remarks: string
}

const NOTHING: Typed = { reason: '', chosen: [], found: null, photos: [], remarks: '' }
const SHORT = 'SHORT'
const MOST = 500

export function Concern({
  doc,
  frame,
  line,
  lines,
  offline,
  mended,
  onBack,
  onDone,
}: {
  doc: DocView<'order'>
  frame: { title: string; crumbs: Crumb[] }
  line: number | null
  lines: YardLine[]
  offline: boolean
  /** A refused concern that is raised again. */
  mended: Entry | null
  onBack: () => void
  onDone: () => void
}) {
  const reasons = useReasonChoices(reasonKind(doc.actions.find((one) => one.action === 'raise_concern')))
  const act = useAct('order', doc.id)
  const outcome = useOutcome()
  const [typed, setTyped] = useState<Typed>({ ...NOTHING, chosen: line === null ? [] : [line] })
  const [touched, setTouched] = useState(false)
  const draft = useDraft(`concern:${doc.id}`, typed, {
    title: say('concern about {doc_no}', { doc_no: doc.doc_no ?? say('an order') }),
    dirty: touched,
  })
  const kept = useRef(draft.kept)
  const refused = mended?.action === 'raise_concern' ? mended.inputs : undefined
  const { refusal, met } = useRefusal()
  const problem = act.problem ?? (refused ? refusal : null)
  const begun = useRef(false)
  useEffect(() => {
    if (begun.current || !(kept.current || refused)) return
    begun.current = true
    if (kept.current) return setTyped(kept.current.value)
    const { lines: chosen, ...sent } = refused as Partial<Typed> & { lines?: number[] }
    setTyped({ ...NOTHING, ...sent, chosen: chosen ?? [] })
  }, [refused])
  const change = (next: (was: Typed) => Partial<Typed>) => {
    setTouched(true)
    setTyped((was) => ({ ...was, ...next(was) }))
  }
  const { reason, chosen, found, photos, remarks } = typed
  const { ink } = useStatusColours('Raise Concern From Yard')
  const one = chosen.length === 1 ? lines.find((each) => each.at === chosen[0]) : undefined
  const counts = reason === SHORT && one && !one.byWeight
  const said = [
    counts && found !== null
      ? say('Found {found} of {open} pieces.', { found: pieces(found), open: pieces(one.open) })
      : '',
    remarks.trim(),
  ]
    .filter(Boolean)
    .join(' ')
  const send = async () => {
    met()
    const next = await act.run('raise_concern', doc.version, {
      reason,
      lines: chosen,
      ...(photos.length > 0 ? { photos } : null),
      remarks: said,
    })
    if (!next) return
    draft.drop()
    setTouched(false)
    outcome(next, say('{doc_no} is now {status}', { doc_no: doc.doc_no, status: next.status }))
    onDone()
  }
  const missing = reason === ''
  const errorAt = (path: string) =>
    problem?.errors.find((issue) => issue.path.replace(/^inputs\./, '') === path)?.message
  return (
    <Page
      title={say('Raise concern')}
      name={say('{title}, concern', { title: frame.title })}
      crumbs={frame.crumbs}
      held={act.pending}
      slim
      bar={
        <div className={`bar no-print ${css.foot}`}>
          <Button className={`grow ${css.big}`} onClick={onBack}>
            {say('Back')}
          </Button>
          <Button
            variant="contained"
            className={classes(css.big, css.save, missing && css.saveMissing)}
            style={missing ? undefined : { background: ink }}
            aria-disabled={missing}
            startIcon={<ReportProblemOutlined />}
            onClick={() => !missing && void send()}
          >
            {act.pending ? say('Saving') : missing ? say('Select what is wrong') : say('Raise concern')}
          </Button>
        </div>
      }
    >
      <div className={css.page}>
        {offline && (
          <Finding tone="warn" box>
            {say(
              'The server is not reached. What you raise, photos too, waits on this phone ' +
                'and is sent when the server answers.',
            )}
          </Finding>
        )}
        {problem && (
          <div role="alert">
            <Finding tone="danger" box>
              {problem.detail}
            </Finding>
          </div>
        )}
        <h2 className="text-15 bold">{say('What is wrong?')}</h2>
        <div className={css.three}>
          {reasons.map(({ key, label }) => (
            <BigChoice
              key={key}
              on={reason === key}
              onPick={() => change(() => ({ reason: key }))}
              Icon={ICONS[key] ?? ReportProblemOutlined}
              ink={ink}
            >
              {label}
            </BigChoice>
          ))}
        </div>
        <Card title={say('Which line?')} pad={8}>
          <ul>
            {lines.map((each, at) => {
              const on = chosen.includes(each.at)
              return (
                <li key={each.at}>
                  <button
                    type="button"
                    aria-pressed={on}
                    onClick={() =>
                      change((was) => ({
                        chosen: on
                          ? was.chosen.filter((two) => two !== each.at)
                          : [...was.chosen, each.at].sort((a, b) => a - b),
                      }))
                    }
                    className={classes(css.reason, on && css.reasonOn)}
                  >
                    <span>
                      {at + 1}. {each.name}
                    </span>
                    {!each.byWeight && (
                      <span className="num nowrap muted regular">
                        {say('{open} open', { open: pieces(each.open) })}
                      </span>
                    )}
                  </button>
                </li>
              )
            })}
          </ul>
          {counts && (
            <div className={css.note}>
              <div className="row between gap-8">
                <span className="text-15">{say('Found in the yard')}</span>
                <PieceStepper
                  value={found ?? one.open}
                  most={one.open}
                  onChange={(pcs) => change(() => ({ found: pcs }))}
                  label={say('Pieces found in the yard')}
                />
              </div>
              {found !== null && found < one.open && (
                <p className="num text-13 warn">
                  {say('{open} of {open2} pcs short. Loading stops until the branch manager answers.', {
                    open: pieces(one.open - found),
                    open2: pieces(one.open),
                  })}
                </p>
              )}
            </div>
          )}
        </Card>
        <Photos
          files={photos}
          onChange={(next) => change((was) => ({ photos: next(was.photos) }))}
          label={say('Photos')}
        />
        <div>
          <label htmlFor="concern-remarks" className="text-15 bold block mb-8">
            {say('Remarks')}
          </label>
          <textarea
            id="concern-remarks"
            rows={3}
            maxLength={MOST}
            value={remarks}
            onChange={(event) => change(() => ({ remarks: event.target.value }))}
            aria-invalid={!!errorAt('remarks')}
            placeholder={say('Rack D1 has 46 only')}
            className={classes(css.remarks, errorAt('remarks') && css.remarksWrong)}
          />
          <p className={classes('text-13', errorAt('remarks') ? 'danger' : 'muted')}>
            {errorAt('remarks') ?? say('At least 5 characters. {said} of {most}.', { said: said.length, MOST })}
          </p>
        </div>
      </div>
    </Page>
  )
}
