// Whose turn it is with a document that waits for somebody else.
import HourglassEmptyOutlined from '@mui/icons-material/HourglassEmptyOutlined'
import WarningAmberOutlined from '@mui/icons-material/WarningAmberOutlined'
import { Link } from 'react-router'
import type { DocDef, DocView } from '../core/records'
import type { Turn } from '../net/answers.gen'
import { useFacts } from '../sync/docs'
import { classes } from '../theme/classes'
import { paths } from './paths'
import css from './TurnNote.module.css'
import { say } from '../words/say'

/** The amount that an approval is of, as the queue shows it. */
function amountOf({ record }: DocView): { paise?: string } {
  const fields: Record<string, unknown> = { ...record }
  const paise = ['payable_paise', 'total_paise', 'amount_paise'].map((key) => fields[key])
  const amount = paise.find((value) => typeof value === 'number')
  return amount === undefined ? {} : { paise: String(amount) }
}

/** Who may carry the document on; nothing for whoever may do it themselves, because they have the button. */
export function TurnNote({ def, doc }: { def: DocDef | undefined; doc: DocView }) {
  const mine = doc.actions.some((one) => one.onward && one.allowed)
  const asked = !!def?.under_way.includes(doc.status) && !mine
  const { currentData: turn } = useFacts<Turn>(asked ? `/api/turn/${doc.type}/${doc.id}` : null)
  if (!asked || !def || !turn?.says) return null
  const Icon = turn.stuck ? WarningAmberOutlined : HourglassEmptyOutlined
  return (
    <p role="note" aria-label={say('Next step')} className={classes(css.turn, turn.stuck && css.stuck)}>
      <Icon aria-hidden className="text-16 rigid" />
      {turn.says}
      <Link to={paths.approvers({ type: doc.type, ...(doc.branch && { branch: doc.branch }), ...amountOf(doc) })}>
        {say('Who may approve')}
      </Link>
      {def.statuses.length > 2 && (
        <Link to={paths.help(`status:${def.key}:${doc.status}`)}>{say('What it means')}</Link>
      )}
    </p>
  )
}
