// The stops of a trip being planned, in the order in which the vehicle calls there: moved by dragging or by keys.
import DeleteOutlined from '@mui/icons-material/DeleteOutlined'
import IconButton from '@mui/material/IconButton'
import { useState } from 'react'
import type { DocDef } from '../../core/records'
import { FieldInput } from '../../docs/fields/FieldInput'
import type { RecordForm } from '../../docs/record'
import { Card, Finding, LinkButton } from '../../kit/parts'
import { moved, useReorder } from '../../kit/reorder'
import type { Untripped } from '../../net/answers.gen'
import { classes } from '../../theme/classes'
import { mt } from '../../ui/format'
import { goodsOf, stopOf, type Form, type Reckoned, type Stop } from './plan'
import css from './trips.module.css'
import { say } from '../../words/say'

interface Props {
  def: DocDef<'trip'>
  form: Form
  goods: Untripped[]
  reckoned: Reckoned | undefined
}

const AT_A_STOP = /^stops\.\d+\./

export function PlannedStops({ def, form, goods, reckoned }: Props) {
  const stops = form.record.stops ?? []
  const reorder = useReorder(stops.length, (from, to) => form.set('stops', moved(stops, from, to)), say('Stop'))
  const wrong = form.errorAt('stops')
  const found = [...(reckoned?.issues ?? []), ...(reckoned?.warnings ?? [])].filter((one) => !AT_A_STOP.test(one.path))
  const lacking = (reckoned?.warnings ?? []).filter((one) => one.code === 'ewb_needed')
  return (
    <Card title={say('Stops ({stops})', { stops: stops.length })} pad={0}>
      {stops.length === 0 && (
        <p className="p-16 muted text-13">{say('Add goods in the order in which they are delivered.')}</p>
      )}
      <ol aria-label={say('Stops of the trip')} data-field="stops">
        {stops.map((stop, at) => (
          // The keys of the inputs inside pass here.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
          <li
            key={goodsOf(stop)}
            {...reorder.row(at)}
            onKeyDown={reorder.onRowKey(at)}
            className={classes('divided', css.line, (reorder.lifted === at || reorder.over === at) && css.lifted)}
          >
            {reorder.handle(at)}
            <Planned def={def} form={form} at={at} stop={stop} goods={goods} reckoned={reckoned} />
          </li>
        ))}
      </ol>
      {(wrong || found.length > 0 || lacking.length > 0) && (
        <div className="p-12-16 grid gap-6 rule-above">
          {wrong && (
            <p role="alert" className="danger text-13">
              {wrong}
            </p>
          )}
          {found.map((one) => (
            <Finding key={`${one.path} ${one.message}`} tone={reckoned?.issues.includes(one) ? 'danger' : 'warn'}>
              {one.message}
            </Finding>
          ))}
          {lacking.length > 0 && (
            <Finding tone="warn">
              {lacking.length === 1
                ? say('1 e-way bill is missing')
                : say('{lacking} e-way bills are missing', { lacking: lacking.length })}
              {say('. The trip can be planned, but cannot leave without them.')}
            </Finding>
          )}
        </div>
      )}
    </Card>
  )
}

function Planned({ def, form, at, stop, goods, reckoned }: Props & { at: number; stop: Stop }) {
  const [open, setOpen] = useState(false)
  const known = reckoned?.record.stops?.find((one) => goodsOf(one) === goodsOf(stop))
  const offered = goods.find((one) => goodsOf(stopOf(one)) === goodsOf(stop))
  const of = known ?? offered
  const own = form as unknown as RecordForm
  const fields = def.fields.find((field) => field.key === 'stops')?.fields ?? []
  // The answer may be of another order of stops: its words go with the goods.
  const place = reckoned?.record.stops?.findIndex((one) => goodsOf(one) === goodsOf(stop)) ?? -1
  const says = (list: { path: string; message: string }[] | undefined) =>
    (list ?? []).filter((one) => place >= 0 && one.path.startsWith(`stops.${place}.`)).map((one) => one.message)
  const issues = says(reckoned?.issues)
  const refused = form.errorAt(`stops.${at}.${stop.transfer ? 'transfer' : 'loading'}`)
  const wrong = [...new Set([...issues, ...(refused ? [refused] : [])])]
  const remove = () =>
    form.change<Stop[]>('stops', (was) => (was ?? []).filter((one) => goodsOf(one) !== goodsOf(stop)))
  return (
    <>
      <span className="text-13 min-0" data-field={`stops.${at}`}>
        <strong className="bold break">{of?.party}</strong>
        <span className="block muted">
          {[of?.no, of?.city].filter(Boolean).join(' · ')}{' '}
          <LinkButton strong={false} onClick={() => setOpen(!open)}>
            {open ? say('Less') : say('Time and note')}
          </LinkButton>
        </span>
      </span>
      <span className="num nowrap text-13">
        {of?.weight_g ? say('{weight_g} MT', { weight_g: mt(of.weight_g) }) : ''}
      </span>
      <IconButton size="small" aria-label={say('Take {no} off the trip', { no: of?.no ?? say('it') })} onClick={remove}>
        <DeleteOutlined className="text-17" />
      </IconButton>
      {(wrong.length > 0 || says(reckoned?.warnings).length > 0 || open) && (
        <span className={css.under}>
          {wrong.map((message) => (
            <Finding key={message} tone="danger">
              {message}
            </Finding>
          ))}
          {says(reckoned?.warnings).map((message) => (
            <Finding key={message} tone="warn">
              {message}
            </Finding>
          ))}
          {open &&
            ['eta', 'note'].map((key) => {
              const field = fields.find((one) => one.key === key)
              return field && <FieldInput key={key} field={field} {...own.at(`stops.${at}.${key}`)} form={own} />
            })}
        </span>
      )}
    </>
  )
}
