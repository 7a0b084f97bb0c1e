// Makes the demo's data once for all tests; every server works on its own copy.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MADE, binary } from './server'

const DAY_MS = 86_400_000

/** The demo ends yesterday where the business is: what waits in it has waited for days, and nothing lies in the future. */
const until = () => new Date(Date.now() - DAY_MS).toLocaleDateString('en-CA', { timeZone: 'Asia/Kolkata' })

export default function make() {
  if (process.env[MADE]) return
  if (!existsSync(binary)) throw new Error(`There is no ${binary}: cargo build -p godown-server`)
  const made = mkdtempSync(join(tmpdir(), 'godown-e2e-made-'))
  execFileSync(binary, ['demo', '--until', until()], {
    env: { ...process.env, GODOWN_DATA: made, GODOWN_LOG: 'warn' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  process.env[MADE] = made
  return () => rmSync(made, { recursive: true, force: true })
}
