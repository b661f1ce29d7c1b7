/**
 * Ends connections when the server closes: at once where nothing is under way, otherwise as soon as the answer is sent.
 * Left alone, a connection that was busy when the server began to close stays open for its next request, and one that a
 * browser has opened in advance until its headers are due.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

export interface Connections {
  /** Ends what is idle, now and from now on. */
  endIdle(): void
}

export function followConnections(server: Server): Connections {
  /** Requests under way by connection. */
  const underWay = new Map<Socket, number>()
  let ending = false

  function endWhenIdle(socket: Socket): void {
    // What has been written still reaches the client.
    if (ending && underWay.get(socket) === 0) socket.destroySoon()
  }

  server.on('connection', (socket: Socket) => {
    underWay.set(socket, 0)
    socket.once('close', () => underWay.delete(socket))
    endWhenIdle(socket)
  })
  const begin = ({ socket }: IncomingMessage, response: ServerResponse): void => {
    underWay.set(socket, (underWay.get(socket) ?? 0) + 1)
    response.once('close', () => {
      const count = underWay.get(socket)
      if (count === undefined) return
      underWay.set(socket, count - 1)
      endWhenIdle(socket)
    })
  }
  server.on('request', begin)
  server.on('checkContinue', begin)
  return {
    endIdle: () => {
      ending = true
      for (const socket of underWay.keys()) endWhenIdle(socket)
    },
  }
}
