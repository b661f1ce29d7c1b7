/** Opens files of a folder for reading. An open file keeps its content, even if it is replaced. */
import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { ServiceError } from '../../errors/service-error.ts'
import type { BlobStore } from '../../storage/blob-store.ts'
import { requirePlainName } from './file-name.ts'
import { type Folder, folderExists } from './folder.ts'
import { folderFault, systemCode } from './folder-fault.ts'
import { findStored } from './stored-files.ts'

export interface OpenedFile extends AsyncDisposable {
  readonly name: string
  readonly size: number
  readonly modified: Date
  /** Differs for every other content under the same name. */
  readonly tag: string
  /** Returns the bytes from `start` to `end`, both included. The stream closes the file. */
  read(start: number, end: number): Promise<Readable>
}

// Does not follow links and does not block on a pipe without a writer.
const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK

/** Error codes of paths that are not regular files; these count as missing. */
const absent: ReadonlySet<string> = new Set(['ENOENT', 'ELOOP', 'EISDIR', 'ENXIO'])

/**
 * Opens the file of that name; the caller closes it. Throws `invalid_file_name`, `folder_unusable`, and
 * `unknown_file`, which includes links, folders and pipes.
 */
export async function openFile(folder: Folder, name: string): Promise<OpenedFile> {
  requirePlainName(name)
  if (folder.store !== undefined) return openStored(folder, folder.store.blobs, name)
  if (!(await folderExists(folder))) throw unknownFile(name)
  // Files that were stored by other means may have either Unicode form of accents.
  for (const candidate of new Set([name, name.normalize('NFC')])) {
    const opened = await openExact(folder, candidate)
    if (opened !== undefined) return opened
  }
  throw unknownFile(name)
}

async function openExact(folder: Folder, name: string): Promise<OpenedFile | undefined> {
  const handle = await open(join(folder.path, name), flags).catch((error: unknown) => {
    if (absent.has(systemCode(error) ?? '')) return undefined
    throw folderFault(error)
  })
  if (handle === undefined) return undefined
  const found = await handle.stat({ bigint: true })
  if (!found.isFile()) {
    await handle.close()
    return undefined
  }
  return {
    name,
    size: Number(found.size),
    modified: found.mtime,
    tag: `${found.ino.toString(36)}-${found.mtimeNs.toString(36)}-${found.size.toString(36)}`,
    read: async (start, end) => handle.createReadStream({ start, end, highWaterMark: 256 * 1024 }),
    [Symbol.asyncDispose]: () => handle.close(),
  }
}

/**
 * Returns the bytes of an opened file, or of a part of it with both ends included, up to its size when it was opened:
 * bytes that are appended later are left out. The stream closes the file.
 */
export async function contentOf(
  file: Pick<OpenedFile, 'size' | 'read' | typeof Symbol.asyncDispose>,
  { start = 0, end = file.size - 1 }: { readonly start?: number; readonly end?: number } = {},
): Promise<Readable> {
  if (end >= start) return file.read(start, end)
  await file[Symbol.asyncDispose]()
  return Readable.from([])
}

async function openStored(folder: Folder, blobs: BlobStore, name: string): Promise<OpenedFile> {
  const found = await findStored(folder, name)
  if (found === undefined) throw unknownFile(name)
  const { key, size, modified, tag } = found
  return {
    name: key.slice(folder.path.length + 1),
    size,
    modified,
    tag,
    read: async (start, end) => {
      const content = await blobs.get(key, { start, end, tag })
      if (content === undefined) throw unknownFile(name)
      return content
    },
    [Symbol.asyncDispose]: async () => undefined,
  }
}

export function unknownFile(name: string): ServiceError {
  return new ServiceError('unknown_file', { name: name.slice(0, 255) })
}
