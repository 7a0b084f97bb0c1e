// The audit's rows as they are asked for part by part, and the chain of entries as this browser follows it.
import { useCallback, useEffect, useRef, useState } from 'react'
import type { AuditPage } from '../../net/answers.gen'
import { send, type Problem } from '../../net/client'
import { chainFollower, type Chain } from '../../core/sheets'
import { say } from '../../words/say'

/** An answer looks through so many entries and no more: where few of them fit, the next is asked for at once. */
const ENOUGH = 50

export function useAudit(query: string) {
  const [part, setPart] = useState<AuditPage | null>(null)
  const [problem, setProblem] = useState<Problem | null>(null)
  const [pending, setPending] = useState(true)
  const asked = useRef(0)
  const read = useCallback(
    async (from: AuditPage | null) => {
      asked.current += 1
      const mine = asked.current
      setPending(true)
      let [so, wanted] = [from, (from?.rows.length ?? 0) + ENOUGH]
      do {
        const before = so?.before ? `&before=${so.before}` : ''
        const answer = await send({ url: `/api/audit?${query}${before}` })
        if (mine !== asked.current) return
        if ('error' in answer) {
          setProblem(answer.error)
          break
        }
        const next = answer.data as AuditPage
        so = { ...next, head: so?.head ?? next.head, rows: [...(so?.rows ?? []), ...next.rows] }
        setPart(so)
        setProblem(null)
      } while (so.before !== null && so.rows.length < wanted)
      setPending(false)
    },
    [query],
  )
  useEffect(() => {
    setPart(null)
    void read(null)
    return () => {
      asked.current += 1
    }
  }, [read])
  return { part, problem, pending, more: () => void read(part), again: () => void read(null) }
}

export type Proof =
  { state: 'none' } | { state: 'running' | 'done'; chain: Chain; head: number } | { state: 'failed'; problem: Problem }

const BEGIN: Chain = { seq: 0, hash: '', time: 0, told: 0, asked: null, found: null, wrong: null }

/** Follows the whole chain in this browser: what the server says of itself is not asked. */
export function useProof() {
  const [proof, setProof] = useState<Proof>({ state: 'none' })
  const running = useRef<{ end: () => void } | null>(null)
  useEffect(() => () => running.current?.end(), [])
  const run = async (head: number, noted: string) => {
    const follower = chainFollower()
    running.current?.end()
    running.current = follower
    let chain: Chain = { ...BEGIN, asked: noted || null }
    setProof({ state: 'running', chain, head })
    for (;;) {
      const answer = await send({ url: `/api/audit/titles?since=${chain.seq}`, accept: 'application/x-ndjson' })
      if (running.current !== follower) return
      if ('error' in answer) {
        follower.end()
        return setProof({ state: 'failed', problem: answer.error })
      }
      const lines = await (answer.data as Blob).text()
      if (lines === '') break
      chain = await follower.follow(chain, lines)
      if (running.current !== follower) return
      if (chain.wrong !== null) break
      setProof({ state: 'running', chain, head: Math.max(head, chain.seq) })
    }
    follower.end()
    if (chain.wrong === null && chain.seq < head)
      chain = { ...chain, wrong: say('Entry {seq} is missing', { seq: chain.seq + 1 }) }
    setProof({ state: 'done', chain, head: Math.max(head, chain.seq) })
  }
  return { proof, run }
}
