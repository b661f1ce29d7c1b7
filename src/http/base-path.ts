/**
 * The prefix of all paths of the service (`BASE_PATH`): removed from requests before they are routed, put in front of the
 * paths in answers. Behind it everything works with paths that begin at the service's own root.
 */
import type { IncomingMessage } from 'node:http'
import { ServiceError } from '../errors/service-error.ts'
import type { Answer } from './answer.ts'

/** Requests whose URL does not begin with the prefix. */
const outside = new WeakSet<object>()

/**
 * Returns what rewrites URLs of requests: the prefix is removed. A URL without it stays as it is and is noted
 * (`rejectOutsideBase`); undefined without a prefix.
 */
export function createUrlRewriter(
  base: string,
): ((request: Pick<IncomingMessage, 'url'>) => string) | undefined {
  if (base === '') return undefined
  return (request) => {
    // A proxy's absolute form (`GET http://host/planning/api/`) means the same.
    const url = (request.url ?? '/').replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?]*/i, '')
    const rest = url.startsWith(base) ? url.slice(base.length) : undefined
    if (rest?.startsWith('/') === true) return rest
    if (rest === '' || rest?.startsWith('?') === true) return `/${rest}`
    outside.add(request)
    return url === '' ? '/' : url
  }
}

/**
 * Throws `outside_base_path` for a request without the prefix. Answering it as well would be ambiguous: a scenario may be
 * called like the prefix.
 */
export function rejectOutsideBase(request: IncomingMessage, base: string): void {
  if (base !== '' && outside.has(request)) throw new ServiceError('outside_base_path', { base })
}

/** Attributes of our pages that hold a path. Text within attributes has its quotes escaped. */
const pathAttributes = /( (?:href|src|action)=")\/(?!\/)/g

/** Puts the prefix in front of the paths that a page of HTML refers to. Other answers bring it themselves. */
export function withBasePath(answer: Answer, base: string): Answer {
  const { body, headers } = answer
  if (base === '' || !(typeof body === 'string' || Buffer.isBuffer(body))) return answer
  if (!String(headers['content-type'] ?? '').startsWith('text/html')) return answer
  return { ...answer, body: prefixed(body, base), shared: false }
}

/** Pages that are the same for everybody are kept as bytes, and rewritten once. */
const rewritten = new WeakMap<Buffer, Buffer>()

function prefixed(body: string | Buffer, base: string): string | Buffer {
  if (typeof body === 'string') return body.replace(pathAttributes, `$1${base}/`)
  const known = rewritten.get(body)
  if (known !== undefined) return known
  const bytes = Buffer.from(body.toString('utf8').replace(pathAttributes, `$1${base}/`))
  rewritten.set(body, bytes)
  return bytes
}
