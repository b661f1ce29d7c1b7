/**
 * Requests that a client sends over one connection without waiting for answers: their answers have to go out in order,
 * so each begins when the one before has been answered. One connection then holds one place, however much it sends.
 */
import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

interface Turns {
  last: ServerResponse
  waiting: number
}

/** Requests that may wait on one connection; whoever sends more at once is no client that will read the answers. */
const mostWaiting = 200

export interface ConnectionTurns {
  /** Resolves when it is the turn of the request: whether its connection is still there. */
  turnOf(request: IncomingMessage, response: ServerResponse): Promise<boolean> | true
}

export function createConnectionTurns(): ConnectionTurns {
  const connections = new WeakMap<Socket, Turns>()

  async function after(previous: ServerResponse, turns: Turns, socket: Socket): Promise<boolean> {
    turns.waiting += 1
    try {
      if (turns.waiting > mostWaiting) socket.destroy()
      if (!socket.destroyed && !previous.closed) await once(previous, 'close')
      return !socket.destroyed
    } finally {
      turns.waiting -= 1
    }
  }

  return {
    turnOf: ({ socket }, response) => {
      const turns = connections.get(socket)
      if (turns === undefined) {
        connections.set(socket, { last: response, waiting: 0 })
        return true
      }
      const previous = turns.last
      turns.last = response
      return previous.closed ? true : after(previous, turns, socket)
    },
  }
}
