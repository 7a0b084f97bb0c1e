// One vehicle's loading: weights, batches, papers, and the order's steps that concern it.
import DirectionsOutlined from '@mui/icons-material/LocalShippingOutlined'
import EditOutlined from '@mui/icons-material/EditOutlined'
import HowToRegOutlined from '@mui/icons-material/HowToRegOutlined'
import ReceiptLongOutlined from '@mui/icons-material/ReceiptLongOutlined'
import Button from '@mui/material/Button'
import { Link, useNavigate, useParams } from 'react-router'
import { useDoc } from '../../sync/docs'
import { may } from '../../sync/rights'
import { useUser } from '../../sync/store'
import { docDef } from '../../core'
import type { DocView } from '../../core/records'
import { paths } from '../../docs/paths'
import { NOTHING, day, kg, moment, pieces } from '../../ui/format'
import { Page } from '../../ui/Page'
import { History } from '../../docs/HistoryView'
import NotFound from '../../docs/NotFound'
import { PrintLabels } from '../../docs/labels/PrintLabels'
import { Failed, LoadingPage } from '../../ui/states'
import { StatusChip } from '../../ui/StatusChip'
import { OrderActions } from './OrderActions'
import { ConcernCard } from '../../kit/ConcernCard'
import { Card, Facts, Finding, Scroll, WithRail } from '../../kit/parts'
import { Photos } from '../../kit/Photos'
import { titleOf } from '../../kit/record'
import { classes } from '../../theme/classes'
import { isOrderTab } from './tabs'
import css from './LoadedView.module.css'
import { say } from '../../words/say'

/** The steps of an order that concern its loadings. */
const NET = say('Net')

export const OF_LOADING = [
  'account_concern',
  'account_resolve',
  'answer',
  'countersign',
  'unload',
  'correct_loading',
  'complete',
  'comment',
]

export function useLoading() {
  const { orderid } = useParams()
  const loading = useDoc('loading', orderid)
  const order = useDoc('order', loading.data ? (loading.data.record.order ?? '') : undefined)
  return {
    loading: loading.data,
    order: order.data,
    error: loading.error ?? order.error,
    refetch: () => void (loading.error ? loading.refetch() : order.refetch()),
  }
}

export default function LoadedView() {
  const { name } = useParams()
  const { loading, order, error, refetch } = useLoading()
  if (name !== undefined && !isOrderTab(name)) return <NotFound />
  if (error?.status === 404 && !loading) return <NotFound />
  if (error && !loading) return <Failed problem={error} what={say('The loading')} onRetry={refetch} />
  if (!loading) return <LoadingPage />
  return <View key={loading.id} loading={loading} order={order ?? null} />
}

/** Batches and weights of a loading, and its corrections, which are rows of their own. */
export function LoadingLines({ loading }: { loading: DocView<'loading'> }) {
  const corrections = loading.record.corrections ?? []
  return (
    <>
      <Scroll>
        <table className="data-table">
          <thead>
            <tr>
              <th>{say('SKU')}</th>
              <th>{say('Batch')}</th>
              <th className="right">{say('Pieces')}</th>
              <th className="right">{say('kg')}</th>
            </tr>
          </thead>
          <tbody>
            {(loading.record.lines ?? []).map((line, at) => (
              <tr key={at}>
                <td>
                  <strong className="bold">{titleOf(loading.links, 'sku', line.sku)}</strong>
                </td>
                <td>{titleOf(loading.links, 'batch', line.batch)}</td>
                <td className="number">{line.pcs ? pieces(line.pcs) : NOTHING}</td>
                <td className="number">{kg(line.weight_g ?? 0)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
      {corrections.map((one, at) => {
        const by = titleOf(loading.links, 'employee', one.by)
        return (
          <p key={at} className={`num ${css.correction}`}>
            {say('Line {line} corrected by {by_g} kg, {by}, {at}', {
              line: (one.line ?? 0) + 1,
              by_g: kg(one.by_g ?? 0),
              by,
              at: moment(one.at ?? 0),
            })}
          </p>
        )
      })}
    </>
  )
}

export function LoadingFacts({ loading }: { loading: DocView<'loading'> }) {
  const { record, links } = loading
  const [inAt, outAt] = [record.in_at ?? null, record.out_at ?? null]
  return (
    <Facts
      items={[
        {
          label: say('Order'),
          value: <Link to={paths.view('order', record.order ?? '')}>{record.order_no}</Link>,
        },
        { label: say('Customer'), value: [record.customer_name, record.city].filter(Boolean).join(', ') },
        { label: say('Yard'), value: titleOf(links, 'yard', record.yard) },
        { label: say('Date'), value: day(record.date ?? '') },
        { label: say('Vehicle'), value: record.vehicle_no ?? '' },
        {
          label: say('Driver'),
          value: [titleOf(links, 'driver', record.driver), record.mobile].filter(Boolean).join(', '),
        },
        { label: say('Weighbridge slip'), value: record.slip_no ?? '' },
        { label: say('Seal'), value: record.seal ?? '' },
        inAt !== null && { label: say('In'), value: moment(inAt) },
        outAt !== null && { label: say('Out'), value: moment(outAt) },
        {
          label: say('Invoice'),
          value: record.invoice ? (
            <Link to={paths.view('invoice', record.invoice)}>{record.invoice_no || say('Draft')}</Link>
          ) : (
            ''
          ),
        },
      ]}
    />
  )
}

function View({ loading, order }: { loading: DocView<'loading'>; order: DocView<'order'> | null }) {
  const user = useUser()
  const navigate = useNavigate()
  const invoice = docDef('invoice')
  const trip = docDef('trip')
  const { record } = loading
  const [tare, gross, net] = [record.tare_g ?? null, record.gross_g ?? null, record.net_g ?? null]
  const photos = record.photos ?? []
  const def = docDef('loading')
  const billable = invoice && may(user, invoice, 'add') && loading.status === 'Posted' && !record.invoice
  return (
    <Page
      title={loading.doc_no ?? say('Loading')}
      crumbs={[{ name: say('Loaded orders'), path: paths.list('loading') }]}
      actions={
        <>
          <StatusChip status={loading.status} />
          {loading.editable && (
            <Button startIcon={<EditOutlined />} onClick={() => void navigate(paths.yardView(record.order ?? ''))}>
              {say('Continue loading')}
            </Button>
          )}
          <Button
            startIcon={<DirectionsOutlined />}
            onClick={() => void navigate(`/order_loaded/delivery/${loading.id}`)}
          >
            {say('Gate pass')}
          </Button>
          {loading.status === 'Posted' && trip && may(user, trip, 'view') && (
            <Button component={Link} to={paths.handOverLoading(loading.id)} startIcon={<HowToRegOutlined />}>
              {say('Proof of delivery')}
            </Button>
          )}
          {loading.doc_no && <PrintLabels type="loading" id={loading.id} />}
          {billable && (
            <Button
              variant="contained"
              color="primary"
              startIcon={<ReceiptLongOutlined />}
              onClick={() => void navigate('/invoice/add', { state: { loadings: [loading.id] } })}
            >
              {say('Create invoice')}
            </Button>
          )}
        </>
      }
      bar={
        order && (
          <OrderActions
            doc={order}
            pathOf={() => paths.view('loading', loading.id)}
            hide={order.actions.filter((one) => !OF_LOADING.includes(one.action)).map((one) => one.action)}
            starts={{ account_concern: { loading: loading.id }, correct_loading: { loading: loading.id } }}
          />
        )
      }
    >
      <WithRail
        rail={
          <>
            <Card title={say('Weighbridge')}>
              <div className="num grid gap-6">
                {(
                  [
                    [say('Tare'), tare],
                    [say('Gross'), gross],
                    [NET, net],
                  ] as const
                ).map(([label, grams]) => (
                  <div
                    key={label}
                    className={classes('flex between', label === NET ? 'bold text-18' : 'regular text-14')}
                  >
                    <span className="muted regular text-14">{label}</span>
                    <span>{grams === null ? NOTHING : say('{grams} kg', { grams: kg(grams) })}</span>
                  </div>
                ))}
                {net !== null && (record.weight_g ?? null) !== null && net !== (record.weight_g ?? null) && (
                  <Finding tone="info">
                    {say('The lines add up to {weight_g} kg', { weight_g: kg(record.weight_g!) })}
                  </Finding>
                )}
              </div>
            </Card>
            {order && <ConcernCard doc={order} />}
            {photos.length > 0 && (
              <Card>
                <Photos files={photos} onChange={() => undefined} label={say('Photos')} fixed />
              </Card>
            )}
            {record.remarks && <Card title={say('Remarks')}>{record.remarks}</Card>}
          </>
        }
      >
        <Card>
          <LoadingFacts loading={loading} />
        </Card>
        <Card title={say('Lines')} pad={0}>
          <LoadingLines loading={loading} />
        </Card>
        {def && (
          <Card title={say('History')} pad={0}>
            <History def={def} doc={loading} />
          </Card>
        )}
      </WithRail>
    </Page>
  )
}
