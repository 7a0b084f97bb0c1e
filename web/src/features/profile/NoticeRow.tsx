// One notification: what it says, when it came, and whether it was read.
import { role } from '../../theme/themes'
import { age } from '../../ui/format'
import type { Notice } from './useNotices'

export function NoticeRow({ row, onOpen }: { row: Notice; onOpen: () => void }) {
  const unread = row.status === 'Unread'
  const mark = row.severity === 'warning' ? role.warn : role.link
  return (
    <button
      type="button"
      onClick={onOpen}
      className="notice"
      style={{
        display: 'grid',
        gridTemplateColumns: '8px minmax(0, 1fr) auto',
        columnGap: 10,
        rowGap: 2,
        alignItems: 'baseline',
        width: '100%',
        padding: '10px 16px',
        border: 0,
        borderBottom: `1px solid ${role.line}`,
        background: 'none',
        color: 'inherit',
        font: 'inherit',
        textAlign: 'left',
        cursor: 'pointer',
      }}
    >
      <span
        aria-hidden
        style={{ width: 8, height: 8, borderRadius: 4, background: unread ? mark : 'transparent', alignSelf: 'center' }}
      />
      <span style={{ fontWeight: unread ? 600 : 450 }}>
        {unread && <span className="visually-hidden">Unread: </span>}
        {row.title}
      </span>
      <span className="num" style={{ color: role.ink2, fontSize: 12 }}>
        {age(row.told_at)}
      </span>
      <span style={{ gridColumn: 2, color: role.ink2, fontSize: 13 }}>{row.body}</span>
    </button>
  )
}
