// A site of the demo at a server of its own, for the benches of the app.
import { spawn, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

export const CHROMIUM = {
  executablePath: process.env.GODOWN_CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
}

export const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]

/** Where a server answers, and what ends it. `kept`: a data directory with the demo in it, which is left as it is. */
export async function serve(godown, kept) {
  const binary = resolve(godown)
  const data = mkdtempSync(join(tmpdir(), 'godown-bench-'))
  const env = { ...process.env, GODOWN_DATA: data, GODOWN_ADDR: '127.0.0.1:0', GODOWN_LOG: 'warn' }
  if (kept) cpSync(resolve(kept), data, { recursive: true })
  else {
    const demo = spawnSync(binary, ['demo'], { env, stdio: ['ignore', 'ignore', 'inherit'] })
    if (demo.status !== 0) throw new Error('the demo was not made')
  }
  const child = spawn(binary, ['serve'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = new Promise((done) => child.once('exit', done))
  const end = async () => {
    child.kill('SIGTERM')
    await ended
    rmSync(data, { recursive: true, force: true })
  }
  const url = await new Promise((done, failed) => {
    let said = ''
    ended.then((code) => failed(new Error(`the server ended with ${code}: ${said}`)))
    child.stdout.on('data', (part) => {
      said += part
      const found = /Godown serves (http:\/\/\S+)/.exec(said)?.[1]
      if (found) done(found)
    })
  })
  return { url, end }
}

/** The page after signing in as ADMIN. */
export async function signIn(page, url) {
  await page.goto(`${url}/`)
  await page.getByLabel('Employee id').fill('ADMIN')
  await page.getByLabel('Password', { exact: true }).fill('godown-demo')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('navigation', { name: 'Breadcrumb' }).first().waitFor()
}
