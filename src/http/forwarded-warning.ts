/**
 * Logs a warning for requests with X-Forwarded-For whose sender is not a trusted proxy: all clients behind a proxy
 * that is not in TRUST_PROXY appear as one client and share its limits. Once an hour per sender.
 */
import type { FastifyRequest } from 'fastify'
import type { Logger } from 'pino'

const warnEveryMs = 3_600_000
/** Maximum number of senders in memory. */
const remembered = 1_000

export function createForwardedWarning(logger: Pick<Logger, 'warn'>): (request: FastifyRequest) => void {
  const warnedAt = new Map<string, number>()
  return ({ headers, ip, raw }) => {
    if (headers['x-forwarded-for'] === undefined) return
    const address = raw.socket.remoteAddress
    // For a trusted proxy, `ip` is the address from the header.
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
