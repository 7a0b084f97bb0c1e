// Several documents of one type, each a tag that can be taken off.
import Close from '@mui/icons-material/Close'
import { useState } from 'react'
import type { Bound } from './Field'
import { LinkPicker, titleOf, useTitle } from './LinkPicker'
import { docDef } from '../../core'
import type { DocKey } from '../../core/types.gen'
import { lower } from '../../ui/words'
import { say } from '../../words/say'

interface Props {
  bound?: Bound
  type: DocKey
  value: string[]
  onChange: (value: string[]) => void
  onBlur?: () => void
  known?: Record<string, string>
  disabled?: boolean
}

export function ManyLinks({ bound, type, value, onChange, onBlur, known, disabled }: Props) {
  const [named, setNamed] = useState<Record<string, string>>({})
  const def = docDef(type)
  return (
    <div className="grid gap-6">
      {value.length > 0 && (
        <ul className="flex wrap gap-6">
          {value.map((id) => (
            <Tag
              key={id}
              type={type}
              id={id}
              known={{ ...known, ...named }}
              disabled={disabled}
              onRemove={() => onChange(value.filter((one) => one !== id))}
            />
          ))}
        </ul>
      )}
      <LinkPicker
        // A new picker after each choice: it begins empty again.
        key={value.length}
        bound={bound}
        type={type}
        label={say('Add {label}', { label: lower(def?.label ?? '') })}
        value={null}
        disabled={disabled}
        onBlur={onBlur}
        placeholder={say('Add {label}', { label: lower(def?.label ?? '') })}
        onChange={(id, row) => {
          if (!id || value.includes(id)) return
          if (row) setNamed((was) => ({ ...was, [id]: titleOf(def, row) }))
          onChange([...value, id])
        }}
      />
    </div>
  )
}

function Tag({
  type,
  id,
  known,
  disabled,
  onRemove,
}: {
  type: string
  id: string
  known: Record<string, string>
  disabled?: boolean
  onRemove: () => void
}) {
  const title = useTitle(type, id, known)
  return (
    <li className="chip-small">
      {title}
      <button
        type="button"
        disabled={disabled}
        onClick={onRemove}
        aria-label={say('Remove {title}', { title })}
        className="icon-button-24"
      >
        <Close className="text-14" />
      </button>
    </li>
  )
}
