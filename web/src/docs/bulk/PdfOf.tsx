// The PDF of ticked documents: all of them in one file.
import DownloadOutlined from '@mui/icons-material/DownloadOutlined'
import Button from '@mui/material/Button'
import { useState } from 'react'
import type { DocDef, Row } from '../../core/records'
import type { DocKey } from '../../core/types.gen'
import { keepPaper, WHOLE } from '../../sync/papers'
import { announce } from '../../ui/announce'
import { lower } from '../../ui/words'
import { titleOfRow } from '../titles'
import { say } from '../../words/say'

/** Their PDF, or why there is none. */
export function PdfOf<K extends DocKey>({ def, rows }: { def: DocDef<K>; rows: Row<K>[] }) {
  const [pending, setPending] = useState(false)
  const [why, setWhy] = useState('')
  const name = (row: Row<K>) => titleOfRow(def, row)
  const make = async () => {
    if (pending) return
    setPending(true)
    setWhy('')
    const file = rows.length === 1 ? name(rows[0]!) : lower(def.plural).replaceAll(' ', '-')
    const docs = rows.map((row) => ({ id: row.id, name: name(row) }))
    const problem = await keepPaper({ type: def.key, docs, wish: WHOLE }, file)
    if (!problem) announce(say('{rows} in one PDF', { rows: rows.length }))
    setWhy(problem?.detail ?? '')
    setPending(false)
  }
  return (
    <>
      <Button
        size="small"
        variant="outlined"
        startIcon={<DownloadOutlined />}
        aria-busy={pending}
        onClick={() => void make()}
      >
        {pending ? say('Making') : say('PDF')}
      </Button>
      {why && (
        <span role="alert" className="danger text-13">
          {why}
        </span>
      )}
    </>
  )
}
