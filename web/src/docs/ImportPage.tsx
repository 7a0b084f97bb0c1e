// Documents from a file: its columns recognised, its rows checked here before anything is sent, then stored by the
// server.
import { useEffect, useMemo, useRef, useState } from 'react'
import type { ImportState } from '../net/answers.gen'
import { isProblem, lookUp, runImport, type ImportedRows } from '../sync/tables'
import { docsApi } from '../sync/docs'
import { useAppDispatch } from '../sync/store'
import { sheetReader, type RowIssue, type Saving } from '../core/sheets'
import type { FileColumns, Issue, Rework } from '../core/types.gen'
import { paths } from './paths'
import { pieces } from '../ui/format'
import { Page } from '../ui/Page'
import { lower } from '../ui/words'
import type { DocPageProps } from './overrides'
import { sent, Source, Progress, Refused, Findings, Choice, Ended, type Checked } from './ImportSteps'
import { MatchColumns } from './ImportColumns'
import css from './ImportPage.module.css'
import { say } from '../words/say'

const MOST_BYTES = 10 * 1024 * 1024
const ROWS_AT_ONCE = 5_000

type Step =
  | { is: 'choose' }
  | { is: 'reading'; what: string; share: number | null }
  | { is: 'refused'; issues: Issue[]; columns?: FileColumns }
  | { is: 'checked'; found: Checked }
  | { is: 'sending'; found: Checked; state: ImportState | null; dry: boolean }
  | { is: 'ended'; found: Checked; state: ImportState }

/** Whether a new document of the type is a draft that is submitted next. */
const submits = (def: DocPageProps['def']) =>
  def.steps.some((step) => step.action === 'submit' && step.from.includes(def.statuses[0]!))

export default function ImportPage({ def }: DocPageProps) {
  const dispatch = useAppDispatch()
  const reader = useMemo(() => sheetReader(), [])
  useEffect(() => {
    // What goes wrong here is told when a file is opened.
    reader.load().catch(() => {})
    return () => reader.end()
  }, [reader])
  const [file, setFile] = useState<File | null>(null)
  const [saving, setSaving] = useState<Saving>('add')
  const drafts = submits(def)
  const [rows, setRows] = useState<ImportedRows>(drafts ? 'ready' : 'good')
  const [step, setStep] = useState<Step>({ is: 'choose' })
  const [unchecked, setUnchecked] = useState(0)
  const run = useRef(0)
  const plural = lower(def.plural)

  async function look(chosen: File, how: Saving) {
    const mine = (run.current += 1)
    const live = () => run.current === mine
    const show = (next: Step) => live() && setStep(next)
    const began = performance.now()
    setFile(chosen)
    if (chosen.size > MOST_BYTES)
      return show({
        is: 'refused',
        issues: [{ path: '', code: 'input', message: say('The file is larger than 10 MB') }],
      })
    show({ is: 'reading', what: say('Reading the file'), share: null })
    try {
      const about = await reader.open(def.key, how, await chosen.arrayBuffer())
      if (!live()) return
      if ('refused' in about) {
        const columns = await reader.columns()
        return show({ is: 'refused', issues: about.refused, columns: columns.columns.length > 0 ? columns : undefined })
      }
      const names = await lookUp(about.wanted, (share) => show({ is: 'reading', what: say('Looking up names'), share }))
      if (isProblem(names)) return show({ is: 'refused', issues: [{ path: '', code: 'rule', message: names.detail }] })
      await reader.know(names)
      const issues: RowIssue[] = []
      const unfinished: RowIssue[] = []
      for (let done = 0; done < about.rows && live();) {
        const part = await reader.check(ROWS_AT_ONCE)
        issues.push(...part.issues)
        unfinished.push(...part.unfinished)
        done = part.checked
        show({
          is: 'reading',
          what: say('Checking row {done} of {rows}', { done: pieces(done), rows: pieces(about.rows) }),
          share: done / about.rows,
        })
      }
      show({
        is: 'checked',
        found: { about, issues, unfinished, done: about.rows, seconds: (performance.now() - began) / 1000 },
      })
    } catch (error) {
      show({
        is: 'refused',
        issues: [
          { path: '', code: 'rule', message: say('The file could not be read: {error}', { error: String(error) }) },
        ],
      })
    }
  }

  /** The file that is open, changed: it is checked, and what is stored. */
  async function rework(change: Rework) {
    if (!file) return
    const text = await reader.reworked(change)
    await look(new File([text], file.name.replace(/\.\w+$/, '.csv'), { type: 'text/csv' }), saving)
  }

  // One id for one file and what is asked of it, so that sending it again after a lost answer stores nothing twice.
  const ids = useRef(new Map<string, string>())
  async function store(dry: boolean, found: Checked) {
    if (!file) return
    const key = [file.name, file.size, file.lastModified, saving, rows, dry].join(' ')
    const id = ids.current.get(key) ?? crypto.randomUUID()
    ids.current.set(key, id)
    setStep({ is: 'sending', found, state: null, dry })
    const ended = await runImport(def.key, file, { id, dryRun: dry, rows, saving }, (state) =>
      setStep({ is: 'sending', found, state, dry }),
    )
    if (isProblem(ended))
      return setStep({
        is: 'refused',
        issues: ended.errors.length > 0 ? ended.errors : [{ path: '', code: 'rule', message: ended.detail }],
      })
    // What was tried or stored once is asked anew the next time.
    ids.current.delete(key)
    if (!dry) dispatch(docsApi.util.invalidateTags(['List', 'Facts', 'Menu', 'Doc']))
    setStep({ is: 'ended', found, state: ended })
  }

  return (
    <Page
      title={say('Import {plural}', { plural })}
      name={say('Import')}
      crumbs={[{ name: def.plural, path: paths.list(def.key) }]}
    >
      <div className={css.page}>
        <Source
          def={def}
          file={file}
          saving={saving}
          onSaving={(how) => {
            setSaving(how)
            if (file) void look(file, how)
          }}
          onFile={(chosen) => void look(chosen, saving)}
        />
        {step.is === 'reading' && <Progress label={step.what} share={step.share} />}
        {step.is === 'refused' && <Refused issues={step.issues} matchable={step.columns !== undefined} />}
        {step.is === 'refused' && step.columns && (
          <MatchColumns
            key={file?.lastModified}
            def={def}
            found={step.columns}
            onMatched={(heads) => void rework({ heads, cells: [] })}
          />
        )}
        {(step.is === 'checked' || step.is === 'sending' || step.is === 'ended') && (
          <Findings
            def={def}
            found={step.found}
            reader={reader}
            onMended={step.is === 'checked' ? (cells) => void rework({ heads: [], cells }) : undefined}
            onTyped={setUnchecked}
          />
        )}
        {step.is === 'checked' && (
          <Choice
            found={step.found}
            def={def}
            rows={rows}
            drafts={drafts}
            unchecked={unchecked}
            onRows={setRows}
            onTry={() => void store(true, step.found)}
            onStore={() => void store(false, step.found)}
          />
        )}
        {step.is === 'sending' && (
          <Progress
            label={sent(step.state, step.dry)}
            share={step.state && step.state.total > 0 ? step.state.checked / step.state.total : null}
          />
        )}
        {step.is === 'ended' && (
          <Ended
            def={def}
            state={step.state}
            found={step.found}
            rows={rows}
            reader={reader}
            onStore={() => void store(false, step.found)}
            onAnew={() => {
              setFile(null)
              setStep({ is: 'choose' })
            }}
          />
        )}
      </div>
    </Page>
  )
}
