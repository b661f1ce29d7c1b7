/** Rejects requests that a proxy in front of the service may interpret differently. */
import type { IncomingMessage } from 'node:http'
import type { Message } from '../errors/messages.ts'
import { ServiceError } from '../errors/service-error.ts'

/** Headers that identify the client: of several, Node uses the first and other programs may use the last. */
const single: ReadonlySet<string> = new Set(['host', 'authorization'])

const longestName = Math.max(...[...single].map((name) => name.length))

/**
 * Throws `bad_request` for a second `Host` or `Authorization`, and for a `Transfer-Encoding` other than `chunked`,
 * which the service does not decode (RFC 9112, 3.2 and 6.1).
 */
export function rejectAmbiguous({
  rawHeaders,
  headers,
}: Pick<IncomingMessage, 'rawHeaders' | 'headers'>): void {
  const coding = headers['transfer-encoding']
  if (coding !== undefined && coding.trim().toLowerCase() !== 'chunked') {
    throw refused({ code: 'transfer_encoding_unknown', params: { value: coding.slice(0, 100) } })
  }
  const seen = new Set<string>()
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const given = rawHeaders[index]!
    if (given.length > longestName) continue
    const name = given.toLowerCase()
    if (!single.has(name)) continue
    if (seen.has(name)) throw refused({ code: 'header_twice', params: { name: given } })
    seen.add(name)
  }
}

const refused = (reason: Message): ServiceError =>
  new ServiceError('bad_request', { reason }, { headers: { Connection: 'close' } })
