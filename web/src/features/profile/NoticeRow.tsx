// One notification: what it says, when it came, and whether it was read.
import { age } from '../../ui/format'
import type { Notice } from './useNotices'
import { classes } from '../../theme/classes'
import css from './NoticeRow.module.css'
import { say } from '../../words/say'

export function NoticeRow({ row, onOpen }: { row: Notice; onOpen: () => void }) {
  const unread = row.status === 'Unread'
  return (
    <button type="button" onClick={onOpen} className={`notice ${css.notice}`}>
      <span
        aria-hidden
        className={classes(css.mark, unread && (row.severity === 'warning' ? css.warning : css.news))}
      />
      <span className={classes(css.title, unread && css.unread)}>
        {unread && <span className="visually-hidden">{say('Unread: ')}</span>}
        {row.title}
      </span>
      <span className="num muted text-12">{row.told_at !== undefined && age(row.told_at)}</span>
      <span className={css.body}>{row.body}</span>
    </button>
  )
}
