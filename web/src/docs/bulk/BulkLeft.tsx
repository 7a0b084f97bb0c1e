// A step on many documents that was cut off, by a reload or a lost network: it goes on, or is let go.
import Button from '@mui/material/Button'
import { useEffect, useState } from 'react'
import { docDef } from '../../core'
import type { Page, Row } from '../../core/records'
import type { BulkResult } from '../../net/answers.gen'
import type { Problem } from '../../net/client'
import { send } from '../../net/client'
import { api } from '../../sync/api'
import { useAppDispatch, useUser } from '../../sync/store'
import { pieces } from '../../ui/format'
import { lower } from '../../ui/words'
import { dropJob, jobLeft, runJob, type Job } from './jobs'
import { Report } from './Report'
import { say } from '../../words/say'

/** As many as an address may name. */
const NAMED = 40

export function BulkLeft({ type }: { type: string }) {
  const user = useUser()
  const dispatch = useAppDispatch()
  const def = docDef(type)
  const [job, setJob] = useState<Job | null>(null)
  const [done, setDone] = useState<number | null>(null)
  const [problem, setProblem] = useState<Problem | null>(null)
  const [report, setReport] = useState<{ label: string; results: BulkResult[]; rows: Row[] } | null>(null)
  useEffect(() => {
    let gone = false
    void jobLeft(user.id, type).then((left) => !gone && setJob(left))
    return () => {
      gone = true
    }
  }, [user.id, type])
  if (!def || (!job && !report)) return null
  const named = async (ids: string[]) => {
    const query = new URLSearchParams({ where: `id:in:${ids.slice(0, NAMED).join('|')}` })
    const answer = await send({ url: `/api/docs/${type}?${query}` })
    return 'error' in answer ? [] : (answer.data as Page).rows
  }
  const go = async (job: Job) => {
    setProblem(null)
    setDone(0)
    const answer = await runJob(user.id, job, setDone)
    setDone(null)
    if (!Array.isArray(answer)) return setProblem(answer)
    setJob(null)
    dispatch(api.util.invalidateTags(['List', 'Facts', 'Menu', 'Doc']))
    const failed = answer.filter((result) => !result.done)
    setReport({
      label: job.label,
      results: answer,
      rows: failed.length > 0 ? await named(failed.map(({ id }) => id)) : [],
    })
  }
  return (
    <>
      {job && (
        <section aria-label={say('Interrupted action')} className="selection-bar wrap rigid">
          <strong className="bold">
            {say('{label} was interrupted after {done} of {rows}', {
              label: job.label,
              done: pieces(job.done),
              rows: pieces(job.rows.length),
            })}{' '}
            {lower(def.plural)}
          </strong>
          {done !== null && (
            <span role="status" className="num nowrap text-13">
              {say('{done} of {rows} done', { done: pieces(done), rows: pieces(job.rows.length) })}
            </span>
          )}
          {problem && (
            <span role="alert" className="danger text-13">
              {problem.detail}
            </span>
          )}
          <Button
            size="small"
            variant="contained"
            color="primary"
            aria-busy={done !== null}
            onClick={() => void go(job)}
          >
            {say('Continue')}
          </Button>
          <Button
            size="small"
            variant="text"
            onClick={() => {
              dropJob(user.id, type)
              setJob(null)
            }}
          >
            {say('Dismiss')}
          </Button>
        </section>
      )}
      {report && (
        <Report
          label={report.label}
          results={report.results}
          def={def}
          rows={report.rows}
          onClose={() => setReport(null)}
        />
      )}
    </>
  )
}
