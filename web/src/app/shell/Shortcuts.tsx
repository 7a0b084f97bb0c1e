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
import { say } from '../../words/say'

const KEYS: [string[], string][] = [
  [['Ctrl', 'K'], say('Search or jump to anything')],
  [['?'], say('Keyboard shortcuts')],
  [['G', 'then', 'O'], say('Orders')],
  [['G', 'then', 'C'], say('Customers')],
  [['G', 'then', 'S'], say('Stock')],
  [['G', 'then', 'D'], say('Dashboard')],
  [['/'], say('Search this page')],
  [['J'], say('Next row')],
  [['K'], say('Previous row')],
  [['X'], say('Select the row')],
  [['Enter'], say('Open the row')],
  [['Esc'], say('Back or clear')],
  [['N'], say('New')],
  [['E'], say('Edit')],
  [['Ctrl', 'Enter'], say('Primary action')],
  [['Ctrl', 'S'], say('Save')],
  [['Alt', '1…9'], say('Tab of the page')],
  [['Z'], say('Undo, while it is offered')],
]

export default function Shortcuts({ onClose }: { onClose: () => void }) {
  const dispatch = useAppDispatch()
  const { pathname } = useLocation()
  const letters = useAppSelector((state) => state.settings.keys)
  return (
    <Dialog open onClose={onClose} aria-labelledby="shortcuts" maxWidth="xs" fullWidth>
      <div className="p-20">
        <h2 id="shortcuts" className="heading mb-12">
          {say('Keyboard shortcuts')}
        </h2>
        <dl className={css.keys}>
          {KEYS.map(([keys, what]) => (
            <div key={what} className="contents">
              <dt className="row gap-4">
                {keys.map((key) =>
                  key === 'then' ? (
                    <span key={key} className="muted text-12">
                      {say('then')}
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
          {say('Use single-letter shortcuts outside inputs')}
        </label>
        <div className="flex at-end mt-8 gap-8">
          <Button component={Link} to={paths.helpFor(pathname)} onClick={onClose}>
            {say('Help for this page')}
          </Button>
          <Button component={Link} to={paths.help()} onClick={onClose}>
            {say('Help')}
          </Button>
          <Button onClick={onClose} autoFocus>
            {say('Close')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
