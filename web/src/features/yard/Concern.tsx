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
import { useState, type ComponentType } from 'react'
import type { DocView } from '../../core/records'
import { useAct } from '../../sync/docs'
import { pieces } from '../../ui/format'
import { Page, type Crumb } from '../../ui/Page'
import { useToast } from '../../ui/Toasts'
import { useStatusColours } from '../../ui/StatusChip'
import { reasonKind, useReasonChoices } from '../../docs/reasons'
import { Card, Finding } from '../../kit/parts'
import { BigChoice, PieceStepper } from './controls'
import { Photos } from '../../kit/Photos'
import type { YardLine } from './PickLine'
import { classes } from '../../theme/classes'
import css from './yard.module.css'

const ICONS: Record<string, ComponentType<SvgIconProps>> = {
  SHORT: RemoveShoppingCartOutlined,
  QUALITY: GppBadOutlined,
  WRONG_SKU: ChangeCircleOutlined,
  VEHICLE: LocalShippingOutlined,
  WEIGHT: ScaleOutlined,
  CUSTOMER_CHANGE: RecordVoiceOverOutlined,
}
const SHORT = 'SHORT'
const MOST = 500

export function Concern({
  doc,
  frame,
  line,
  lines,
  offline,
  onBack,
  onDone,
}: {
  doc: DocView<'order'>
  frame: { title: string; crumbs: Crumb[] }
  line: number | null
  lines: YardLine[]
  offline: boolean
  onBack: () => void
  onDone: () => void
}) {
  const reasons = useReasonChoices(reasonKind(doc.actions.find((one) => one.action === 'raise_concern')))
  const act = useAct('order', doc.id)
  const notify = useToast()
  const [reason, setReason] = useState('')
  const [chosen, setChosen] = useState<number[]>(line === null ? [] : [line])
  const [found, setFound] = useState<number | null>(null)
  const [photos, setPhotos] = useState<string[]>([])
  const [remarks, setRemarks] = useState('')
  const { ink } = useStatusColours('Raise Concern From Yard')
  const one = chosen.length === 1 ? lines.find((each) => each.at === chosen[0]) : undefined
  const counts = reason === SHORT && one && !one.byWeight
  const said = [counts && found !== null ? `Found ${pieces(found)} of ${pieces(one.open)} pieces.` : '', remarks.trim()]
    .filter(Boolean)
    .join(' ')
  const send = async () => {
    const next = await act.run('raise_concern', doc.version, {
      reason,
      lines: chosen,
      ...(photos.length > 0 ? { photos } : null),
      remarks: said,
    })
    if (!next) return
    notify(`${doc.doc_no} is now ${next.status}`)
    onDone()
  }
  const missing = reason === ''
  const errorAt = (path: string) =>
    act.problem?.errors.find((issue) => issue.path.replace(/^inputs\./, '') === path)?.message
  return (
    <Page
      title="Raise concern"
      name={`${frame.title}, concern`}
      crumbs={frame.crumbs}
      bar={
        <div className={`no-print ${css.foot}`}>
          <Button className={`grow ${css.big}`} onClick={onBack}>
            Back
          </Button>
          <Button
            variant="contained"
            className={classes(css.big, css.save, missing && css.saveMissing)}
            style={missing ? undefined : { background: ink }}
            aria-disabled={missing}
            startIcon={<ReportProblemOutlined />}
            onClick={() => !missing && void send()}
          >
            {act.pending ? 'Saving' : missing ? 'Select what is wrong' : 'Raise concern'}
          </Button>
        </div>
      }
    >
      <div className={css.page}>
        {offline && (
          <Finding tone="warn" box>
            The server is not reached. What you raise waits on this phone and is sent when it answers; photos need the
            server.
          </Finding>
        )}
        {act.problem && (
          <div role="alert">
            <Finding tone="danger" box>
              {act.problem.detail}
            </Finding>
          </div>
        )}
        <h2 className="text-15 bold">What is wrong?</h2>
        <div className={css.three}>
          {reasons.map(({ key, label }) => (
            <BigChoice
              key={key}
              on={reason === key}
              onPick={() => setReason(key)}
              Icon={ICONS[key] ?? ReportProblemOutlined}
              ink={ink}
            >
              {label}
            </BigChoice>
          ))}
        </div>
        <Card title="Which line?" pad={8}>
          <ul>
            {lines.map((each, at) => {
              const on = chosen.includes(each.at)
              return (
                <li key={each.at}>
                  <button
                    type="button"
                    aria-pressed={on}
                    onClick={() =>
                      setChosen(
                        on ? chosen.filter((two) => two !== each.at) : [...chosen, each.at].sort((a, b) => a - b),
                      )
                    }
                    className={classes(css.reason, on && css.reasonOn)}
                  >
                    <span>
                      {at + 1}. {each.name}
                    </span>
                    {!each.byWeight && <span className="num nowrap muted regular">{pieces(each.open)} open</span>}
                  </button>
                </li>
              )
            })}
          </ul>
          {counts && (
            <div className={css.note}>
              <div className="row between gap-8">
                <span className="text-15">Found in the yard</span>
                <PieceStepper
                  value={found ?? one.open}
                  most={one.open}
                  onChange={setFound}
                  label="Pieces found in the yard"
                />
              </div>
              {found !== null && found < one.open && (
                <p className="num text-13 warn">
                  {pieces(one.open - found)} of {pieces(one.open)} pcs short. Loading stops until the branch manager
                  answers.
                </p>
              )}
            </div>
          )}
        </Card>
        <Photos files={photos} onChange={setPhotos} label="Photos" />
        <div>
          <label htmlFor="concern-remarks" className="text-15 bold block mb-8">
            Remarks
          </label>
          <textarea
            id="concern-remarks"
            rows={3}
            maxLength={MOST}
            value={remarks}
            onChange={(event) => setRemarks(event.target.value)}
            aria-invalid={!!errorAt('remarks')}
            placeholder="Rack D1 has 46 only"
            className={classes(css.remarks, errorAt('remarks') && css.remarksWrong)}
          />
          <p className={classes('text-13', errorAt('remarks') ? 'danger' : 'muted')}>
            {errorAt('remarks') ?? `At least 5 characters. ${said.length} of ${MOST}.`}
          </p>
        </div>
      </div>
    </Page>
  )
}
