// Asks before a board is deleted, and says what goes with it.
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import { useId, useState } from 'react'
import { useNavigate } from 'react-router'
import type { DocView } from '../../../core/records'
import type { Problem } from '../../../net/client'
import { asProblem, docsApi } from '../../../sync/docs'
import { useBackCloses } from '../../../ui/back'
import { useToast } from '../../../ui/Toasts'
import { WhatItMeans } from '../../../ui/WhatItMeans'
import type { Column } from './columns'
import { many, say } from '../../../words/say'

interface Props {
  doc: DocView<'board'>
  columns: Column[]
  onClose: () => void
}

export function DeleteBoard({ doc, columns, onClose }: Props) {
  const id = useId()
  useBackCloses(onClose)
  const navigate = useNavigate()
  const notify = useToast()
  const [remove, { isLoading }] = docsApi.useRemoveMutation()
  const [problem, setProblem] = useState<Problem | null>(null)
  const title = doc.record.title ?? say('The board')
  const cards = columns.reduce((sum, column) => sum + column.cards.length, 0)
  const members = doc.record.members?.length ?? 0
  const run = async () => {
    const { version } = doc
    const answer = await remove({ type: 'board', id: doc.id, version, command_id: crypto.randomUUID() })
    if ('error' in answer) return setProblem(asProblem(answer.error))
    notify(say('{title} deleted', { title }))
    void navigate('/desk/board', { replace: true })
  }
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} maxWidth="xs" fullWidth>
      <div className="p-20 grid gap-12">
        <h2 id={id} className="heading">
          {say('Delete {title}?', { title })}
        </h2>
        <p>
          {say(
            'Its {columns} and {cards} go with it, with their comments and attachments{members}. This ' +
              'cannot be undone.',
            {
              columns: many(columns.length, '{n} list', '{n} lists'),
              cards: many(cards, '{n} card', '{n} cards'),
              members:
                members > 0 && say(', for its {members} too', { members: many(members, '{n} member', '{n} members') }),
            },
          )}
        </p>
        {problem && (
          <p role="alert" className="danger">
            {problem.detail} <WhatItMeans problem={problem} aside />
          </p>
        )}
        <div className="deed flex gap-8">
          <Button variant="contained" color="error" aria-busy={isLoading} onClick={() => void run()}>
            {say('Delete the board')}
          </Button>
          <Button onClick={onClose} autoFocus>
            {say('Keep it')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
