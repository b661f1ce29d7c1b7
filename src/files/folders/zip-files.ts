/** Streams files of a folder as a zip archive, with only a few buffers in memory. */
import { once } from 'node:events'
import { PassThrough, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import type { Folder } from './folder.ts'
import { contentOf, openFile } from './open-file.ts'

/** Extensions of files that are already compressed; they are stored without compression. */
const compressed = /\.(?:gz|zip|xlsx|br|zst)$/i

/**
 * Returns the archive as a stream; destroying it stops reading. Files are opened one after the other, with the
 * content they have at that time. If a file cannot be opened, the stream fails and the received bytes are not a valid
 * archive.
 */
export function zipFiles(folder: Folder, names: readonly string[]): Readable {
  const archive = new ZipFile()
  const output = new PassThrough({ highWaterMark: 256 * 1024 })
  const fail = (error: unknown): void => {
    output.destroy(error instanceof Error ? error : new Error(String(error)))
  }
  archive.once('error', fail)
  // An error of either stream becomes an error of the output.
  pipeline(archive.outputStream, output).catch(fail)
  addAll(archive, folder, names, output).catch(fail)
  return output
}

async function addAll(
  archive: ZipFile,
  folder: Folder,
  names: readonly string[],
  output: PassThrough,
): Promise<void> {
  for (const name of names) {
    const file = await openFile(folder, name)
    const content = await contentOf(file)
    const ended = once(content, 'close')
    content.once('error', (error) => output.destroy(error))
    const abandon = (): void => void content.destroy()
    output.once('close', abandon)
    if (output.destroyed) abandon()
    else {
      archive.addReadStream(content, name, {
        mtime: file.modified,
        mode: 0o100644,
        compress: !compressed.test(name),
      })
    }
    await ended
    output.off('close', abandon)
    if (output.destroyed) return
  }
  archive.end()
}
