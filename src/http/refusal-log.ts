/**
 * Logs requests that were rejected because of overload. A flood of them must not fill the log or delay other
 * requests: one line per client and interval, with the number of rejected requests.
 */
import type { Logger } from 'pino'
import type { ErrorCode } from '../errors/catalogue.ts'

/** Minimum interval between two lines about a client, in milliseconds. */
const intervalMs = 10_000
/** Maximum number of clients that are counted separately. */
const mostClients = 1_000

/** Error codes of rejections that do not indicate a fault of the service. */
const refusals: ReadonlySet<ErrorCode> = new Set(['overloaded', 'shutting_down'])

interface Refused {
  count: number
  readonly loggedAt: number
}

export interface RefusalLog {
  /** Returns true if the code is a rejection; the rejection is then counted, and logged once per interval. */
  take(code: ErrorCode, client: string, route: string): boolean
}

export function createRefusalLog(logger: Pick<Logger, 'warn'>): RefusalLog {
  const clients = new Map<string, Refused>()
  return {
    take: (code, client, route) => {
      if (!refusals.has(code)) return false
      const known = clients.get(client)
      const now = performance.now()
      if (known !== undefined && now - known.loggedAt < intervalMs) {
        known.count += 1
        return true
      }
      clients.delete(client)
      clients.set(client, { count: 0, loggedAt: now })
      const oldest = clients.keys().next()
      if (clients.size > mostClients && !oldest.done) clients.delete(oldest.value)
      logger.warn(
        { client, route, code, unloggedBefore: known?.count ?? 0 },
        'Requests are refused: too many at the moment',
      )
      return true
    },
  }
}
