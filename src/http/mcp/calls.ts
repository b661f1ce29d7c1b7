/** Calls of assistants that are under way in this process: how many there may be, and which one a notice cancels. */
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { ServiceError } from '../../errors/service-error.ts'
import type { Settings } from '../../settings/settings.ts'
import { createStreamLimits } from '../stream-limits.ts'

export interface Call extends Disposable {
  /** Aborts when the assistant cancels the call. */
  readonly signal: AbortSignal
}

export interface Calls {
  /**
   * Counts a request until it is disposed of, from before its body is read: reading takes time. More of a client than may be
   * under way are refused, after a while: at once, many would ask again at once. Throws `too_many_calls`.
   */
  arrive(client: string, signal: AbortSignal): Promise<Disposable>
  /**
   * Counts a call until it is disposed of. Throws `too_many_calls`, after a while as well.
   * @param client whose it is
   * @param id by which it can be canceled, undefined for never
   */
  begin(client: string, id: string | undefined, signal: AbortSignal): Promise<Call>
  /** Cancels a call, if it runs here. */
  cancel(id: string): void
}

/** Seconds after which a client that was refused may ask again. */
const retryAfterSeconds = '5'
const refusalDelayMs = 1_000
/** Requests of one user beside the calls that are under way: those that cancel them, and those whose body arrives. */
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
