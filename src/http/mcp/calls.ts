/** Limits the running calls of assistants in this process, and cancels calls. */
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { ServiceError } from '../../errors/service-error.ts'
import type { Settings } from '../../settings/settings.ts'
import { createStreamLimits } from '../stream-limits.ts'

export interface Call extends Disposable {
  /** Aborts if the assistant cancels the call. */
  readonly signal: AbortSignal
}

export interface Calls {
  /**
   * Counts a request until it is disposed of. It is counted before its body is read, because reading takes time.
   * Requests above the limit are rejected with a delay, because many clients would retry an immediate rejection at
   * once. Throws `too_many_calls`.
   */
  arrive(client: string, signal: AbortSignal): Promise<Disposable>
  /**
   * Counts a call until it is disposed of. Throws `too_many_calls`, also with a delay.
   * @param client owner of the call
   * @param id id for cancellation; undefined if the call cannot be canceled
   */
  begin(client: string, id: string | undefined, signal: AbortSignal): Promise<Call>
  /** Cancels a call, if it runs in this process. */
  cancel(id: string): void
}

/** Number of seconds after which a rejected client may retry. */
const retryAfterSeconds = '5'
const refusalDelayMs = 1_000
/**
 * Number of requests that a user may have in addition to running calls: cancellations, and requests whose body is
 * arriving.
 */
const arrivalsBeside = 5

export function createCalls({
  MCP_CALLS: total,
  MCP_CALLS_PER_USER: perUser,
}: Pick<Settings, 'MCP_CALLS' | 'MCP_CALLS_PER_USER'>): Calls {
  const limits = createStreamLimits({ EVENT_STREAMS: total, EVENT_STREAMS_PER_USER: perUser })
  const arrivals = createStreamLimits({
    EVENT_STREAMS: total === 0 ? 0 : total * 2,
    EVENT_STREAMS_PER_USER: perUser + arrivalsBeside,
  })
  const running = new Map<string, AbortController>()
  const refuse = async (signal: AbortSignal): Promise<never> => {
    await delay(refusalDelayMs, undefined, { signal }).catch(() => undefined)
    const headers = { 'Retry-After': retryAfterSeconds }
    throw new ServiceError('too_many_calls', { limit: perUser }, { headers })
  }
  return {
    arrive: async (client, signal) => {
      const leave = arrivals.tryEnter(client) ?? (await refuse(signal))
      return { [Symbol.dispose]: leave }
    },
    begin: async (client, id, signal) => {
      const leave = limits.tryEnter(client) ?? (await refuse(signal))
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
 * Returns a new session id for a client. It is not stored: it distinguishes the calls of clients that share a key, so
 * that each client cancels only its own calls.
 */
export const newSessionName = (): string => randomUUID()

/** Returns the id for the cancellation of a call, from the user, the session id and the request id of the client. */
export function callId(
  user: number,
  session: string | string[] | undefined,
  request: unknown,
): string | undefined {
  if (typeof session !== 'string' || session.length > 100) return undefined
  if (typeof request !== 'string' && typeof request !== 'number') return undefined
  return JSON.stringify([user, session, typeof request === 'string' ? request.slice(0, 200) : request])
}
