/** Raw connections of an attacker, opened a few hundred at a time and closed together. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

export interface ConnectionOptions {
  /** Source address of the connections, such as `127.0.0.9`; by default the usual one. */
  readonly from?: string
  /** Bytes that are sent immediately. */
  readonly bytes?: string | Uint8Array | ((index: number) => string | Uint8Array)
  /** Whether responses are read; otherwise they stay in the socket buffer. */
  readonly reads?: boolean
}

export interface Connections extends AsyncDisposable {
  readonly sockets: readonly Socket[]
  /** Returns the text that a connection has received so far; only with `reads`. */
  received(index: number): string
  /** Returns the number of connections that the server has not closed. */
  open(): number
}

const atOnce = 200
/** Maximum number of characters that are kept of a response. */
const kept = 4_096

/** Opens connections; resolves when all are connected and have sent their bytes. */
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
    // A server may close or reset a connection.
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

/** Returns the head of a raw HTTP request. */
export function requestHead(
  method: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): string {
  const lines = Object.entries({ Host: 'localhost', ...headers }).map(([name, value]) => `${name}: ${value}`)
  return `${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`
}
