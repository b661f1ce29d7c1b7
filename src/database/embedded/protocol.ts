/**
 * What a keeper and those who need its server say to each other over the local socket: one JSON object per
 * line. A connection that has said `hold` keeps the server alive until it closes.
 */
import type { Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { Type } from 'typebox'
import { Value } from 'typebox/value'

const request = Type.Union([
  Type.Object({ ask: Type.Literal('hold') }),
  Type.Object({ ask: Type.Literal('status') }),
  /** Keep the server running when nobody holds it. */
  Type.Object({ ask: Type.Literal('keep') }),
  Type.Object({ ask: Type.Literal('stop'), force: Type.Boolean() }),
])
export type KeeperRequest = Type.Static<typeof request>

const answer = Type.Union([
  Type.Object({
    state: Type.Literal('ready'),
    keeper: Type.Integer(),
    pid: Type.Integer(),
    port: Type.Integer(),
    data: Type.String(),
    holders: Type.Integer(),
    kept: Type.Boolean(),
  }),
  /** The server could not be started; the keeper ends. */
  Type.Object({ state: Type.Literal('failed'), reason: Type.String() }),
  Type.Object({ state: Type.Literal('stopping') }),
  /** Not stopped, because others need the server. */
  Type.Object({ state: Type.Literal('held'), holders: Type.Integer() }),
])
export type KeeperAnswer = Type.Static<typeof answer>
export type ReadyAnswer = Extract<KeeperAnswer, { state: 'ready' }>

export function send(socket: Socket, message: KeeperRequest | KeeperAnswer): void {
  if (socket.writable) socket.write(`${JSON.stringify(message)}\n`)
}

export const onRequest = (socket: Socket, handle: (request: KeeperRequest) => void): void =>
  onLine(socket, (value) => {
    if (Value.Check(request, value)) handle(value)
  })

export const onAnswer = (socket: Socket, handle: (answer: KeeperAnswer) => void): void =>
  onLine(socket, (value) => {
    if (Value.Check(answer, value)) handle(value)
  })

function onLine(socket: Socket, handle: (value: unknown) => void): void {
  const lines = createInterface({ input: socket })
  // It repeats the errors of the socket, whose end everybody notices anyway.
  lines.on('error', () => socket.destroy())
  lines.on('line', (line) => {
    try {
      handle(JSON.parse(line))
    } catch {
      socket.destroy()
    }
  })
}
