// The gallery's notices: what was done, with the way back where there is one.
import Button from '@mui/material/Button'
import { useToast } from '../../ui/Toasts'
import { Example, Gallery, State } from './Gallery'
import { say } from '../../words/say'

export default function Notices() {
  const notify = useToast()
  return (
    <Gallery title={say('Notices')}>
      <Example title={say('Done')} code="notify('Profile saved')">
        <State name={say('Stays 5 seconds')}>
          <Button onClick={() => notify(say('Profile saved'))}>{say('Save')}</Button>
        </State>
        <State name={say('For your information')}>
          <Button onClick={() => notify('2 changes wait to be sent', { tone: 'info' })}>{say('Go offline')}</Button>
        </State>
        <State name={say('Refused; the reason also stands at its place')}>
          <Button onClick={() => notify(say('The order was not approved'), { tone: 'danger' })}>
            {say('Approve')}
          </Button>
        </State>
      </Example>
      <Example title={say('With a way back')} code="notify('ORD/PN/26-27/000187 put on hold', { undo: resume })">
        <State name={say('Stays 8 seconds; Z takes it back')}>
          <Button
            onClick={() =>
              notify('ORD/PN/26-27/000187 put on hold', { undo: () => notify('ORD/PN/26-27/000187 resumed') })
            }
          >
            {say('Hold')}
          </Button>
        </State>
      </Example>
    </Gallery>
  )
}
