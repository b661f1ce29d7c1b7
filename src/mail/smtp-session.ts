/**
 * One SMTP session: connects, authenticates, transfers one message and disconnects. An abort at any time closes the
 * connection.
 */
import MailComposer from 'nodemailer/lib/mail-composer'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { ServiceError } from '../errors/service-error.ts'
import type { MailServer } from './mail-server.ts'
import type { Delivery, Mail } from './mail.ts'
import { failureOf, type MailFailure, type Refusal, refusalsOf, tooLong } from './smtp-failure.ts'

export interface SessionOutcome {
  readonly accepted: readonly string[]
  readonly refused: readonly Refusal[]
  /** Why the session failed for all recipients. */
  readonly failure?: MailFailure
}

/** The server timeout applies to one response; a session may take this multiple of it. */
const answers = 10
const timer = (milliseconds: number): AbortSignal => AbortSignal.timeout(milliseconds)
/** Lowest expected transfer rate, in bytes per second. */
const slowest = 16 * 1024

/**
 * Returns the time limit of a session in milliseconds. It also ends sessions with a server that keeps sending without
 * completing a response.
 */
async function longestConversation({ timeout }: MailServer, { text, attachments }: Mail): Promise<number> {
  // A missing file is reported when it is read.
  const sizes = await Promise.all(
    attachments.map(({ path }) =>
      stat(path).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  )
  const bytes = sizes.reduce((sum, size) => sum + size, Buffer.byteLength(text))
  // Base64 encodes three bytes as four.
  return Math.ceil(answers * timeout + (((bytes * 4) / 3) * 1000) / slowest)
}

/** Transfers the mail. Throws only `canceled`; all other failures are part of the result. */
export async function handOver(
  server: MailServer,
  mail: Mail & { readonly messageId: string },
  { signal, deadline = timer }: Pick<Delivery, 'signal' | 'deadline'>,
): Promise<SessionOutcome> {
  const longest = await longestConversation(server, mail)
  if (signal.aborted) throw new ServiceError('canceled')
  const connection = new SMTPConnection(connectionOptions(server))
  const broken = Promise.withResolvers<never>()
  broken.promise.catch(() => undefined)
  connection.on('error', broken.reject)
  connection.on('end', () => broken.reject(new Error('The server closed the connection.')))
  const stop = (): void => {
    broken.reject(new ServiceError('canceled'))
    connection.close()
  }
  signal.addEventListener('abort', stop, { once: true })
  const late = deadline(longest)
  const giveUp = (): void => {
    broken.reject(new Error('The conversation has taken too long.'))
    connection.close()
  }
  late.addEventListener('abort', giveUp, { once: true })
  const streams = mail.attachments.map(({ path }) => createReadStream(path))
  for (const stream of streams) stream.on('error', broken.reject)
  try {
    const info = await Promise.race([converse(connection, server, mail, streams), broken.promise])
    return { accepted: info.accepted, refused: refusalsOf(info.rejectedErrors) }
  } catch (error) {
    if (signal.aborted) throw new ServiceError('canceled', {}, { cause: error })
    if (late.aborted) return { accepted: [], refused: [], failure: tooLong(server, longest) }
    const refused =
      error instanceof Error && 'rejectedErrors' in error ? refusalsOf(error.rejectedErrors) : []
    if (refused.length > 0) return { accepted: [], refused }
    return { accepted: [], refused: [], failure: failureOf(error, server) }
  } finally {
    signal.removeEventListener('abort', stop)
    late.removeEventListener('abort', giveUp)
    connection.close()
    for (const stream of streams) stream.destroy()
  }
}

const connectionOptions = ({ host, port, encryption, certificates, timeout }: MailServer) => ({
  host,
  port,
  secure: encryption === 'tls',
  requireTLS: encryption === 'starttls',
  ignoreTLS: encryption === 'none',
  ...(certificates === undefined ? {} : { tls: { ca: [...certificates] } }),
  connectionTimeout: timeout,
  greetingTimeout: timeout,
  socketTimeout: timeout,
  dnsTimeout: timeout,
  socketCloseTimeout: 0,
})

async function converse(
  connection: SMTPConnection,
  server: MailServer,
  mail: Mail & { readonly messageId: string },
  streams: readonly ReturnType<typeof createReadStream>[],
): Promise<{ readonly accepted: readonly string[]; readonly rejectedErrors?: unknown }> {
  await called((done) => connection.connect(done))
  const { login } = server
  if (login !== undefined) await called((done) => connection.login({ ...login }, done))
  const message = new MailComposer({
    messageId: mail.messageId,
    from: mail.from,
    to: [...mail.to],
    subject: mail.subject.replaceAll(/\p{Cc}+/gu, ' '),
    text: mail.text,
    ...(mail.html === undefined ? {} : { html: mail.html }),
    headers: {
      'Content-Language': mail.language,
      'Auto-Submitted': 'auto-generated',
      ...unsubscribeHeaders(mail),
    },
    attachments: mail.attachments.map(({ fileName, contentType }, index) => ({
      filename: fileName,
      contentType,
      content: streams[index]!,
    })),
  }).compile()
  const info = await new Promise<Parameters<Parameters<SMTPConnection['send']>[2]>[1]>((resolve, reject) => {
    connection.send(message.getEnvelope(), message.createReadStream(), (error, sent) => {
      if (error === null) resolve(sent)
      else reject(error)
    })
  })
  connection.quit()
  return info ?? { accepted: [] }
}

/** Returns the headers with which mail programs turn off such mails: RFC 2369, and by one click only with https: RFC 8058. */
function unsubscribeHeaders({ unsubscribeUrl: url }: Mail): Readonly<Record<string, string>> {
  if (url === undefined) return {}
  const header = { 'List-Unsubscribe': `<${url}>` }
  if (!url.startsWith('https:')) return header
  return { ...header, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
}

const called = (run: (done: (error?: Error | null) => void) => void): Promise<void> =>
  new Promise((resolve, reject) => {
    run((error) => {
      if (error === null || error === undefined) resolve()
      else reject(error)
    })
  })
