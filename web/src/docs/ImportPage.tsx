// Documents from a file: its columns recognised, its rows checked here before anything is sent, then stored by the server.
import DownloadOutlined from '@mui/icons-material/DownloadOutlined'
import UploadFileOutlined from '@mui/icons-material/UploadFileOutlined'
import Button from '@mui/material/Button'
import FormControlLabel from '@mui/material/FormControlLabel'
import LinearProgress from '@mui/material/LinearProgress'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import { useEffect, useId, useMemo, useRef, useState, type ReactNode } from 'react'
import { downloadTemplate, isProblem, keepFile, lookUp, runImport, type ImportState, type Media } from '../sync/tables'
import { docsApi } from '../sync/docs'
import { useAppDispatch } from '../sync/store'
import { sheetReader, type About, type RowIssue, type Saving } from '../core/sheets'
import type { DocDef } from '../core/records'
import type { Issue } from '../core/types.gen'
import { paths } from './paths'
import { role } from '../theme/themes'
import { pieces } from '../ui/format'
import { Page } from '../ui/Page'
import { lower } from '../ui/words'
import type { DocPageProps } from './overrides'

const MOST_BYTES = 10 * 1024 * 1024
const ROWS_AT_ONCE = 5_000
const SHOWN = 200

interface Checked {
  about: About
  issues: RowIssue[]
  done: number
  seconds: number
}
type Step =
  | { is: 'choose' }
  | { is: 'reading'; what: string; share: number | null }
  | { is: 'refused'; issues: Issue[] }
  | { is: 'checked'; found: Checked }
  | { is: 'sending'; found: Checked; state: ImportState | null; dry: boolean }
  | { is: 'ended'; found: Checked; state: ImportState }

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
  const [whole, setWhole] = useState(false)
  const [step, setStep] = useState<Step>({ is: 'choose' })
  const run = useRef(0)
  const plural = lower(def.plural)

  async function look(chosen: File, how: Saving) {
    const mine = (run.current += 1)
    const live = () => run.current === mine
    const show = (next: Step) => live() && setStep(next)
    const began = performance.now()
    setFile(chosen)
    if (chosen.size > MOST_BYTES)
      return show({ is: 'refused', issues: [{ path: '', code: 'input', message: 'The file is larger than 10 MB' }] })
    show({ is: 'reading', what: 'Reading the file', share: null })
    try {
      const about = await reader.open(def.key, how, await chosen.arrayBuffer())
      if (!live()) return
      if ('refused' in about) return show({ is: 'refused', issues: about.refused })
      const names = await lookUp(about.wanted, (share) => show({ is: 'reading', what: 'Looking up names', share }))
      if (isProblem(names)) return show({ is: 'refused', issues: [{ path: '', code: 'rule', message: names.detail }] })
      await reader.know(names)
      const issues: RowIssue[] = []
      for (let done = 0; done < about.rows && live();) {
        const part = await reader.check(ROWS_AT_ONCE)
        issues.push(...part.issues)
        done = part.checked
        show({ is: 'reading', what: `Checking row ${pieces(done)} of ${pieces(about.rows)}`, share: done / about.rows })
      }
      show({ is: 'checked', found: { about, issues, done: about.rows, seconds: (performance.now() - began) / 1000 } })
    } catch (error) {
      show({
        is: 'refused',
        issues: [{ path: '', code: 'rule', message: `The file could not be read: ${String(error)}` }],
      })
    }
  }

  // One id for one file and what is asked of it, so that sending it again after a lost answer stores nothing twice.
  const ids = useRef(new Map<string, string>())
  async function store(dry: boolean, found: Checked) {
    if (!file) return
    const key = [file.name, file.size, file.lastModified, saving, whole, dry].join(' ')
    const id = ids.current.get(key) ?? crypto.randomUUID()
    ids.current.set(key, id)
    setStep({ is: 'sending', found, state: null, dry })
    const ended = await runImport(def.key, file, { id, dryRun: dry, whole, saving }, (state) =>
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
    <Page title={`Import ${plural}`} name="Import" crumbs={[{ name: def.plural, path: paths.list(def.key) }]}>
      <div style={{ display: 'grid', gap: 12, maxWidth: 960, gridTemplateColumns: 'minmax(0, 1fr)' }}>
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
        {step.is === 'refused' && <Refused issues={step.issues} />}
        {(step.is === 'checked' || step.is === 'sending' || step.is === 'ended') && (
          <Findings def={def} found={step.found} reader={reader} />
        )}
        {step.is === 'checked' && (
          <Choice
            found={step.found}
            def={def}
            whole={whole}
            onWhole={setWhole}
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
            whole={whole}
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

function sent(state: ImportState | null, dry: boolean): string {
  if (!state) return 'Sending the file'
  const rows = `row ${pieces(state.checked)} of ${pieces(state.total)}`
  return state.state === 'storing' ? `Storing ${rows}` : dry ? `Trying ${rows}` : `Checking ${rows}`
}

function Card({ title, children, tone }: { title: string; children: ReactNode; tone?: 'danger' }) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className="card"
      style={{ padding: 16, display: 'grid', gap: 12, gridTemplateColumns: 'minmax(0, 1fr)' }}
    >
      <h2
        id={id}
        style={{
          fontSize: 14,
          lineHeight: '20px',
          fontWeight: 600,
          color: tone === 'danger' ? role.danger : undefined,
        }}
      >
        {title}
      </h2>
      {children}
    </section>
  )
}

function Source({
  def,
  file,
  saving,
  onSaving,
  onFile,
}: {
  def: DocDef
  file: File | null
  saving: Saving
  onSaving: (saving: Saving) => void
  onFile: (file: File) => void
}) {
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const [pasting, setPasting] = useState(false)
  const [text, setText] = useState('')
  const name = lower(def.plural).replaceAll(' ', '-')
  const template = (media: Media) => (
    <Button
      size="small"
      variant="text"
      startIcon={<DownloadOutlined />}
      onClick={() => void downloadTemplate(def.key, media, `${name}-empty`)}
    >
      Empty {media.toUpperCase()}
    </Button>
  )
  const take = (list: FileList | null) => {
    const chosen = list?.[0]
    if (chosen) onFile(chosen)
  }
  return (
    <Card title="The file">
      <div
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setOver(false)
          take(event.dataTransfer.files)
        }}
        style={{
          border: `1.5px dashed ${over ? role.link : role.control}`,
          borderRadius: 8,
          padding: '20px 16px',
          display: 'flex',
          gap: 12,
          alignItems: 'center',
          flexWrap: 'wrap',
          background: role.sunk,
        }}
      >
        <UploadFileOutlined aria-hidden style={{ color: role.ink2 }} />
        <div style={{ flex: '1 1 220px', minWidth: 0 }}>
          <div style={{ fontWeight: 550, overflowWrap: 'anywhere' }}>
            {file ? file.name : 'Drop a CSV or XLSX file here'}
          </div>
          <div style={{ color: role.ink2, fontSize: 12, lineHeight: '16px' }}>
            {file
              ? `${pieces(Math.ceil(file.size / 1024))} kB`
              : 'At most 10 MB. The first row holds the headings; the first sheet of a workbook is read.'}
          </div>
        </div>
        <input
          ref={input}
          type="file"
          accept=".csv,.tsv,.txt,.xlsx"
          aria-label="CSV or XLSX file"
          className="visually-hidden"
          tabIndex={-1}
          onChange={(event) => {
            take(event.target.files)
            event.target.value = ''
          }}
        />
        <Button variant={file ? 'outlined' : 'contained'} color="primary" onClick={() => input.current?.click()}>
          {file ? 'Choose another file' : 'Choose a file'}
        </Button>
        <Button variant="text" onClick={() => setPasting((was) => !was)} aria-expanded={pasting}>
          Paste rows
        </Button>
      </div>
      {pasting && (
        <div style={{ display: 'grid', gap: 8 }}>
          <textarea
            aria-label="Rows copied from a spreadsheet, headings first"
            value={text}
            onChange={(event) => setText(event.target.value)}
            rows={5}
            placeholder={def.fields
              .filter((field) => !field.readonly)
              .slice(0, 3)
              .map((field) => field.label)
              .join('\t')}
            style={{
              width: '100%',
              padding: '8px 10px',
              border: `1px solid ${role.control}`,
              borderRadius: 6,
              background: role.paper,
              fontSize: 13,
              resize: 'vertical',
            }}
          />
          <div>
            <Button
              onClick={() => onFile(new File([text], 'pasted rows.tsv', { type: 'text/csv' }))}
              aria-disabled={text.trim() === ''}
            >
              Preview rows
            </Button>
          </div>
        </div>
      )}
      <div
        style={{ display: 'flex', gap: 16, alignItems: 'center', flexWrap: 'wrap', justifyContent: 'space-between' }}
      >
        <RadioGroup row aria-label="Import as" value={saving} onChange={(_, how) => onSaving(how as Saving)}>
          <FormControlLabel value="add" control={<Radio size="small" />} label={`New ${lower(def.plural)}`} />
          <FormControlLabel value="update" control={<Radio size="small" />} label="Update existing, add new" />
        </RadioGroup>
        <span style={{ display: 'inline-flex', gap: 4 }}>
          {template('csv')}
          {template('xlsx')}
        </span>
      </div>
    </Card>
  )
}

function Progress({ label, share }: { label: string; share: number | null }) {
  const id = useId()
  return (
    <div className="card" style={{ padding: 16, display: 'grid', gap: 8 }}>
      <span id={id} className="num" style={{ fontSize: 13 }}>
        {label}
      </span>
      <LinearProgress
        aria-labelledby={id}
        variant={share === null ? 'indeterminate' : 'determinate'}
        value={Math.round((share ?? 0) * 100)}
        style={{ height: 6, borderRadius: 3 }}
      />
    </div>
  )
}

function Refused({ issues }: { issues: Issue[] }) {
  return (
    <Card title="This file cannot be imported" tone="danger">
      <ul role="alert" style={{ display: 'grid', gap: 4, fontSize: 13 }}>
        {issues.map((issue, at) => (
          <li key={at}>{issue.message}</li>
        ))}
      </ul>
    </Card>
  )
}

function countRows(issues: RowIssue[]): number {
  return new Set(issues.map((issue) => issue.row)).size
}

function Findings({
  def,
  found: { about, issues, seconds },
  reader,
}: {
  def: DocDef
  found: Checked
  reader: ReturnType<typeof sheetReader>
}) {
  const bad = countRows(issues)
  const used = about.columns.length - about.passed_over.length
  return (
    <Card
      title={
        bad === 0
          ? `${pieces(about.rows)} ${about.rows === 1 ? 'row' : 'rows'}, no errors`
          : `${pieces(about.rows - bad)} good, ${pieces(bad)} to fix`
      }
    >
      <p role="status" style={{ fontSize: 13, color: role.ink2 }}>
        {pieces(used)} {used === 1 ? 'column' : 'columns'} of {lower(def.plural)} recognised
        {about.passed_over.length > 0 && `; ignored, because Godown fills them in: ${about.passed_over.join(', ')}`}.
        Checked on this device in{' '}
        {seconds < 1 ? `${Math.max(1, Math.round(seconds * 1000))} ms` : `${seconds.toFixed(1)} s`}.
      </p>
      {issues.length > 0 && (
        <Problems issues={issues} name={`${lower(def.plural).replaceAll(' ', '-')}-problems.csv`} reader={reader} />
      )}
    </Card>
  )
}

function Problems({
  issues,
  name,
  reader,
}: {
  issues: RowIssue[]
  name: string
  reader: ReturnType<typeof sheetReader>
}) {
  return (
    <>
      <div tabIndex={0} style={{ maxHeight: 320, overflow: 'auto', border: `1px solid ${role.line}`, borderRadius: 6 }}>
        <table className="lines" aria-label="Errors to fix">
          <thead>
            <tr>
              <th scope="col" style={{ textAlign: 'right', width: 64 }}>
                Row
              </th>
              <th scope="col" style={{ textAlign: 'left' }}>
                Column
              </th>
              <th scope="col" style={{ textAlign: 'left' }}>
                What is wrong
              </th>
            </tr>
          </thead>
          <tbody>
            {issues.slice(0, SHOWN).map((issue, at) => (
              <tr key={at}>
                <td className="num" style={{ textAlign: 'right' }}>
                  {pieces(issue.row)}
                </td>
                <td>{issue.column}</td>
                <td>{issue.message}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div style={{ display: 'flex', gap: 12, alignItems: 'center', flexWrap: 'wrap' }}>
        <Button
          size="small"
          startIcon={<DownloadOutlined />}
          onClick={() =>
            void reader.problems(issues).then((text) => keepFile(new Blob([text], { type: 'text/csv' }), name))
          }
        >
          Download the list
        </Button>
        {issues.length > SHOWN && (
          <span style={{ color: role.ink2, fontSize: 13 }}>
            The first {SHOWN} of {pieces(issues.length)} are shown; the file has all of them.
          </span>
        )}
      </div>
    </>
  )
}

function Choice({
  found,
  def,
  whole,
  onWhole,
  onTry,
  onStore,
}: {
  found: Checked
  def: DocDef
  whole: boolean
  onWhole: (whole: boolean) => void
  onTry: () => void
  onStore: () => void
}) {
  const bad = countRows(found.issues)
  const good = found.about.rows - bad
  const none = good === 0 || (whole && bad > 0)
  const why =
    good === 0
      ? 'No row is valid yet.'
      : whole && bad > 0
        ? `${pieces(bad)} ${bad === 1 ? 'row has' : 'rows have'} something to fix.`
        : ''
  const count = `${pieces(good)} ${good === 1 ? lower(def.label) : lower(def.plural)}`
  return (
    <Card title="Import">
      <RadioGroup
        row
        aria-label="Rows to import"
        value={whole ? 'all' : 'good'}
        onChange={(_, which) => onWhole(which === 'all')}
      >
        <FormControlLabel value="good" control={<Radio size="small" />} label="The good rows" />
        <FormControlLabel value="all" control={<Radio size="small" />} label="All rows or none" />
      </RadioGroup>
      <div style={{ display: 'flex', gap: 8, alignItems: 'center', flexWrap: 'wrap' }}>
        <Button variant="contained" color="primary" aria-disabled={none} onClick={() => !none && onStore()}>
          Import {count}
        </Button>
        <Button onClick={onTry}>Check on the server first</Button>
        <span style={{ color: role.ink2, fontSize: 13 }}>
          {why ||
            'A check saves nothing. It finds what only the server can tell, such as a number that is already taken.'}
        </span>
      </div>
    </Card>
  )
}

function Ended({
  def,
  state,
  found,
  whole,
  reader,
  onStore,
  onAnew,
}: {
  def: DocDef
  state: ImportState
  found: Checked
  whole: boolean
  reader: ReturnType<typeof sheetReader>
  onStore: () => void
  onAnew: () => void
}) {
  const issues = (state.results ?? []).flatMap((one) => one.errors ?? [])
  const would = (state.results ?? []).filter((one) => one.done).length
  const noun = (count: number) => `${pieces(count)} ${count === 1 ? lower(def.label) : lower(def.plural)}`
  const title =
    state.state === 'failed'
      ? `Stopped early: ${noun(state.stored)} imported`
      : state.dry_run
        ? `The server would accept ${noun(would)}`
        : whole && state.stored === 0
          ? 'Nothing was imported'
          : `${noun(state.stored)} imported`
  return (
    <Card title={title} tone={state.state === 'failed' ? 'danger' : undefined}>
      <p role="status" style={{ fontSize: 13, color: role.ink2 }}>
        {state.state === 'failed'
          ? `${state.detail} Import the same file again: rows that are already saved are not saved twice.`
          : state.failed === 0
            ? 'Every row was imported.'
            : `${pieces(state.failed)} of ${pieces(found.about.rows)} rows stay in your file with their reasons.`}
      </p>
      {issues.length > 0 && (
        <Problems issues={issues} name={`${lower(def.plural).replaceAll(' ', '-')}-refused.csv`} reader={reader} />
      )}
      <div style={{ display: 'flex', gap: 8, flexWrap: 'wrap' }}>
        {(state.dry_run || state.state === 'failed') && (
          <Button variant="contained" color="primary" onClick={onStore}>
            {state.dry_run ? `Import ${noun(would)}` : 'Import again'}
          </Button>
        )}
        <Button href={paths.list(def.key)}>Open {lower(def.plural)}</Button>
        <Button variant="text" onClick={onAnew}>
          Import another file
        </Button>
      </div>
    </Card>
  )
}
