// An empty list of a type that others come before: the first of them that is empty too, and the way there.
import Button from '@mui/material/Button'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { DocDef } from '../core/records'
import type { DocKey } from '../core/types.gen'
import { docDef } from '../core'
import { useList } from '../sync/docs'
import { opens } from '../sync/rights'
import { useUser } from '../sync/store'
import { Empty } from '../ui/states'
import { lower } from '../ui/words'
import { paths } from './paths'
import { say } from '../words/say'

/** The children, once every type that comes before has documents. */
export function First({ def, children }: { def: DocDef; children: ReactNode }) {
  return <Before def={def} left={def.after} otherwise={children} />
}

/** One type after the other: none is asked for before the one ahead of it is known to be there. */
function Before({ def, left, otherwise }: { def: DocDef; left: string[]; otherwise: ReactNode }) {
  const [first, ...rest] = left
  return first ? <Asked def={def} first={first} rest={rest} otherwise={otherwise} /> : otherwise
}

function Asked({ def, first, rest, otherwise }: { def: DocDef; first: string; rest: string[]; otherwise: ReactNode }) {
  const user = useUser()
  const before = docDef(first)
  const { data, isLoading } = useList({ type: first as DocKey, limit: 1 })
  if (isLoading) return null
  if (!data || data.total > 0 || !before) return <Before def={def} left={rest} otherwise={otherwise} />
  const plural = lower(before.plural)
  return (
    <Empty
      title={say('No {plural} yet', { plural: lower(def.plural) })}
      action={
        <>
          <Button
            variant="contained"
            color="primary"
            component={Link}
            to={before.single ? paths.add(first) : paths.list(first)}
          >
            {say('Go to {plural}', { plural })}
          </Button>
          {opens(user, 'setup') && (
            <Button component={Link} to={paths.setup}>
              {say('See all steps')}
            </Button>
          )}
        </>
      }
    >
      {before.single
        ? say('The {plural} comes first.', { plural })
        : say('{plural} come first, and there are none yet.', { plural: before.plural })}
    </Empty>
  )
}
