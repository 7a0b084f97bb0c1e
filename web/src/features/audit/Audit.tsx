// The audit: who did what when, for administrators, and the proof in this browser that nothing of it is missing or
// altered.
import type { AuditRow } from '../../core/types.gen'
import DownloadOutlined from '@mui/icons-material/DownloadOutlined'
import Button from '@mui/material/Button'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useMemo, useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { downloadAudit, type Media } from '../../sync/tables'
import { opens } from '../../sync/rights'
import { useUser } from '../../sync/store'
import { docDefs } from '../../core'
import { LinkPicker } from '../../docs/fields/LinkPicker'
import { paths } from '../../docs/paths'
import { DayField } from '../../ui/DayField'
import { today } from '../../core/days'
import { moment, pieces } from '../../ui/format'
import { Page } from '../../ui/Page'
import { Empty, Failed, Skeletons } from '../../ui/states'
import { useToast } from '../../ui/Toasts'
import { Scroll, usePhone } from '../../kit/parts'
import { useAudit } from './audit'
import { ProofCard } from './ProofCard'
import css from './Audit.module.css'
import { useQuery } from '../../ui/query'
import { say } from '../../words/say'

const FILTERS = ['actor', 'type', 'id', 'deed', 'from', 'to'] as const
type Filter = (typeof FILTERS)[number]

function useFilters() {
  const { query, set } = useQuery()
  const asked = useMemo(
    () => new URLSearchParams(FILTERS.flatMap((key) => (query.get(key) ? [[key, query.get(key)!]] : []))).toString(),
    [query],
  )
  return {
    asked,
    of: (key: Filter) => query.get(key) ?? '',
    set: (change: Partial<Record<Filter, string | null>>) => set(change),
  }
}

export default function Audit() {
  const filters = useFilters()
  const { part, problem, pending, more, again } = useAudit(filters.asked)
  const phone = usePhone()
  const rows = part?.rows ?? []
  return (
    <Page title={say('Audit')} actions={<ExportMenu query={filters.asked} />}>
      <div className={css.page}>
        {part && <ProofCard head={part.head} />}
        <Filters filters={filters} deeds={part?.deeds ?? []} />
        <section className="card" aria-label={say('Entries')}>
          {problem && rows.length === 0 && <Failed problem={problem} what={say('The audit')} onRetry={again} />}
          {rows.length === 0 && pending && !problem && <Skeletons rows={8} />}
          {rows.length === 0 && !pending && !problem && (
            <Empty title={say('No matching entries')}>{say('Select other dates, or remove a filter.')}</Empty>
          )}
          {rows.length > 0 && (phone ? <PhoneRows rows={rows} /> : <Rows rows={rows} />)}
          {rows.length > 0 && part?.before !== null && (
            <div className="p-12">
              <Button onClick={more} disabled={pending}>
                {pending ? say('Looking further back…') : say('Show older')}
              </Button>
            </div>
          )}
        </section>
      </div>
    </Page>
  )
}

function Filters({ filters, deeds }: { filters: ReturnType<typeof useFilters>; deeds: [string, string][] }) {
  const { of, set } = filters
  const types = useMemo(
    () =>
      docDefs()
        .map(({ key, label }) => [key, label] as const)
        .sort((a, b) => a[1].localeCompare(b[1])),
    [],
  )
  return (
    <div className={`filters ${css.filters}`} role="group" aria-label={say('What is shown')}>
      <span className={css.who}>
        <LinkPicker
          type="employee"
          label={say('Who')}
          placeholder={say('Anybody')}
          value={of('actor') || null}
          onChange={(id) => set({ actor: id })}
          where={[]}
        />
      </span>
      <Choice
        label={say('Document')}
        value={of('type')}
        choices={types}
        any={say('Any document')}
        onChange={(type) => set({ type, deed: null, id: null })}
      />
      <Choice
        label={say('What was done')}
        value={of('deed')}
        choices={deeds}
        any={say('Anything')}
        onChange={(deed) => set({ deed })}
      />
      <DayField label={say('From')} value={of('from')} max={of('to') || today()} onChange={(from) => set({ from })} />
      <DayField label={say('To')} value={of('to')} min={of('from')} max={today()} onChange={(to) => set({ to })} />
      {filters.asked && (
        <Button
          size="small"
          variant="text"
          onClick={() => set({ actor: null, type: null, id: null, deed: null, from: null, to: null })}
        >
          {say('Clear filters')}
        </Button>
      )}
    </div>
  )
}

function Choice({
  label,
  value,
  choices,
  any,
  onChange,
}: {
  label: string
  value: string
  choices: readonly (readonly [string, string])[]
  any: string
  onChange: (value: string | null) => void
}) {
  const known = value === '' || choices.some(([key]) => key === value)
  return (
    <TextField
      select
      size="small"
      value={known ? value : ''}
      onChange={(event) => onChange(event.target.value || null)}
      className={css.choice}
      slotProps={{ select: { displayEmpty: true, SelectDisplayProps: { 'aria-label': label } } }}
    >
      <MenuItem value="">{any}</MenuItem>
      {choices.map(([key, name]) => (
        <MenuItem key={key} value={key}>
          {name}
        </MenuItem>
      ))}
    </TextField>
  )
}

/** The document where it can be opened, else what is known of it. */
function What({ row }: { row: AuditRow }): ReactNode {
  if (!row.type || !row.id) return row.name
  const label = <span className="muted">{row.type_label || row.type}</span>
  return row.name ? (
    <>
      <Link to={paths.view(row.type, row.id)}>{row.name}</Link> {label}
    </>
  ) : (
    label
  )
}

function Rows({ rows }: { rows: AuditRow[] }) {
  return (
    <Scroll>
      <table className="data-table">
        <thead>
          <tr>
            {[say('Entry'), say('When'), say('Who'), say('What was done'), say('To what')].map((head, at) => (
              <th key={head} scope="col" className={at === 0 ? 'right' : undefined}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.seq}>
              <td className="num right muted">{pieces(row.seq)}</td>
              <td className="num nowrap">{moment(row.time)}</td>
              <td>{row.actor_name || row.actor}</td>
              <td className="semibold">{row.what}</td>
              <td>
                <What row={row} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  )
}

function PhoneRows({ rows }: { rows: AuditRow[] }) {
  return (
    <ul>
      {rows.map((row) => (
        <li key={row.seq} className={css.entry}>
          <span>
            <strong className="bold">{row.what}</strong> <What row={row} />
          </span>
          <span className="num muted text-13">
            {row.actor_name || row.actor} · {moment(row.time)} · {pieces(row.seq)}
          </span>
        </li>
      ))}
    </ul>
  )
}

function ExportMenu({ query }: { query: string }) {
  const user = useUser()
  const notify = useToast()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  if (!opens(user, 'audit', 'export')) return null
  const take = async (media: Media) => {
    setAnchor(null)
    const problem = await downloadAudit(query, media)
    notify(problem ? problem.detail : say('The audit is in your downloads'), { tone: problem ? 'danger' : 'ok' })
  }
  return (
    <>
      <Button startIcon={<DownloadOutlined />} onClick={(event) => setAnchor(event.currentTarget)} aria-haspopup="menu">
        {say('Export')}
      </Button>
      <Menu open={!!anchor} anchorEl={anchor} onClose={() => setAnchor(null)}>
        <MenuItem onClick={() => void take('csv')}>{say('Filtered entries as CSV')}</MenuItem>
        <MenuItem onClick={() => void take('xlsx')}>{say('Filtered entries as XLSX')}</MenuItem>
      </Menu>
    </>
  )
}
