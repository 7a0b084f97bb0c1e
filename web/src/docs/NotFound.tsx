// An address that leads nowhere: one drawing, one sentence, one step back.
import Button from '@mui/material/Button'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { paths } from './paths'
import css from './NotFound.module.css'
import { say } from '../words/say'

function EmptyRack() {
  return (
    <svg width="220" viewBox="0 0 220 120" fill="none" aria-hidden className={css.drawing}>
      <path
        d="M10 52 110 8l100 44M28 46v66h164V46"
        stroke="var(--line-strong)"
        strokeWidth="3"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
      <path d="M58 112V66h104v46M58 89h104" stroke="var(--ink3)" strokeWidth="2.5" strokeLinejoin="round" />
      <path d="M72 112V99h18v13M130 89V76h18v13" stroke="var(--link)" strokeWidth="2.5" strokeLinejoin="round" />
      <path
        d="M104 82.5h12M104 105.5h12"
        stroke="var(--ink3)"
        strokeWidth="2.5"
        strokeDasharray="3 4"
        strokeLinecap="round"
      />
    </svg>
  )
}

export default function NotFound() {
  const navigate = useNavigate()
  useEffect(() => {
    document.title = say('Not found · Godown')
  }, [])
  // Opened directly there is no step to go back to.
  const back = () => (window.history.length > 1 ? navigate(-1) : navigate(paths.dashboard, { replace: true }))
  return (
    <div className="page-state">
      <EmptyRack />
      <h1 className="title mt-12">{say('Page not found')}</h1>
      <p className="sentence">{say('The page may have moved, or the address may be mistyped.')}</p>
      <Button variant="contained" color="primary" onClick={() => void back()}>
        {say('Go back')}
      </Button>
    </div>
  )
}
