/** Sends responses to requests that are too malformed for a handler. */
import type { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ServiceError } from '../errors/service-error.ts'
import { jsonType } from './answer.ts'
import { giveUpUnreadBody } from './body/give-up-body.ts'

type Raw<T extends { raw: unknown }> = Pick<T, 'raw'>

/** Sends an error response to a request without a handler, and stops reading its body. */
export function refuse(
  problem: ServiceError,
  { raw: request }: Raw<FastifyRequest>,
  reply: Raw<FastifyReply>,
): void {
  giveUpUnreadBody(request, reply.raw)
  const body = JSON.stringify({ detail: problem.detail() })
  reply.raw.writeHead(problem.status, { 'content-type': jsonType, 'content-length': Buffer.byteLength(body) })
  reply.raw.end(body)
}

const connectionProblems: Readonly<Record<string, readonly [status: string, detail: string]>> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'The URL or a header is too long.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request came too slowly.'],
}

/** Sends an error response to bytes that are not HTTP. */
export function rejectConnection(error: Error & { readonly code: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const [status, detail] = connectionProblems[error.code] ?? [
    '400 Bad Request',
    'The request is not valid HTTP.',
  ]
  const body = JSON.stringify({ detail })
  const head = `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}`
  socket.end(`${head}\r\nConnection: close\r\n\r\n${body}`)
}
