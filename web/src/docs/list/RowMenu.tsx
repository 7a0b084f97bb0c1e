// What can be done with one row of a list: its workflow steps as its page offers them, and an edit of the cell.
import EditOutlined from '@mui/icons-material/EditOutlined'
import OpenInNew from '@mui/icons-material/OpenInNew'
import Divider from '@mui/material/Divider'
import ListItemText from '@mui/material/ListItemText'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { core, docDef } from '../../core'
import type { DocDef, DocView, Row } from '../../core/records'
import type { ActionView } from '../../core/types.gen'
import type { Problem } from '../../net/client'
import { asProblem, docNow, useAct, useOffered } from '../../sync/docs'
import { useAppDispatch } from '../../sync/store'
import { ActionBox } from '../ActionBox'
import { isDanger } from '../ranks'
import { titleOfDoc } from '../titles'
import { paths } from '../paths'
import { useOutcome } from '../useOutcome'
import { EditCell, editable } from './EditCell'
import css from './list.module.css'
import { say } from '../../words/say'

/** How a list's steps are taken from it, where they are more than their declared inputs. */
export interface RowActs {
  /** Steps that are taken on the document's own page. */
  paged?: ReadonlySet<string>
  sendable?: (inputs: Record<string, unknown>) => Record<string, unknown>
}

export interface RowAsked {
  row: Row
  /** The cell that it was asked at. */
  column: string
  at: HTMLElement
  /** The cell's editor at once, and not the menu. */
  edits?: boolean
}

interface Props extends RowActs {
  type: string
  asked: RowAsked
  onOpen: (row: Row) => void
  onChanged: () => void
  onClose: () => void
}

const NOTHING: ActionView[] = []
const NONE: ReadonlySet<string> = new Set()
/** Inputs that want a page and not a box. */
const LARGE = new Set(['rows', 'group'])

export default function RowMenu({ type, ...props }: Props) {
  const def = docDef(type)
  return def ? <Of key={`${type}:${props.asked.row.id}`} def={def} {...props} /> : null
}

function Of({
  def,
  asked,
  paged = NONE,
  sendable = (inputs) => inputs,
  onOpen,
  onChanged,
  onClose,
}: Omit<Props, 'type'> & { def: DocDef }) {
  const dispatch = useAppDispatch()
  const navigate = useNavigate()
  const outcome = useOutcome()
  const { row, column, at } = asked
  const [doc, setDoc] = useState<DocView | null>(null)
  const [unread, setUnread] = useState<Problem | null>(null)
  const [edits, setEdits] = useState(!!asked.edits)
  const [box, setBox] = useState<ActionView | null>(null)
  const act = useAct(def.key, row.id)
  const all = useOffered(def.key, doc?.actions ?? NOTHING)
  // What belongs to another status is told on the document's page.
  const offered = [...all.filter((one) => one.allowed), ...all.filter((one) => !one.allowed && one.concerns)]
  useEffect(() => {
    let stopped = false
    void dispatch(docNow(def.key, row.id)).then(({ data, error }) => {
      if (stopped) return
      setDoc(data ?? null)
      setUnread(asProblem(error))
    })
    return () => {
      stopped = true
    }
  }, [dispatch, def, row.id])
  const field = doc && editable(def, doc, column)
  const run = async (one: ActionView, inputs: Record<string, unknown>) => {
    // The row's own version: what another changed since is refused, and not overwritten.
    const next = await act.run(one.action, row.version, sendable(inputs))
    if (!next) return
    outcome(next, `${titleOfDoc(def, next)}: ${one.label}`)
    onChanged()
    onClose()
  }
  const isLarge = (one: ActionView) => paged.has(one.action) || one.inputs.some((input) => LARGE.has(input.kind))
  const start = (one: ActionView) => {
    act.clear()
    if (isLarge(one)) void navigate(paths.view(def.key, row.id))
    else if (one.inputs.length > 0) setBox(one)
    else void run(one, {})
  }
  if (edits && doc)
    return (
      <EditCell
        def={def}
        doc={doc}
        version={row.version}
        column={column}
        at={at}
        onSaved={onChanged}
        onClose={onClose}
      />
    )
  if (box)
    return (
      <ActionBox
        action={{ ...box, inputs: box.inputs.filter((input) => input.key !== 'changes') }}
        danger={isDanger(box.action)}
        problem={act.problem}
        pending={act.pending}
        known={doc?.links}
        check={(inputs) => core().check_inputs(def.key, row.status, box.action, sendable(inputs))}
        onRun={(inputs) => void run(box, inputs)}
        onClose={onClose}
      />
    )
  const problem = act.problem ?? unread
  return (
    <Menu
      open
      anchorEl={at}
      onClose={onClose}
      slotProps={{ paper: { className: css.menu }, list: { 'aria-label': say('Actions of the row') } }}
    >
      <MenuItem dense onClick={() => onOpen(row)} className="gap-10">
        <OpenInNew fontSize="small" />
        {say('Open')}
      </MenuItem>
      {field && (
        <MenuItem dense onClick={() => setEdits(true)} className="gap-10">
          <EditOutlined fontSize="small" />
          {say('Edit {noun}', { noun: field.label.toLowerCase() })}
        </MenuItem>
      )}
      <Divider />
      {!doc && !unread && (
        <MenuItem dense disabled>
          {say('Checking which actions are available')}
        </MenuItem>
      )}
      {problem && (
        <MenuItem dense disabled className={css.why}>
          <span role="alert" className="danger">
            {problem.detail}
          </span>
        </MenuItem>
      )}
      {doc && offered.length === 0 && (
        <MenuItem dense disabled>
          {say('No actions')}
        </MenuItem>
      )}
      {offered.map((one) => (
        <MenuItem key={one.action} dense disabled={!one.allowed || act.pending} onClick={() => start(one)}>
          <ListItemText
            primary={`${one.label}${one.inputs.length > 0 ? '…' : ''}`}
            secondary={one.allowed ? undefined : one.why}
            className={isDanger(one.action) ? `danger ${css.why}` : css.why}
          />
        </MenuItem>
      ))}
    </Menu>
  )
}
