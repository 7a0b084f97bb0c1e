// The gallery's switches: what works at once, with what it changes.
import { useState } from 'react'
import { Switch } from '../../ui/Switch'
import { Example, Gallery, State } from './Gallery'
import { say } from '../../words/say'

export default function Switches() {
  const [on, setOn] = useState(true)
  const letters = { label: say('Single-letter shortcuts'), on, onChange: setOn }
  return (
    <Gallery title={say('Switches')}>
      <Example title={say('Switch')} code={'<Switch label="Single-letter shortcuts" on={keys} onChange={setKeys} />'}>
        <State name={on ? say('On') : say('Off')}>
          <Switch {...letters} />
        </State>
        <State name={say('With what it changes')}>
          <Switch {...letters} says={say('J, K, X and the others work outside inputs; Ctrl K works always')} />
        </State>
        <State name={say('Refused')}>
          <Switch
            {...letters}
            on={false}
            error={say('This browser does not store data: the choice is lost with the tab')}
          />
        </State>
        <State name={say('Disabled')}>
          <Switch {...letters} disabled says={say('Set by the administrator')} />
        </State>
      </Example>
    </Gallery>
  )
}
