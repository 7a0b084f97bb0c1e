// Where a report comes from: as of when, how many rows, how long this device took, and whether the server still answers.
import BoltOutlined from '@mui/icons-material/BoltOutlined'
import type { FramesState } from '../../sync/reporter'
import { role } from '../../theme/themes'
import { moment, pieces } from '../../ui/format'

export function AsOf({ frames, read, lines, ms }: { frames: FramesState; read: number; lines: number; ms: number }) {
  return (
    <footer
      aria-label="Where this comes from"
      style={{
        display: 'flex',
        flexWrap: 'wrap',
        gap: '4px 12px',
        alignItems: 'center',
        padding: '10px 0 2px',
        fontSize: 13,
        color: role.ink2,
      }}
    >
      <BoltOutlined style={{ fontSize: 16 }} />
      <span style={{ color: frames.stale ? role.warn : undefined }}>
        As of <strong className="num">{frames.at ? moment(frames.at) : 'now'}</strong>
        {frames.stale && ', the server has not answered since'}
      </span>
      <span className="num">
        {pieces(lines)} lines from {pieces(read)} rows, computed on this device in {Math.max(1, Math.round(ms))}&nbsp;ms
      </span>
    </footer>
  )
}
