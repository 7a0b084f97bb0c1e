// The way from a refusal to what the help says about it, where the help has an answer.
import { Link } from 'react-router'
import type { Code } from '../core/types.gen'
import type { Problem } from '../net/client'
import { say } from '../words/say'

/** A new code of the core does not compile without its place here, and without its words in the help. */
const EXPLAINED: Record<Code, true> = {
  required: true,
  input: true,
  malformed: true,
  auth_bad: true,
  auth_expired: true,
  forbidden: true,
  scope: true,
  not_found: true,
  stale: true,
  duplicate: true,
  bad_state: true,
  four_eyes: true,
  approval_slab: true,
  stock_short: true,
  res_expired: true,
  credit_short: true,
  customer_blocked: true,
  below_floor: true,
  tolerance: true,
  over_return: true,
  period_locked: true,
  backdate: true,
  batch_closed: true,
  vehicle_doc: true,
  overload: true,
  ewb_needed: true,
  irn_live: true,
  irn_needed: true,
  irn_due: true,
  referenced: true,
  unmapped: true,
  command_id_reused: true,
  rule: true,
  rate_limit: true,
}

function entryOf({ status, code }: Problem): string | null {
  if (status === 0) return 'guide:offline'
  return Object.hasOwn(EXPLAINED, code) ? `refusal:${code}` : null
}

/** `aside`: in a tab of its own, so that what is typed beside it stays. */
export function WhatItMeans({ problem, aside }: { problem: Problem | null; aside?: boolean }) {
  const entry = problem && entryOf(problem)
  if (!entry) return null
  const tab = aside ? { target: '_blank', rel: 'noopener noreferrer' } : {}
  return (
    <Link to={`/help/${encodeURIComponent(entry)}`} {...tab}>
      {say('What it means')}
    </Link>
  )
}
