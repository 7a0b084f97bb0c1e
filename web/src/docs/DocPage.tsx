// The generic view page of a document: its fields, its history, and the bar of what can be done.
import InfoOutlined from '@mui/icons-material/InfoOutlined'
import EditOutlined from '@mui/icons-material/EditOutlined'
import PrintOutlined from '@mui/icons-material/PrintOutlined'
import Button from '@mui/material/Button'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { Suspense, type ReactNode } from 'react'
import { Link, useNavigate, useParams, useSearchParams } from 'react-router'
import type { DocDef } from '../core/records'
import { useDoc } from '../sync/docs'
import { may, opens, paperReport, prints } from '../sync/rights'
import { useUser } from '../sync/store'
import NotFound from './NotFound'
import { paths } from './paths'
import { History } from './HistoryView'
import { Kbd } from '../ui/Kbd'
import { Page } from '../ui/Page'
import { Failed, Skeletons } from '../ui/states'
import { StatusChip } from '../ui/StatusChip'
import { useKeys } from '../ui/keys'
import { DocActions } from './DocActions'
import { FollowUp } from './FollowUp'
import { ownPages, type DocPageProps } from './overrides'
import { titleOfDoc } from './titles'
import { ViewFields } from './ViewFields'
import { Deadlines } from '../ui/Countdown'
import { Proposed, Warnings } from './Warnings'
import { lower } from '../ui/words'
import { PrintLabels, isLabelled } from './labels/PrintLabels'
import css from './DocPage.module.css'
import { say } from '../words/say'

const slug = (status: string) => status.toLowerCase().replaceAll(' ', '-')
/** The tab of a document's own fields. */
const DETAILS = 'details'
const HINTS = new Set(['pending', 'approved', 'rejected'])

/** A status in the address is a hint for the view only, but one that no document can have leads nowhere. */
export function isHint(def: DocDef, hint: string): boolean {
  const asked = slug(decodeURIComponent(hint))
  return HINTS.has(asked) || def.statuses.some((status) => slug(status) === asked)
}

export default function DocPage(props: DocPageProps) {
  const { status } = useParams()
  const Override = ownPages(props.def.key).view
  if (status !== undefined && !isHint(props.def, status)) return <NotFound />
  if (Override) return <Override {...props} />
  return <View {...props} approval={status !== undefined} />
}

function View({ def, id = def.key, notice, approval }: DocPageProps & { approval: boolean }) {
  const user = useUser()
  const navigate = useNavigate()
  const { data: doc, error, refetch } = useDoc(def.key, id)
  const { next: Next, beside: Beside } = ownPages(def.key)
  const editable = !!doc?.editable && may(user, def, 'edit')
  const edit = () => void navigate(paths.edit(def.key, id))
  useKeys({ e: editable ? edit : undefined })
  const crumbs = def.single ? [] : [{ name: def.plural, path: paths.list(def.key) }]
  const what = say('The {label}', { label: lower(def.label) })
  if (error?.status === 404) return <NotFound />
  if (!doc) {
    return (
      <Page title={def.label} crumbs={crumbs}>
        <div className="card">
          {error ? <Failed problem={error} what={what} onRetry={() => void refetch()} /> : <Skeletons />}
        </div>
      </Page>
    )
  }
  const name = titleOfDoc(def, doc)
  return (
    <Page
      title={approval ? say('{label} approval', { label: def.label }) : name}
      name={name}
      crumbs={crumbs}
      actions={
        <>
          <StatusChip status={doc.status} />
          {def.reports
            .filter(({ report }) => opens(user, report))
            .map(({ label, route, filter }) => (
              <Button key={route} component={Link} to={`${route}?${new URLSearchParams({ [filter]: id })}`}>
                {label}
              </Button>
            ))}
          {prints(user, def) && (
            <Button component={Link} to={paths.print(def.key, id)} startIcon={<PrintOutlined />}>
              {paperReport(def) ? say('Print {paper}', { paper: lower(paperReport(def)!.label) }) : say('Print')}
            </Button>
          )}
          <FollowUp type={def.key} id={id} name={name} />
          {isLabelled(doc) && <PrintLabels type={def.key} id={id} />}
          {editable && (
            <Button component={Link} to={paths.edit(def.key, id)} startIcon={<EditOutlined />}>
              {say('Edit')}
              <span className="keys">
                <Kbd>E</Kbd>
              </span>
            </Button>
          )}
        </>
      }
      bar={
        <DocActions
          def={def}
          doc={doc}
          before={
            Next && (
              <Suspense fallback={null}>
                <Next doc={doc} />
              </Suspense>
            )
          }
        />
      }
    >
      {notice && <Notice text={notice} />}
      <Warnings doc={doc} />
      <Deadlines of={doc.deadlines} />
      <Proposed def={def} doc={doc} />
      <Parts def={def} id={id}>
        <div className="with-rail">
          <ViewFields def={def} doc={doc} boxed />
          <div className="grid gap-12">
            {Beside && (
              <Suspense fallback={null}>
                <Beside doc={doc} />
              </Suspense>
            )}
            <section className="card" aria-labelledby="history">
              <h2 id="history" className="subheading p-12-16 rule-below">
                {say('History')}
              </h2>
              <History def={def} doc={doc} />
            </section>
          </div>
        </div>
      </Parts>
    </Page>
  )
}

/** The details of a document, and behind tabs what a type has beside them. */
function Parts({ def, id, children }: Pick<DocPageProps, 'def'> & { id: string; children: ReactNode }) {
  const [query, setQuery] = useSearchParams()
  const { tabs } = ownPages(def.key)
  if (!tabs) return children
  const asked = tabs.find(({ name }) => name === query.get('tab'))
  const open = (name: string) => setQuery(name === DETAILS ? {} : { tab: name }, { replace: true })
  return (
    <div className="grid gap-12">
      <Tabs
        value={asked?.name ?? DETAILS}
        onChange={(_, name: string) => open(name)}
        variant="scrollable"
        scrollButtons={false}
        aria-label={say('Parts of the {label}', { label: lower(def.label) })}
      >
        <Tab value={DETAILS} label={say('Details')} id={`tab-${DETAILS}`} aria-controls="tab-body" />
        {tabs.map(({ name, label }) => (
          <Tab key={name} value={name} label={label} id={`tab-${name}`} aria-controls="tab-body" />
        ))}
      </Tabs>
      <div id="tab-body" role="tabpanel" aria-labelledby={`tab-${asked?.name ?? DETAILS}`}>
        {asked ? (
          <Suspense fallback={<Skeletons rows={4} />}>
            <asked.body id={id} />
          </Suspense>
        ) : (
          children
        )}
      </div>
    </div>
  )
}

export function Notice({ text }: { text: string }) {
  return (
    <div role="status" className={css.notice}>
      <InfoOutlined aria-hidden className="text-18" />
      {text}
    </div>
  )
}
