/**
 * Files on disk for parts of responses that clients have not read yet, limited in total and per client. A file is
 * removed from its folder right after it is opened, where the system allows this, so that it disappears with the
 * process.
 */
import { randomUUID } from 'node:crypto'
import { mkdir, open, rm, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { newChunk } from '../../data/chunk-stream.ts'
import { ServiceError } from '../../errors/service-error.ts'

export interface Spool {
  /** Opens a file whose bytes count for the client. */
  open(client: string): Promise<SpoolFile>
}

export interface SpoolFile {
  /** Number of bytes written so far. */
  readonly size: number
  /** Appends bytes. Throws `overloaded` if the client, or all clients together, would exceed the limit on disk. */
  append(chunk: Uint8Array): Promise<void>
  /** Reads at most `length` bytes from a position that has been written. */
  read(position: number, length: number): Promise<Buffer>
  close(): Promise<void>
}

export interface SpoolOptions {
  readonly folder: string
  /** Maximum number of bytes of all files together; one client may use a quarter. */
  readonly size: number
}

export function createSpool({ folder, size }: SpoolOptions): Spool {
  const byClient = new Map<string, number>()
  let used = 0

  function count(client: string, bytes: number): void {
    used += bytes
    const own = (byClient.get(client) ?? 0) + bytes
    if (own === 0) byClient.delete(client)
    else byClient.set(client, own)
  }

  function reserve(client: string, bytes: number): void {
    if (used + bytes > size || (byClient.get(client) ?? 0) + bytes > size / 4) {
      throw new ServiceError('overloaded')
    }
    count(client, bytes)
  }

  return {
    open: async (client) => {
      const [handle, path] = await openNameless(folder)
      let written = 0
      return {
        get size() {
          return written
        },
        append: async (chunk) => {
          reserve(client, chunk.length)
          const { bytesWritten } = await handle
            .write(chunk, 0, chunk.length, written)
            .catch((error: unknown) => {
              count(client, -chunk.length)
              throw error
            })
          written += bytesWritten
          if (bytesWritten === chunk.length) return
          count(client, bytesWritten - chunk.length)
          throw new Error(`The disk took ${bytesWritten} of ${chunk.length} bytes.`)
        },
        read: async (position, length) => {
          const { buffer, bytesRead } = await handle.read(newChunk(length), 0, length, position)
          return buffer.subarray(0, bytesRead)
        },
        close: async () => {
          // Waits for running reads and writes.
          await handle.close()
          count(client, -written)
          await rm(path, { force: true })
        },
      }
    },
  }
}

async function openNameless(folder: string): Promise<readonly [handle: FileHandle, path: string]> {
  const path = join(folder, randomUUID())
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const handle = await open(path, 'wx+', 0o600)
  // Some systems do not remove open files; the file is then removed when it is closed.
  await rm(path).catch(() => undefined)
  return [handle, path]
}
