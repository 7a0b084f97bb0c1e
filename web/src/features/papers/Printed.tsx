// A document as it is printed: the pages of its PDF, its copies and the paper to choose. One page for every type.
import { useMemo } from 'react'
import { useLocation, useParams, useSearchParams } from 'react-router'
import { docDef } from '../../core'
import type { DocDef } from '../../core/records'
import NoAccess from '../../docs/NoAccess'
import NotFound from '../../docs/NotFound'
import { paths } from '../../docs/paths'
import { titleOfDoc } from '../../docs/titles'
import { PaperPages } from '../../kit/PaperPages'
import { ReportDays } from '../../kit/ReportDays'
import { usePaper } from '../../kit/usePaper'
import { useDoc } from '../../sync/docs'
import { useDescribed, useReport } from '../../sync/reporter'
import { paperReport, prints } from '../../sync/rights'
import { useUser } from '../../sync/store'
import { Page } from '../../ui/Page'
import { Failed, LoadingPage } from '../../ui/states'
import { StatusChip } from '../../ui/StatusChip'
import { lower } from '../../ui/words'
import { say } from '../../words/say'

export default function Printed() {
  const { id } = useParams()
  const { pathname } = useLocation()
  const user = useUser()
  const def = docDef(pathname.split('/')[1] ?? '')
  const { data: doc, error, refetch } = useDoc(def?.key ?? 'invoice', def ? id : undefined)
  const days = useDays()
  const { wish, choices, actions } = usePaper(doc, days)
  if (error?.status === 404 || !def) return <NotFound />
  if (!prints(user, def)) return <NoAccess what={def.plural} />
  if (error && !doc)
    return (
      <Failed problem={error} what={say('The {label}', { label: lower(def.label) })} onRetry={() => void refetch()} />
    )
  if (!doc) return <LoadingPage />
  const report = paperReport(def)
  const name = report ? titleOfDoc(def, doc) : (doc.doc_no ?? say('Draft'))
  return (
    <Page
      title={say('Print {label}', { label: lower(report?.label ?? def.label) })}
      name={name}
      crumbs={[
        { name: def.plural, path: paths.list(def.key) },
        { name, path: paths.view(def.key, doc.id) },
      ]}
      actions={
        <>
          <StatusChip status={doc.status} />
          {actions}
        </>
      }
    >
      {report && <Days def={def} id={doc.id} />}
      {choices}
      <PaperPages view={doc} wish={wish} />
    </Page>
  )
}

/** The days of a statement stand in the address, as those of its report do. */
function useDays() {
  const [query] = useSearchParams()
  const [from, to] = [query.get('from') ?? undefined, query.get('to') ?? undefined]
  return useMemo(() => ({ from, to }), [from, to])
}

function Days({ def, id }: { def: DocDef; id: string }) {
  const [, setQuery] = useSearchParams()
  const days = useDays()
  const report = paperReport(def)!
  const asked = useMemo(
    () => ({ [report.filter]: id, ...(days.from && { from: days.from }), ...(days.to && { to: days.to }) }),
    [report.filter, id, days],
  )
  const { data, error } = useReport(report.report, asked)
  const described = useDescribed()?.reports.find((one) => one.key === report.report)
  if (!described) return null
  const change = (next: Record<string, string | null>) => {
    const query = Object.entries({ ...days, ...next }).flatMap(([key, day]) => (day ? [[key, day]] : []))
    setQuery(Object.fromEntries(query) as Record<string, string>, { replace: true })
  }
  return (
    <div className="filters no-print" role="group" aria-label={say('Days of the statement')}>
      <ReportDays def={described} asked={days} told={data?.days} onChange={change} />
      {error && (
        <span role="alert" className="danger text-13">
          {error}
        </span>
      )}
    </div>
  )
}
