/**
 * The prefix of all paths of the service (`BASE_PATH`). It is removed from requests before routing and added to the
 * paths in responses. All other code works with paths that start at the root of the service.
 */
import type { IncomingMessage } from 'node:http'
import { ServiceError } from '../errors/service-error.ts'
import type { Answer } from './answer.ts'

/** Requests whose URL does not start with the prefix. */
const outside = new WeakSet<object>()

/**
 * Returns a function that removes the prefix from request URLs; undefined without a prefix. A URL that lacks the
 * prefix stays unchanged and is recorded for `rejectOutsideBase`.
 */
export function createUrlRewriter(
  base: string,
): ((request: Pick<IncomingMessage, 'url'>) => string) | undefined {
  if (base === '') return undefined
  return (request) => {
    // The absolute form of a proxy (`GET http://host/planning/api/`) is equivalent.
    const url = (request.url ?? '/').replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?]*/i, '')
    const rest = url.startsWith(base) ? url.slice(base.length) : undefined
    if (rest?.startsWith('/') === true) return rest
    if (rest === '' || rest?.startsWith('?') === true) return `/${rest}`
    outside.add(request)
    return url === '' ? '/' : url
  }
}

/**
 * Throws `outside_base_path` for a request without the prefix. Accepting both forms would be ambiguous, because a
 * scenario may have the same name as the prefix.
 */
export function rejectOutsideBase(request: IncomingMessage, base: string): void {
  if (base !== '' && outside.has(request)) throw new ServiceError('outside_base_path', { base })
}

/** Attributes of HTML pages that contain a path. Quotes in attribute values are escaped. */
const pathAttributes = /( (?:href|src|action)=")\/(?!\/)/g

/** Adds the prefix to the paths in an HTML page. Other responses already contain it. */
export function withBasePath(answer: Answer, base: string): Answer {
  const { body, headers } = answer
  if (base === '' || !(typeof body === 'string' || Buffer.isBuffer(body))) return answer
  if (!String(headers['content-type'] ?? '').startsWith('text/html')) return answer
  return { ...answer, body: prefixed(body, base), shared: false }
}

/** Rewritten pages that are the same for all users; they are kept as bytes and rewritten only once. */
const rewritten = new WeakMap<Buffer, Buffer>()

function prefixed(body: string | Buffer, base: string): string | Buffer {
  if (typeof body === 'string') return body.replace(pathAttributes, `$1${base}/`)
  const known = rewritten.get(body)
  if (known !== undefined) return known
  const bytes = Buffer.from(body.toString('utf8').replace(pathAttributes, `$1${base}/`))
  rewritten.set(body, bytes)
  return bytes
}
