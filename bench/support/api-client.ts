/** A client of the data API with one persistent connection, which counts the bytes of responses. */
import { Agent, request } from 'node:http'

export interface ApiAnswer {
  readonly status: number
  readonly bytes: number
  /** Milliseconds from sending the request to the end of the response. */
  readonly total: number
  /** Milliseconds to the first byte of the body. */
  readonly firstByte: number
  /** Last character of the body: shows whether a response was cut off. */
  readonly end: string
}

export interface ApiClient {
  /** Sends a request. Throws for any response without a success status. */
  send(
    method: string,
    path: string,
    body?: Buffer | string,
    headers?: Readonly<Record<string, string>>,
  ): Promise<ApiAnswer>
  close(): void
}

/** Timeout of a request without received bytes, in milliseconds. */
const timeoutMs = 300_000

export function openClient(url: string, authorization: string): ApiClient {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  return {
    send: (method, path, body, headers = {}) =>
      new Promise((resolve, reject) => {
        const begun = performance.now()
        const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
        const type = body === undefined ? {} : { 'content-type': 'application/json' }
        const outgoing = request(url + path, {
          method,
          agent,
          headers: { authorization, ...type, ...length, ...headers },
        })
        outgoing.once('error', reject)
        outgoing.setTimeout(timeoutMs, () => outgoing.destroy(new Error(`${method} ${path}: no answer.`)))
        outgoing.once('response', (answer) => {
          const { statusCode: status = 0 } = answer
          let bytes = 0
          let firstByte = 0
          let last: Buffer = Buffer.alloc(0)
          answer.on('data', (chunk: Buffer) => {
            if (bytes === 0) firstByte = performance.now() - begun
            bytes += chunk.length
            last = chunk
          })
          answer.once('error', reject)
          answer.once('end', () => {
            const total = performance.now() - begun
            if (status >= 200 && status < 300) {
              return resolve({ status, bytes, total, firstByte, end: last.toString('utf8').slice(-1) })
            }
            return reject(
              new Error(`${method} ${path} answered ${status}: ${last.toString('utf8').slice(0, 500)}`),
            )
          })
        })
        outgoing.end(body)
      }),
    close: () => agent.destroy(),
  }
}
