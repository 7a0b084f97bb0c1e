// The gallery's buttons: primary, plain and small ones, what is not available and why, and a document's steps.
import AddOutlined from '@mui/icons-material/AddOutlined'
import EditOutlined from '@mui/icons-material/EditOutlined'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import Tooltip from '@mui/material/Tooltip'
import { useId, useRef, useState } from 'react'
import type { ActionView } from '../../core/types.gen'
import { ActionBar } from '../../docs/ActionBar'
import { LinkButton } from '../../kit/parts'
import { Kbd } from '../../ui/Kbd'
import { StatusChip } from '../../ui/StatusChip'
import { Example, Gallery, State } from './Gallery'
import { KINDS, REFUSED } from './example'
import { say } from '../../words/say'

const step = (action: string, label: string, why: string | null = null): ActionView => ({
  action,
  label,
  inputs: action === 'approve' ? [] : [KINDS.note.field],
  allowed: why === null,
  why,
  onward: action === 'approve',
  concerns: true,
})

const STEPS = [
  step('approve', say('Approve')),
  step('hold', say('Hold')),
  step('reject', say('Reject')),
  step('withdraw', say('Withdraw'), say('Only the person who made the order may withdraw it')),
]

const nothing = () => []

export default function Buttons() {
  const focused = useRef<HTMLButtonElement>(null)
  const why = useId()
  const [view, setView] = useState('list')
  return (
    <Gallery title={say('Buttons')}>
      <Example title={say('Primary')} code={'<Button variant="contained" color="primary">Post invoice</Button>'}>
        <State name={say('Rest')}>
          <Button variant="contained" color="primary">
            {say('Post invoice')}
          </Button>
        </State>
        <State name={say('With its key')}>
          <Button variant="contained" color="primary">
            {say('Save')}
            <span className="keys">
              <Kbd on="fill">Ctrl</Kbd>
              <Kbd on="fill">Enter</Kbd>
            </span>
          </Button>
        </State>
        <State name={say('Saving')}>
          <Button variant="contained" color="primary" aria-busy>
            {say('Saving')}
          </Button>
        </State>
        <State name={say('Focus')}>
          <Button ref={focused} variant="contained" color="primary">
            {say('Tab comes here')}
          </Button>{' '}
          <LinkButton onClick={() => focused.current?.focus()}>{say('Focus it')}</LinkButton>
        </State>
      </Example>
      <Example title={say('Plain')} code="<Button startIcon={<EditOutlined />}>Edit</Button>">
        <State name={say('Rest')}>
          <Button>{say('Discard')}</Button>
        </State>
        <State name={say('With an icon')}>
          <Button startIcon={<EditOutlined />}>{say('Edit')}</Button>
        </State>
        <State name={say('Small')}>
          <Button size="small" startIcon={<AddOutlined />}>
            {say('Add a line')}
          </Button>
        </State>
        <State name={say('Text alone')}>
          <Button variant="text">{say('Clear all')}</Button>
        </State>
        <State name={say('Takes away')}>
          <Button className="danger">{say('Remove')}</Button>
        </State>
      </Example>
      <Example title={say('Not available')} code={'<Button aria-disabled aria-describedby={why}>Complete</Button>'}>
        <State name={say('With its reason')}>
          <span className="row gap-8 wrap">
            <Button aria-disabled aria-describedby={why} className="muted">
              {say('Complete')}
            </Button>
            <span id={why} className="muted text-13">
              {say('The order has a loading without an invoice')}
            </span>
          </span>
        </State>
        <State name={say('Disabled while it runs')}>
          <Button disabled>{say('Send')}</Button>
        </State>
      </Example>
      <Example
        title={say('Icon')}
        code={'<Tooltip title="Edit"><IconButton aria-label="Edit">…</IconButton></Tooltip>'}
      >
        <State name={say('Words on hover and on focus')}>
          <Tooltip title={say('Edit')}>
            <IconButton aria-label={say('Edit')}>
              <EditOutlined />
            </IconButton>
          </Tooltip>
        </State>
        <State name={say('Disabled')}>
          <IconButton aria-label={say('Edit, not available')} disabled>
            <EditOutlined />
          </IconButton>
        </State>
      </Example>
      <Example
        title={say('One of several')}
        code="<ToggleButtonGroup exclusive value={view} onChange={…}>…</ToggleButtonGroup>"
      >
        <ToggleButtonGroup
          exclusive
          size="small"
          value={view}
          aria-label={say('View')}
          onChange={(_, next: string | null) => next && setView(next)}
        >
          <ToggleButton value="list">{say('List')}</ToggleButton>
          <ToggleButton value="cards">{say('Cards')}</ToggleButton>
          <ToggleButton value="map" disabled>
            {say('Map')}
          </ToggleButton>
        </ToggleButtonGroup>
      </Example>
      <Example title={say('In a sentence')} code="<LinkButton onClick={take}>Take 268</LinkButton>">
        <p className="text-13">
          {say('Only 268 pieces are free. ')}
          <LinkButton onClick={() => undefined}>{say('Take 268')}</LinkButton>
        </p>
      </Example>
      <Example title={say('Status')} code="<StatusChip status={doc.status} />">
        <div className="flex wrap gap-8">
          {['Draft', 'BM Approval Pending', 'Waiting for Loading', 'Hold order from BM', 'Rejected By BM'].map(
            (status) => (
              <StatusChip key={status} status={status} />
            ),
          )}
          <StatusChip status="Order Completed" />
        </div>
      </Example>
      <Example
        title={say('Steps of a document')}
        code="<ActionBar actions={doc.actions} check={check} onAct={act} />"
        wide
      >
        <State name={say('Rest, with one that is not available')}>
          <ActionBar actions={STEPS} check={nothing} onAct={() => Promise.resolve(true)} />
        </State>
        <State name={say('Refused')}>
          <ActionBar
            actions={STEPS.slice(1, 2)}
            check={nothing}
            onAct={() => Promise.resolve(false)}
            problem={REFUSED}
          />
        </State>
      </Example>
    </Gallery>
  )
}
