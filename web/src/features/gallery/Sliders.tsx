// The gallery's sliders: a figure between two ends, with the figure beside it.
import Slider from '@mui/material/Slider'
import { useState } from 'react'
import { percent1 } from '../../ui/format'
import { Example, Gallery, State } from './Gallery'
import { say } from '../../words/say'

const HUNDREDTHS = 100

export default function Sliders() {
  const [share, setShare] = useState(75)
  const [range, setRange] = useState([20, 60])
  const words = (value: number) => `${percent1(value * HUNDREDTHS)} %`
  return (
    <Gallery title={say('Sliders')}>
      <Example
        title={say('Slider')}
        code={'<Slider aria-label="Advance" value={share} onChange={(_, to) => setShare(to)} />'}
      >
        <State name={say('At {share}', { share: words(share) })}>
          <Slider
            aria-label={say('Advance')}
            value={share}
            onChange={(_, value) => setShare(value)}
            getAriaValueText={words}
          />
        </State>
        <State name={say('In steps')}>
          <Slider aria-label={say('Advance in steps')} defaultValue={50} step={25} marks valueLabelDisplay="auto" />
        </State>
        <State name={say('Between {range} and {range2}', { range: words(range[0]!), range2: words(range[1]!) })}>
          <Slider
            getAriaLabel={(at) => (at === 0 ? say('From') : say('To'))}
            value={range}
            onChange={(_, value) => setRange(value as number[])}
          />
        </State>
        <State name={say('Disabled')}>
          <Slider aria-label={say('Advance, not available')} value={30} disabled />
        </State>
      </Example>
    </Gallery>
  )
}
