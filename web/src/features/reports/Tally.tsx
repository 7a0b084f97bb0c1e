// The files for Tally: what has no name there yet comes first, then what is new, then the files.
import DownloadOutlined from '@mui/icons-material/DownloadOutlined'
import Button from '@mui/material/Button'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { useMemo, useState } from 'react'
import { Link } from 'react-router'
import { useSave } from '../../sync/docs'
import type { TallyForm } from '../../core/sheets'
import { keepTally } from '../../sync/tables'
import { useTally, type Params } from '../../sync/reporter'
import { paths } from '../../docs/paths'
import { day, pieces } from '../../ui/format'
import { useToast } from '../../ui/Toasts'
import { Card } from '../../kit/parts'
import TallyGiven from './TallyGiven'
import { many, say } from '../../words/say'

/** What Tally does not have yet: new vouchers, those that changed since, and those that it refused. */
const NOT_GIVEN = '0|2|3'
const FORMS: [TallyForm, string][] = [
  ['xml', 'XML'],
  ['xlsx', 'Excel'],
  ['json', 'JSON'],
]

export default function Tally({
  asked,
  days,
  takes,
}: {
  asked: Params
  days: [string, string] | undefined
  takes: boolean
}) {
  const toast = useToast()
  const [all, setAll] = useState(false)
  const [form, setForm] = useState<TallyForm>('xml')
  const [given, setGiven] = useState(0)
  const [busy, setBusy] = useState(false)
  const branches = (asked.branch ?? '').split('|').filter(Boolean)
  // A file holds the days and branches alone: other filters only look.
  const params = useMemo<Params>(() => {
    const of: Params = all ? {} : { tally_state: NOT_GIVEN }
    for (const key of ['from', 'to', 'branch']) if (asked[key]) of[key] = asked[key]
    return of
  }, [asked, all])
  const { data: book } = useTally(params)
  const record = useSave('tally_export', null)
  if (!book || !days) return null
  const name = (which: string, as: TallyForm) => `tally-${which}-${days[0]}-${days[1]}.${as}`
  // Tally takes masters from a workbook only one kind at a time.
  const mastersAs = form === 'xlsx' ? 'xml' : form
  const give = async () => {
    setBusy(true)
    const file = name('vouchers', form)
    try {
      const hash = await keepTally(book, 'vouchers', form, file)
      for (const branch of branches.length > 0 ? branches : [undefined]) {
        const made = await record.run({
          from: days[0],
          to: days[1],
          file,
          vouchers: book.vouchers.length,
          until: book.until,
          ...(hash ? { hash } : {}),
          ...(branch ? { branch } : {}),
        })
        if (!made) return
      }
      toast(say('{vouchers} vouchers in {file}', { vouchers: pieces(book.vouchers.length), file }))
      setGiven((count) => count + 1)
    } catch {
      toast(say('The file could not be made. Load the page again.'), { tone: 'danger' })
    } finally {
      setBusy(false)
    }
  }
  const wants = book.unmapped.length > 0
  const accounts = book.unmapped.filter((one) => one.what === 'account').map((one) => one.name)
  const others = book.unmapped.filter((one) => one.what !== 'account')
  const none = book.vouchers.length === 0
  return (
    <Card
      title={say('Send to Tally')}
      className="mb-12 rigid"
      aside={<Link to={paths.list('tally_export')}>{say('Previous files')}</Link>}
    >
      <div className="no-print grid gap-12">
        {accounts.length > 0 && (
          <div role="alert" className="danger text-14">
            <strong>
              {many(
                accounts.length,
                'One account has no ledger in Tally: {accounts}.',
                '{n} accounts have no ledger in Tally: {accounts}.',
                { accounts: accounts.join(', ') },
              )}
            </strong>{' '}
            <Link to={`${paths.list('tally_ledger')}?new`}>
              {accounts.length === 1 ? say('Name it') : say('Name them')}
            </Link>
          </div>
        )}
        {others.length > 0 && (
          <ul role="alert" className="danger text-14">
            {others.map(({ what, name }) => (
              <li key={`${what} ${name}`}>
                {what === 'party'
                  ? say('{name} names no party that Tally could know.', { name })
                  : say('The goods of batch {name} have no name for Tally.', { name })}
              </li>
            ))}
          </ul>
        )}
        {book.refused.length > 0 && (
          <ul role="alert" className="warn text-14">
            {book.refused.map((why) => (
              <li key={why}>{why}</li>
            ))}
          </ul>
        )}
        {record.problem && (
          <p role="alert" className="bar-alert">
            {record.problem.detail}
          </p>
        )}
        <div className="row wrap gap-12">
          <ToggleButtonGroup
            exclusive
            size="small"
            aria-label={say('Which vouchers')}
            value={all}
            onChange={(_, next: boolean | null) => {
              if (next !== null) setAll(next)
            }}
          >
            <ToggleButton value={false}>{say('Not sent yet')}</ToggleButton>
            <ToggleButton value>{say('All in this period')}</ToggleButton>
          </ToggleButtonGroup>
          <span className="text-14">
            {none ? (
              say('Tally has every voucher of {days} to {days2}.', { days: day(days[0]), days2: day(days[1]) })
            ) : (
              <>
                {say('{vouchers} of {from} to {to}, into the company {company}', {
                  vouchers: (
                    <strong className="num">{many(book.vouchers.length, '{n} voucher', '{n} vouchers')}</strong>
                  ),
                  from: day(days[0]),
                  to: day(days[1]),
                  company: <strong>{book.company}</strong>,
                })}
              </>
            )}
          </span>
          <span className="grow" />
          {takes && (
            <ToggleButtonGroup
              exclusive
              size="small"
              aria-label={say('Form of the file')}
              value={form}
              onChange={(_, next: TallyForm | null) => {
                if (next) setForm(next)
              }}
            >
              {FORMS.map(([key, label]) => (
                <ToggleButton key={key} value={key}>
                  {label}
                </ToggleButton>
              ))}
            </ToggleButtonGroup>
          )}
          {takes && (
            <Button
              variant="outlined"
              disabled={wants || none}
              onClick={() => void keepTally(book, 'masters', mastersAs, name('masters', mastersAs))}
            >
              {say('Masters')}
            </Button>
          )}
          {takes && (
            <Button
              variant="contained"
              color="primary"
              startIcon={<DownloadOutlined />}
              disabled={wants || none || busy}
              onClick={() => void give()}
            >
              {say('Tally {value}', { value: FORMS.find(([key]) => key === form)?.[1] })}
            </Button>
          )}
        </div>
        <p className="text-12 muted">
          {say(
            'Import the masters first: ledgers, goods and godowns that the vouchers name. A voucher given ' +
              'again alters the one that Tally has; one that its import log names is given again.',
          )}
        </p>
        <TallyGiven given={given} mayNote={takes} />
      </div>
    </Card>
  )
}
