// The gallery's radio buttons: one of a few, all in sight.
import FormControlLabel from '@mui/material/FormControlLabel'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import { useState } from 'react'
import { Example, Gallery, State } from './Gallery'

const WAYS: [value: string, label: string, why?: string][] = [
  ['approve', 'Approve on temporary limit'],
  ['query', 'Ask the branch manager'],
  ['reject', 'Reject', 'Not for an order that was approved before'],
]

export default function Radios() {
  const [way, setWay] = useState('approve')
  return (
    <Gallery title="Radio buttons">
      <Example title="One of a few" code={'<RadioGroup aria-label="Decision" value={way} onChange={…}>…</RadioGroup>'}>
        <State name="One is not available">
          <RadioGroup aria-label="Decision" value={way} onChange={(_, value) => setWay(value)}>
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
        <State name="Refused">
          <RadioGroup aria-label="Decision, refused" aria-describedby="radio-refused" value="">
            <FormControlLabel value="approve" control={<Radio />} label="Approve" />
            <FormControlLabel value="reject" control={<Radio />} label="Reject" />
          </RadioGroup>
          <p id="radio-refused" className="danger text-12">
            Select what you decide
          </p>
        </State>
      </Example>
    </Gallery>
  )
}
