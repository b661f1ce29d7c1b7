/** Sends one message to an endpoint, with a timeout and a limit of the response size. Redirects are not followed. */
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { privateHost, privateRemedy, publicLookup, type Resolver } from './private-addresses.ts'

export interface SendAnswer {
  /** Status of the response; undefined without a response. */
  readonly status: number | undefined
  /** Start of the response body, or the reason why there was no response. */
  readonly text: string
}

export interface SendOptions {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly allowPrivate: boolean
  readonly signal?: AbortSignal | undefined
  /** Timeout for the whole response, in milliseconds; 15 seconds by default. */
  readonly timeoutMs?: number
  /** Resolver of host names unless private addresses are allowed; that of the system by default. */
  readonly resolve?: Resolver
}

const usualTimeoutMs = 15_000
/** Maximum number of bytes of a response that are read. */
const longestAnswer = 4_096
/** Maximum number of interim responses, such as 103, before the response. */
const mostInterim = 20

/** Never rejects: if there is no response, the result has the reason. */
export function sendMessage(
  url: string,
  { headers, body, allowPrivate, signal, timeoutMs = usualTimeoutMs, resolve: resolver }: SendOptions,
): Promise<SendAnswer> {
  const { promise, resolve } = Promise.withResolvers<SendAnswer>()
  const target = new URL(url)
  const host = privateHost(target)
  if (!allowPrivate && host !== undefined) {
    return Promise.resolve({ status: undefined, text: `${host} is a private address. ${privateRemedy}` })
  }
  const timeout = AbortSignal.timeout(timeoutMs)
  const ends = signal === undefined ? timeout : AbortSignal.any([signal, timeout])
  const send = target.protocol === 'https:' ? requestHttps : requestHttp
  const outgoing = send(target, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'user-agent': 'planctl-webhooks',
      ...headers,
    },
    agent: false,
    signal: ends,
    ...(allowPrivate ? {} : { lookup: publicLookup(resolver) }),
  })
  outgoing.on('error', (error) =>
    resolve({
      status: undefined,
      text: timeout.aborted ? `No answer within ${timeoutMs / 1000} s.` : error.message,
    }),
  )
  let interim = 0
  outgoing.on('information', () => {
    interim += 1
    if (interim > mostInterim) outgoing.destroy(new Error('Too many interim responses.'))
  })
  let responded = false
  // A response that changes the protocol is neither a response nor an error.
  outgoing.on('close', () => {
    if (!responded) resolve({ status: undefined, text: 'The connection was closed without a response.' })
  })
  outgoing.on('response', (incoming) => {
    responded = true
    const chunks: Buffer[] = []
    let size = 0
    const end = (): void => {
      const text = Buffer.concat(chunks)
        .subarray(0, longestAnswer)
        .toString('utf8')
        .replaceAll('\0', '')
        .toWellFormed()
      resolve({ status: incoming.statusCode, text })
      incoming.destroy()
    }
    incoming.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      size += chunk.length
      if (size >= longestAnswer) end()
    })
    incoming.on('end', end)
    incoming.on('error', end)
  })
  outgoing.end(body)
  return promise
}
