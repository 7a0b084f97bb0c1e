// What a page shows when it has nothing else to show: loading, empty for a reason, filtered away, failed.
//
//   <LoadingPage />   <Skeletons rows={6} />                      nothing before 150 ms
//   <Empty title="No order waits for you" action={<Button>See all orders</Button>}>New ones appear here.</Empty>
//   <Filtered title="No order matches these filters" onClear={clear} />
//   <Failed problem={error} what="The order list" onRetry={refetch} />
import Button from '@mui/material/Button'
import FilterAltOffOutlined from '@mui/icons-material/FilterAltOffOutlined'
import ReportOutlined from '@mui/icons-material/ReportOutlined'
import { useEffect, useState, type ReactNode } from 'react'
import type { Problem } from '../net/client'
import { GodownDrawing, Logo } from './Logo'
import { WhatItMeans } from './WhatItMeans'
import { classes } from '../theme/classes'
import css from './states.module.css'
import { say } from '../words/say'

const BEFORE_MS = 150

export function useAfter(ms = BEFORE_MS): boolean {
  const [over, setOver] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), ms)
    return () => clearTimeout(timer)
  }, [ms])
  return over
}

export function LoadingScreen() {
  const visible = useAfter()
  return (
    <main aria-busy className={css.opening}>
      <div className={classes(css.openingMark, !visible && 'invisible')}>
        <Logo size={48} />
        <div className="muted">{say('Opening Godown')}</div>
      </div>
    </main>
  )
}

const WIDTHS = [36, 84, 50, 68]

function Bar({ width }: { width: number }) {
  return <span className={css.bar} style={{ width }} />
}

export function Skeletons({ rows = 8, label = say('Loading') }: { rows?: number; label?: string }) {
  const visible = useAfter()
  return (
    <div role="status" aria-label={label} className={classes('p-16', !visible && 'invisible')}>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className={css.skeleton}>
          <Bar width={WIDTHS[0]!} />
          <Bar width={WIDTHS[1]! + ((row * 37) % 40)} />
          <Bar width={WIDTHS[2]!} />
          <span className="grow" />
          <Bar width={WIDTHS[3]!} />
        </div>
      ))}
    </div>
  )
}

export function LoadingPage({ label = say('Loading the page') }: { label?: string }) {
  return (
    <div className="p-24 grow">
      <Skeletons rows={10} label={label} />
    </div>
  )
}

function State({
  mark,
  title,
  children,
  actions,
  alert,
}: {
  mark: ReactNode
  title: string
  children?: ReactNode
  actions?: ReactNode
  alert?: boolean
}) {
  return (
    <div role={alert ? 'alert' : undefined} className={css.state}>
      {mark}
      <div className="text-15 leading-20 bold mt-8">{title}</div>
      {children && <div className={css.sentence}>{children}</div>}
      {actions && <div className={css.actions}>{actions}</div>}
    </div>
  )
}

export function Empty({ title, children, action }: { title: string; children?: ReactNode; action?: ReactNode }) {
  return (
    <State mark={<GodownDrawing />} title={title} actions={action}>
      {children}
    </State>
  )
}

export function Filtered({ title, children, onClear }: { title: string; children?: ReactNode; onClear: () => void }) {
  return (
    <State
      mark={<FilterAltOffOutlined aria-hidden className="text-40 muted" />}
      title={title}
      actions={<Button onClick={onClear}>{say('Clear all')}</Button>}
    >
      {children}
    </State>
  )
}

/** `again`: what the button does, where that is not to try the same once more. */
export function Failed({
  problem,
  what,
  again,
  onRetry,
}: {
  problem: Problem | null
  what: string
  again?: string
  onRetry: () => void
}) {
  const reference = problem?.reference
  const offline = problem?.status === 0
  // What is not theirs, or is not there, does not come by asking again.
  const forGood = problem?.status === 403 || problem?.status === 404
  return (
    <State
      alert
      mark={<ReportOutlined aria-hidden className="text-40 danger" />}
      title={
        offline
          ? say('The server was not reached')
          : problem && problem.status < 500
            ? problem.detail
            : say('Something went wrong!')
      }
      actions={
        <>
          {(!forGood || again) && (
            <Button variant="contained" color="primary" onClick={onRetry}>
              {again ?? say('Try again')}
            </Button>
          )}
          {reference && (
            <Button variant="text" onClick={() => void navigator.clipboard?.writeText(reference)}>
              {say('Copy reference')}
            </Button>
          )}
        </>
      }
    >
      {forGood
        ? say('{what} cannot be shown to you. ', { what })
        : say('{what} did not load. Your work is not affected. ', { what })}
      <WhatItMeans problem={problem} />
      {reference && (
        <>
          {' '}
          {say('Reference ')}
          <strong className="ink">{reference}</strong>
        </>
      )}
    </State>
  )
}
