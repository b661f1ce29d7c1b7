/** Sends raw HTTP, for requests that a regular client never sends. */
import { request, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'

export interface RawResponse {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
  /** The body as JSON; undefined if it is not JSON. */
  readonly json: unknown
}

export interface RawRequest {
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
}

/** Sends a request with exactly the given path: nothing is escaped, shortened or resolved. */
export function rawRequest(
  url: string,
  method: string,
  path: string,
  { headers = {}, body }: RawRequest = {},
): Promise<RawResponse> {
  const { hostname, port } = new URL(url)
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
  return new Promise((resolve, reject) => {
    const options = { hostname, port, method, path, headers: { ...length, ...headers }, agent: false }
    const sent = request(options, (response) => {
      wholeOf(response).then(resolve, reject)
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

/** Sends bytes over a new connection and returns the response until the server closes the connection. */
export function exchangeBytes(url: string, bytes: string | Uint8Array): Promise<string> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port) })
    socket.on('error', (error) => {
      // A server that has responded may close the connection while the client is still sending.
      if (!('code' in error && (error.code === 'EPIPE' || error.code === 'ECONNRESET'))) reject(error)
    })
    const pieces: Buffer[] = []
    socket.on('data', (piece: Buffer) => pieces.push(piece))
    socket.on('close', () => resolve(Buffer.concat(pieces).toString('utf8')))
    socket.write(bytes)
  })
}

async function wholeOf(response: IncomingMessage): Promise<RawResponse> {
  const content = await text(response)
  const { statusCode = 0, headers } = response
  return { status: statusCode, headers, text: content, json: parse(content) }
}

function parse(content: string): unknown {
  try {
    return JSON.parse(content)
  } catch {
    return undefined
  }
}
