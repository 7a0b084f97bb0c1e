// What a list does as a file: leave as CSV or XLSX, all of its filter, or take rows from one.
import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined'
import FileUploadOutlined from '@mui/icons-material/FileUploadOutlined'
import GridOn from '@mui/icons-material/GridOn'
import Button from '@mui/material/Button'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { downloadList, type Media } from '../sync/tables'
import { may } from '../sync/rights'
import { useAppDispatch, useUser } from '../sync/store'
import { toast } from '../sync/toasts'
import { docDef } from '../core'
import type { DocDef } from '../core/records'
import { paths } from './paths'
import { ownPages } from './overrides'
import { lower } from '../ui/words'
import type { ListState } from './listState'
import { say } from '../words/say'

export function TableMenu({ def, state }: { def: DocDef; state: ListState }) {
  const user = useUser()
  const navigate = useNavigate()
  const dispatch = useAppDispatch()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [writing, setWriting] = useState(false)
  const [why, setWhy] = useState('')
  const writes = !ownPages(def.key).verb && (may(user, def, 'add') || may(user, def, 'edit'))
  // Of documents that the rules alone write there is nothing to bring.
  const brings = writes && (docDef(def.key)?.fields ?? []).some((field) => !field.readonly)
  const takes = may(user, def, 'export')
  const leave = async (media: Media) => {
    setAnchor(null)
    setWriting(true)
    setWhy('')
    const problem = await downloadList(
      { type: def.key, q: state.q || undefined, where: state.where, sort: state.sort },
      media,
      lower(def.plural).replaceAll(' ', '-'),
    )
    setWriting(false)
    if (problem) setWhy(problem.detail)
    else dispatch(toast(say('{plural} exported', { plural: def.plural }), 'ok'))
  }
  if (!takes && !brings) return null
  const name = takes && brings ? say('Export, import') : takes ? say('Export') : say('Import')
  return (
    <>
      <Button
        className="wide-only"
        startIcon={<FileDownloadOutlined />}
        onClick={(event) => setAnchor(event.currentTarget)}
        aria-haspopup="menu"
      >
        {writing ? say('Preparing the file') : name}
      </Button>
      {why && (
        <span role="alert" className="danger text-13">
          {why}
        </span>
      )}
      <Menu open={!!anchor} anchorEl={anchor} onClose={() => setAnchor(null)}>
        {takes && (
          <MenuItem onClick={() => void leave('xlsx')} className="gap-10">
            <FileDownloadOutlined fontSize="small" />
            {say('Export filtered rows as XLSX')}
          </MenuItem>
        )}
        {takes && (
          <MenuItem onClick={() => void leave('csv')} className="gap-10">
            <FileDownloadOutlined fontSize="small" />
            {say('Export filtered rows as CSV')}
          </MenuItem>
        )}
        {brings && (
          <MenuItem onClick={() => void navigate(paths.import(def.key))} className="gap-10">
            <FileUploadOutlined fontSize="small" />
            {say('Import from a file')}
          </MenuItem>
        )}
        {brings && (
          <MenuItem onClick={() => void navigate(paths.workbench(def.key))} className="gap-10">
            <GridOn fontSize="small" />
            {say('Open in workbench')}
          </MenuItem>
        )}
      </Menu>
    </>
  )
}
