/**
 * Follows the connections of a server: how many are open, and which are idle.
 *
 * They are limited: one more ends the one that has been idle longest. When the server closes, each ends as soon as
 * nothing is under way on it. Left alone, a connection that was busy when the server began to close stays open for its
 * next request, and one that a browser has opened in advance until its headers are due.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

export interface Connections {
  /** Ends what is idle, now and from now on. */
  endIdle(): void
}

/** @param most connections that may be open at a time */
export function followConnections(server: Server, most: number): Connections {
  /** Requests under way by connection. */
  const underWay = new Map<Socket, number>()
  /** Connections without a request that has arrived, the one that has been idle longest first. */
  const idle = new Set<Socket>()
  let ending = false

  function becomeIdle(socket: Socket): void {
    idle.add(socket)
    // What has been written still reaches the client.
    if (ending) socket.destroySoon()
  }

  server.on('connection', (socket: Socket) => {
    underWay.set(socket, 0)
    socket.once('close', () => {
      underWay.delete(socket)
      idle.delete(socket)
    })
    becomeIdle(socket)
    if (underWay.size <= most) return
    // The new one if no other is idle.
    const [longest = socket] = idle
    underWay.delete(longest)
    idle.delete(longest)
    longest.destroy()
  })
  const begin = ({ socket }: IncomingMessage, response: ServerResponse): void => {
    underWay.set(socket, (underWay.get(socket) ?? 0) + 1)
    idle.delete(socket)
    response.once('close', () => {
      const count = underWay.get(socket)
      if (count === undefined) return
      underWay.set(socket, count - 1)
      if (count === 1) becomeIdle(socket)
    })
  }
  server.on('request', begin)
  server.on('checkContinue', begin)
  return {
    endIdle: () => {
      ending = true
      for (const socket of idle) socket.destroySoon()
    },
  }
}
