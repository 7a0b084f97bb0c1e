// The gallery's dialogs: a question, a deed that cannot be undone, one that was refused, and two versions side by side.
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import { useId, useState, type ReactNode } from 'react'
import { docDef } from '../../core'
import type { DocView } from '../../core/records'
import { ConflictDialog } from '../../docs/ConflictDialog'
import { Finding } from '../../kit/parts'
import { Example, Gallery, State } from './Gallery'
import { REFUSED } from './example'
import { say } from '../../words/say'

function Asks({
  opener,
  title,
  children,
}: {
  opener: string
  title: string
  children: (close: () => void) => ReactNode
}) {
  const [open, setOpen] = useState(false)
  const id = useId()
  const close = () => setOpen(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>{opener}</Button>
      <Dialog open={open} onClose={close} aria-labelledby={id} maxWidth="xs" fullWidth>
        <div className="p-20 grid gap-12">
          <h2 id={id} className="heading">
            {title}
          </h2>
          {children(close)}
        </div>
      </Dialog>
    </>
  )
}

function Conflict() {
  const [open, setOpen] = useState(false)
  const def = docDef('truck_type')
  const close = () => setOpen(false)
  const base = { name: 'LCV 14 ft' }
  const saved = { record: { name: 'LCV 14 feet' }, updated_at: Date.UTC(2026, 10, 21, 5, 34) } as unknown as DocView
  return (
    <>
      <Button onClick={() => setOpen(true)}>{say('Two versions')}</Button>
      {open && def && (
        <ConflictDialog
          def={def}
          base={base}
          mine={{ name: 'LCV 14 ft, open' }}
          saved={saved}
          by={say('Ravi Kulkarni')}
          onKeep={close}
          onUseSaved={close}
          onClose={close}
        />
      )}
    </>
  )
}

export default function Dialogs() {
  return (
    <Gallery title={say('Dialogs')}>
      <Example title={say('Question')} code={'<Dialog open={open} onClose={close} aria-labelledby={id}>…</Dialog>'}>
        <State name={say('Focus begins on the safe button')}>
          <Asks opener={say('Sign out')} title={say('2 changes are not sent yet')}>
            {(close) => (
              <>
                <p className="muted">{say('They stay under your name and are sent once you sign in here again.')}</p>
                <div className="flex gap-8">
                  <Button variant="contained" color="primary" onClick={close} autoFocus>
                    {say('Stay signed in')}
                  </Button>
                  <Button onClick={close}>{say('Sign out')}</Button>
                </div>
              </>
            )}
          </Asks>
        </State>
        <State name={say('Refused')}>
          <Asks opener={say('Approve')} title={say('Approve ORD/PN/26-27/000187')}>
            {(close) => (
              <>
                <div role="alert">
                  <Finding tone="danger" box>
                    {REFUSED.detail}
                  </Finding>
                </div>
                <div className="flex gap-8">
                  <Button variant="contained" color="primary" onClick={close}>
                    {say('Approve')}
                  </Button>
                  <Button onClick={close} autoFocus>
                    {say('Back')}
                  </Button>
                </div>
              </>
            )}
          </Asks>
        </State>
      </Example>
      <Example
        title={say('Changed by another')}
        code="<ConflictDialog def={def} base={base} mine={mine} saved={saved} … />"
      >
        <Conflict />
      </Example>
    </Gallery>
  )
}
