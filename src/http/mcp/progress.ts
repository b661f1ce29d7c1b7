/** Tells an assistant that has asked for it how far a call is, so that it neither gives up nor asks again. */
import type { ServerContext } from '@modelcontextprotocol/server'

export interface Progress {
  readonly done: number
  readonly total?: number
  readonly message: string
}

export type Report = (progress: Progress) => void

/** Milliseconds between two messages of a call that cannot tell how far it is. */
const heartbeatMs = 2_000
/** By so much each message is further than the one before, as the protocol wants it. */
const leastStep = 0.001

/** Whether a message asks for progress. */
export const asksForProgress = (token: unknown): token is string | number =>
  typeof token === 'string' || typeof token === 'number'

/** Sends progress to whoever asked for it; undefined for others. */
export function reporterOf({ mcpReq }: Pick<ServerContext, 'mcpReq'>): Report | undefined {
  const { _meta: asked } = mcpReq
  const progressToken = asked?.progressToken
  if (!asksForProgress(progressToken)) return undefined
  let last = -leastStep
  return ({ done, total, message }) => {
    last = Math.max(done, last + leastStep)
    const params = { progressToken, progress: last, message, ...(total === undefined ? {} : { total }) }
    // Whoever has gone hears nothing.
    mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined)
  }
}

/** Reports that a call is still under way until it is disposed of. */
export function startHeartbeat(report: Report, tool: string): Disposable {
  const begun = performance.now()
  const timer = setInterval(() => {
    const seconds = Math.round((performance.now() - begun) / 1000)
    report({ done: seconds, message: `${tool}: ${seconds} s` })
  }, heartbeatMs)
  return { [Symbol.dispose]: () => clearInterval(timer) }
}
