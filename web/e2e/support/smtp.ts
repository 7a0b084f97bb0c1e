// A mail server for tests: it takes every mail and hands out its text.
import { createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'

export interface Mailbox {
  url: string
  /** The next mail to an address, once it has come. */
  next: (to: string) => Promise<string>
  end: () => Promise<void>
}

export async function startMailbox(): Promise<Mailbox> {
  const mails: string[] = []
  const waiting: (() => void)[] = []
  const take = (text: string) => {
    mails.push(text)
    waiting.splice(0).forEach((wake) => wake())
  }
  const talk = (socket: Socket) => {
    let data: string | null = null
    let rest = ''
    socket.setEncoding('utf8')
    socket.on('error', () => undefined)
    socket.write('220 test\r\n')
    socket.on('data', (part: string) => {
      const lines = (rest + part).split('\r\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        if (data !== null && line === '.') {
          take(data)
          data = null
          socket.write('250 taken\r\n')
        } else if (data !== null) data += `${line.replace(/^\./, '')}\n`
        else if (/^DATA/i.test(line)) {
          data = ''
          socket.write('354 go on\r\n')
        } else if (/^QUIT/i.test(line)) socket.end('221 bye\r\n')
        else socket.write('250 well\r\n')
      }
    })
  }
  const server = createServer(talk)
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    next: async (to) => {
      for (;;) {
        const at = mails.findIndex((mail) => mail.includes(`To: ${to}`))
        if (at >= 0) return mails.splice(at, 1)[0]!
        await new Promise<void>((wake) => void waiting.push(wake))
      }
    },
    end: () => new Promise((done) => void server.close(() => done())),
  }
}
