// The steps of an import as a person sees them: the file, its progress, what is wrong in it, how to go on, the outcome.
import DownloadOutlined from '@mui/icons-material/DownloadOutlined'
import Button from '@mui/material/Button'
import FormControlLabel from '@mui/material/FormControlLabel'
import InputBase from '@mui/material/InputBase'
import LinearProgress from '@mui/material/LinearProgress'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import { useEffect, useId, useState, type ReactNode } from 'react'
import type { ImportState } from '../net/answers.gen'
import { downloadTemplate, keepFile, type ImportedRows, type Media } from '../sync/tables'
import { sheetReader, type RowIssue, type Saving } from '../core/sheets'
import type { DocDef } from '../core/records'
import type { AboutFile, Issue, MendedCell } from '../core/types.gen'
import { paths } from './paths'
import { pieces } from '../ui/format'
import { lower } from '../ui/words'
import { FileDrop } from '../ui/FileDrop'
import { classes } from '../theme/classes'
import css from './ImportSteps.module.css'
import { many, say } from '../words/say'

const SHOWN = 200

export interface Checked {
  about: AboutFile
  issues: RowIssue[]
  /** What rows without an error still lack to be submitted. */
  unfinished: RowIssue[]
  done: number
  seconds: number
}

export function sent(state: ImportState | null, dry: boolean): string {
  if (!state) return say('Sending the file')
  const rows = say('row {checked} of {total}', { checked: pieces(state.checked), total: pieces(state.total) })
  return state.state === 'storing'
    ? say('Storing {rows}', { rows })
    : dry
      ? say('Trying {rows}', { rows })
      : say('Checking {rows}', { rows })
}

export function Card({ title, children, tone }: { title: string; children: ReactNode; tone?: 'danger' }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={`card ${css.step}`}>
      <h2 id={id} className={classes('subheading', tone === 'danger' && 'danger')}>
        {title}
      </h2>
      {children}
    </section>
  )
}

export function Source({
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
      {say('Empty {toUpperCase}', { toUpperCase: media.toUpperCase() })}
    </Button>
  )
  return (
    <Card title={say('The file')}>
      <FileDrop
        title={file ? file.name : say('Drop a CSV or XLSX file here')}
        about={
          file
            ? say('{size} kB', { size: pieces(Math.ceil(file.size / 1024)) })
            : say('At most 10 MB. The first row holds the headings; the first sheet of a workbook is read.')
        }
        label={say('CSV or XLSX file')}
        accept=".csv,.tsv,.txt,.xlsx"
        chosen={file !== null}
        button={file ? say('Select another file') : say('Select a file')}
        onFile={onFile}
      >
        <Button variant="text" onClick={() => setPasting((was) => !was)} aria-expanded={pasting}>
          {say('Paste rows')}
        </Button>
      </FileDrop>
      {pasting && (
        <div className="grid gap-8">
          <textarea
            aria-label={say('Rows copied from a spreadsheet, headings first')}
            value={text}
            onChange={(event) => setText(event.target.value)}
            rows={5}
            placeholder={def.fields
              .filter((field) => !field.readonly)
              .slice(0, 3)
              .map((field) => field.label)
              .join('\t')}
            className="text-area"
          />
          <div>
            <Button
              onClick={() => onFile(new File([text], 'pasted rows.tsv', { type: 'text/csv' }))}
              aria-disabled={text.trim() === ''}
            >
              {say('Preview rows')}
            </Button>
          </div>
        </div>
      )}
      <div className="row gap-16 wrap between">
        <RadioGroup row aria-label={say('Import as')} value={saving} onChange={(_, how) => onSaving(how as Saving)}>
          <FormControlLabel
            value="add"
            control={<Radio size="small" />}
            label={say('New {plural}', { plural: lower(def.plural) })}
          />
          <FormControlLabel value="update" control={<Radio size="small" />} label={say('Update existing, add new')} />
        </RadioGroup>
        <span className="inline-flex gap-4">
          {template('csv')}
          {template('xlsx')}
        </span>
      </div>
    </Card>
  )
}

export function Progress({ label, share }: { label: string; share: number | null }) {
  const id = useId()
  return (
    <div className="card p-16 grid gap-8">
      <span id={id} className="num text-13">
        {label}
      </span>
      <LinearProgress
        aria-labelledby={id}
        variant={share === null ? 'indeterminate' : 'determinate'}
        value={Math.round((share ?? 0) * 100)}
        className={css.progress}
      />
    </div>
  )
}

export function Refused({ issues, matchable }: { issues: Issue[]; matchable: boolean }) {
  return (
    <Card
      title={matchable ? say('The columns do not match yet') : say('This file cannot be imported')}
      tone={matchable ? undefined : 'danger'}
    >
      <ul role="alert" className="grid gap-4 text-13">
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

interface FoundProps {
  def: DocDef
  found: Checked
  reader: ReturnType<typeof sheetReader>
  onMended?: (cells: MendedCell[]) => void
  /** How many cells are corrected and not checked yet. */
  onTyped?: (cells: number) => void
}

export function Findings({
  def,
  found: { about, issues, unfinished, seconds },
  reader,
  onMended,
  onTyped,
}: FoundProps) {
  const bad = countRows(issues)
  const used = about.columns.length - about.passed_over.length
  return (
    <Card
      title={
        bad === 0
          ? many(about.rows, '{rows} row, no errors', '{rows} rows, no errors', { rows: pieces(about.rows) })
          : say('{rows} good, {bad} to fix', { rows: pieces(about.rows - bad), bad: pieces(bad) })
      }
    >
      <p role="status" className="text-13 muted">
        {many(used, '{n} column of {plural} recognised.', '{n} columns of {plural} recognised.', {
          plural: lower(def.plural),
        })}{' '}
        {about.passed_over.length > 0 &&
          say('Ignored, because Godown fills them in: {columns}. ', { columns: about.passed_over.join(', ') })}
        {say('Checked on this device in {time}.', {
          time:
            seconds < 1
              ? say('{n} ms', { n: Math.max(1, Math.round(seconds * 1000)) })
              : say('{n} s', { n: seconds.toFixed(1) }),
        })}
      </p>
      {issues.length > 0 && (
        <Problems
          issues={issues}
          name={`${lower(def.plural).replaceAll(' ', '-')}-problems.csv`}
          reader={reader}
          onMended={onMended}
          onTyped={onTyped}
        />
      )}
      <Unfinished def={def} issues={unfinished} reader={reader} />
    </Card>
  )
}

/** What keeps rows that can be saved from being submitted. */
function Unfinished({ def, issues, reader }: Pick<FoundProps, 'def' | 'reader'> & { issues: RowIssue[] }) {
  if (issues.length === 0) return null
  return (
    <>
      <p className="text-13 warn">
        {say('{warnings} of the rows can be saved as drafts and not be submitted yet:', {
          warnings: pieces(countRows(issues)),
        })}
      </p>
      <Problems issues={issues} name={`${lower(def.plural).replaceAll(' ', '-')}-drafts.csv`} reader={reader} />
    </>
  )
}

const cellOf = ({ row, column }: Pick<RowIssue, 'row' | 'column'>) => `${row} ${column}`

/** What the cells of the issues that are shown hold; an issue of a whole row has none. */
function useTexts(issues: RowIssue[], reader: ReturnType<typeof sheetReader>, wanted: boolean) {
  const [texts, setTexts] = useState<ReadonlyMap<string, string>>(new Map())
  useEffect(() => {
    if (!wanted) return
    let live = true
    const cells = issues.slice(0, SHOWN).filter(({ column }) => column !== '')
    void reader.texts(cells.map(({ row, column }) => [row, column])).then((found) => {
      const told = cells.flatMap((cell, at) => (found[at] === null ? [] : [[cellOf(cell), found[at]!] as const]))
      if (live) setTexts(new Map(told))
    })
    return () => {
      live = false
    }
  }, [issues, reader, wanted])
  return texts
}

function Problems({
  issues,
  name,
  reader,
  onMended,
  onTyped,
}: {
  issues: RowIssue[]
  name: string
  reader: ReturnType<typeof sheetReader>
  /** Absent where it is too late for the file. */
  onMended?: (cells: MendedCell[]) => void
  onTyped?: (cells: number) => void
}) {
  const texts = useTexts(issues, reader, onMended !== undefined)
  const [typed, setTyped] = useState<ReadonlyMap<string, MendedCell>>(new Map())
  useEffect(() => {
    onTyped?.(typed.size)
    return () => onTyped?.(0)
  }, [typed, onTyped])
  return (
    <>
      <div tabIndex={0} className={css.errors}>
        <table className="lines" aria-label={say('Errors to fix')}>
          <thead>
            <tr>
              <th scope="col" className={css.rowNumber}>
                {say('Row')}
              </th>
              <th scope="col" className="left">
                {say('Column')}
              </th>
              <th scope="col" className="left">
                {say('What is wrong')}
              </th>
              {onMended && (
                <th scope="col" className="left">
                  {say('In the file')}
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {issues.slice(0, SHOWN).map((issue, at) => (
              <tr key={at}>
                <td className="num right">{pieces(issue.row)}</td>
                <td>{issue.column}</td>
                <td>{issue.message}</td>
                {onMended && (
                  <td>
                    {texts.has(cellOf(issue)) && (
                      <InputBase
                        className={css.mend}
                        value={typed.get(cellOf(issue))?.text ?? texts.get(cellOf(issue))}
                        onChange={(event) => {
                          const cell = { row: issue.row, column: issue.column, text: event.target.value }
                          setTyped((was) => new Map(was).set(cellOf(issue), cell))
                        }}
                        onKeyDown={(event) => {
                          if (event.key === 'Enter' && typed.size > 0) onMended([...typed.values()])
                        }}
                        inputProps={{
                          'aria-label': say('{column}, row {row}', { column: issue.column, row: issue.row }),
                        }}
                      />
                    )}
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className="row gap-12 wrap">
        {onMended && typed.size > 0 && (
          <Button size="small" variant="contained" color="primary" onClick={() => onMended([...typed.values()])}>
            {many(typed.size, 'Check {n} corrected cell', 'Check {n} corrected cells')}
          </Button>
        )}
        <Button
          size="small"
          startIcon={<DownloadOutlined />}
          onClick={() =>
            void reader.problems(issues).then((text) => keepFile(new Blob([text], { type: 'text/csv' }), name))
          }
        >
          {say('Download the list')}
        </Button>
        {issues.length > SHOWN && (
          <span className="muted text-13">
            {say('The first {SHOWN} of {issues} are shown; the file has all of them.', {
              SHOWN,
              issues: pieces(issues.length),
            })}
          </span>
        )}
      </div>
    </>
  )
}

export function Choice({
  found,
  def,
  rows,
  drafts,
  onRows,
  unchecked,
  onTry,
  onStore,
}: {
  found: Checked
  /** How many cells are corrected and not checked yet: they would be left as they were. */
  unchecked: number
  def: DocDef
  rows: ImportedRows
  /** New documents are drafts, which rules of submitting may still refuse. */
  drafts: boolean
  onRows: (rows: ImportedRows) => void
  onTry: () => void
  onStore: () => void
}) {
  const bad = countRows(found.issues)
  const drafted = countRows(found.unfinished)
  const good = found.about.rows - bad - (rows === 'ready' ? drafted : 0)
  const none = good === 0 || unchecked > 0 || (rows === 'all' && bad > 0)
  const why =
    unchecked > 0
      ? many(unchecked, 'Check the corrected cell first.', 'Check the {n} corrected cells first.')
      : good === 0
        ? drafted > 0
          ? say('No row can be submitted yet.')
          : say('No row is valid yet.')
        : rows === 'all' && bad > 0
          ? many(bad, '{bad} row has something to fix.', '{bad} rows have something to fix.', { bad: pieces(bad) })
          : ''
  const count = `${pieces(good)} ${good === 1 ? lower(def.label) : lower(def.plural)}`
  return (
    <Card title={say('Import')}>
      <RadioGroup
        row
        aria-label={say('Rows to import')}
        value={rows}
        onChange={(_, which) => onRows(which as ImportedRows)}
      >
        {drafts && (
          <FormControlLabel value="ready" control={<Radio size="small" />} label={say('Rows that can be submitted')} />
        )}
        <FormControlLabel
          value="good"
          control={<Radio size="small" />}
          label={drafts ? say('The good rows, unfinished ones as drafts') : say('The good rows')}
        />
        <FormControlLabel value="all" control={<Radio size="small" />} label={say('All rows or none')} />
      </RadioGroup>
      <div className="row gap-8 wrap">
        <Button variant="contained" color="primary" aria-disabled={none} onClick={() => !none && onStore()}>
          {say('Import {count}', { count })}
        </Button>
        <Button onClick={onTry}>{say('Check on the server first')}</Button>
        <span className="muted text-13">
          {why ||
            say(
              'A check saves nothing. It finds what only the server can tell, such as a number that is already taken.',
            )}
        </span>
      </div>
    </Card>
  )
}

export function Ended({
  def,
  state,
  found,
  rows,
  reader,
  onStore,
  onAnew,
}: {
  def: DocDef
  state: ImportState
  found: Checked
  rows: ImportedRows
  reader: ReturnType<typeof sheetReader>
  onStore: () => void
  onAnew: () => void
}) {
  const issues = (state.results ?? []).flatMap((one) => one.errors ?? [])
  const warnings = (state.results ?? []).flatMap((one) => one.warnings ?? [])
  const would = (state.results ?? []).filter((one) => one.done).length
  const noun = (count: number) => `${pieces(count)} ${count === 1 ? lower(def.label) : lower(def.plural)}`
  const title =
    state.state === 'failed'
      ? say('Stopped early: {stored} imported', { stored: noun(state.stored) })
      : state.dry_run
        ? say('The server would accept {would}', { would: noun(would) })
        : rows === 'all' && state.stored === 0
          ? say('Nothing was imported')
          : say('{stored} imported', { stored: noun(state.stored) })
  return (
    <Card title={title} tone={state.state === 'failed' ? 'danger' : undefined}>
      <p role="status" className="text-13 muted">
        {state.state === 'failed'
          ? say('{detail} Import the same file again: rows that are already saved are not saved twice.', {
              detail: state.detail,
            })
          : state.failed === 0
            ? say('Every row was imported.')
            : say('{failed} of {rows} rows stay in your file with their reasons.', {
                failed: pieces(state.failed),
                rows: pieces(found.about.rows),
              })}
      </p>
      {issues.length > 0 && (
        <Problems issues={issues} name={`${lower(def.plural).replaceAll(' ', '-')}-refused.csv`} reader={reader} />
      )}
      <Unfinished def={def} issues={warnings} reader={reader} />
      <div className="flex gap-8 wrap">
        {(state.dry_run || state.state === 'failed') && (
          <Button variant="contained" color="primary" onClick={onStore}>
            {state.dry_run ? say('Import {would}', { would: noun(would) }) : say('Import again')}
          </Button>
        )}
        <Button href={paths.list(def.key)}>{say('Open {plural}', { plural: lower(def.plural) })}</Button>
        <Button variant="text" onClick={onAnew}>
          {say('Import another file')}
        </Button>
      </div>
    </Card>
  )
}
