// Several stored files: each can be opened and taken off, and one more is added at the end.
import { useState } from 'react'
import { FileInput } from './FileInput'

interface Props {
  value: string[]
  onChange: (value: string[]) => void
  disabled?: boolean
  label: string
  describedBy?: string
}

export function ManyFiles({ value, onChange, disabled, label, describedBy }: Props) {
  const [names, setNames] = useState<Record<string, string>>({})
  const put = (was: string | null, id: string | null, name?: string) => {
    if (id && name) setNames((known) => ({ ...known, [id]: name }))
    if (!id) return onChange(value.filter((one) => one !== was))
    if (value.includes(id)) return
    onChange(was ? value.map((one) => (one === was ? id : one)) : [...value, id])
  }
  return (
    <div className="grid gap-6">
      {/* By the file and not by its place: what is being sent goes on where another is taken off meanwhile. */}
      {[...value, null].map((id, at) => (
        <FileInput
          key={id ?? 'more'}
          value={id}
          name={id ? names[id] : undefined}
          disabled={disabled}
          label={value.length > 0 ? `${label} ${at + 1}` : label}
          describedBy={describedBy}
          onChange={(next, name) => put(id, next, name)}
        />
      ))}
    </div>
  )
}
