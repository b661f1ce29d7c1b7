/** An SMTP server within the test, with configurable behavior. */
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerAddress } from 'smtp-server'

/** Private key for localhost that is used only by these tests. */
export const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgLDr24KVgbx9paRVF
742TElnFtSuYK/93pan5GW0wvCyhRANCAATVWk6jiCLuqPKJCaqgFPbjW4G5KYKH
VlpItNQj611xBmvijU8Ood6XE92KrR6zdejk7YcLNP0sojCVFjvTOrQH
-----END PRIVATE KEY-----`
const caFile = join(import.meta.dirname, 'smtp-certificate.pem')
export const certificate = readFileSync(caFile, 'utf8')

export interface ReceivedMail {
  readonly from: string
  readonly to: readonly string[]
  readonly raw: string
  /** The parsed message. */
  readonly parsed: Email
}

export interface MailBehaviour {
  /** Whether TLS is used from the first byte. */
  readonly secure?: boolean
  readonly offersStartTls?: boolean
  /** The only account that may send; without it any client may. */
  readonly account?: { readonly user: string; readonly pass: string }
  /** Returns the reply to a recipient, such as `550 5.1.1 no such user`; undefined accepts it. */
  readonly onRecipient?: (address: string, attempt: number) => string | undefined
  /** Returns the reply to the whole message; undefined accepts it. */
  readonly onMessage?: (attempt: number) => string | undefined
  /** Returns the number of bytes of the message after which the connection is closed. */
  readonly dropAfter?: (attempt: number) => number | undefined
}

export interface MailServerInTest extends AsyncDisposable {
  readonly port: number
  readonly mails: readonly ReceivedMail[]
  /** Returns the number of messages that were started. */
  attempts(): number
  /** Settings of the service for sending to this server. */
  readonly settings: Readonly<Record<string, string>>
}

function portOf(server: Server): number {
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

function answer(text: string): Error {
  const [, code = '550', words = text] = /^(\d{3}) (.*)$/.exec(text) ?? []
  return Object.assign(new Error(words), { responseCode: Number(code) })
}

export async function startMailServer(behaviour: MailBehaviour = {}): Promise<MailServerInTest> {
  const mails: ReceivedMail[] = []
  let attempts = 0
  let recipients = 0
  const sockets = new Set<Socket>()
  const { account } = behaviour
  const keep = async (
    bytes: Buffer,
    from: SMTPServerAddress | false,
    to: readonly SMTPServerAddress[],
  ): Promise<void> => {
    mails.push({
      from: from === false ? '' : from.address,
      to: to.map(({ address }) => address),
      raw: bytes.toString('latin1'),
      parsed: await PostalMime.parse(bytes),
    })
  }
  const server = new SMTPServer({
    key,
    cert: certificate,
    secure: behaviour.secure ?? false,
    disabledCommands: behaviour.offersStartTls === true ? [] : ['STARTTLS'],
    allowInsecureAuth: true,
    authOptional: account === undefined,
    logger: false,
    closeTimeout: 100,
    onAuth: ({ username, password }, _session, done) => {
      if (username === account?.user && password === account?.pass) done(null, { user: username })
      else done(answer('535 5.7.8 Authentication credentials invalid'))
    },
    onRcptTo: ({ address }, _session, done) => {
      const refusal = behaviour.onRecipient?.(address, (recipients += 1))
      done(refusal === undefined ? null : answer(refusal))
    },
    onData: (stream, session, done) => {
      attempts += 1
      const attempt = attempts
      const limit = behaviour.dropAfter?.(attempt)
      const chunks: Buffer[] = []
      let size = 0
      stream.on('data', (chunk: Buffer) => {
        chunks.push(chunk)
        size += chunk.length
        if (limit !== undefined && size > limit) for (const socket of sockets) socket.destroy()
      })
      stream.on('end', () => {
        if (limit !== undefined) return
        const refusal = behaviour.onMessage?.(attempt)
        if (refusal !== undefined) {
          done(answer(refusal))
          return
        }
        const bytes = Buffer.concat(chunks)
        // oxlint-disable-next-line promise/no-callback-in-promise -- the server wants a callback
        void keep(bytes, session.envelope.mailFrom, session.envelope.rcptTo).finally(() => done())
      })
    },
  })
  server.on('error', () => undefined)
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const port = portOf(server.server)
  return {
    port,
    mails,
    attempts: () => attempts,
    settings: {
      EMAIL_HOST: '127.0.0.1',
      EMAIL_PORT: String(port),
      EMAIL_CA_FILE: caFile,
      EMAIL_TIMEOUT: '5',
      DEFAULT_FROM_EMAIL: 'Planning <planning@example.com>',
    },
    // Sockets beneath TLS are closed by the server, because destroying them from outside crashes Node.
    [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

export interface MuteServer extends AsyncDisposable {
  readonly port: number
}

/** Starts a server that accepts connections and sends nothing. */
export async function startMuteServer(): Promise<MuteServer> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: portOf(server),
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
      }),
  }
}

export interface DribblingServer extends MuteServer {
  /** Returns a signal that aborts after the server has sent the given number of further lines. */
  afterLines(count: number): AbortSignal
}

/** Starts a server that never finishes its reply to EHLO: each line arrives well before any timeout. */
export async function startDribblingServer(): Promise<DribblingServer> {
  const waiting = new Map<AbortController, number>()
  const told = (): void => {
    for (const [controller, left] of waiting) {
      waiting.set(controller, left - 1)
      if (left > 1) continue
      waiting.delete(controller)
      controller.abort()
    }
  }
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    let dribble: NodeJS.Timeout | undefined
    socket.on('error', () => undefined)
    socket.on('close', () => clearInterval(dribble))
    socket.once('data', () => {
      dribble = setInterval(() => socket.write('250-X\r\n', told), 10)
    })
    socket.write('220 dribble ESMTP\r\n')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: portOf(server),
    afterLines: (count) => {
      const controller = new AbortController()
      waiting.set(controller, count)
      return controller.signal
    },
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
      }),
  }
}
