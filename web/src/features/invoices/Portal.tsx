// The portals of the GST: files of what still waits for an IRN or an e-way bill, and the answers of the portals, each
// recorded on its document by a step of its own.
import DownloadOutlined from '@mui/icons-material/DownloadOutlined'
import Button from '@mui/material/Button'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { useState } from 'react'
import { Link } from 'react-router'
import { docDef } from '../../core'
import type { DocDef } from '../../core/records'
import type { DocKey } from '../../core/types.gen'
import { paths } from '../../docs/paths'
import { Card, Finding, Scroll } from '../../kit/parts'
import { useFileRead } from '../../kit/useFileRead'
import type { PortalAnswer } from '../../net/answers.gen'
import type { Problem } from '../../net/client'
import { useAct } from '../../sync/docs'
import { downloadPortal, readPortalAnswers, type MadeBy, type PortalFile } from '../../sync/portal'
import { may } from '../../sync/rights'
import { useUser } from '../../sync/store'
import { DayField } from '../../ui/DayField'
import { FileDrop } from '../../ui/FileDrop'
import { today } from '../../core/days'
import { Page } from '../../ui/Page'
import { Empty } from '../../ui/states'
import { useToast } from '../../ui/Toasts'
import { lower } from '../../ui/words'
import { NOTES } from './figures'
import css from './Portal.module.css'
import { say } from '../../words/say'

export default function Portal() {
  const def = docDef('invoice')
  return (
    <Page title={say('E-invoices and e-way bills')} crumbs={[{ name: def?.plural ?? '', path: paths.list('invoice') }]}>
      <div className="grid gap-12">
        <Waiting />
        <Answers />
      </div>
    </Page>
  )
}

/** The first of the month of a day. */
const monthOf = (at: string) => `${at.slice(0, 8)}01`

const MADE: Record<MadeBy, string> = {
  server: say('The file is in your downloads'),
  device: say('The file is in your downloads. The server was not reached: it has only documents that were opened here'),
}

function Waiting() {
  const user = useUser()
  const notify = useToast()
  const [type, setType] = useState<DocKey>('invoice')
  const [from, setFrom] = useState(monthOf(today()))
  const [to, setTo] = useState(today())
  const [problem, setProblem] = useState<Problem | null>(null)
  const [making, setMaking] = useState<PortalFile | null>(null)
  const types = ['invoice', ...NOTES].flatMap((key) => {
    const def = docDef(key) as DocDef | undefined
    return def && may(user, def, 'export') ? [def] : []
  })
  if (types.length === 0) return null
  const keep = async (file: PortalFile, name: string) => {
    setMaking(file)
    const made = await downloadPortal({ file, doc_type: type, ids: [], from, to }, `${name}-${from}-${to}`)
    setMaking(null)
    setProblem('by' in made ? null : made)
    if ('by' in made) notify(MADE[made.by], { tone: made.by === 'server' ? 'ok' : 'info' })
  }
  return (
    <Card title={say('Files for the portals')} label={say('Files for the portals')}>
      <div className="grid gap-12">
        <p className="muted text-13">
          {say(
            'Everything posted in these days that still needs an IRN or an e-way bill, for the portals’ bulk upload.',
          )}
        </p>
        <div className="row gap-8 wrap filters">
          <ToggleButtonGroup
            exclusive
            size="small"
            aria-label={say('Documents')}
            value={type}
            onChange={(_, next: DocKey | null) => next && setType(next)}
          >
            {types.map((def) => (
              <ToggleButton key={def.key} value={def.key}>
                {def.plural}
              </ToggleButton>
            ))}
          </ToggleButtonGroup>
          <DayField label={say('From')} value={from} max={to} onChange={setFrom} />
          <DayField label={say('To')} value={to} min={from} max={today()} onChange={setTo} />
        </div>
        <div className="row gap-8 wrap">
          <Button
            variant="outlined"
            startIcon={<DownloadOutlined />}
            aria-busy={making === 'inv01'}
            onClick={() => void keep('inv01', 'e-invoices')}
          >
            {say('INV-01 file')}
          </Button>
          {type === 'invoice' && (
            <Button
              variant="outlined"
              startIcon={<DownloadOutlined />}
              aria-busy={making === 'eway'}
              onClick={() => void keep('eway', 'e-way-bills')}
            >
              {say('E-way bill file')}
            </Button>
          )}
        </div>
        {problem && <Refused problem={problem} />}
      </div>
    </Card>
  )
}

function Refused({ problem }: { problem: Problem }) {
  const each = [...new Set(problem.errors.map((one) => one.message))]
  return (
    <div role="alert">
      <Finding tone="danger" box>
        {each.length > 1 ? (
          <ul className={css.list}>
            {each.map((message) => (
              <li key={message}>{message}</li>
            ))}
          </ul>
        ) : (
          problem.detail
        )}
      </Finding>
    </div>
  )
}

function Answers() {
  const { read, name, problem, picker } = useFileRead(readPortalAnswers)
  return (
    <>
      <Card title={say('Answers of the portals')} label={say('Answers of the portals')}>
        <FileDrop
          title={name || say('Drop the portal’s JSON answer here')}
          about={say(
            'IRN, acknowledgement, QR, e-way bill and validity are read. Nothing is recorded until you say so.',
          )}
          label={say('Portal’s answer, JSON')}
          accept=".json,.txt"
          {...picker}
        />
      </Card>
      {problem && <Refused problem={problem} />}
      {read && <Rows key={name} rows={read.rows} />}
    </>
  )
}

function Rows({ rows }: { rows: PortalAnswer[] }) {
  return (
    <Card title={say('What they say')} pad={0}>
      {rows.length === 0 ? (
        <Empty title={say('The file has no answer')} />
      ) : (
        <Scroll>
          <table className="stacks data-table">
            <thead>
              <tr>
                <th>{say('Document')}</th>
                <th>{say('Customer')}</th>
                <th>{say('To record')}</th>
                <th>
                  <span className="visually-hidden">{say('Record')}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row, at) => (
                <tr key={at}>
                  <td data-head={say('Document')} className="nowrap">
                    {row.doc_type && row.id ? (
                      <Link to={paths.view(row.doc_type as DocKey, row.id)} className="semibold">
                        {row.number}
                      </Link>
                    ) : (
                      row.number || say('No number')
                    )}
                  </td>
                  <td data-head={say('Customer')}>{row.customer_name}</td>
                  <td className="whole">
                    {row.why ? (
                      <span className="warn break">{row.why}</span>
                    ) : (
                      <ul className={css.list}>
                        {row.noted.map((one) => (
                          <li key={one.key} className="break">
                            <span className="muted">{one.label}</span> {one.shown}
                          </li>
                        ))}
                      </ul>
                    )}
                  </td>
                  <td className="right">
                    {!row.why && row.doc_type && row.id && (
                      <Record row={row} type={row.doc_type as 'invoice'} id={row.id} />
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </Scroll>
      )}
    </Card>
  )
}

function Record({ row, type, id }: { row: PortalAnswer; type: 'invoice'; id: string }) {
  const act = useAct(type, id)
  const [done, setDone] = useState(false)
  if (done) return <span className="muted text-13">{say('Recorded')}</span>
  const run = async () => {
    const inputs = Object.fromEntries(row.noted.map((one) => [one.key, one.value]))
    if (await act.run('record', row.version, inputs)) setDone(true)
  }
  return (
    <div className="grid gap-4">
      <Button
        size="small"
        variant="contained"
        color="primary"
        aria-label={say('Record on {label} {number}', { label: lower(docDef(type)?.label ?? ''), number: row.number })}
        aria-busy={act.pending}
        onClick={() => void run()}
      >
        {act.pending ? say('Saving') : say('Record')}
      </Button>
      {act.problem && (
        <span role="alert" className="danger text-12">
          {act.problem.detail}
        </span>
      )}
    </div>
  )
}
