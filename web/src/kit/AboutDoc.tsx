// The document of the business that a card or a to-do is about: its number and status as a link, and a search for it.
import Close from '@mui/icons-material/Close'
import Autocomplete from '@mui/material/Autocomplete'
import IconButton from '@mui/material/IconButton'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { Link } from 'react-router'
import { docDef } from '../core'
import type { SearchHit } from '../core/types.gen'
import { useDoc, useSearchQuery } from '../sync/docs'
import { paths } from '../docs/paths'
import { titleOfDoc } from '../docs/titles'
import { StatusChip } from '../ui/StatusChip'
import { say } from '../words/say'

export interface About {
  type: string
  id: string
}

/** `plain`: where a link cannot stand, as on a card that is a button itself. */
export function AboutDoc({ about, plain = false }: { about: About; plain?: boolean }) {
  const def = docDef(about.type)
  const { data: doc, error } = useDoc(about.type as 'order', about.id, { skip: !def })
  if (!def || error?.status === 404)
    return <span className="muted text-12">{say('A document that you cannot see')}</span>
  if (!doc) return <span className="muted text-12">{error ? def.label : '…'}</span>
  const name = titleOfDoc(def, doc as never)
  return (
    <span className="inline-row wrap gap-6">
      {plain ? (
        <span className="text-12 semibold">{name}</span>
      ) : (
        <Link to={paths.view(about.type, about.id)} className="text-13 semibold">
          {name}
        </Link>
      )}
      <StatusChip status={doc.status} />
    </span>
  )
}

/** Finds a document by its number or name. */
export function AboutInput({ value, onChange }: { value: About | null; onChange: (about: About | null) => void }) {
  const [text, setText] = useState('')
  const { data } = useSearchQuery(text, { skip: text.trim().length < 2 })
  if (value)
    return (
      <div className="row gap-6">
        <AboutDoc about={value} />
        <IconButton size="small" aria-label={say('Unlink the document')} onClick={() => onChange(null)}>
          <Close className="text-16" />
        </IconButton>
      </div>
    )
  return (
    <Autocomplete<SearchHit>
      size="small"
      options={text.trim().length < 2 ? [] : (data ?? [])}
      filterOptions={(all) => all}
      getOptionKey={({ type, id }) => `${type}:${id}`}
      getOptionLabel={({ doc_no, title }) => doc_no ?? title}
      renderOption={({ key, ...props }, hit) => (
        <li key={key} {...props}>
          <span className="grow">{hit.doc_no ?? hit.title}</span>
          <span className="muted text-12">{docDef(hit.type)?.label}</span>
        </li>
      )}
      inputValue={text}
      onInputChange={(_, typed) => setText(typed)}
      onChange={(_, hit) => {
        if (hit) onChange({ type: hit.type, id: hit.id })
        setText('')
      }}
      value={null}
      noOptionsText={text.trim().length < 2 ? say('Type a number or a name') : say('Nothing found')}
      renderInput={(params) => <TextField {...params} label={say('Link a document')} />}
    />
  )
}
