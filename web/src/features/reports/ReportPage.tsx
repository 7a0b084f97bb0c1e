// Every report: its days and filters, a chart, the table with sub-totals and a total, and what stands behind a figure.
import DownloadOutlined from '@mui/icons-material/DownloadOutlined'
import PrintOutlined from '@mui/icons-material/PrintOutlined'
import Button from '@mui/material/Button'
import { Suspense, useCallback, useMemo, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import type { ReportDef, ReportLine } from '../../core/types.gen'
import { useDoc } from '../../sync/docs'
import { keepReport, type Media } from '../../sync/tables'
import type { User } from '../../net/answers.gen'
import { docDefs } from '../../core'
import { opens, paperReport, prints } from '../../sync/rights'
import { useUser } from '../../sync/store'
import { holdFrames, useDescribed, useFrames, useReport, refreshFrames, type Params } from '../../sync/reporter'
import NotFound from '../../docs/NotFound'
import { paths } from '../../docs/paths'
import { lazily } from '../../ui/lazily'
import { Page } from '../../ui/Page'
import { Empty, Failed, Filtered, Skeletons } from '../../ui/states'
import { useToast } from '../../ui/Toasts'
import { useKeys } from '../../ui/keys'
import { usePhone } from '../../kit/parts'
import { AsOf } from './AsOf'
import { Behind } from './Behind'
import { Controls } from './Controls'
import { ColumnMenu, MeasureMenu } from './MeasureMenu'
import { SavedViews } from '../../docs/views/SavedViews'
import { useReportState, type ReportState } from './state'
import css from './ReportPage.module.css'
import { say } from '../../words/say'
import { LANGUAGE } from '../../words/language'

const ReportGrid = lazily(() => import('./ReportGrid'))
const Chart = lazily(() => import('../../kit/Chart'))
const Pivot = lazily(() => import('./Pivot'))
const PrintedReport = lazily(() => import('./PrintedReport'))
const TileMap = lazily(() => import('./TileMap'))
const Tally = lazily(() => import('./Tally'))

export default function ReportPage({ report, id }: { report: string; id?: string }) {
  const described = useDescribed()
  const def = described?.reports.find((one) => one.key === report)
  // A report of one SKU: the frames know none by an id that is made up, and would show its zeros.
  const sku = useDoc('sku', id)
  if (sku.error?.status === 404) return <NotFound />
  if (!described || !def)
    return (
      <Page title={say('Report')}>
        <Skeletons rows={10} label={say('Loading the report')} />
      </Page>
    )
  return <Report def={def} bases={described.bases} id={id} />
}

/** Where a statement of the one party that the report is filtered by is printed; none where no one paper tells it. */
function paperOf(user: User, report: string, { params, filters }: ReportState): string | null {
  const type = docDefs().find((one) => paperReport(one)?.report === report)
  const [id, another] = filters[(type && paperReport(type)?.filter) ?? ''] ?? []
  if (!type || !id || another || Object.keys(filters).length > 1 || !prints(user, type)) return null
  const days = ['from', 'to'].flatMap((key) => (params[key] ? [[key, params[key]]] : []))
  const query = new URLSearchParams(Object.fromEntries(days) as Record<string, string>).toString()
  return `${paths.print(type.key, id)}${query && `?${query}`}`
}

/** Other reports about the same, for whoever opens them. */
function Beside({ def, filters }: { def: ReportDef; filters: Record<string, string[]> }) {
  const user = useUser()
  const described = useDescribed()
  const links = def.beside.flatMap(([name, key, asked]) => {
    const to = described?.reports.find((one) => one.key === key)
    if (!to || !opens(user, key, 'view')) return []
    const query = new URLSearchParams(asked)
    for (const [dimension, values] of Object.entries(filters)) query.set(dimension, values.join('|'))
    return [{ name, to: `${to.route}?${query}` }]
  })
  if (links.length === 0) return null
  return (
    <nav className={`no-print ${css.links}`} aria-label={say('Related')}>
      {links.map(({ name, to }) => (
        <Link key={name} to={to} className="accent">
          {name}
        </Link>
      ))}
    </nav>
  )
}

function Report({ def, bases, id }: { def: ReportDef; bases: [string, string][]; id?: string }) {
  const user = useUser()
  const navigate = useNavigate()
  const phone = usePhone()
  const toast = useToast()
  const frames = useFrames()
  const described = useDescribed()
  const state = useReportState(def)
  const asked = useMemo<Params>(() => (id ? { ...state.params, sku: id } : state.params), [state.params, id])
  const { data: table, ms, error, lines } = useReport(def.key, asked)
  const [behind, setBehind] = useState<{ line: ReportLine; title: string } | null>(null)
  const takes = opens(user, def.key, 'export')
  const paper = paperOf(user, def.key, state)
  const [printing, setPrinting] = useState<'shown' | 'at once' | null>(null)
  const [share, setShare] = useState<number | null>(null)
  const open = useCallback((type: string, document: string) => void navigate(paths.view(type, document)), [navigate])
  const save = async (media: Media) => {
    if (!table || share !== null) return
    setShare(0)
    const failed = await holdFrames(() => keepReport(table, lines, def.title, media, setShare))
    setShare(null)
    if (failed) toast(failed, { tone: 'danger' })
  }
  // The grid holds the lines in sight alone: the browser's own key prints the pages of the whole.
  const toPaper = () => (paper ? void navigate(paper) : setPrinting('at once'))
  useKeys({ 'ctrl+p': toPaper }, printing === null && !!table && table.lines > 0)
  const map = def.maps.find(([of]) => state.rows.includes(of))
  const filtered = Object.keys(state.filters).length > 0
  const [query, setQuery] = useSearchParams()
  const narrowed = filtered || !!state.params.from || !!state.params.to
  if (printing)
    return (
      <Suspense fallback={<Skeletons rows={10} label={say('Laying out the pages')} />}>
        <PrintedReport def={def} params={asked} atOnce={printing === 'at once'} onClose={() => setPrinting(null)} />
      </Suspense>
    )
  return (
    <Page
      fixed={!phone}
      title={def.title}
      crumbs={[{ name: say('Reports'), path: '/ProductWiseReport' }]}
      name={def.title}
      actions={
        <>
          <SavedViews
            of={{ type: 'report_view', field: 'report', key: def.key }}
            question={() => query.toString()}
            onPick={(question) => setQuery(new URLSearchParams(question))}
            layouts={def.free ? described?.layouts : undefined}
          />
          {def.list ? <ColumnMenu def={def} state={state} table={table} /> : <MeasureMenu def={def} state={state} />}
          {paper ? (
            <Button variant="outlined" component={Link} to={paper} startIcon={<PrintOutlined />}>
              {say('Print')}
            </Button>
          ) : (
            !phone && (
              <Button variant="outlined" startIcon={<PrintOutlined />} onClick={() => setPrinting('shown')}>
                {say('Print')}
              </Button>
            )
          )}
          {takes && (
            <Button variant="outlined" disabled={share !== null} onClick={() => void save('csv')}>
              {say('CSV')}
            </Button>
          )}
          {takes && (
            <Button
              variant="contained"
              color="primary"
              startIcon={<DownloadOutlined />}
              disabled={share !== null}
              onClick={() => void save('xlsx')}
            >
              {share === null ? say('XLSX') : `${Math.floor(share * 100)} %`}
            </Button>
          )}
        </>
      }
    >
      <p className="print-only">
        {say('Only the lines in sight are on this page. Select Print on the report for all of them.')}
      </p>
      <Controls def={def} state={state} days={table?.days} bases={bases} />
      {def.beside.length > 0 && <Beside def={def} filters={id ? { ...state.filters, sku: [id] } : state.filters} />}
      {def.key === 'tally_report' && (
        <Suspense fallback={null}>
          <Tally asked={asked} days={table?.days} takes={takes} />
        </Suspense>
      )}
      {def.free && (
        <Suspense fallback={null}>
          <Pivot state={state} def={def} />
        </Suspense>
      )}
      {!frames.ready && frames.failed && (
        <Failed
          what={say('The report {title}', { title: def.title })}
          problem={{
            status: 400,
            code: '',
            title: frames.failed,
            detail: frames.failed,
            errors: [],
            reference: null,
            retryAfter: null,
          }}
          onRetry={() => void refreshFrames()}
        />
      )}
      {!frames.ready && !frames.failed && <Skeletons rows={10} label={say('Loading the report')} />}
      {error && (
        <Failed
          what={say('The report {title}', { title: def.title })}
          problem={{
            status: 422,
            code: '',
            title: error,
            detail: error,
            errors: [],
            reference: null,
            retryAfter: null,
          }}
          again={say('Reset the report')}
          onRetry={() => state.clear()}
        />
      )}
      {table &&
        !error &&
        (table.lines === 0 ? (
          narrowed ? (
            <Filtered title={say('No data for this period and these filters')} onClear={state.clear}>
              {say('{toLocaleString} rows were checked.', {
                toLocaleString: table.read.toLocaleString(LANGUAGE.locale),
              })}
            </Filtered>
          ) : (
            <Empty title={say('No data yet')}>
              {say('Invoices, receipts and loadings appear here automatically.')}
            </Empty>
          )
        ) : (
          <>
            {map && (
              <Suspense fallback={null}>
                <TileMap def={def} state={state} params={asked} dimensions={map} />
              </Suspense>
            )}
            {table.drawn && !map && (
              <Suspense fallback={<div className={css.chart} />}>
                <Chart table={{ ...table, rows: table.bars }} measure={table.drawn} phone={phone} />
              </Suspense>
            )}
            <Suspense fallback={<Skeletons rows={10} label={say('Loading the report')} />}>
              <ReportGrid
                table={table}
                lines={lines}
                sort={state.params.sort ?? def.sort ?? ''}
                heat={def.heat}
                onSort={def.list ? undefined : state.setSort}
                onOpen={open}
                onBehind={def.list ? undefined : (line, title) => setBehind({ line, title })}
              />
            </Suspense>
          </>
        ))}
      {table && <AsOf frames={frames} read={table.read} lines={table.lines} ms={ms} />}
      {behind && (
        <Behind
          def={def}
          params={asked}
          line={behind.line}
          title={behind.title}
          onOpen={open}
          onClose={() => setBehind(null)}
        />
      )}
    </Page>
  )
}
