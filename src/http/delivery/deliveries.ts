/**
 * Tracks responses that clients have not read yet. A response that waits for its client takes no request slot. A
 * client that reads too slowly, or leaves too many responses unread, loses its connection.
 */
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Logger } from 'pino'

export interface Delivery {
  readonly response: ServerResponse
  readonly socket: Socket
  /** User or address for which the response counts. */
  readonly client: string
  /** Template of the route, and id of the request, for the log. */
  readonly route: string
  readonly requestId: string
  /** Releases the request slot; may be called more than once. */
  readonly leave: () => void
}

export interface Deliveries {
  /** Starts tracking a response; `end` must be called when its connection or the response has ended. */
  begin(delivery: Delivery): void
  end(response: ServerResponse): void
  close(): void
}

export interface DeliveryLimits {
  /** Timeout in milliseconds within which a client must read a part of its response. */
  readonly slowMs: number
  /** Maximum number of unread responses per client. */
  readonly perClient: number
}

interface Progress {
  readonly delivery: Delivery
  /** Number of bytes that the client had read at `readAt`, the last time at which it did not delay the response. */
  read: number
  readAt: number
}

const lookEveryMs = 1_000
/** Minimum number of bytes that a client must read within the timeout. */
const leastBytes = 65_536

export function createDeliveries(limits: DeliveryLimits, logger: Pick<Logger, 'warn'>): Deliveries {
  const underWay = new Map<ServerResponse, Progress>()
  const timer = setInterval(look, lookEveryMs).unref()

  function look(): void {
    const now = performance.now()
    const unread = new Map<string, Progress[]>()
    for (const progress of underWay.values()) {
      const waitedMs = waitedFor(progress, now)
      if (waitedMs < lookEveryMs) continue
      progress.delivery.leave()
      if (waitedMs >= limits.slowMs) {
        giveUp(progress, 'An answer was given up: its client reads too slowly')
        continue
      }
      const { client } = progress.delivery
      const others = unread.get(client)
      if (others === undefined) unread.set(client, [progress])
      else others.push(progress)
    }
    for (const list of unread.values()) {
      if (list.length <= limits.perClient) continue
      const oldest = list.toSorted((one, other) => one.readAt - other.readAt)
      for (const progress of oldest.slice(0, list.length - limits.perClient)) {
        giveUp(progress, 'An answer was given up: its client leaves too many unread')
      }
    }
  }

  function giveUp({ delivery }: Progress, message: string): void {
    const { client, route, requestId, socket, response } = delivery
    logger.warn({ client, route, requestId }, message)
    underWay.delete(response)
    socket.destroy()
  }

  return {
    begin: (delivery) => {
      const { response, socket } = delivery
      underWay.set(response, { delivery, read: socket.bytesWritten, readAt: performance.now() })
    },
    end: (response) => {
      underWay.delete(response)
    },
    close: () => clearInterval(timer),
  }
}

/** Returns the milliseconds for which the response has waited for its client; records the progress of the client. */
function waitedFor(progress: Progress, now: number): number {
  const { response, socket } = progress.delivery
  const pending = response.writableLength
  const read = socket.bytesWritten - pending
  if (pending === 0 || read - progress.read >= leastBytes) {
    progress.read = read
    progress.readAt = now
  }
  return now - progress.readAt
}
