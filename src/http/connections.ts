/**
 * Tracks the connections of a server: how many are open, and which are idle.
 *
 * The number of connections is limited: one more closes the connection that has been idle longest. When the server
 * closes, each connection is closed as soon as it has no running request. Without this, a connection that was busy at
 * shutdown would stay open for its next request, and a connection that a browser opened in advance would stay open
 * until the header timeout.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

export interface Connections {
  /** Closes all idle connections, and each further connection that becomes idle. */
  endIdle(): void
}

/** @param most maximum number of open connections */
export function followConnections(server: Server, most: number): Connections {
  /** Number of running requests by connection. */
  const underWay = new Map<Socket, number>()
  /** Connections without a running request, the one that has been idle longest first. */
  const idle = new Set<Socket>()
  let ending = false

  function becomeIdle(socket: Socket): void {
    idle.add(socket)
    // Data that is already written is still sent to the client.
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
    // The new connection if no other is idle.
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
