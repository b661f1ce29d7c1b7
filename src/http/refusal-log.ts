/**
 * The log of requests that were refused because there are too many. A flood of them must not fill the log, nor take the
 * time in which others are answered: one line per client and interval, with their number.
 */
import type { Logger } from 'pino'
import type { ErrorCode } from '../errors/catalogue.ts'

/** Milliseconds from one line about a client to the next. */
const intervalMs = 10_000
/** Clients that are counted apart. */
const mostClients = 1_000

/** Refusals that say nothing about a fault of the service. */
const refusals: ReadonlySet<ErrorCode> = new Set(['overloaded', 'shutting_down'])

interface Refused {
  count: number
  readonly loggedAt: number
}

export interface RefusalLog {
  /** Whether the code is a refusal; then it is counted, and logged when it is time. */
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
