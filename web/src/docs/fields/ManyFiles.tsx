// Several stored files: each can be opened and taken off, and one more is added at the end.
import { FileInput } from './FileInput'

interface Props {
  value: string[]
  onChange: (value: string[]) => void
  disabled?: boolean
  label: string
  describedBy?: string
}

export function ManyFiles({ value, onChange, disabled, label, describedBy }: Props) {
  const put = (at: number, id: string | null) =>
    onChange(id ? value.with(at, id) : value.filter((_, other) => other !== at))
  return (
    <div className="grid gap-6">
      {/* By place, so that a file just sent keeps its name when it moves from the last row into the list. */}
      {[...value, null].map((id, at) => (
        <FileInput
          key={at}
          value={id}
          disabled={disabled}
          label={value.length > 0 ? `${label} ${at + 1}` : label}
          describedBy={describedBy}
          onChange={(next) => (id === null ? next && onChange([...value, next]) : put(at, next))}
        />
      ))}
    </div>
  )
}
