/** The header `Idempotency-Key` of a request. */
import type { IncomingHttpHeaders } from 'node:http'
import { ServiceError } from '../errors/service-error.ts'

const longestKey = 255

/** Returns the key; undefined without one. Throws `bad_request` for a key that is too long. */
export function idempotencyKeyOf(headers: IncomingHttpHeaders): string | undefined {
  const header = headers['idempotency-key']
  const key = Array.isArray(header) ? header[0] : header
  if (key === undefined || key === '') return undefined
  if (key.length <= longestKey) return key
  const reason = { code: 'idempotency_key_too_long', params: { limit: longestKey } } as const
  throw new ServiceError('bad_request', { reason })
}
