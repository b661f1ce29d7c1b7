/**
 * Messages between a keeper and the processes that use its server, over the local socket: one JSON object per line. A
 * connection that has sent `hold` keeps the server running until it closes.
 *
 * Messages are validated without a schema library, which would double the memory of a process that only waits.
 */
import type { Socket } from 'node:net'
import { createInterface } from 'node:readline'

export type KeeperRequest =
  | { readonly ask: 'hold' | 'status' }
  /** Keeps the server running without holders. */
  | { readonly ask: 'keep' }
  | { readonly ask: 'stop'; readonly force: boolean }

export interface ReadyAnswer {
  readonly state: 'ready'
  /** Process ids of the keeper and the server. */
  readonly keeper: number
  readonly pid: number
  readonly port: number
  /** Folder of the cluster. */
  readonly data: string
  /** Version of PostgreSQL, such as `18.4`. */
  readonly version: string
  readonly holders: number
  readonly kept: boolean
}

export type KeeperAnswer =
  | ReadyAnswer
  /** The server could not be started; the keeper ends. */
  | { readonly state: 'failed'; readonly reason: string }
  | { readonly state: 'stopping' }
  /** Not stopped, because others use the server. */
  | { readonly state: 'held'; readonly holders: number }

export function send(socket: Socket, message: KeeperRequest | KeeperAnswer): void {
  if (socket.writable) socket.write(`${JSON.stringify(message)}\n`)
}

/** Calls back for every valid request. */
export const onRequest = (socket: Socket, handle: (request: KeeperRequest) => void): void =>
  onLine(socket, (value) => {
    if (isRequest(value)) handle(value)
  })

/** Calls back for every valid answer. */
export const onAnswer = (socket: Socket, handle: (answer: KeeperAnswer) => void): void =>
  onLine(socket, (value) => {
    if (isAnswer(value)) handle(value)
  })

type Shape = Readonly<Record<string, 'string' | 'number' | 'boolean'>>

const requests: Readonly<Record<KeeperRequest['ask'], Shape>> = {
  hold: {},
  status: {},
  keep: {},
  stop: { force: 'boolean' },
}

const answers: Readonly<Record<KeeperAnswer['state'], Shape>> = {
  ready: {
    keeper: 'number',
    pid: 'number',
    port: 'number',
    data: 'string',
    version: 'string',
    holders: 'number',
    kept: 'boolean',
  },
  failed: { reason: 'string' },
  stopping: {},
  held: { holders: 'number' },
}

const isRequest = (value: unknown): value is KeeperRequest => fits(value, 'ask', requests)
const isAnswer = (value: unknown): value is KeeperAnswer => fits(value, 'state', answers)

/** Returns whether a value has the fields of its kind of message. */
function fits(value: unknown, discriminator: string, shapes: Readonly<Record<string, Shape>>): boolean {
  if (typeof value !== 'object' || value === null) return false
  const fields = new Map<string, unknown>(Object.entries(value))
  const shape = shapes[String(fields.get(discriminator))]
  return (
    shape !== undefined && Object.entries(shape).every(([name, type]) => typeof fields.get(name) === type)
  )
}

function onLine(socket: Socket, handle: (value: unknown) => void): void {
  const lines = createInterface({ input: socket })
  // The interface repeats the errors of the socket, whose end is handled elsewhere.
  lines.on('error', () => socket.destroy())
  lines.on('line', (line) => {
    try {
      handle(JSON.parse(line))
    } catch {
      socket.destroy()
    }
  })
}
