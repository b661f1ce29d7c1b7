/**
 * Warns of requests that carry X-Forwarded-For although their sender is no trusted proxy: all clients behind a proxy
 * that is not in TRUST_PROXY look like one, and share its limits. Once an hour per sender.
 */
import type { FastifyRequest } from 'fastify'
import type { Logger } from 'pino'

const warnEveryMs = 3_600_000
/** Senders that are remembered. */
const remembered = 1_000

export function createForwardedWarning(logger: Pick<Logger, 'warn'>): (request: FastifyRequest) => void {
  const warnedAt = new Map<string, number>()
  return ({ headers, ip, raw }) => {
    if (headers['x-forwarded-for'] === undefined) return
    const address = raw.socket.remoteAddress
    // Of a trusted proxy the address that it names is taken.
    if (address === undefined || ip !== address) return
    const now = performance.now()
    if (now - (warnedAt.get(address) ?? -Infinity) < warnEveryMs) return
    warnedAt.delete(address)
    warnedAt.set(address, now)
    const oldest = warnedAt.keys().next()
    if (warnedAt.size > remembered && !oldest.done) warnedAt.delete(oldest.value)
    logger.warn(
      { address },
      'X-Forwarded-For from an address that TRUST_PROXY does not name is ignored: if it is your proxy, add it, or all its users count as one',
    )
  }
}
