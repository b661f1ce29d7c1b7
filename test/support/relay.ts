/** A relay in front of the database server, which can break connections, or become silent as a machine without power. */
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

export interface Relay extends AsyncDisposable {
  readonly port: number
  /** Passes nothing on from now on, without closing connections; new ones are accepted and get no answer. */
  silence(): void
}

/**
 * Forwards connections to a port of this machine until it is disposed, which breaks them.
 * @param port 0 for a free one
 */
export async function startRelay(port: number, to: number): Promise<Relay> {
  const sockets = new Set<Socket>()
  let silent = false
  const relay = createServer((incoming) => {
    sockets.add(incoming)
    incoming.on('error', () => undefined)
    if (silent) return
    const onward = connect(to, '127.0.0.1')
    for (const [one, other] of [
      [incoming, onward],
      [onward, incoming],
    ] as const) {
      sockets.add(one)
      one.on('error', () => undefined)
      one.on('close', () => {
        if (!silent) other.destroy()
      })
      one.on('data', (bytes) => {
        if (!silent) other.write(bytes)
      })
    }
  }).listen(port, '127.0.0.1')
  await once(relay, 'listening')
  const address = relay.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    silence: () => {
      silent = true
    },
    [Symbol.asyncDispose]: async () => {
      silent = false
      for (const socket of sockets) socket.destroy()
      relay.close()
      await once(relay, 'close')
    },
  }
}
