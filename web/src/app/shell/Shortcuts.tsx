// The list of keyboard shortcuts, and the switch for single letters.
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import Dialog from '@mui/material/Dialog'
import { Link, useLocation } from 'react-router'
import { paths } from '../../docs/paths'
import { setSettings } from '../../sync/settings'
import { useAppDispatch, useAppSelector } from '../../sync/store'
import { Kbd } from '../../ui/Kbd'
import css from './Shortcuts.module.css'

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
  const { pathname } = useLocation()
  const letters = useAppSelector((state) => state.settings.keys)
  return (
    <Dialog open onClose={onClose} aria-labelledby="shortcuts" maxWidth="xs" fullWidth>
      <div className="p-20">
        <h2 id="shortcuts" className="heading mb-12">
          Keyboard shortcuts
        </h2>
        <dl className={css.keys}>
          {KEYS.map(([keys, what]) => (
            <div key={what} className="contents">
              <dt className="row gap-4">
                {keys.map((key) =>
                  key === 'then' ? (
                    <span key={key} className="muted text-12">
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
        <label className="row mt-12">
          <Checkbox checked={letters} onChange={(event) => dispatch(setSettings({ keys: event.target.checked }))} />
          Use single-letter shortcuts outside inputs
        </label>
        <div className="flex at-end mt-8 gap-8">
          <Button component={Link} to={paths.helpFor(pathname)} onClick={onClose}>
            Help for this page
          </Button>
          <Button component={Link} to={paths.help()} onClick={onClose}>
            Help
          </Button>
          <Button onClick={onClose} autoFocus>
            Close
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
