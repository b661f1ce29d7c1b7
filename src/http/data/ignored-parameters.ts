/**
 * Parameters that mean nothing to a list and were ignored: what the answer says of them, and their count in the metrics
 * and the log.
 */
import type { Logger } from 'pino'
import { suggestParameter } from '../../data/read/suggest-parameter.ts'
import type { Entity } from '../../model/entity.ts'

export interface IgnoredParameters {
  /** Counts the parameters of one request. */
  count(entity: Entity, names: readonly string[]): void
}

/** A client that sends the same parameter all day is one line per so many milliseconds. */
const logIntervalMs = 60_000
/** Pairs of entity and parameter that are told apart; a client that makes names up must not fill the memory. */
const mostKept = 1_000

interface Tally {
  count: number
  loggedAt: number
}

/**
 * @param onIgnored counts for the metrics
 * @param now milliseconds, for tests
 */
export function createIgnoredParameters(
  logger: Pick<Logger, 'warn'>,
  onIgnored: (entity: string, count: number) => void,
  now: () => number = Date.now,
): IgnoredParameters {
  const tallies = new Map<string, Tally>()
  return {
    count: (entity, names) => {
      if (names.length === 0) return
      onIgnored(entity.name, names.length)
      for (const name of names) {
        const key = `${entity.name} ${name.slice(0, 100)}`
        if (!tallies.has(key) && tallies.size >= mostKept) tallies.clear()
        const tally = tallies.get(key) ?? { count: 0, loggedAt: -Infinity }
        tallies.set(key, tally)
        tally.count += 1
        if (now() - tally.loggedAt < logIntervalMs) continue
        tally.loggedAt = now()
        const parameter = name.slice(0, 100)
        const nearest = suggestParameter(entity, name)
        logger.warn(
          { entity: entity.name, parameter, nearest, count: tally.count },
          'A parameter was ignored that the list does not know (setting UNKNOWN_FILTERS)',
        )
      }
    },
  }
}
