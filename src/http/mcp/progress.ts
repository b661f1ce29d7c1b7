/**
 * Sends progress messages of a call to an assistant that has requested them, so that it neither stops waiting nor
 * retries.
 */
import type { ServerContext } from '@modelcontextprotocol/server'

export interface Progress {
  readonly done: number
  readonly total?: number
  readonly message: string
}

export type Report = (progress: Progress) => void

/** Interval in milliseconds between two messages of a call without own progress. */
const heartbeatMs = 2_000
/** Minimum increase of the progress per message, because the protocol requires an increase. */
const leastStep = 0.001

/** Returns true if a message requests progress. */
export const asksForProgress = (token: unknown): token is string | number =>
  typeof token === 'string' || typeof token === 'number'

/** Returns a function that sends progress; undefined if it was not requested. */
export function reporterOf({ mcpReq }: Pick<ServerContext, 'mcpReq'>): Report | undefined {
  const { _meta: asked } = mcpReq
  const progressToken = asked?.progressToken
  if (!asksForProgress(progressToken)) return undefined
  let last = -leastStep
  return ({ done, total, message }) => {
    last = Math.max(done, last + leastStep)
    const params = { progressToken, progress: last, message, ...(total === undefined ? {} : { total }) }
    // Errors are ignored, because the client may have disconnected.
    mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined)
  }
}

/** Reports that a call is still running, until it is disposed of. */
export function startHeartbeat(report: Report, tool: string): Disposable {
  const begun = performance.now()
  const timer = setInterval(() => {
    const seconds = Math.round((performance.now() - begun) / 1000)
    report({ done: seconds, message: `${tool}: ${seconds} s` })
  }, heartbeatMs)
  return { [Symbol.dispose]: () => clearInterval(timer) }
}
