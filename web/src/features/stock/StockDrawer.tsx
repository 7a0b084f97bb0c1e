// The postings that a figure of the stock comes to; of what is reserved, the orders that hold it.
import type { Claims, Postings } from '../../net/answers.gen'
import Close from '@mui/icons-material/Close'
import Drawer from '@mui/material/Drawer'
import IconButton from '@mui/material/IconButton'
import { useId } from 'react'
import { Link } from 'react-router'
import { useFacts } from '../../sync/docs'
import { paths } from '../../docs/paths'
import { day, kg, moment, pieces } from '../../ui/format'
import { Empty, Failed, Skeletons } from '../../ui/states'
import { BUCKETS, Ledger } from './Ledger'
import css from './StockDrawer.module.css'
import { many, say } from '../../words/say'

/** The figure that was opened: a batch in a bucket of a yard, up to a day where one was chosen. */
export interface Opened {
  yard: string
  sku: string
  batch: string
  name: string
  bucket: string
  on: string
}

export function StockDrawer({ opened, onClose }: { opened: Opened | null; onClose: () => void }) {
  const id = useId()
  return (
    <Drawer
      anchor="right"
      open={opened !== null}
      onClose={onClose}
      slotProps={{ paper: { className: css.paper, role: 'dialog', 'aria-labelledby': id } }}
    >
      {opened && (
        <>
          <header className={css.head}>
            <h2 id={id} className="text-16 bold grow min-0">
              {opened.bucket === 'reserved' ? say('Reserved') : BUCKETS[opened.bucket.toUpperCase()]}: {opened.name}
              {opened.on && <span className="muted regular">{say(' up to {on}', { on: day(opened.on) })}</span>}
            </h2>
            <IconButton onClick={onClose} aria-label={say('Close')}>
              <Close />
            </IconButton>
          </header>
          {opened.bucket === 'reserved' ? <Reserved opened={opened} /> : <Posted opened={opened} />}
        </>
      )}
    </Drawer>
  )
}

function Posted({ opened }: { opened: Opened }) {
  const { yard, batch, bucket, on } = opened
  const query = new URLSearchParams({ yard, batch, bucket: bucket.toUpperCase() })
  if (on) query.set('on', on)
  const { data, error, refetch } = useFacts<Postings>(`/api/stock/postings?${query.toString()}`)
  if (error && !data) return <Failed problem={error} what={say('The postings')} onRetry={() => void refetch()} />
  if (!data) return <Skeletons rows={6} />
  if (data.rows.length === 0) return <Empty title={say('Nothing was posted there')} />
  return (
    <>
      <Ledger rows={data.rows} links={data.links} />
      <p className={css.sum}>
        {many(data.rows.length, '{n} posting come to', '{n} postings come to')}{' '}
        <strong className="num ink">{say('{pcs} pcs, {g} kg', { pcs: pieces(data.pcs), g: kg(data.g) })}</strong>
      </p>
    </>
  )
}

function Reserved({ opened }: { opened: Opened }) {
  const query = new URLSearchParams({ yard: opened.yard, sku: opened.sku })
  const { data, error, refetch } = useFacts<Claims>(`/api/stock/claims?${query.toString()}`)
  if (error && !data) return <Failed problem={error} what={say('The reservations')} onRetry={() => void refetch()} />
  if (!data) return <Skeletons rows={4} />
  if (data.rows.length === 0) return <Empty title={say('No order holds any of it')} />
  return (
    <>
      <p className="muted text-13 p-12-16">
        {say('Orders reserve the size in its yard; the oldest batches are shown as reserved first.')}
      </p>
      <ul>
        {data.rows.map((row, at) => (
          <li key={at} className={css.row}>
            <span>
              {row.id ? <Link to={paths.view('order', row.id)}>{row.doc_no}</Link> : say('An order')}
              <span className="block muted text-13">
                {row.expires ? say('until {expires}', { expires: moment(row.expires) }) : say('firm')}
              </span>
            </span>
            <span className="num nowrap right">
              {say('{pcs} pcs', { pcs: pieces(row.pcs) })}
              <span className="block muted">{say('{g} kg', { g: kg(row.g) })}</span>
            </span>
          </li>
        ))}
      </ul>
      <p className={css.sum}>
        {say('Reserved in all')}{' '}
        <strong className="num ink">{say('{pcs} pcs, {g} kg', { pcs: pieces(data.pcs), g: kg(data.g) })}</strong>
      </p>
    </>
  )
}
