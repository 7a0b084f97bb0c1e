// The box in which a batch's number is typed or scanned by a keyboard scanner: Enter finds the batch.
import Search from '@mui/icons-material/Search'
import InputAdornment from '@mui/material/InputAdornment'
import TextField from '@mui/material/TextField'
import { useState, type Ref } from 'react'
import { say } from '../../words/say'

export function FindBatch({ onFind, box }: { onFind: (text: string) => void; box?: Ref<HTMLInputElement> }) {
  const [text, setText] = useState('')
  return (
    <TextField
      label={say('Batch number')}
      value={text}
      inputRef={box}
      fullWidth
      onChange={(event) => setText(event.target.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || text.trim() === '') return
        event.preventDefault()
        onFind(text.trim())
        setText('')
      }}
      slotProps={{
        input: {
          startAdornment: (
            <InputAdornment position="start">
              <Search aria-hidden />
            </InputAdornment>
          ),
        },
        htmlInput: { autoComplete: 'off', enterKeyHint: 'go' },
      }}
    />
  )
}
