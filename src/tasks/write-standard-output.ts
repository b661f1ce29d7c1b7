/** Writes a file to standard output. */
import { write } from 'node:fs'
import { addAbortSignal, type Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'

const writeBytes = promisify(write)
const standardOutputFd = 1
/** Milliseconds until the next attempt if the reader of a pipe or a socket is slow. */
const retryMs = 10

/**
 * Writes the stream to the open standard output, which writing to its path does not do: the path leads to the beginning
 * of a file, and a socket cannot be opened by it. Rejects if the signal is aborted.
 */
export async function writeToStandardOutput(source: Readable, signal: AbortSignal): Promise<void> {
  for await (const chunk of addAbortSignal(signal, source)) {
    const bytes: Uint8Array = chunk instanceof Uint8Array ? chunk : Buffer.from(String(chunk))
    for (let at = 0; at < bytes.length;) at += await writeSome(bytes.subarray(at), signal)
  }
}

/** Returns the number of bytes that were written; 0 if the reader must read first. */
async function writeSome(bytes: Uint8Array, signal: AbortSignal): Promise<number> {
  try {
    const { bytesWritten } = await writeBytes(standardOutputFd, bytes)
    return bytesWritten
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) throw error
    await delay(retryMs, undefined, { signal })
    return 0
  }
}
