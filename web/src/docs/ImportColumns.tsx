// The columns of a file that has other headings than the type's: each is matched by hand, or left out.
import Autocomplete from '@mui/material/Autocomplete'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import type { FileColumns } from '../core/types.gen'
import type { DocDef } from '../core/records'
import { lower } from '../ui/words'
import { Card } from './ImportSteps'
import css from './ImportSteps.module.css'
import { say } from '../words/say'

const KEY = 'matchedColumns'

type Matched = Record<string, string | null>

/** What was matched before in this browser, by type. */
function matchedBefore(type: string): Matched {
  try {
    return (JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, Matched>)[type] ?? {}
  } catch {
    return {}
  }
}

function keep(type: string, matched: Matched) {
  try {
    const all = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, Matched>
    localStorage.setItem(KEY, JSON.stringify({ ...all, [type]: { ...all[type], ...matched } }))
  } catch {
    // What cannot be kept is matched again the next time.
  }
}

export function MatchColumns({
  def,
  found,
  onMatched,
}: {
  def: DocDef
  found: FileColumns
  /** A heading for each column of the file in turn, none for one that is left out. */
  onMatched: (heads: (string | null)[]) => void
}) {
  const [chosen, setChosen] = useState<(string | null)[]>(() => {
    const before = matchedBefore(def.key)
    return found.columns.map(({ head, column }) => column ?? before[head] ?? null)
  })
  const taken = new Set(chosen.filter((one) => one !== null))
  const twice = chosen.find((one, at) => one !== null && chosen.indexOf(one) !== at)
  const missing = found.required.filter((head) => !taken.has(head))
  const why = twice
    ? say('Two columns are matched with {twice}', { twice })
    : missing.length > 0
      ? say('Not matched yet: {list}', { list: missing.join(', ') })
      : ''
  const apply = () => {
    keep(def.key, Object.fromEntries(found.columns.map(({ head }, at) => [head, chosen[at] ?? null])))
    onMatched(chosen)
  }
  return (
    <Card title={say('Match the columns')}>
      <p className="text-13 muted">
        {say(
          'Select which column of {plural} each column of the file holds. A column without a match is ' +
            'left out. The match is kept in this browser for the next file.',
          { plural: lower(def.plural) },
        )}
      </p>
      <div tabIndex={0} className={css.columns}>
        <table className="lines" aria-label={say('Columns of the file')}>
          <thead>
            <tr>
              <th scope="col" className="left">
                {say('In the file')}
              </th>
              <th scope="col" className="left">
                {say('First values')}
              </th>
              <th scope="col" className="left">
                {say('Column of {plural}', { plural: lower(def.plural) })}
              </th>
            </tr>
          </thead>
          <tbody>
            {found.columns.map(({ head, sample }, at) => (
              <tr key={at}>
                <td className="semibold">{head || say('Column {at}, without a heading', { at: at + 1 })}</td>
                <td className="muted ellipsis">{sample.join(', ')}</td>
                <td>
                  <Autocomplete
                    size="small"
                    options={found.offered}
                    value={chosen[at] ?? null}
                    getOptionDisabled={(option) => taken.has(option) && option !== chosen[at]}
                    onChange={(_, next) => setChosen((was) => was.with(at, next))}
                    autoHighlight
                    renderInput={(params) => (
                      <TextField
                        {...params}
                        placeholder={say('Left out')}
                        slotProps={{
                          ...params.slotProps,
                          htmlInput: {
                            ...params.slotProps.htmlInput,
                            'aria-label': say('Column for {head}', { head: head || at + 1 }),
                          },
                        }}
                      />
                    )}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className="row gap-12 wrap">
        <Button variant="contained" color="primary" aria-disabled={why !== ''} onClick={() => why === '' && apply()}>
          {say('Use these columns')}
        </Button>
        <span className="muted text-13" role="status">
          {why}
        </span>
      </div>
    </Card>
  )
}
