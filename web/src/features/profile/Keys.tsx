// Single-letter shortcuts, on or off, and the way to the list of all shortcuts.
import Button from '@mui/material/Button'
import { Switch } from '../../ui/Switch'
import { askForShortcuts } from '../../ui/shortcuts'
import { say } from '../../words/say'

export function Keys({ on, onChange }: { on: boolean; onChange: (on: boolean) => void }) {
  return (
    <div className="row wrap between gap-12">
      <Switch
        label={say('Single-letter shortcuts')}
        says={
          on
            ? say('A letter acts outside inputs: N makes a new one, A approves, ? lists them all.')
            : say('Letters do nothing by themselves.')
        }
        on={on}
        onChange={onChange}
      />
      <Button onClick={askForShortcuts}>{say('List of shortcuts')}</Button>
    </div>
  )
}
