/**
 * Runs pipelined requests of one connection in sequence: their responses must be sent in order, so each request
 * starts when the previous response has ended. One connection therefore takes only one request slot, however many
 * requests it sends.
 */
import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { announcesBody } from './body/raw-body.ts'

interface Turns {
  last: ServerResponse
  waiting: number
  waitingBytes: number
  /** Response behind which no request may wait. */
  exclusive: ServerResponse | undefined
}

/**
 * Maximum number of requests that may wait on one connection, and of their bytes; above a limit, the connection is
 * closed.
 */
const mostWaiting = 20
const mostWaitingBytes = 256 * 1024
/** Bytes of a body that Node buffers before the body is read. */
const bufferedBodyBytes = 65_536

export interface ConnectionTurns {
  /** Resolves when the request may start: true if its connection is still open. */
  turnOf(request: IncomingMessage, response: ServerResponse): Promise<boolean> | true
  /**
   * Marks a response whose duration depends on the client: the connection is closed if a request waits behind it, now
   * or at any time until the response has ended.
   */
  rejectWaiting(socket: Socket, response: ServerResponse): void
}

export function createConnectionTurns(): ConnectionTurns {
  const connections = new WeakMap<Socket, Turns>()

  async function after(
    previous: ServerResponse,
    turns: Turns,
    { socket, bytes }: { readonly socket: Socket; readonly bytes: number },
  ): Promise<boolean> {
    turns.waiting += 1
    turns.waitingBytes += bytes
    try {
      const isTooMuch = turns.waiting > mostWaiting || turns.waitingBytes > mostWaitingBytes
      if (isTooMuch || turns.exclusive?.closed === false) socket.destroy()
      if (!socket.destroyed && !previous.closed) await once(previous, 'close')
      return !socket.destroyed
    } finally {
      turns.waiting -= 1
      turns.waitingBytes -= bytes
    }
  }

  return {
    turnOf: (request, response) => {
      const { socket } = request
      const turns = connections.get(socket)
      if (turns === undefined) {
        connections.set(socket, { last: response, waiting: 0, waitingBytes: 0, exclusive: undefined })
        return true
      }
      const previous = turns.last
      turns.last = response
      return previous.closed ? true : after(previous, turns, { socket, bytes: bytesOf(request) })
    },
    rejectWaiting: (socket, response) => {
      const turns = connections.get(socket)
      if (turns === undefined) return
      turns.exclusive = response
      if (turns.waiting > 0) socket.destroy()
    },
  }
}

/** Returns the number of bytes that a waiting request holds in memory. */
function bytesOf({ url = '', headers, rawHeaders }: IncomingMessage): number {
  const body = announcesBody(headers)
    ? Math.min(bufferedBodyBytes, Number(headers['content-length'] ?? bufferedBodyBytes))
    : 0
  return rawHeaders.reduce((sum, text) => sum + text.length, url.length + body)
}
