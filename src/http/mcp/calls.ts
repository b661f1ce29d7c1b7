/** Calls of assistants that are under way in this process: how many there may be, and which one a notice cancels. */
import { randomUUID } from 'node:crypto'
import { ServiceError } from '../../errors/service-error.ts'
import type { Settings } from '../../settings/settings.ts'
import { createStreamLimits } from '../stream-limits.ts'

export interface Call extends Disposable {
  /** Aborts when the assistant cancels the call. */
  readonly signal: AbortSignal
}

export interface Calls {
  /**
   * Counts a call until it is disposed of. Throws `too_many_calls`.
   * @param client whose it is
   * @param id by which it can be canceled, undefined for never
   */
  begin(client: string, id: string | undefined): Call
  /** Cancels a call, if it runs here. */
  cancel(id: string): void
}

/** Seconds after which a client that was refused may ask again. */
const retryAfterSeconds = '5'

export function createCalls({
  MCP_CALLS: total,
  MCP_CALLS_PER_USER: perUser,
}: Pick<Settings, 'MCP_CALLS' | 'MCP_CALLS_PER_USER'>): Calls {
  const limits = createStreamLimits({ EVENT_STREAMS: total, EVENT_STREAMS_PER_USER: perUser })
  const running = new Map<string, AbortController>()
  return {
    begin: (client, id) => {
      const leave = limits.tryEnter(client)
      if (leave === undefined) {
        const headers = { 'Retry-After': retryAfterSeconds }
        throw new ServiceError('too_many_calls', { limit: perUser }, { headers })
      }
      const controller = new AbortController()
      if (id !== undefined) running.set(id, controller)
      return {
        signal: controller.signal,
        [Symbol.dispose]: () => {
          leave()
          if (id !== undefined && running.get(id) === controller) running.delete(id)
        },
      }
    },
    cancel: (id) => running.get(id)?.abort(),
  }
}

/**
 * A name for what a client calls its session. Nothing is kept of it: it tells calls of clients that share a key apart, so that
 * each cancels its own.
 */
export const newSessionName = (): string => randomUUID()

/** What cancels a call: the session that a client has been given, and its number of the request. */
export function callId(
  user: number,
  session: string | string[] | undefined,
  request: unknown,
): string | undefined {
  if (typeof session !== 'string' || session.length > 100) return undefined
  if (typeof request !== 'string' && typeof request !== 'number') return undefined
  return JSON.stringify([user, session, typeof request === 'string' ? request.slice(0, 200) : request])
}
