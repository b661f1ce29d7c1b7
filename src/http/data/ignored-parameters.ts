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
/** Lines in that time, all parameters together: a client that makes names up must not fill the log either. */
const mostLines = 50
/** Parameters of one request that are looked at; the metrics count all of them. */
const mostPerRequest = 5

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
  const lines = { count: 0, since: -Infinity }

  /** Whether one more line may be written; the line that reaches the limit says so. */
  function takeLine(): boolean {
    if (now() - lines.since >= logIntervalMs) Object.assign(lines, { count: 0, since: now() })
    lines.count += 1
    if (lines.count === mostLines)
      logger.warn({ seconds: logIntervalMs / 1000 }, 'More ignored parameters are counted, but not logged')
    return lines.count < mostLines
  }

  return {
    count: (entity, names) => {
      if (names.length === 0) return
      onIgnored(entity.name, names.length)
      for (const name of names.slice(0, mostPerRequest)) {
        const key = `${entity.name} ${name.slice(0, 100)}`
        if (!tallies.has(key) && tallies.size >= mostKept) tallies.clear()
        const tally = tallies.get(key) ?? { count: 0, loggedAt: -Infinity }
        tallies.set(key, tally)
        tally.count += 1
        if (now() - tally.loggedAt < logIntervalMs || !takeLine()) continue
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
