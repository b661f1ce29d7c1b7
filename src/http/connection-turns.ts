/**
 * Requests that a client sends over one connection without waiting for answers: their answers have to go out in order,
 * so each begins when the one before has been answered. One connection then holds one place, however much it sends.
 */
import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { announcesBody } from './body/raw-body.ts'

interface Turns {
  last: ServerResponse
  waiting: number
  waitingBytes: number
  /** The answer behind which no request may wait. */
  exclusive: ServerResponse | undefined
}

/** Requests that may wait on one connection, and their bytes; beyond, the connection is ended. */
const mostWaiting = 20
const mostWaitingBytes = 256 * 1024
/** Bytes of a body that are read before somebody wants them. */
const bufferedBodyBytes = 65_536

export interface ConnectionTurns {
  /** Resolves when it is the turn of the request: whether its connection is still there. */
  turnOf(request: IncomingMessage, response: ServerResponse): Promise<boolean> | true
  /**
   * The answer may take as long as its client likes: the connection is ended if a request waits behind it, now or until
   * the answer has ended.
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

/** What a waiting request holds in memory. */
function bytesOf({ url = '', headers, rawHeaders }: IncomingMessage): number {
  const body = announcesBody(headers)
    ? Math.min(bufferedBodyBytes, Number(headers['content-length'] ?? bufferedBodyBytes))
    : 0
  return rawHeaders.reduce((sum, text) => sum + text.length, url.length + body)
}
