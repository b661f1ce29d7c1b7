/** Limits the number of open event streams, and of requests that wait for a task: in total and per client. */
import { ServiceError } from '../errors/service-error.ts'
import type { Settings } from '../settings/settings.ts'

export interface StreamLimits {
  /**
   * Counts a stream; the returned function must be called when the stream ends, and may be called again. Undefined if
   * a limit is reached.
   */
  tryEnter(client: string): (() => void) | undefined
  /** Counts a stream as `tryEnter` does, but throws `too_many_streams` and `overloaded`. */
  enter(client: string): () => void
}

export function createStreamLimits({
  EVENT_STREAMS: total,
  EVENT_STREAMS_PER_USER: perClient,
}: Pick<Settings, 'EVENT_STREAMS' | 'EVENT_STREAMS_PER_USER'>): StreamLimits {
  const byClient = new Map<string, number>()
  let open = 0

  const countOf = (client: string): number => byClient.get(client) ?? 0

  function tryEnter(client: string): (() => void) | undefined {
    if (open >= total || countOf(client) >= perClient) return undefined
    open += 1
    byClient.set(client, countOf(client) + 1)
    let inside = true
    return () => {
      if (!inside) return
      inside = false
      open -= 1
      if (countOf(client) === 1) byClient.delete(client)
      else byClient.set(client, countOf(client) - 1)
    }
  }

  return {
    tryEnter,
    enter: (client) => {
      const leave = tryEnter(client)
      if (leave !== undefined) return leave
      if (countOf(client) < perClient) {
        throw new ServiceError('overloaded', {}, { headers: { 'Retry-After': '30' } })
      }
      const headers = { 'Retry-After': '30' }
      throw new ServiceError('too_many_streams', { limit: perClient }, { headers })
    },
  }
}
