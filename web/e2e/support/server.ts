// A server of its own for whoever asks: the shipped binary, on a free port, with a copy of the demo's data.
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

export const binary = resolve(process.env.GODOWN_BIN ?? '../target/debug/godown')
export const MADE = 'GODOWN_E2E_MADE'
export const PASSWORD = 'godown-demo'

export interface Server {
  url: string
  /** Ends the process as a person with Ctrl C does. */
  stop: () => Promise<void>
  /** Serves the same data at the same address again. */
  start: () => Promise<void>
  /** Stops and throws the data away. */
  end: () => Promise<void>
}

function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((done) => void child.once('exit', () => done()))
}

/** The process once it says where it serves, and all that it said until then. */
function serve(
  data: string,
  addr: string,
  settings: Record<string, string> = {},
): Promise<{ child: ChildProcess; url: string; said: string }> {
  const child = spawn(binary, ['serve'], {
    env: { ...process.env, GODOWN_DATA: data, GODOWN_ADDR: addr, GODOWN_LOG: 'warn', GODOWN_RESERVE: '0', ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return new Promise((done, failed) => {
    let said = ''
    child.once('error', failed)
    child.once('exit', (code) => failed(new Error(`the server ended with ${code}: ${said}`)))
    child.stdout?.on('data', (part: Buffer) => {
      said += part.toString()
      const url = /Godown serves (http:\/\/\S+)/.exec(said)?.[1]
      if (url) done({ child, url, said })
    })
  })
}

export async function startServer(settings: Record<string, string> = {}): Promise<Server> {
  const made = process.env[MADE]
  if (!made) throw new Error('the demo was not made')
  const data = await mkdtemp(join(tmpdir(), 'godown-e2e-'))
  await cp(made, data, { recursive: true })
  let at = await serve(data, '127.0.0.1:0', settings)
  const { url } = at
  const stop = async () => {
    at.child.kill('SIGTERM')
    await ended(at.child)
  }
  return {
    url,
    stop,
    start: async () => {
      at = await serve(data, new URL(url).host, settings)
    },
    end: async () => {
      await stop()
      await rm(data, { recursive: true, force: true })
    },
  }
}

/** A server over an empty directory, and what its owner does with the binary beside it. */
export interface FreshServer {
  url: string
  /** The one-time password that it printed. */
  password: string
  /** Runs a command of the binary over its data, and answers what it printed. */
  run: (...args: string[]) => string
  stop: () => Promise<void>
  /** Stops and throws the data away. */
  end: () => Promise<void>
}

/** A server over an empty directory, as somebody who installs it first sees it. */
export async function startFresh(settings: Record<string, string> = {}): Promise<FreshServer> {
  const data = await mkdtemp(join(tmpdir(), 'godown-e2e-fresh-'))
  const { child, url, said } = await serve(data, '127.0.0.1:0', settings)
  const password = /employee id ADMIN, password (\S+)/.exec(said)?.[1]
  if (!password) throw new Error(`no one-time password in: ${said}`)
  const stop = async () => {
    child.kill('SIGTERM')
    await ended(child)
  }
  return {
    url,
    password,
    run: (...args) => commandOf(data, ...args),
    stop,
    end: async () => {
      await stop()
      await rm(data, { recursive: true, force: true })
    },
  }
}

/** What a command of the binary prints over a data directory. Throws where it fails. */
export const commandOf = (data: string, ...args: string[]) =>
  execFileSync(binary, args, { env: { ...process.env, GODOWN_DATA: data, GODOWN_LOG: 'warn' }, encoding: 'utf8' })
