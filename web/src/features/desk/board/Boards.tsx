// The boards that a person made or is a member of, and a new one.
import Add from '@mui/icons-material/Add'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { docDef } from '../../../core'
import { useList, useSave } from '../../../sync/docs'
import { isTyped } from '../../../sync/drafts'
import { may } from '../../../sync/rights'
import { useUser } from '../../../sync/store'
import { useOutcome } from '../../../docs/useOutcome'
import { Page } from '../../../ui/Page'
import { Empty, Failed, Skeletons } from '../../../ui/states'
import { TitleDialog } from '../../../kit/TitleDialog'
import css from './board.module.css'
import { say } from '../../../words/say'

const NEW = 'board:title:new'

export default function Boards() {
  const user = useUser()
  const navigate = useNavigate()
  const outcome = useOutcome()
  const { data, error, refetch } = useList({ type: 'board', sort: 'title', limit: 500 })
  const save = useSave('board', null)
  const [making, setMaking] = useState(() => isTyped(NEW))
  const makes = may(user, docDef('board')!, 'add')
  const make = async (title: string) => {
    const made = await save.run({ title })
    if (!made) return false
    setMaking(false)
    outcome(made, say('Board {title} added', { title }))
    void navigate(`/desk/board/${made.id}`)
    return true
  }
  const add = (
    <Button variant="contained" color="primary" startIcon={<Add />} onClick={() => setMaking(true)}>
      {say('New board')}
    </Button>
  )
  return (
    <Page title={say('Boards')} actions={makes && add}>
      {error && !data ? (
        <Failed problem={error} what={say('The list of boards')} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeletons rows={4} />
      ) : data.rows.length === 0 ? (
        <Empty title={say('You have no board yet')} action={makes ? add : undefined}>
          {say(
            'A board holds lists of cards that you and your colleagues move as the work goes on. Only its ' +
              'members see it.',
          )}
        </Empty>
      ) : (
        <ul className={css.boards}>
          {data.rows.map(({ id, title }) => (
            <li key={id}>
              <Link to={`/desk/board/${id}`} className={`card semibold ${css.boardLink}`}>
                {title}
              </Link>
            </li>
          ))}
        </ul>
      )}
      {making && (
        <TitleDialog
          draft={NEW}
          heading={say('New board')}
          label={say('Title')}
          max={100}
          problem={save.problem?.errors[0]?.message ?? save.problem?.detail ?? null}
          onDone={make}
          onClose={() => {
            save.clear()
            setMaking(false)
          }}
        />
      )}
    </Page>
  )
}
