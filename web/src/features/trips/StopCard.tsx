// A stop of a trip: what goes where, and what was found there. On the road it is reached, handed over or refused here.
import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined'
import PhoneOutlined from '@mui/icons-material/PhoneOutlined'
import RoomOutlined from '@mui/icons-material/RoomOutlined'
import Button from '@mui/material/Button'
import { useMemo, useState } from 'react'
import { Link } from 'react-router'
import { docDef } from '../../core'
import type { DocView, LineOf } from '../../core/records'
import { FieldValue } from '../../docs/fields/FieldValue'
import { paths } from '../../docs/paths'
import { reasonWords, useReasons } from '../../docs/reasons'
import { Facts, Finding, LinkButton, Tag } from '../../kit/parts'
import { OnItsWay, Photos, Picture } from '../../kit/Photos'
import { Queued, useQueued } from '../../kit/Queued'
import { titleOf } from '../../kit/record'
import { StepForm, type OwnStep } from '../../kit/StepForm'
import { useMended } from '../../sync/mended'
import { may } from '../../sync/rights'
import { useUser } from '../../sync/store'
import { classes } from '../../theme/classes'
import { day, kg, money, moment, mt, pieces, time } from '../../ui/format'
import { HandOverForm } from './HandOverForm'
import css from './trips.module.css'
import { say } from '../../words/say'

type Doc = DocView<'trip'>
type Stop = LineOf<'trip', 'stops'>

interface Props {
  doc: Doc
  at: number
  /** The steps that are taken at a stop. */
  steps: OwnStep<'trip'>[]
}

export const AT_STOPS = ['reach', 'deliver', 'refuse']

/** The words of what became of a stop, and how they are shown. */
const TONE: Record<string, string> = {
  waiting: 'muted',
  reached: 'accent',
  delivered: 'ok',
  partly: 'warn',
  refused: 'danger',
}

export const isOpen = (stop: Stop | undefined) => stop?.state === 'waiting' || stop?.state === 'reached'

export function stateWords(stop: Stop): string {
  const field = docDef('trip')
    ?.fields.find((one) => one.key === 'stops')
    ?.fields.find((one) => one.key === 'state')
  return field?.choices.find((one) => one.key === stop.state)?.label ?? ''
}

export function StopCard({ doc, at, steps }: Props) {
  const stop = doc.record.stops?.[at]
  const { mended } = useMended()
  const again = mended?.inputs?.stop === at ? (mended.action ?? null) : null
  // What is typed here stays in sight, also where another ends the stop meanwhile.
  const [typing, setTyping] = useState(false)
  if (!stop) return null
  return (
    <section aria-label={say('Stop {at}', { at: at + 1 })} className={`card ${css.stop}`}>
      <Head doc={doc} at={at} stop={stop} />
      <div className={css.stopBody}>
        {isOpen(stop) && <Where stop={stop} />}
        <Load stop={stop} />
        {!isOpen(stop) && <Found doc={doc} stop={stop} />}
        {stop.transfer
          ? isOpen(stop) &&
            !!doc.record.out_at && (
              <Finding tone="info">{say('{party} receives it on the transfer itself.', { party: stop.party })}</Finding>
            )
          : (isOpen(stop) || typing || again) && (
              <Calling id={doc.id} at={at} stop={stop} steps={steps} again={again} onTyping={setTyping} />
            )}
      </div>
    </section>
  )
}

interface OfStop {
  stop: Stop
}

function Head({ doc, at, stop }: Pick<Props, 'doc' | 'at'> & OfStop) {
  const done = !isOpen(stop)
  return (
    <header className={css.stopHead}>
      <span aria-hidden className={classes(css.number, done && css.numberDone)}>
        {at + 1}
      </span>
      <div className="grow min-0">
        <h3 className="text-15 bold break">{stop.party}</h3>
        <p className="text-13 muted break">
          <Opens
            type={stop.transfer ? 'transfer' : 'loading'}
            id={stop.transfer ?? stop.loading ?? ''}
            no={stop.no ?? ''}
          />{' '}
          {stop.city}
        </p>
      </div>
      {doc.record.out_at ? (
        <span className={classes('text-13 bold nowrap inline-row gap-4', TONE[stop.state ?? ''])}>
          {done && <CheckCircleOutlined aria-hidden className="text-16" />}
          {stateWords(stop)}
        </span>
      ) : (
        <span className={classes('text-13 nowrap', stop.out ? 'ok' : 'muted')}>
          {stop.out ? say('Left the yard') : say('In the yard')}
        </span>
      )}
    </header>
  )
}

/** Where it is, and whom to call. */
function Where({ stop }: OfStop) {
  const place = stop.address
  return (
    <>
      {place && (
        <p className="flex gap-8 items-start text-13">
          <RoomOutlined aria-hidden className="text-18 muted" />
          <span className="break">{place}</span>
        </p>
      )}
      {stop.mobile && (
        <p className="flex gap-8 items-start text-13">
          <PhoneOutlined aria-hidden className="text-18 muted" />
          <span>
            {stop.contact && `${stop.contact}, `}
            <a href={`tel:${stop.mobile}`} className="touch nowrap">
              {stop.mobile}
            </a>
          </span>
        </p>
      )}
      {stop.unloading && <Finding tone="info">{stop.unloading}</Finding>}
    </>
  )
}

function Load({ stop }: OfStop) {
  return (
    <>
      <Facts
        gap={24}
        items={[
          { label: say('Load'), value: say('{weight_g} MT', { weight_g: mt(stop.weight_g ?? 0) }), num: true },
          !!stop.pcs && { label: say('Pieces'), value: pieces(stop.pcs), num: true },
          !!stop.eta && isOpen(stop) && { label: say('Expected'), value: moment(stop.eta), num: true },
          !!stop.ewb_no && {
            label: say('E-way bill'),
            value: stop.ewb_to ? say('{no}, to {day}', { no: stop.ewb_no, day: day(stop.ewb_to) }) : stop.ewb_no,
            num: true,
          },
          !!stop.note && { label: say('Note'), value: stop.note },
        ]}
      />
      {isOpen(stop) && stop.ewb_needed && !stop.ewb_no && (
        <Finding tone="warn">{say('The e-way bill is missing')}</Finding>
      )}
    </>
  )
}

/** A document by its number, opened by those who see it. */
function Opens({ type, id, no }: { type: 'loading' | 'transfer' | 'sales_return'; id: string; no: string }) {
  const user = useUser()
  const def = docDef(type)
  return def && may(user, def, 'view') ? (
    <Link to={paths.view(type, id)} className="touch">
      {no}
    </Link>
  ) : (
    <span>{no}</span>
  )
}

interface CallingProps extends Omit<Props, 'doc'> {
  /** The trip. */
  id: string
  stop: Stop
  /** The step that was refused and is mended here. */
  again: string | null
  onTyping: (typing: boolean) => void
}

/** At an open stop: that the vehicle is there, and what came of it. */
function Calling({ id, at, stop, steps, again, onTyping }: CallingProps) {
  const queued = useQueued('trip', id).filter(({ inputs }) => inputs?.stop === at)
  const [open, setOpen] = useState<string | null>(again)
  const of = (key: string) => steps.find((one) => one.action.action === key)
  const [reach, deliver, refuse] = AT_STOPS.map(of)
  const chosen = open === null ? undefined : of(open)
  const step = chosen && {
    ...chosen,
    over: isOpen(stop) ? chosen.over : stateWords(stop),
    onTyping: (typing: boolean) => {
      chosen.onTyping(typing)
      onTyping(typing)
    },
  }
  const close = () => {
    setOpen(null)
    onTyping(false)
  }
  if (step)
    return (
      <div className="grid gap-12">
        {open === 'deliver' ? (
          <HandOverForm step={step} at={at} onDone={close} />
        ) : (
          <PlainForm step={step} at={at} onDone={close} />
        )}
        <div>
          <LinkButton onClick={close}>{say('Not now')}</LinkButton>
        </div>
      </div>
    )
  if (!isOpen(stop)) return null
  // What waits already is not done a second time.
  const ended = queued.some(({ action }) => action !== 'reach')
  return (
    <>
      {queued.map((entry) => (
        <Queued key={entry.command_id} entry={entry} />
      ))}
      {!ended && (
        <div className={css.deeds}>
          {deliver && (
            <Button variant="contained" color="primary" className={css.big} onClick={() => setOpen('deliver')}>
              {say('Hand over')}
            </Button>
          )}
          {reach && stop.state === 'waiting' && queued.length === 0 && (
            <Button className={css.big} onClick={() => setOpen('reach')}>
              {say('Reached')}
            </Button>
          )}
          {stop.state === 'reached' && !!stop.reached_at && (
            <span className="text-13 muted num nowrap">
              {say('Reached {reached_at}', { reached_at: time(stop.reached_at) })}
            </span>
          )}
          {refuse && (
            <Button className={`danger ${css.big}`} onClick={() => setOpen('refuse')}>
              {say('Refused…')}
            </Button>
          )}
        </div>
      )}
    </>
  )
}

/** The vehicle is there, or the goods are refused: with the time of the touch, for it may be sent much later. */
function PlainForm({ step, at, onDone }: { step: OwnStep<'trip'>; at: number; onDone: () => void }) {
  const about = useMemo(() => ({ stop: at }), [at])
  const [now] = useState(() => Date.now())
  const photos = step.action.inputs.some((field) => field.key === 'photos')
  return (
    <StepForm
      {...step}
      about={about}
      named={say('Stop {at}', { at: at + 1 })}
      start={{ at: now, ...(photos && { driver: step.doc.record.driver }) }}
      drawn={drawnPhotos}
      onDone={onDone}
      rows={(form) =>
        photos && (
          <div data-field="photos">
            <Photos
              files={(form.record.photos ?? []) as string[]}
              label={say('Photos')}
              onChange={(change) => form.change<string[]>('photos', (was) => change(was ?? []))}
            />
          </div>
        )
      }
    />
  )
}

const drawnPhotos = () => ['photos']

/** What was found there: the proof of delivery, what is short and its end, or why it was refused. */
function Found({ doc, stop }: { doc: Doc; stop: Stop }) {
  const reasons = useReasons({ skip: stop.state !== 'refused' })
  const photos = stop.photos ?? []
  const short = (stop.goods ?? []).filter((one) => one.short_pcs || one.short_g)
  return (
    <>
      <Facts
        gap={24}
        items={[
          !!stop.received_by && { label: say('Received by'), value: stop.received_by },
          !!stop.done_at && {
            label: stop.state === 'refused' ? say('Refused') : say('Received'),
            value: moment(stop.done_at),
            num: true,
          },
          stop.state === 'refused' && { label: say('Reason'), value: reasonWords(reasons, stop.reason ?? '') },
          !!stop.remarks && { label: say('Remarks'), value: stop.remarks },
        ]}
      />
      {(!!stop.short_pcs || !!stop.short_g) && (
        <Finding tone="warn" box>
          {stop.short_pcs ? say('{short_pcs} pcs, ', { short_pcs: pieces(stop.short_pcs) }) : ''}
          {say('{short_g} kg not handed over{short}.', {
            short_g: kg(stop.short_g ?? 0),
            short: short.length > 0 && `: ${short.map((one) => titleOf(doc.links, 'sku', one.sku)).join(', ')}`,
          })}{' '}
          <ShortEnd doc={doc} stop={stop} />
        </Finding>
      )}
      {photos.length > 0 && (
        <Photos files={photos} label={say('Photos of the signed copy')} onChange={() => undefined} fixed />
      )}
      {stop.signature && (
        <figure className={css.signed}>
          <Picture
            file={stop.signature}
            alt={say('Signature of {received_by}', { received_by: stop.received_by ?? say('the receiver') })}
          />
          <OnItsWay file={stop.signature} />
        </figure>
      )}
    </>
  )
}

function ShortEnd({ doc, stop }: { doc: Doc; stop: Stop }) {
  const field = docDef('trip')
    ?.fields.find((one) => one.key === 'stops')
    ?.fields.find((one) => one.key === 'shortage')
  if (stop.transfer) return <>{say('Accounts decide on the transfer.')}</>
  if (!field || !stop.shortage) return null
  return (
    <>
      <FieldValue field={field} value={stop.shortage} links={doc.links} />
      {stop.sales_return && (
        <>
          {', '}
          <Opens
            type="sales_return"
            id={stop.sales_return}
            no={titleOf(doc.links, 'sales_return', stop.sales_return)}
          />
        </>
      )}
      {!!stop.claim_paise && (
        <>
          {', '}
          <Tag>{money(stop.claim_paise)}</Tag>
        </>
      )}
    </>
  )
}
