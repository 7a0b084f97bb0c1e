// A page that the person's roles do not open; it names who can grant it.
import LockOutlined from '@mui/icons-material/LockOutlined'
import Button from '@mui/material/Button'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { paths } from './paths'
import { role } from '../theme/themes'

export default function NoAccess({ what = 'this page' }: { what?: string }) {
  const navigate = useNavigate()
  useEffect(() => {
    document.title = 'No access · Godown'
  }, [])
  const back = () => (window.history.length > 1 ? navigate(-1) : navigate(paths.dashboard, { replace: true }))
  return (
    <div
      style={{
        flex: 1,
        display: 'grid',
        justifyItems: 'center',
        alignContent: 'center',
        gap: 12,
        minHeight: '60vh',
        padding: 24,
        textAlign: 'center',
      }}
    >
      <span
        style={{
          display: 'grid',
          placeItems: 'center',
          width: 72,
          height: 72,
          borderRadius: 36,
          background: role.sunk,
          border: `1px solid ${role.line}`,
        }}
      >
        <LockOutlined aria-hidden style={{ fontSize: 32, color: role.ink2 }} />
      </span>
      <h1 style={{ fontSize: 20, lineHeight: '28px', fontWeight: 600, marginTop: 8 }}>
        You do not have access to {what}
      </h1>
      <p style={{ color: role.ink2, maxWidth: 420 }}>
        Your roles do not include it. The administrator can grant it in the role master.
      </p>
      <Button variant="contained" color="primary" onClick={() => void back()}>
        Back to Dashboard
      </Button>
    </div>
  )
}
