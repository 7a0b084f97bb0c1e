// A bank statement beside the receipts that wait for the bank: each line that fits is confirmed by itself.
import Button from '@mui/material/Button'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { core, docDef } from '../../core'
import { ActionBox } from '../../docs/ActionBox'
import { paths } from '../../docs/paths'
import { FileDrop } from '../../ui/FileDrop'
import { Card, Finding, Scroll } from '../../kit/parts'
import { useFileRead } from '../../kit/useFileRead'
import type { Statement as Read, StatementMatch, StatementRow } from '../../net/answers.gen'
import { useAct, useDoc } from '../../sync/docs'
import { may } from '../../sync/rights'
import { readStatement } from '../../sync/statement'
import { useUser } from '../../sync/store'
import { day, pieces, rupees } from '../../ui/format'
import { Page } from '../../ui/Page'
import { Empty } from '../../ui/states'
import { StatusChip } from '../../ui/StatusChip'
import { useOutcome } from '../../docs/useOutcome'
import css from './Receipts.module.css'
import { many, say } from '../../words/say'

type Shown = 'fit' | 'rest' | 'all'

export default function Statement() {
  const { read, name, problem, picker } = useFileRead(readStatement)
  useStays(!!read)
  return (
    <Page
      title={say('Bank statement')}
      crumbs={[{ name: docDef('receipt')?.plural ?? '', path: paths.list('receipt') }]}
    >
      <div className="grid gap-12">
        <Card label={say('The file')}>
          <FileDrop
            title={name || say('Drop the bank’s CSV or XLSX file here')}
            about={say(
              'Receipts are proposed by UTR, cheque number and amount. Nothing is posted until you confirm a line.',
            )}
            label={say('Bank statement, CSV or XLSX')}
            accept=".csv,.txt,.xlsx"
            {...picker}
          />
        </Card>
        {problem && (
          <div role="alert">
            <Finding tone="danger" box>
              {problem.detail}
            </Finding>
          </div>
        )}
        {read && read.unread.length > 0 && (
          <div role="alert">
            <Finding tone="warn" box>
              {many(
                read.unread.length,
                'The date or amount of row {rows} cannot be read: it is not among the lines',
                'The dates or amounts of rows {rows} cannot be read: they are not among the lines',
                { rows: read.unread.join(', ') },
              )}
            </Finding>
          </div>
        )}
        {read && <Lines key={name} read={read} />}
      </div>
    </Page>
  )
}

/** What is read of a file is kept nowhere: whoever loads the page again, or closes it, is asked first. */
function useStays(read: boolean) {
  useEffect(() => {
    if (!read) return
    const stay = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', stay)
    return () => window.removeEventListener('beforeunload', stay)
  }, [read])
}

const fits = (row: StatementRow) => row.matches.some((match) => match.action)

function Lines({ read }: { read: Read }) {
  const rows = { fit: read.rows.filter(fits), rest: read.rows.filter((row) => !fits(row)), all: read.rows }
  const [shown, setShown] = useState<Shown>(rows.fit.length > 0 ? 'fit' : 'all')
  const label: Record<Shown, string> = { fit: say('To confirm'), rest: say('No match'), all: say('All lines') }
  return (
    <Card
      title={say('Lines')}
      pad={0}
      aside={
        <ToggleButtonGroup
          exclusive
          size="small"
          aria-label={say('Lines that are shown')}
          value={shown}
          onChange={(_, next: Shown | null) => next && setShown(next)}
        >
          {(['fit', 'rest', 'all'] as const).map((key) => (
            <ToggleButton key={key} value={key}>
              {label[key]} {pieces(rows[key].length)}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
      }
    >
      {rows[shown].length === 0 ? (
        <Empty title={shown === 'fit' ? say('No line fits a receipt that waits') : say('Every line fits a receipt')} />
      ) : (
        <Scroll>
          <table className="stacks data-table">
            <thead>
              <tr>
                <th>{say('Date')}</th>
                <th>{say('As the bank says')}</th>
                <th className="right">{say('Amount ₹')}</th>
                <th>{say('Receipt')}</th>
                <th>
                  <span className="visually-hidden">{say('Confirm')}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {rows[shown].map((row) => (
                <Line key={row.number} row={row} />
              ))}
            </tbody>
          </table>
        </Scroll>
      )}
    </Card>
  )
}

function Line({ row }: { row: StatementRow }) {
  const user = useUser()
  const def = docDef('receipt')
  const came = row.amount_paise > 0
  const first = row.matches[0]
  return (
    <>
      <tr>
        <td data-head={say('Date')} className="nowrap">
          {day(row.date)}
        </td>
        <td className="whole">
          <span className="break">{row.text}</span>
          {row.reference && <div className="text-12 muted break">{row.reference}</div>}
        </td>
        <td data-head={say('Amount ₹')} className="number">
          {rupees(row.amount_paise)}
        </td>
        {first ? (
          <Match line={row} match={first} />
        ) : (
          <>
            <td data-head={say('Receipt')} className="muted">
              {say('No receipt fits')}
            </td>
            <td className="right">
              {came && def && may(user, def, 'add') && (
                <Button size="small" component={Link} to={paths.add('receipt', newReceipt(row))}>
                  {say('New receipt')}
                </Button>
              )}
            </td>
          </>
        )}
      </tr>
      {row.matches.slice(1).map((match) => (
        <tr key={match.id}>
          <td colSpan={3} />
          <Match line={row} match={match} />
        </tr>
      ))}
    </>
  )
}

/** What a line says of a receipt that nobody wrote yet. */
function newReceipt(row: StatementRow): Record<string, string> {
  return {
    ...(row.date && { date: row.date }),
    amount_paise: String(row.amount_paise),
    narration: row.text.slice(0, 500),
    ...(row.utr && { utr: row.utr }),
  }
}

function Match({ line, match }: { line: StatementRow; match: StatementMatch }) {
  return (
    <>
      <td data-head={say('Receipt')}>
        <div className={css.match}>
          <span className="row gap-8 wrap">
            <Link to={paths.view('receipt', match.id)} className="bold">
              {match.doc_no ?? say('Not numbered yet')}
            </Link>
            <StatusChip status={match.status} />
          </span>
          <span className="break">{match.customer_name}</span>
          <span className="text-12 muted num">
            {match.by}, ₹{rupees(match.amount_paise)}
          </span>
        </div>
      </td>
      <td className="right">
        {match.action && !match.why ? (
          <Take line={line} match={match} action={match.action} />
        ) : (
          <span className="text-13 muted">{match.why}</span>
        )}
      </td>
    </>
  )
}

function Take({ line, match, action }: { line: StatementRow; match: StatementMatch; action: string }) {
  const act = useAct('receipt', match.id)
  const outcome = useOutcome()
  const [done, setDone] = useState<string | null>(null)
  const [asking, setAsking] = useState(false)
  const run = async (inputs: Record<string, unknown>) => {
    const next = await act.run(action, match.version, inputs)
    if (!next) return
    setAsking(false)
    setDone(next.status)
    outcome(next, say('{doc_no} is now {status}', { doc_no: next.doc_no ?? say('The receipt'), status: next.status }))
  }
  if (done) return <StatusChip status={done} />
  // A bounce has its reason, and may have charges.
  const asks = action === 'bounce'
  const dated = action === 'confirm' ? {} : { date: line.date }
  return (
    <div className="grid gap-4">
      <Button
        size="small"
        variant="contained"
        color="primary"
        aria-label={`${match.label}: ${match.customer_name}`}
        aria-busy={act.pending}
        onClick={() => (asks ? setAsking(true) : void run(dated))}
      >
        {act.pending ? say('Saving') : match.label}
      </Button>
      {act.problem && !asking && (
        <span role="alert" className="danger text-12">
          {act.problem.detail}
        </span>
      )}
      {asking && (
        <Ask match={match} action={action} start={dated} act={act} onRun={run} onClose={() => setAsking(false)} />
      )}
    </div>
  )
}

interface AskProps {
  match: StatementMatch
  action: string
  start: Record<string, unknown>
  act: ReturnType<typeof useAct<'receipt'>>
  onRun: (inputs: Record<string, unknown>) => Promise<void>
  onClose: () => void
}

function Ask({ match, action, start, act, onRun, onClose }: AskProps) {
  const { data: doc } = useDoc('receipt', match.id)
  const step = doc?.actions.find((one) => one.action === action)
  if (!doc || !step) return null
  return (
    <ActionBox
      action={step}
      danger={false}
      of={[match.doc_no, match.customer_name, `₹${rupees(match.amount_paise)}`].filter(Boolean).join(' · ')}
      problem={act.problem}
      pending={act.pending}
      start={start}
      check={(inputs) => core().check_inputs('receipt', doc.status, action, inputs)}
      onRun={(inputs) => void onRun(inputs)}
      onClose={onClose}
    />
  )
}
