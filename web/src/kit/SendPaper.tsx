// A document's paper on its way to the party it is made out to: by mail from here, or by the person's own WhatsApp.
import MailOutlined from '@mui/icons-material/MailOutlined'
import SendOutlined from '@mui/icons-material/SendOutlined'
import WhatsApp from '@mui/icons-material/WhatsApp'
import Button from '@mui/material/Button'
import ListItemIcon from '@mui/material/ListItemIcon'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useState } from 'react'
import { docDef } from '../core'
import type { DocDef } from '../core/records'
import type { PaperLetter } from '../core/types.gen'
import { DocAside } from '../docs/DocDrawer'
import { useDoc } from '../sync/docs'
import { may } from '../sync/rights'
import { useUser } from '../sync/store'
import { useToast } from '../ui/Toasts'
import { say } from '../words/say'

/** A chat with the letter typed in; without a mobile, WhatsApp asks whom it is for. */
const chatOf = ({ mobile, text }: PaperLetter) =>
  `https://wa.me/${mobile ? `91${mobile}` : ''}?text=${encodeURIComponent(text ?? '')}`

export function SendPaper({ type, id }: { type: string; id: string }) {
  const user = useUser()
  const toast = useToast()
  const { data: doc } = useDoc(type, id)
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [writing, setWriting] = useState(false)
  const letter = doc?.paper?.letter
  const mail = docDef('mail')
  if (!letter) return null
  const close = () => setAnchor(null)
  return (
    <>
      <Button startIcon={<SendOutlined />} aria-haspopup="menu" onClick={(event) => setAnchor(event.currentTarget)}>
        {say('Send')}
      </Button>
      <Menu open={!!anchor} anchorEl={anchor} onClose={close}>
        {mail && may(user, mail, 'add') && (
          <MenuItem
            onClick={() => {
              close()
              setWriting(true)
            }}
          >
            <ListItemIcon>
              <MailOutlined />
            </ListItemIcon>
            {say('By mail')}
          </MenuItem>
        )}
        <MenuItem component="a" href={chatOf(letter)} target="_blank" rel="noopener noreferrer" onClick={close}>
          <ListItemIcon>
            <WhatsApp />
          </ListItemIcon>
          {say('By WhatsApp')}
        </MenuItem>
      </Menu>
      {writing && mail && (
        <DocAside
          def={mail as DocDef}
          id={null}
          given={{
            to: letter.email ?? '',
            subject: letter.subject ?? '',
            body: letter.body ?? '',
            paper_type: type,
            paper: id,
          }}
          onClose={() => setWriting(false)}
          onSaved={() => {
            setWriting(false)
            toast(say('The mail is on its way'))
          }}
        />
      )}
    </>
  )
}
