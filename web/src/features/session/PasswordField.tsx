// A password as it is typed: shown on request, pasted freely, with a word when Caps Lock is on.
import KeyboardCapslock from '@mui/icons-material/KeyboardCapslock'
import VisibilityOffOutlined from '@mui/icons-material/VisibilityOffOutlined'
import VisibilityOutlined from '@mui/icons-material/VisibilityOutlined'
import IconButton from '@mui/material/IconButton'
import InputAdornment from '@mui/material/InputAdornment'
import TextField from '@mui/material/TextField'
import { useState, type KeyboardEvent, type Ref } from 'react'
import { Labelled } from './Frame'
import css from './session.module.css'
import { say } from '../../words/say'

interface Props {
  label: string
  value: string
  onChange: (value: string) => void
  error: string | null
  hint?: string
  fresh?: boolean
  inputRef?: Ref<HTMLInputElement>
  wrong?: boolean
}

export function PasswordField({ label, value, onChange, error, hint, fresh, inputRef, wrong = !!error }: Props) {
  const [shown, setShown] = useState(false)
  const [caps, setCaps] = useState(false)
  const onKey = (event: KeyboardEvent) => setCaps(event.getModifierState('CapsLock'))
  const locked = (
    <span className="inline-row gap-4">
      <KeyboardCapslock aria-hidden className="text-14" />
      {say('Caps Lock is on')}
    </span>
  )
  return (
    <Labelled label={label} error={error} hint={caps ? locked : hint}>
      {(props) => (
        <TextField
          id={props.id}
          fullWidth
          value={value}
          inputRef={inputRef}
          name="password"
          type={shown ? 'text' : 'password'}
          onChange={(event) => onChange(event.target.value)}
          onKeyDown={onKey}
          onKeyUp={onKey}
          error={wrong}
          slotProps={{
            htmlInput: {
              ...props.htmlInput,
              autoComplete: fresh ? 'new-password' : 'current-password',
              className: css.input,
            },
            input: {
              endAdornment: (
                <InputAdornment position="end">
                  <IconButton
                    edge="end"
                    aria-label={shown ? say('Hide the password') : say('Show the password')}
                    aria-pressed={shown}
                    onClick={() => setShown(!shown)}
                  >
                    {shown ? <VisibilityOffOutlined className="text-20" /> : <VisibilityOutlined className="text-20" />}
                  </IconButton>
                </InputAdornment>
              ),
            },
          }}
        />
      )}
    </Labelled>
  )
}
