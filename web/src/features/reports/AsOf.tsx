// Where a report comes from: as of when, how many rows, how long this device took, and whether the server still
// answers.
import BoltOutlined from '@mui/icons-material/BoltOutlined'
import type { FramesState } from '../../sync/reporter'
import { moment, pieces } from '../../ui/format'
import css from './AsOf.module.css'
import { say } from '../../words/say'

export function AsOf({ frames, read, lines, ms }: { frames: FramesState; read: number; lines: number; ms: number }) {
  return (
    <footer aria-label={say('Where this comes from')} className={css.source}>
      <BoltOutlined className="text-16" />
      <span className={frames.stale ? 'warn' : undefined}>
        {say('As of ')}
        <strong className="num">{frames.at ? moment(frames.at) : say('now')}</strong>
        {frames.stale && say(', the server has not answered since')}
      </span>
      <span className="num">
        {say('{lines} lines from {read} rows, computed on this device in {max} ms', {
          lines: pieces(lines),
          read: pieces(read),
          max: Math.max(1, Math.round(ms)),
        })}
      </span>
    </footer>
  )
}
