// The list of keyboard shortcuts, and the switch for single letters.
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import Dialog from '@mui/material/Dialog'
import { setSettings } from '../../sync/settings'
import { useAppDispatch, useAppSelector } from '../../sync/store'
import { role } from '../../theme/themes'
import { Kbd } from '../../ui/Kbd'

const KEYS: [string[], string][] = [
  [['Ctrl', 'K'], 'Search or jump to anything'],
  [['?'], 'Keyboard shortcuts'],
  [['G', 'then', 'O'], 'Orders'],
  [['G', 'then', 'C'], 'Customers'],
  [['G', 'then', 'S'], 'Stock'],
  [['G', 'then', 'D'], 'Dashboard'],
  [['/'], 'Search this page'],
  [['J'], 'Next row'],
  [['K'], 'Previous row'],
  [['X'], 'Select the row'],
  [['Enter'], 'Open the row'],
  [['Esc'], 'Back or clear'],
  [['N'], 'New'],
  [['E'], 'Edit'],
  [['Ctrl', 'Enter'], 'Primary action'],
  [['Ctrl', 'S'], 'Save'],
  [['Alt', '1…9'], 'Tab of the page'],
  [['Z'], 'Undo, while it is offered'],
]

export default function Shortcuts({ onClose }: { onClose: () => void }) {
  const dispatch = useAppDispatch()
  const letters = useAppSelector((state) => state.settings.keys)
  return (
    <Dialog open onClose={onClose} aria-labelledby="shortcuts" maxWidth="xs" fullWidth>
      <div style={{ padding: 20 }}>
        <h2 id="shortcuts" style={{ fontSize: 16, lineHeight: '24px', fontWeight: 600, marginBottom: 12 }}>
          Keyboard shortcuts
        </h2>
        <dl style={{ display: 'grid', gridTemplateColumns: 'auto 1fr', gap: '6px 16px', alignItems: 'center' }}>
          {KEYS.map(([keys, what]) => (
            <div key={what} style={{ display: 'contents' }}>
              <dt style={{ display: 'flex', gap: 4, alignItems: 'center' }}>
                {keys.map((key) =>
                  key === 'then' ? (
                    <span key={key} style={{ color: role.ink2, fontSize: 12 }}>
                      then
                    </span>
                  ) : (
                    <span key={key} aria-label={key}>
                      <Kbd>{key}</Kbd>
                    </span>
                  ),
                )}
              </dt>
              <dd>{what}</dd>
            </div>
          ))}
        </dl>
        <label style={{ display: 'flex', alignItems: 'center', marginTop: 12 }}>
          <Checkbox checked={letters} onChange={(event) => dispatch(setSettings({ keys: event.target.checked }))} />
          Use single-letter shortcuts outside inputs
        </label>
        <div style={{ display: 'flex', justifyContent: 'flex-end', marginTop: 8 }}>
          <Button onClick={onClose} autoFocus>
            Close
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
