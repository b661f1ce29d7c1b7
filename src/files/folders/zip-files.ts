/** Files of a folder as one zip archive, made while it is read: no more than a few buffers are in memory. */
import { once } from 'node:events'
import { PassThrough, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import type { Folder } from './folder.ts'
import { contentOf, openFile } from './open-file.ts'

/** What is compressed already gains nothing by being compressed again. */
const compressed = /\.(?:gz|zip|xlsx|br|zst)$/i

/**
 * The archive as a stream; destroying it stops the reading. Files are opened one after the other, each as it is at
 * that moment. A file that cannot be opened makes the stream fail: what was received then is no archive.
 */
export function zipFiles(folder: Folder, names: readonly string[]): Readable {
  const archive = new ZipFile()
  const output = new PassThrough({ highWaterMark: 256 * 1024 })
  const fail = (error: unknown): void => {
    output.destroy(error instanceof Error ? error : new Error(String(error)))
  }
  archive.once('error', fail)
  // A failure of either end is that of the output.
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
