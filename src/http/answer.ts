/** What a handler answers, as a value: it is sent, wrapped into a page, or stored for a replay elsewhere. */
import type { Readable } from 'node:stream'

/** Names in lower case. */
export type Headers = Readonly<Record<string, string | readonly string[]>>

export interface Answer {
  readonly status: number
  readonly headers: Headers
  /** Nothing for 204 and 304. A stream is destroyed by whoever does not send it. */
  readonly body?: string | Buffer | Readable
  /** The body must not be compressed: it holds a secret beside text that others choose. */
  readonly confidential?: boolean
  /** The body is the same buffer for everybody: its compressed forms are kept as long as it is. */
  readonly shared?: boolean
  /** The body holds nothing that others need: it may wait for its reader, and is not put on the disk meanwhile. */
  readonly unspooled?: boolean
}

export const jsonType = 'application/json'

/** A JSON answer from a text that is JSON already. */
export function jsonText(status: number, body: string | Buffer | Readable, headers: Headers = {}): Answer {
  return { status, headers: { 'content-type': jsonType, ...headers }, body }
}

/** A JSON answer from a value. */
export function jsonAnswer(status: number, value: unknown, headers: Headers = {}): Answer {
  return jsonText(status, JSON.stringify(value), headers)
}

/** An answer without a body. */
export function emptyAnswer(status: number, headers: Headers = {}): Answer {
  return { status, headers }
}

export function withHeaders(answer: Answer, headers: Headers): Answer {
  return { ...answer, headers: { ...answer.headers, ...headers } }
}
