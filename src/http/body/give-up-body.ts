/** Ends the reading of bodies that nobody needs, so that no client can send without end. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { announcesBody } from './raw-body.ts'

/** Time in milliseconds that a client has to notice that its body is rejected. */
const rejectionNoticeMs = 2_000

/** Maximum number of bytes of a rejected body that are read and discarded instead of closing the connection. */
const politeBytes = 65_536

/**
 * Stops reading a rejected body. A small body is read to its end: closing a connection with unread bytes resets it,
 * and the client may then never receive the response. Called before the response is sent.
 */
export function giveUpUnreadBody(request: IncomingMessage, response: ServerResponse): void {
  if (request.complete || !announcesBody(request.headers)) return
  if (Number(request.headers['content-length'] ?? Number.POSITIVE_INFINITY) <= politeBytes) request.resume()
  else response.setHeader('connection', 'close')
  response.once('finish', () => {
    setTimeout(() => {
      if (!request.complete) request.socket.destroy()
    }, rejectionNoticeMs).unref()
  })
}
