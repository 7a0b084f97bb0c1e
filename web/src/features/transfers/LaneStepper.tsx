// The four lanes side by side: what is done, whose turn it is, and which one is open below.
import Check from '@mui/icons-material/Check'
import type { DocView } from '../../core/records'
import { moment } from '../../ui/format'
import { classes } from '../../theme/classes'
import { LANES, turnOf, type Lane } from './lanes'
import css from './Transfer.module.css'
import { say } from '../../words/say'

interface Props {
  doc: DocView<'transfer'>
  open: Lane
  onOpen: (lane: Lane) => void
}

export function LaneStepper({ doc, open, onOpen }: Props) {
  const turn = turnOf(doc)
  return (
    <div role="tablist" aria-label={say('Lanes')} className={`card ${css.lanes}`}>
      {LANES.map(({ lane, label, steps }) => {
        const last = doc.history.filter((one) => steps.includes(one.action)).at(-1)
        const now = turn === lane
        return (
          <button
            key={lane}
            type="button"
            role="tab"
            id={`lane-${lane}`}
            aria-selected={open === lane}
            aria-controls="lane"
            aria-current={now ? 'step' : undefined}
            onClick={() => onOpen(lane)}
            className={classes(css.lane, open === lane && css.open)}
          >
            <span aria-hidden className={classes(css.dot, now ? css.now : last ? css.done : css.ahead)}>
              {last && !now && <Check className="text-14" />}
            </span>
            <span className={css.laneWords}>
              <span className={classes('text-13', now || open === lane ? 'bold' : 'medium')}>{label}</span>
              <span className="text-12 muted">
                {now ? (
                  say('Their turn')
                ) : last ? (
                  <>
                    {last.by_name}, <span className="nowrap">{moment(last.at)}</span>
                  </>
                ) : (
                  say('Not yet')
                )}
              </span>
            </span>
          </button>
        )
      })}
    </div>
  )
}
