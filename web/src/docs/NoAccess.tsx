// A page that the person's roles do not open; it names who can grant it.
import LockOutlined from '@mui/icons-material/LockOutlined'
import Button from '@mui/material/Button'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { paths } from './paths'
import css from './NoAccess.module.css'
import { say } from '../words/say'

export default function NoAccess({ what = 'this page' }: { what?: string }) {
  const navigate = useNavigate()
  useEffect(() => {
    document.title = say('No access · Godown')
  }, [])
  const back = () => (window.history.length > 1 ? navigate(-1) : navigate(paths.dashboard, { replace: true }))
  return (
    <div className="page-state">
      <span className={css.mark}>
        <LockOutlined aria-hidden className={css.lock} />
      </span>
      <h1 className="title mt-8">{say('You do not have access to {what}', { what })}</h1>
      <p className="sentence">
        {say('Your roles do not include it. The administrator can grant it in the role master.')}
      </p>
      <Button variant="contained" color="primary" onClick={() => void back()}>
        {say('Go back')}
      </Button>
    </div>
  )
}
