/**
 * Sockets that read into one buffer each. By default, Node allocates a buffer for every read, and a long list leaves
 * them to the collector, which runs late because they are outside of the heap.
 */
import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'

/** Reads the bytes of a socket without a copy of them. */
export interface BytesReader {
  /** Whether bytes are passed to `read`; otherwise they are passed to the readers of the stream. */
  readonly isReading: boolean
  /** Called with bytes that are valid only during the call. */
  read(bytes: Buffer): void
}

/** Number of bytes that are read at once, as in Node. */
const bufferBytes = 65_536

interface Reading {
  reader: BytesReader | undefined
}

const readings = new WeakMap<Duplex, Reading>()

/** Creates a socket that is not connected. Until a reader is attached, it is like every socket. */
export function createSocket(): Socket {
  const reading: Reading = { reader: undefined }
  const buffer = Buffer.allocUnsafeSlow(bufferBytes)
  const socket: Socket = new Socket({
    onread: {
      buffer,
      callback: (length) => {
        const bytes = buffer.subarray(0, length)
        const { reader } = reading
        // Bytes that the stream still keeps come first.
        if (reader?.isReading !== true || socket.readableLength > 0) return socket.push(Buffer.from(bytes))
        reader.read(bytes)
        return true
      },
    },
  })
  readings.set(socket, reading)
  return socket
}

/** Attaches a reader to a socket of `createSocket`. Other streams are left as they are. */
export function attachReader(stream: Duplex, reader: BytesReader): void {
  const reading = readings.get(stream)
  if (reading !== undefined) reading.reader = reader
}
