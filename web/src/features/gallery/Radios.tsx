// The gallery's radio buttons: one of a few, all in sight.
import FormControlLabel from '@mui/material/FormControlLabel'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import { useState } from 'react'
import { Example, Gallery, State } from './Gallery'
import { say } from '../../words/say'

const WAYS: [value: string, label: string, why?: string][] = [
  ['approve', say('Approve on temporary limit')],
  ['query', say('Ask the branch manager')],
  ['reject', say('Reject'), say('Not for an order that was approved before')],
]

export default function Radios() {
  const [way, setWay] = useState('approve')
  return (
    <Gallery title={say('Radio buttons')}>
      <Example
        title={say('One of a few')}
        code={'<RadioGroup aria-label="Decision" value={way} onChange={…}>…</RadioGroup>'}
      >
        <State name={say('One is not available')}>
          <RadioGroup aria-label={say('Decision')} value={way} onChange={(_, value) => setWay(value)}>
            {WAYS.map(([value, label, why]) => (
              <FormControlLabel
                key={value}
                value={value}
                disabled={!!why}
                control={<Radio />}
                label={why ? `${label}: ${why.toLowerCase()}` : label}
              />
            ))}
          </RadioGroup>
        </State>
        <State name={say('Refused')}>
          <RadioGroup aria-label={say('Decision, refused')} aria-describedby="radio-refused" value="">
            <FormControlLabel value="approve" control={<Radio />} label={say('Approve')} />
            <FormControlLabel value="reject" control={<Radio />} label={say('Reject')} />
          </RadioGroup>
          <p id="radio-refused" className="danger text-12">
            {say('Select what you decide')}
          </p>
        </State>
      </Example>
    </Gallery>
  )
}
