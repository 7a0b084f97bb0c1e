// The files that Tally was given lately, and what its log of the import says of them.
import Button from '@mui/material/Button'
import { useEffect, useRef, useState } from 'react'
import { tallyLog } from '../../core/sheets'
import { commandIds } from '../../sync/docs'
import { givenFiles, isProblem, noteTallyLog, type GivenFile } from '../../sync/tables'
import { pieces } from '../../ui/format'
import { useToast } from '../../ui/Toasts'
import { many, say } from '../../words/say'

/** So many are shown: older ones are in the list. */
const SHOWN = 5

/** `given` changes when a file was given just now. */
export default function TallyGiven({ given, mayNote }: { given: number; mayNote: boolean }) {
  const [files, setFiles] = useState<GivenFile[]>([])
  const [noted, setNoted] = useState(0)
  useEffect(() => {
    let left = false
    void givenFiles().then((found) => {
      if (!left && !isProblem(found)) setFiles(found)
    })
    return () => {
      left = true
    }
  }, [given, noted])
  if (files.length === 0) return null
  return (
    <ul aria-label={say('Files given to Tally')} className="grid gap-8">
      {files.slice(0, SHOWN).map((file) => (
        <Given key={file.key} file={file} mayNote={mayNote} onNoted={() => setNoted((count) => count + 1)} />
      ))}
    </ul>
  )
}

function outcome({ created, altered, errors }: GivenFile): string {
  if (created === undefined && altered === undefined) return say('No import log yet')
  const told = [
    say('{created} created', { created: pieces(created ?? 0) }),
    say('{altered} altered', { altered: pieces(altered ?? 0) }),
  ]
  if (errors) told.push(say('{errors} in error', { errors: pieces(errors) }))
  return told.join(', ')
}

function Given({ file, mayNote, onNoted }: { file: GivenFile; mayNote: boolean; onNoted: () => void }) {
  const toast = useToast()
  const input = useRef<HTMLInputElement>(null)
  const [ids] = useState(commandIds)
  const [problem, setProblem] = useState('')
  const take = async (list: FileList | null) => {
    const chosen = list?.[0]
    if (!chosen) return
    try {
      const log = await tallyLog(chosen)
      const refused = await noteTallyLog(file, log, ids.of(log))
      setProblem(refused?.detail ?? '')
      if (refused) return
      toast(say('Noted what Tally says of {file}', { file: file.file }))
      onNoted()
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
    }
  }
  const wrong = (file.errors ?? 0) > 0
  return (
    <li className="grid gap-4">
      <div className="row wrap gap-12 text-14">
        <span className="break">{file.file}</span>
        <span className="muted num">{many(file.vouchers, '{n} voucher', '{n} vouchers')}</span>
        <span className={wrong ? 'danger' : 'muted'}>{outcome(file)}</span>
        <span className="grow" />
        {mayNote && (
          <>
            <input
              ref={input}
              type="file"
              accept=".xml,.json,.imp,.log,.txt"
              aria-label={say('Import log of {file}', { file: file.file })}
              className="visually-hidden"
              tabIndex={-1}
              onChange={(event) => {
                void take(event.target.files)
                // The same file may be read again.
                event.target.value = ''
              }}
            />
            <Button size="small" onClick={() => input.current?.click()}>
              {say('Read import log')}
            </Button>
          </>
        )}
      </div>
      {problem && (
        <p role="alert" className="danger text-14">
          {problem}
        </p>
      )}
      {file.lines.length > 0 && (
        <ul className="text-12 muted">
          {file.lines.slice(0, SHOWN).map((line, at) => (
            <li key={at}>{line}</li>
          ))}
          {file.lines.length > SHOWN && (
            <li>{say('and {lines} more', { lines: pieces(file.lines.length - SHOWN) })}</li>
          )}
        </ul>
      )}
    </li>
  )
}
