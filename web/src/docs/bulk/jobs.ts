// Steps on many documents that are under way: kept in this browser, so that one cut off goes on after a reload.
import type { Problem } from '../../net/client'
import type { BulkResult } from '../../net/answers.gen'
import { PIECE, runBulk, type Named } from './bulk'

export interface Job {
  /** The command's id: sent again under it, each document answers as it did before. */
  id: string
  type: string
  action: string
  label: string
  inputs: Record<string, unknown>
  rows: Named[]
  done: number
}

const KEY = 'godown.bulk'
/** Those that this tab sends now; of other tabs the browser's locks tell, where the address is trusted. */
const running = new Set<string>()

const keyOf = (person: string, type: string) => `${KEY}.${person}.${type}`
const lockOf = (job: Job) => `${KEY}.${job.id}`
const locks = () => navigator.locks as LockManager | undefined

function kept(person: string, type: string): Job | null {
  try {
    return JSON.parse(localStorage.getItem(keyOf(person, type)) ?? 'null') as Job | null
  } catch {
    return null
  }
}

/** The step of this person on documents of a type that was cut off, and that no tab is taking now. */
export async function jobLeft(person: string, type: string): Promise<Job | null> {
  const job = kept(person, type)
  if (!job || running.has(job.id)) return null
  const { held = [] } = (await locks()?.query()) ?? {}
  return held.some(({ name }) => name === lockOf(job)) ? null : job
}

export const dropJob = (person: string, type: string) => localStorage.removeItem(keyOf(person, type))

/**
 * Takes the step on each document, from the first one on: what was done before answers again. Few documents are one
 * call, which leaves nothing to go on with.
 */
export async function runJob(
  person: string,
  job: Job,
  onProgress: (done: number) => void,
): Promise<BulkResult[] | Problem> {
  const keep = (done: number) => {
    if (job.rows.length > PIECE) localStorage.setItem(keyOf(person, job.type), JSON.stringify({ ...job, done }))
  }
  const take = () =>
    runBulk(job.type, job.action, job.rows, job.inputs, job.id, (done) => {
      keep(done)
      onProgress(done)
    })
  running.add(job.id)
  keep(0)
  const answer = await (locks()?.request(lockOf(job), take) ?? take())
  running.delete(job.id)
  if (Array.isArray(answer)) dropJob(person, job.type)
  return answer
}
