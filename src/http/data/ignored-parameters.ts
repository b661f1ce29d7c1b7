/** Records parameters that are unknown to a list and were ignored, in the metrics and in the log. */
import type { Logger } from 'pino'
import { suggestParameter } from '../../data/read/suggest-parameter.ts'
import type { Entity } from '../../model/entity.ts'

export interface IgnoredParameters {
  /** Counts the parameters of one request. */
  count(entity: Entity, names: readonly string[]): void
}

/** Minimum interval between two log lines about the same parameter, in milliseconds. */
const logIntervalMs = 60_000
/**
 * Maximum number of pairs of entity and parameter in memory: a client with invented names must not fill the memory.
 */
const mostKept = 1_000
/**
 * Maximum number of log lines per interval for all parameters: a client with invented names must not fill the log.
 */
const mostLines = 50
/** Maximum number of parameters of one request that are logged; the metrics count all of them. */
const mostPerRequest = 5

interface Tally {
  count: number
  loggedAt: number
}

/**
 * @param onIgnored counts for the metrics
 * @param now current time in milliseconds, for tests
 */
export function createIgnoredParameters(
  logger: Pick<Logger, 'warn'>,
  onIgnored: (entity: string, count: number) => void,
  now: () => number = Date.now,
): IgnoredParameters {
  const tallies = new Map<string, Tally>()
  const lines = { count: 0, since: -Infinity }

  /** Returns true if one more line may be written; when the limit is reached, a last line reports it. */
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
