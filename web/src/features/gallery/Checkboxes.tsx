// The gallery's check boxes: as they stand beside words, in a declared field, and over many rows.
import Checkbox from '@mui/material/Checkbox'
import { useState } from 'react'
import { FieldInput } from '../../docs/fields/FieldInput'
import { Example, Gallery, State } from './Gallery'
import { KINDS } from './example'
import { say } from '../../words/say'

const ROWS = ['ORD/PN/26-27/000187', 'ORD/PN/26-27/000188', 'ORD/PN/26-27/000189']

export default function Checkboxes() {
  const [on, setOn] = useState(true)
  const [ticked, setTicked] = useState<string[]>(ROWS.slice(0, 1))
  const { field, refusal } = KINDS.bool
  const box = { field, name: 'bool', value: on, onChange: (value: unknown) => setOn(value === true), error: null }
  return (
    <Gallery title={say('Check boxes')}>
      <Example title={say('A field of yes or no')} code="<FieldInput field={bool} {...form.at('bool')} />">
        <State name={on ? say('Ticked') : say('Empty')}>
          <FieldInput {...box} />
        </State>
        <State name={say('With help')}>
          <FieldInput
            {...box}
            field={{ ...field, help: say('Until the order is completed it counts for this order alone') }}
          />
        </State>
        <State name={say('Refused')}>
          <FieldInput {...box} value={false} error={refusal} />
        </State>
        <State name={say('Disabled')}>
          <FieldInput {...box} disabled />
        </State>
      </Example>
      <Example title={say('Over many')} code="<Checkbox indeterminate={some && !all} checked={all} />">
        <label className="row">
          <Checkbox
            checked={ticked.length === ROWS.length}
            indeterminate={ticked.length > 0 && ticked.length < ROWS.length}
            onChange={(event) => setTicked(event.target.checked ? ROWS : [])}
          />
          {say('{ticked} of {ROWS} selected', { ticked: ticked.length, ROWS: ROWS.length })}
        </label>
        {ROWS.map((row) => (
          <label key={row} className="row">
            <Checkbox
              checked={ticked.includes(row)}
              onChange={(event) =>
                setTicked(event.target.checked ? [...ticked, row] : ticked.filter((one) => one !== row))
              }
            />
            {row}
          </label>
        ))}
      </Example>
    </Gallery>
  )
}
