// An order as it stands: the road it came, the facts, what lies behind it by tabs, and what can be done now.
import type { Credit } from '../../core/types.gen'
import ContentCopyOutlined from '@mui/icons-material/ContentCopyOutlined'
import EditOutlined from '@mui/icons-material/EditOutlined'
import PrintOutlined from '@mui/icons-material/PrintOutlined'
import ReceiptLongOutlined from '@mui/icons-material/ReceiptLongOutlined'
import Button from '@mui/material/Button'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { useMemo, type ReactNode } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { useDoc } from '../../sync/docs'
import { may } from '../../sync/rights'
import { useUser } from '../../sync/store'
import { docDef, roleLabel } from '../../core'
import type { DocDef, DocView, FieldOf } from '../../core/records'
import { FollowUp } from '../../docs/FollowUp'
import { paths } from '../../docs/paths'
import { age, day, moment, money, percent } from '../../ui/format'
import { useKeys } from '../../ui/keys'
import { Page } from '../../ui/Page'
import { Failed, LoadingPage } from '../../ui/states'
import { StatusChip } from '../../ui/StatusChip'
import { Stepper } from '../../ui/Stepper'
import NotFound from '../../docs/NotFound'
import { orderSteps } from './orderSteps'
import { reasonWords, useReasons } from '../../docs/reasons'
import { useCredit } from './credit'
import { ConcernCard } from '../../kit/ConcernCard'
import { CreditCard } from '../../kit/figures'
import { LinesView } from './LinesView'
import { OrderActions } from './OrderActions'
import {
  ApprovalsTab,
  CreditTab,
  FilesTab,
  HistoryTab,
  InvoicesTab,
  LoadingsTab,
  ReturnsTab,
  StockTab,
  TripsTab,
} from './OrderTabs'
import { AdvancesTab } from './AdvancesTab'
import { Card, Facts, Finding, WithRail, usePhone } from '../../kit/parts'
import { PickListButton } from '../../kit/PdfButton'
import { placeOf, titleOf } from '../../kit/record'
import { RoadStrip } from './RoadStrip'
import { isOrderTab } from './tabs'
import css from './OrderView.module.css'
import { say } from '../../words/say'

export default function OrderView() {
  const { orderid, name } = useParams()
  const def = docDef('order')
  const { data: doc, error, refetch } = useDoc('order', orderid)
  if (name !== undefined && !isOrderTab(name)) return <NotFound />
  if (error?.status === 404 && !doc) return <NotFound />
  if (error && !doc) return <Failed problem={error} what={say('The order')} onRetry={() => void refetch()} />
  if (!doc || !def) return <LoadingPage />
  return <View def={def} doc={doc} />
}

interface TabItem {
  name: string
  label: string
  count?: number
  body: ReactNode
}

function View({ def, doc }: { def: DocDef<'order'>; doc: DocView<'order'> }) {
  const { name } = useParams()
  const navigate = useNavigate()
  const user = useUser()
  const phone = usePhone()
  const customer = doc.record.customer ?? ''
  const { data: credit } = useCredit(customer)
  const reasons = useReasons({ skip: !doc.history.some(({ reason }) => reason) })
  const tabs = useTabs(def, doc, credit)
  const at = tabs.find((tab) => tab.name === name) ?? tabs[0]!
  const open = (tab: TabItem) =>
    void navigate(tab === tabs[0] ? paths.view('order', doc.id) : paths.orderTab(doc.id, tab.name), { replace: true })
  const { editable } = doc
  useKeys({
    e: editable ? () => void navigate(paths.edit('order', doc.id)) : undefined,
    ...Object.fromEntries(tabs.slice(0, 9).map((tab, index) => [`alt+${index + 1}`, () => open(tab)])),
  })
  return (
    <Page
      title={doc.doc_no ?? say('Draft order')}
      crumbs={[{ name: say('Orders'), path: paths.list('order') }]}
      actions={
        <>
          <StatusChip status={doc.status} />
          <FollowUp type="order" id={doc.id} name={doc.doc_no ?? 'the order'} />
          {editable && (
            <Button startIcon={<EditOutlined />} onClick={() => void navigate(paths.edit('order', doc.id))}>
              {say('Edit')}
            </Button>
          )}
          {may(user, def, 'add') && (
            <Button
              startIcon={<ContentCopyOutlined />}
              onClick={() => void navigate(`${paths.add('order')}?copy=${doc.id}`)}
            >
              {say('Copy')}
            </Button>
          )}
          {doc.status === 'Waiting for Loading' && <PickListButton id={doc.id} />}
          {!phone && (
            <Button startIcon={<PrintOutlined />} onClick={() => print()}>
              {say('Print')}
            </Button>
          )}
        </>
      }
      bar={
        <OrderActions
          doc={doc}
          pathOf={(id) => paths.view('order', id)}
          before={<OwnPages doc={doc} />}
          // Batches and the weighbridge need the yard's page: where it may be loaded, that page is the way.
          hide={doc.actions.some(({ action, allowed }) => action === 'load' && allowed) ? ['load'] : undefined}
        />
      }
    >
      <div className="grid gap-12">
        {phone ? (
          <RoadStrip status={doc.status} history={doc.history} />
        ) : (
          <Stepper steps={orderSteps(doc.status, doc.history, reasons)} />
        )}
        <WithRail rail={<Rail doc={doc} credit={credit} />}>
          <Card pad={0} label={say('Order')}>
            <FactStrip doc={doc} />
            <Tabs
              value={at.name}
              onChange={(_, next: string) => open(tabs.find((tab) => tab.name === next) ?? tabs[0]!)}
              variant="scrollable"
              scrollButtons={false}
              aria-label={say('Parts of the order')}
              className={css.tabs}
            >
              {tabs.map((tab) => (
                <Tab
                  key={tab.name}
                  value={tab.name}
                  id={`tab-${tab.name}`}
                  aria-controls="tab-body"
                  label={
                    <span>
                      {tab.label}
                      {tab.count !== undefined && <span className="muted regular"> {tab.count}</span>}
                    </span>
                  }
                />
              ))}
            </Tabs>
            <div id="tab-body" role="tabpanel" aria-labelledby={`tab-${at.name}`}>
              {at.body}
            </div>
          </Card>
        </WithRail>
      </div>
    </Page>
  )
}

function useTabs(def: DocDef<'order'>, doc: DocView<'order'>, credit: Credit | undefined): TabItem[] {
  const reasons = useReasons()
  const user = useUser()
  return useMemo(() => {
    const files = Array.isArray(doc.record.attachments) ? (doc.record.attachments as string[]) : []
    const steps = doc.history.filter((entry) => entry.from !== entry.to && entry.from !== '')
    const loadings = doc.record.loadings ?? 0
    const expires = doc.record.reservation_expires ?? null
    const lapsed = doc.record.reservation_lapsed ?? null
    const note =
      expires !== null ? (
        <div className="muted">{say('Stock reserved until {expires}', { expires: moment(expires) })}</div>
      ) : lapsed !== null ? (
        <div className="warn">{say('The reservation ended {lapsed}', { lapsed: moment(lapsed) })}</div>
      ) : null
    const loadingDef = docDef('loading')
    const invoiceDef = docDef('invoice')
    const receiptDef = docDef('receipt')
    const returnDef = docDef('sales_return')
    const tripDef = docDef('trip')
    const stock = docDef('batch')
    const all: (TabItem | false | null | undefined)[] = [
      {
        name: 'lines',
        label: say('Lines'),
        count: (doc.record.lines ?? []).length,
        body: <LinesView doc={doc} note={note} />,
      },
      steps.length > 0 && {
        name: 'approvals',
        label: say('Approvals'),
        count: steps.length,
        body: <ApprovalsTab history={steps} reasons={reasons} />,
      },
      stock && may(user, stock, 'view') && { name: 'stock', label: say('Stock'), body: <StockTab doc={doc} /> },
      credit && {
        name: 'credit',
        label: say('Credit'),
        body: <CreditTab credit={credit} order={null} customer={doc.record.customer ?? ''} />,
      },
      doc.status !== 'Draft' &&
        receiptDef &&
        may(user, receiptDef, 'view') && { name: 'advances', label: say('Advances'), body: <AdvancesTab doc={doc} /> },
      loadings > 0 &&
        loadingDef &&
        may(user, loadingDef, 'view') && {
          name: 'loadings',
          label: say('Loadings'),
          count: loadings,
          body: <LoadingsTab order={doc.id} />,
        },
      loadings > 0 &&
        invoiceDef &&
        may(user, invoiceDef, 'view') && {
          name: 'invoices',
          label: say('Invoices'),
          body: <InvoicesTab order={doc.id} orderNo={doc.doc_no ?? ''} />,
        },
      (loadings > 0 || doc.status === 'Waiting for Loading') &&
        tripDef &&
        may(user, tripDef, 'view') && { name: 'trips', label: say('Trips'), body: <TripsTab order={doc.id} /> },
      loadings > 0 &&
        returnDef &&
        may(user, returnDef, 'view') && {
          name: 'returns',
          label: say('Returns'),
          body: <ReturnsTab order={doc.id} />,
        },
      files.length > 0 && { name: 'files', label: say('Files'), count: files.length, body: <FilesTab files={files} /> },
      { name: 'history', label: say('History'), count: doc.history.length, body: <HistoryTab def={def} doc={doc} /> },
    ]
    return all.filter((tab): tab is TabItem => !!tab)
  }, [def, doc, credit, reasons, user])
}

export function FactStrip({ doc }: { doc: DocView<'order'> }) {
  const { record, links } = doc
  const user = useUser()
  const party = docDef('customer')
  // Until the server has made it, an order has no name of its own for whom it is of.
  const name = record.customer_name ?? titleOf(links, 'customer', record.customer)
  const choice = (key: FieldOf<'order'>) =>
    docDef('order')
      ?.fields.find((field) => field.key === key)
      ?.choices.find((one) => one.key === record[key])?.label
  return (
    <div className="p-12-16">
      <Facts
        items={[
          {
            label: say('Customer'),
            value:
              party && may(user, party, 'view') ? (
                <Link to={paths.view('customer', record.customer ?? '')}>{name}</Link>
              ) : (
                name
              ),
          },
          { label: say('Bill to'), value: record.bill_to ?? '' },
          { label: say('Ship to'), value: [record.ship_to, record.city].filter(Boolean).join(', ') },
          { label: say('Yard'), value: titleOf(links, 'yard', record.yard) },
          { label: say('Place of supply'), value: placeOf(record) },
          {
            label: say('Terms'),
            value: [titleOf(links, 'payment_term', record.payment_term), choice('price_basis')]
              .filter(Boolean)
              .join(', '),
          },
          { label: say('Deliver by'), value: day(record.delivery_by ?? '') },
          { label: say('Customer PO'), value: record.po_no ?? '' },
          !!record.replaces && {
            label: say('Replaces goods of'),
            value: <Link to={paths.view('sales_return', record.replaces)}>{record.replaces_no}</Link>,
          },
          { label: say('Salesman'), value: titleOf(links, 'employee', record.salesman) },
          (record.revision ?? 0) > 0 && { label: say('Revision'), value: String(record.revision ?? null) },
          (record.loaded_bp ?? 0) > 0 && {
            label: say('Loaded'),
            value: `${percent(record.loaded_bp!)} %`,
            num: true,
          },
          (record.invoiced_bp ?? 0) > 0 && {
            label: say('Invoiced'),
            value: `${percent(record.invoiced_bp!)} %`,
            num: true,
          },
        ]}
      />
    </div>
  )
}

/** Pages that do more than a small box can: they are offered where the core allows their step. */
export function OwnPages({ doc }: { doc: DocView<'order'> }) {
  const navigate = useNavigate()
  const user = useUser()
  const invoice = docDef('invoice')
  const billable = invoice && may(user, invoice, 'add') && (doc.record.loaded_bp ?? 0) > (doc.record.invoiced_bp ?? 0)
  const allows = (action: string) => doc.actions.some((one) => one.action === action && one.allowed)
  const pages: [string, string, string][] = [
    ['approve', say('Review'), paths.bmApproval(doc.id)],
    ['credit_approve', say('Review credit'), paths.creditApproval(doc.id)],
    ['load', say('Load'), paths.yardView(doc.id)],
  ]
  return (
    <>
      {pages
        .filter(([action]) => allows(action))
        .map(([action, label, path]) => (
          <Button
            key={action}
            {...(action === 'load' && { variant: 'contained', color: 'primary' })}
            onClick={() => void navigate(path)}
          >
            {label}
          </Button>
        ))}
      {billable && (
        <Button
          component={Link}
          to={paths.invoiceFor(doc.id)}
          variant="contained"
          color="primary"
          startIcon={<ReceiptLongOutlined />}
        >
          {say('Create invoice')}
        </Button>
      )}
    </>
  )
}

function Rail({ doc, credit }: { doc: DocView<'order'>; credit: Credit | undefined }) {
  const { since } = doc
  const waits = doc.record.waiting_for ?? ''
  const remarks = [doc.record.remarks, doc.record.internal_note].filter(Boolean)
  return (
    <>
      <ConcernCard doc={doc} />
      <Card title={say('Now')} aside={since ? <span title={moment(since)}>{age(since)}</span> : undefined}>
        <div className="grid gap-8">
          <StatusLine doc={doc} waits={waits} />
          {doc.record.rate_stale === true && (
            <Finding tone="warn">{say('Prices have changed since it was submitted')}</Finding>
          )}
          {doc.record.override_reason && (
            <Finding tone="warn">
              {say('Below the floor: {override_reason}', { override_reason: doc.record.override_reason })}
            </Finding>
          )}
          {doc.record.recommendation && (
            <Finding tone="info">
              {say('The preliminary team recommends: {recommendation}', { recommendation: doc.record.recommendation })}
            </Finding>
          )}
        </div>
      </Card>
      {credit && <CreditCard credit={credit} order={null} />}
      {remarks.length > 0 && (
        <Card title={say('Remarks')}>
          {remarks.map((one) => (
            <p key={one} className="text-13">
              {one}
            </p>
          ))}
        </Card>
      )}
    </>
  )
}

function StatusLine({ doc, waits }: { doc: DocView<'order'>; waits: string }) {
  const reasons = useReasons()
  const rejection = doc.record.rejection ?? ''
  const until = doc.record.hold_until ?? ''
  const [needed, advance] = [doc.record.suggestion ?? '', doc.record.advance_asked_paise]
  return (
    <div className="text-13">
      <StatusChip status={doc.status} />
      <div className="muted mt-6">
        {waits && (
          <>
            {say('Waits for ')}
            <strong className="ink bold">{roleLabel(waits)}</strong>
          </>
        )}
        {until && <>{say(' until {until}', { until: day(until) })}</>}
        {rejection && <>{say('Rejected: {reasons}', { reasons: reasonWords(reasons, rejection) })}</>}
        {needed && <>{say('. Needed: {needed}', { needed })}</>}
        {typeof advance === 'number' && <>{say('. Advance asked for: {advance}', { advance: money(advance) })}</>}
      </div>
    </div>
  )
}
