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
import { role } from '../../theme/themes'
import { pieces } from '../../ui/format'
import { Page, type Crumb } from '../../ui/Page'
import { useToast } from '../../ui/Toasts'
import { useStatusColours } from '../../ui/StatusChip'
import { reasonKind, useReasonChoices } from '../../docs/reasons'
import { Card, Finding } from '../../kit/parts'
import { BigChoice, PieceStepper, big } from './controls'
import { Photos } from '../../kit/Photos'
import type { YardLine } from './PickLine'

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
        <div
          className="no-print"
          style={{
            display: 'flex',
            gap: 10,
            padding: '10px 16px',
            background: role.paper,
            borderTop: `1px solid ${role.line}`,
            flex: 'none',
          }}
        >
          <Button style={{ ...big, flex: 1 }} onClick={onBack}>
            Back
          </Button>
          <Button
            variant="contained"
            style={{ ...big, flex: 2, background: missing ? role.sunk : ink, color: missing ? role.ink2 : role.paper }}
            aria-disabled={missing}
            startIcon={<ReportProblemOutlined />}
            onClick={() => !missing && void send()}
          >
            {act.pending ? 'Saving' : missing ? 'Select what is wrong' : 'Raise concern'}
          </Button>
        </div>
      }
    >
      <div style={{ display: 'grid', gap: 12, width: '100%', maxWidth: 560, margin: '0 auto' }}>
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
        <h2 style={{ fontSize: 15, fontWeight: 600 }}>What is wrong?</h2>
        <div style={{ display: 'grid', gridTemplateColumns: 'repeat(3, 1fr)', gap: 8 }}>
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
                    style={{
                      width: '100%',
                      minHeight: 44,
                      padding: '8px 10px',
                      textAlign: 'left',
                      border: 0,
                      borderRadius: 6,
                      cursor: 'pointer',
                      background: on ? role.select : 'none',
                      fontWeight: on ? 600 : 450,
                      display: 'flex',
                      justifyContent: 'space-between',
                      gap: 8,
                    }}
                  >
                    <span>
                      {at + 1}. {each.name}
                    </span>
                    {!each.byWeight && (
                      <span className="num nowrap" style={{ color: role.ink2, fontWeight: 400 }}>
                        {pieces(each.open)} open
                      </span>
                    )}
                  </button>
                </li>
              )
            })}
          </ul>
          {counts && (
            <div
              style={{
                padding: '10px 10px 6px',
                borderTop: `1px solid ${role.line}`,
                marginTop: 6,
                display: 'grid',
                gap: 8,
              }}
            >
              <div style={{ display: 'flex', justifyContent: 'space-between', alignItems: 'center', gap: 8 }}>
                <span style={{ fontSize: 15 }}>Found in the yard</span>
                <PieceStepper
                  value={found ?? one.open}
                  most={one.open}
                  onChange={setFound}
                  label="Pieces found in the yard"
                />
              </div>
              {found !== null && found < one.open && (
                <p style={{ fontSize: 13, color: role.warn }} className="num">
                  {pieces(one.open - found)} of {pieces(one.open)} pcs short. Loading stops until the branch manager
                  answers.
                </p>
              )}
            </div>
          )}
        </Card>
        <Photos files={photos} onChange={setPhotos} label="Photos" />
        <div>
          <label htmlFor="concern-remarks" style={{ fontSize: 15, fontWeight: 600, display: 'block', marginBottom: 8 }}>
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
            style={{
              width: '100%',
              padding: '10px 12px',
              fontSize: 15,
              lineHeight: '22px',
              border: `1px solid ${errorAt('remarks') ? role.danger : role.control}`,
              borderRadius: 8,
              background: role.paper,
              resize: 'vertical',
            }}
          />
          <p style={{ fontSize: 13, color: errorAt('remarks') ? role.danger : role.ink2 }}>
            {errorAt('remarks') ?? `At least 5 characters. ${said.length} of ${MOST}.`}
          </p>
        </div>
      </div>
    </Page>
  )
}
