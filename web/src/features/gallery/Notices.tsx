// The gallery's notices: what was done, with the way back where there is one.
import Button from '@mui/material/Button'
import { useToast } from '../../ui/Toasts'
import { Example, Gallery, State } from './Gallery'

export default function Notices() {
  const notify = useToast()
  return (
    <Gallery title="Notices">
      <Example title="Done" code="notify('Profile saved')">
        <State name="Stays 5 seconds">
          <Button onClick={() => notify('Profile saved')}>Save</Button>
        </State>
        <State name="For your information">
          <Button onClick={() => notify('2 changes wait to be sent', { tone: 'info' })}>Go offline</Button>
        </State>
        <State name="Refused; the reason also stands at its place">
          <Button onClick={() => notify('The order was not approved', { tone: 'danger' })}>Approve</Button>
        </State>
      </Example>
      <Example title="With a way back" code="notify('ORD/PN/26-27/000187 put on hold', { undo: resume })">
        <State name="Stays 8 seconds; Z takes it back">
          <Button
            onClick={() =>
              notify('ORD/PN/26-27/000187 put on hold', { undo: () => notify('ORD/PN/26-27/000187 resumed') })
            }
          >
            Hold
          </Button>
        </State>
      </Example>
    </Gallery>
  )
}
