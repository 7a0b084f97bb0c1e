// The gallery of what takes time: bars, skeletons, the loading page, and the road of a document's statuses.
import LinearProgress from '@mui/material/LinearProgress'
import { Legend, Meter } from '../../kit/parts'
import { Progress } from '../../kit/Progress'
import { role } from '../../theme/themes'
import { Stepper, type Step } from '../../ui/Stepper'
import { LoadingPage, Skeletons } from '../../ui/states'
import { Example, Gallery, State } from './Gallery'
import { say } from '../../words/say'

const PARTS = [
  { label: say('Used'), value: 62, colour: role.link },
  { label: say('This order'), value: 21, colour: role.amber, hatched: true },
]

const road = (status: string, state: Step['state'], note: string | null = null): Step => ({
  status,
  state,
  note,
  sidings: [],
})

const ROAD: Step[] = [
  road('Draft', 'done', say('Asha · 21-11-2026')),
  {
    ...road('BM Approval Pending', 'done', say('Ravi · 21-11-2026')),
    sidings: [
      { status: 'Hold order from BM', visited: true, now: false, tip: say('Ravi, 21-11-2026: asked for a photo') },
    ],
  },
  road('Credit Approval Pending', 'now', say('for 5 h 10 m')),
  road('Waiting for Loading', 'ahead'),
  road('Order Completed', 'ahead'),
]

export default function ProgressBars() {
  return (
    <Gallery title={say('Progress')}>
      <Example title={say('Progress')} code="<Progress done={3} of={4} />">
        <State name={say('Where nothing is said')}>
          <Progress label={say('Standard')} />
        </State>
        <State name={say('Begun')}>
          <Progress done={1} of={8} label={say('Begun')} />
        </State>
        <State name={say('Done')}>
          <Progress done={8} of={8} label={say('Done')} />
        </State>
        <State name={say('Empty')}>
          <Progress done={0} of={0} label={say('Empty')} />
        </State>
      </Example>
      <Example
        title={say('How far it is')}
        code={'<LinearProgress variant="determinate" value={42} aria-label="Importing" />'}
      >
        <State name={say('With a number')}>
          <LinearProgress variant="determinate" value={42} aria-label={say('Importing 84 of 200 rows')} />
          <span className="muted text-13">{say('84 of 200 rows')}</span>
        </State>
        <State name={say('Without one')}>
          <LinearProgress aria-label={say('Reading the file')} />
        </State>
      </Example>
      <Example title={say('Skeletons')} code="<Skeletons rows={4} />">
        <Skeletons rows={4} label={say('An example of loading rows')} />
      </Example>
      <Example title={say('A page that loads')} code="<LoadingPage />">
        <LoadingPage label={say('An example of a page that loads')} />
      </Example>
      <Example title={say('Shares of a whole')} code="<Meter parts={parts} whole={100} label={words} />">
        <Meter parts={PARTS} whole={100} label={say('62 of 100 used, 21 by this order')} />
        <Legend parts={PARTS.map(({ label, colour, hatched }) => ({ label, colour, hatched }))} />
      </Example>
      <Example
        title={say('The road of a document')}
        code="<Stepper steps={orderSteps(doc.status, doc.history)} />"
        wide
      >
        <Stepper steps={ROAD} />
      </Example>
    </Gallery>
  )
}
