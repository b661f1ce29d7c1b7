/**
 * The response of a handler, as a value: other modules send it, wrap it into an HTML page or store it for a replay.
 */
import type { Readable } from 'node:stream'

/** Header names in lower case. */
export type Headers = Readonly<Record<string, string | readonly string[]>>

export interface Answer {
  readonly status: number
  readonly headers: Headers
  /** Undefined for 204 and 304. Code that does not send a stream must destroy it. */
  readonly body?: string | Buffer | Readable
  /**
   * If true, the body is not compressed: it contains a secret next to text that other people choose, it is compressed
   * already, or its parts must reach the client as soon as they are available.
   */
  readonly uncompressed?: boolean
  /**
   * If true, the body is the same buffer for all users: its compressed forms are cached as long as the buffer exists.
   */
  readonly shared?: boolean
  /**
   * If true, the body holds no resources that other requests need: it waits for a slow client without being spooled
   * to disk.
   */
  readonly unspooled?: boolean
}

export const jsonType = 'application/json'

/** Returns a JSON response from a text that is already JSON. */
export function jsonText(status: number, body: string | Buffer | Readable, headers: Headers = {}): Answer {
  return { status, headers: { 'content-type': jsonType, ...headers }, body }
}

/** Returns a JSON response from a value. */
export function jsonAnswer(status: number, value: unknown, headers: Headers = {}): Answer {
  return jsonText(status, JSON.stringify(value), headers)
}

/** Returns a response without a body. */
export function emptyAnswer(status: number, headers: Headers = {}): Answer {
  return { status, headers }
}

/** Returns the header that names the methods of a route, by its handlers. */
export const allowHeader = (handlers: Readonly<Record<string, unknown>>): { readonly Allow: string } => ({
  Allow: Object.keys(handlers)
    .flatMap((name) => (name === 'GET' ? [name, 'HEAD'] : [name]))
    .join(', '),
})

export function withHeaders(answer: Answer, headers: Headers): Answer {
  return { ...answer, headers: { ...answer.headers, ...headers } }
}
