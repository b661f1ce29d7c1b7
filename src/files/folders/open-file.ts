/** Opens files of a folder for reading. An open file keeps its content, even if it is replaced. */
import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { ServiceError } from '../../errors/service-error.ts'
import { requirePlainName } from './file-name.ts'
import { type Folder, folderExists } from './folder.ts'
import { folderFault, systemCode } from './folder-fault.ts'

export interface OpenedFile extends AsyncDisposable {
  readonly handle: FileHandle
  readonly name: string
  readonly size: number
  readonly modified: Date
  /** Differs for every other content under the same name. */
  readonly tag: string
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
    handle,
    name,
    size: Number(found.size),
    modified: found.mtime,
    tag: `${found.ino.toString(36)}-${found.mtimeNs.toString(36)}-${found.size.toString(36)}`,
    [Symbol.asyncDispose]: () => handle.close(),
  }
}

/**
 * Returns the bytes of an opened file, or of a part of it with both ends included, up to its size when it was opened:
 * bytes that are appended later are left out. The stream closes the file.
 */
export async function contentOf(
  { handle, size }: OpenedFile,
  { start = 0, end = size - 1 }: { readonly start?: number; readonly end?: number } = {},
): Promise<Readable> {
  if (end >= start) return handle.createReadStream({ start, end, highWaterMark: 256 * 1024 })
  await handle.close()
  return Readable.from([])
}

export function unknownFile(name: string): ServiceError {
  return new ServiceError('unknown_file', { name: name.slice(0, 255) })
}
