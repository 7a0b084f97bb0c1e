// Where a report comes from: as of when, how many rows, how long this device took, and whether the server still
// answers.
import BoltOutlined from '@mui/icons-material/BoltOutlined'
import type { FramesState } from '../../sync/reporter'
import { moment, pieces } from '../../ui/format'
import css from './AsOf.module.css'

export function AsOf({ frames, read, lines, ms }: { frames: FramesState; read: number; lines: number; ms: number }) {
  return (
    <footer aria-label="Where this comes from" className={css.source}>
      <BoltOutlined className="text-16" />
      <span className={frames.stale ? 'warn' : undefined}>
        As of <strong className="num">{frames.at ? moment(frames.at) : 'now'}</strong>
        {frames.stale && ', the server has not answered since'}
      </span>
      <span className="num">
        {pieces(lines)} lines from {pieces(read)} rows, computed on this device in {Math.max(1, Math.round(ms))}&nbsp;ms
      </span>
    </footer>
  )
}
