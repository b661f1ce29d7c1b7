/**
 * Sends the requests of a tool to this server itself, over a connection within the process, with the credentials of
 * the assistant. Permissions, limits and responses are therefore the same as for all other requests.
 */
import {
  type ClientRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type Server,
} from 'node:http'
import { type Duplex, duplexPair } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { ServiceError } from '../../errors/service-error.ts'
import { jsonType } from '../answer.ts'

export interface Question {
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** Path with query parameters, from the root of the service, such as `/api/input/item/?limit=1`. */
  readonly path: string
  /** Sent as JSON. */
  readonly body?: unknown
  readonly accept?: string
  readonly prefer?: string
  /** Maximum size of the response in bytes, for a response that is shortened before the assistant receives it. */
  readonly maxBytes?: number
}

export interface Reply {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

export interface Asker {
  /**
   * Sends a request and returns the whole response.
   * @throws ServiceError `answer_too_large`
   */
  ask(question: Question): Promise<Reply>
  /**
   * Yields the lines of a response as they arrive, until the caller stops. Ends without an error if `signal` aborts.
   * @throws RefusedQuestion for a status other than success
   */
  lines(question: Question, signal: AbortSignal): AsyncGenerator<string>
  /** Aborts if the assistant disconnects or cancels the call. */
  readonly signal: AbortSignal
}

/** The server has rejected the request of a tool. */
export class RefusedQuestion extends Error {
  readonly reply: Reply

  constructor(reply: Reply) {
    super(`HTTP ${reply.status}`)
    this.reply = reply
  }
}

/**
 * Maximum size of the response of a tool in bytes: a longer one fills the context of the assistant with little
 * benefit.
 */
const maxAnswerBytes = 400_000

/** Maximum length of a path with its parameters, in characters; the limit of the server is slightly higher. */
const maxPathLength = 60_000

/** Headers of the request of the assistant with credentials, origin and language. */
const passedOn = [
  'authorization',
  'accept-language',
  'host',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
] as const

export interface AskerOptions {
  readonly server: Server
  readonly request: FastifyRequest
  readonly basePath: string
  readonly signal: AbortSignal
}

export function createAsker({ server, request: outer, basePath, signal }: AskerOptions): Asker {
  const passed: Record<string, string> = { 'x-request-id': outer.id }
  for (const name of passedOn) {
    const value = outer.headers[name]
    if (typeof value === 'string') passed[name] = value
  }

  async function open(question: Question, until: AbortSignal): Promise<IncomingMessage> {
    until.throwIfAborted()
    const { method, path, body, accept = jsonType, prefer } = question
    if (path.length > maxPathLength) {
      throw new ServiceError('bad_request', { reason: { code: 'question_too_long' } })
    }
    const bytes = body === undefined ? undefined : Buffer.from(JSON.stringify(body))
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
    const sent: ClientRequest = request({
      method,
      path: basePath + path,
      signal: until,
      createConnection: () => connect(server, outer.raw.socket.remoteAddress),
      headers: {
        ...passed,
        accept,
        ...(prefer === undefined ? {} : { prefer }),
        ...(bytes === undefined ? {} : { 'content-type': jsonType, 'content-length': bytes.length }),
      },
    })
    sent.once('response', resolve)
    sent.once('error', reject)
    sent.end(bytes)
    return promise
  }

  return {
    signal,
    ask: async (question) => read(await open(question, signal), question.maxBytes),
    lines: async function* (question, until) {
      const both = AbortSignal.any([signal, until])
      const response = await open(question, both)
      if (response.statusCode !== 200) throw new RefusedQuestion(await read(response))
      response.setEncoding('utf8')
      let rest = ''
      try {
        for await (const piece of response) {
          const parts = `${rest}${piece}`.split('\n')
          rest = parts.pop() ?? ''
          yield* parts.filter((line) => line !== '')
        }
      } catch (error) {
        signal.throwIfAborted()
        if (!until.aborted) throw error
      } finally {
        response.destroy()
      }
    },
  }
}

/** Reads the whole response. Throws `answer_too_large`. */
async function read(response: IncomingMessage, maxBytes = maxAnswerBytes): Promise<Reply> {
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of response) {
    pieces.push(piece)
    size += piece.length
    if (size > maxBytes) throw new ServiceError('answer_too_large', { limit: maxBytes })
  }
  const text = Buffer.concat(pieces).toString('utf8')
  return { status: response.statusCode ?? 500, headers: response.headers, text }
}

/** Returns a connection to the server that uses no port. */
function connect(server: Server, remoteAddress: string | undefined): Duplex {
  const [near, far] = duplexPair()
  // A method of sockets that streams lack but the server calls.
  Object.defineProperty(far, 'destroySoon', { value: () => far.end(() => far.destroy()) })
  // The address by which limits count anonymous clients, and which the log contains.
  Object.defineProperty(far, 'remoteAddress', { value: remoteAddress })
  near.once('close', () => far.destroy())
  far.once('close', () => near.destroy())
  server.emit('connection', far)
  return near
}
