// Who sees a board beside its maker.
import Close from '@mui/icons-material/Close'
import Autocomplete from '@mui/material/Autocomplete'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import IconButton from '@mui/material/IconButton'
import TextField from '@mui/material/TextField'
import { useId } from 'react'
import type { Colleague } from '../../../net/answers.gen'
import { useBackCloses } from '../../../ui/back'
import type { Step } from '../../../kit/said'
import { say } from '../../../words/say'

interface Props {
  members: string[]
  maker: string | null
  colleagues: Colleague[]
  names: Record<string, string>
  keeps: boolean
  act: (step: Step) => Promise<boolean>
  onClose: () => void
}

export function Members({ members, maker, colleagues, names, keeps, act, onClose }: Props) {
  const id = useId()
  useBackCloses(onClose)
  const name = (who: string) => names[who] ?? who
  const others = colleagues.filter((one) => one.id !== maker && !members.includes(one.id))
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} maxWidth="xs" fullWidth>
      <div className="p-20 grid gap-16">
        <h2 id={id} className="heading">
          {say('Members')}
        </h2>
        <ul className="grid gap-6">
          {maker && (
            <li className="row gap-8">
              <span className="grow">{name(maker)}</span>
              <span className="muted text-12">{say('made the board')}</span>
            </li>
          )}
          {members.map((member) => (
            <li key={member} className="row gap-8">
              <span className="grow">{name(member)}</span>
              {keeps && (
                <IconButton
                  size="small"
                  aria-label={say('Take {member} off the board', { member: name(member) })}
                  onClick={() =>
                    void act({
                      action: 'remove_member',
                      inputs: { member },
                      said: say('{member} is off the board and its cards', { member: name(member) }),
                      back: { action: 'add_member', inputs: { member } },
                    })
                  }
                >
                  <Close className="text-16" />
                </IconButton>
              )}
            </li>
          ))}
        </ul>
        {keeps && (
          <Autocomplete
            key={members.length}
            size="small"
            options={others}
            getOptionKey={(one) => one.id}
            getOptionLabel={(one) => one.name}
            value={null}
            onChange={(_, one) => {
              if (!one) return
              void act({
                action: 'add_member',
                inputs: { member: one.id },
                said: say('{name} is a member now', { name: one.name }),
                back: { action: 'remove_member', inputs: { member: one.id } },
              })
            }}
            renderInput={(params) => <TextField {...params} label={say('Add a colleague')} />}
          />
        )}
        <div>
          <Button onClick={onClose}>{say('Done')}</Button>
        </div>
      </div>
    </Dialog>
  )
}
