/**
 * Answers on their way to clients that have not read them yet. An answer that waits for its client takes no place among
 * the requests under way; a client that reads too slowly, or leaves too many answers unread, loses them.
 */
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Logger } from 'pino'

export interface Delivery {
  readonly response: ServerResponse
  readonly socket: Socket
  /** User or address to which it counts. */
  readonly client: string
  /** Template of the route, and number of the request, for the log. */
  readonly route: string
  readonly requestId: string
  /** Gives the place among the requests under way back; may be called more than once. */
  readonly leave: () => void
}

export interface Deliveries {
  /** An answer was handed over; `end` is to be called when its connection or the answer has ended. */
  begin(delivery: Delivery): void
  end(response: ServerResponse): void
  close(): void
}

export interface DeliveryLimits {
  /** Milliseconds in which a client must read some of what waits for it. */
  readonly slowMs: number
  /** Answers that one client may leave unread. */
  readonly perClient: number
}

interface Progress {
  readonly delivery: Delivery
  /** Bytes the client had read at a moment, and the last moment at which it did not keep the answer waiting. */
  read: number
  readAt: number
}

const lookEveryMs = 1_000
/** Bytes that a client must read within the time. */
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

/** Milliseconds for which the answer has waited for its client; notes what the client has read meanwhile. */
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
