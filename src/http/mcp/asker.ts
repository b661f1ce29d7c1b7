/**
 * Requests that a tool of an assistant makes: they go to the server itself, over a connection within the process, with the
 * credentials of the assistant. So rights, limits and answers are those of every other request; there is no second way.
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
  /** With its parameters, from the root of the service, such as `/api/input/item/?limit=1`. */
  readonly path: string
  /** Sent as JSON. */
  readonly body?: unknown
  readonly accept?: string
  readonly prefer?: string
  /** Bytes of the answer at most, where it is shortened before the assistant is given it. */
  readonly maxBytes?: number
}

export interface Reply {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

export interface Asker {
  /** @throws ServiceError `answer_too_large` */
  ask(question: Question): Promise<Reply>
  /**
   * Gives the lines of an answer as they arrive, until the caller has enough; nothing for a signal that aborts meanwhile.
   * @throws RefusedQuestion for a status that is no success
   */
  lines(question: Question, signal: AbortSignal): AsyncGenerator<string>
  /** Aborts when the assistant does not wait any more. */
  readonly signal: AbortSignal
}

/** The server has refused a question of a tool. */
export class RefusedQuestion extends Error {
  readonly reply: Reply

  constructor(reply: Reply) {
    super(`HTTP ${reply.status}`)
    this.reply = reply
  }
}

/** Bytes of an answer that a tool gives out: what is longer fills the memory of the assistant with little of use. */
const maxAnswerBytes = 400_000

/** Characters of a path with its parameters; the server takes a little more. */
const maxPathLength = 60_000

/** Headers of the assistant's request that say who asks, from where, and in which language. */
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
      const reason = 'The arguments are too long for a question: use fewer filters and shorter values.'
      throw new ServiceError('bad_request', { reason })
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

/** The whole answer. Throws `answer_too_large`. */
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

/** A connection to the server that takes no port. */
function connect(server: Server, remoteAddress: string | undefined): Duplex {
  const [near, far] = duplexPair()
  // What the server expects of a socket beyond a stream.
  Object.defineProperty(far, 'destroySoon', { value: () => far.end(() => far.destroy()) })
  // The address by which limits count anonymous clients, and which the log names.
  Object.defineProperty(far, 'remoteAddress', { value: remoteAddress })
  near.once('close', () => far.destroy())
  far.once('close', () => near.destroy())
  server.emit('connection', far)
  return near
}
