/** Many raw connections of an attacker, opened a few hundred at a time and ended together. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

export interface ConnectionOptions {
  /** Address the connections come from, such as `127.0.0.9`; by default the usual one. */
  readonly from?: string
  /** Sent at once. */
  readonly bytes?: string | Uint8Array | ((index: number) => string | Uint8Array)
  /** What comes back is read; otherwise it is left where it is. */
  readonly reads?: boolean
}

export interface Connections extends AsyncDisposable {
  readonly sockets: readonly Socket[]
  /** Text that a connection has received so far; only of those that read. */
  received(index: number): string
  /** How many the server has not ended. */
  open(): number
}

const atOnce = 200
/** Characters kept of what comes back. */
const kept = 4_096

/** Resolves when all are connected and have sent their bytes. */
export async function openConnections(
  url: string,
  count: number,
  { from, bytes = '', reads = false }: ConnectionOptions = {},
): Promise<Connections> {
  const { hostname, port } = new URL(url)
  const sockets: Socket[] = []
  const texts: string[] = []
  const closed = new Set<Socket>()
  async function open(index: number): Promise<void> {
    const local = from === undefined ? {} : { localAddress: from }
    const socket = connect({ host: hostname, port: Number(port), noDelay: true, ...local })
    sockets[index] = socket
    texts[index] = ''
    socket.on('close', () => closed.add(socket))
    const connected = once(socket, 'connect')
    await connected
    // A server may end a connection in every way.
    socket.on('error', () => undefined)
    if (reads) {
      socket.on('data', (piece: Buffer) => {
        texts[index] = ((texts[index] ?? '') + piece.toString('latin1')).slice(0, kept)
      })
    } else socket.pause()
    const content = typeof bytes === 'function' ? bytes(index) : bytes
    if (content.length > 0) socket.write(content)
  }
  for (let begun = 0; begun < count; begun += atOnce) {
    const some = Array.from({ length: Math.min(atOnce, count - begun) }, (_, index) => open(begun + index))
    await Promise.all(some)
  }
  return {
    sockets,
    received: (index) => texts[index] ?? '',
    open: () => sockets.length - closed.size,
    [Symbol.asyncDispose]: async () => {
      await Promise.all(
        sockets
          .filter((socket) => !closed.has(socket))
          .map((socket) => {
            const ended = once(socket, 'close')
            socket.destroy()
            return ended
          }),
      )
    },
  }
}

/** The head of a request, as it goes over the wire. */
export function requestHead(
  method: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): string {
  const lines = Object.entries({ Host: 'localhost', ...headers }).map(([name, value]) => `${name}: ${value}`)
  return `${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`
}
