/** Lists the files of a folder, without subfolders, links and drafts. */
import type { Dirent } from 'node:fs'
import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { isPlainName } from './file-name.ts'
import { type Folder, folderExists } from './folder.ts'
import { onFiles, systemCode } from './folder-fault.ts'

export interface ListedFile {
  readonly name: string
  /** Size in bytes. */
  readonly size: number
  readonly modified: Date
}

const byBytes = (one: string, other: string): number => Buffer.compare(Buffer.from(one), Buffer.from(other))

/**
 * Returns the files, sorted by the bytes of their names. A folder that does not exist yet is empty. Throws
 * `folder_unusable`.
 */
export async function listFiles(folder: Folder): Promise<readonly ListedFile[]> {
  if (!(await folderExists(folder))) return []
  const entries = await readEntries(folder)
  const names = entries.filter((entry) => entry.isFile() && isPlainName(entry.name)).map(({ name }) => name)
  const files: ListedFile[] = []
  for (const name of names.toSorted(byBytes)) {
    // Files that were deleted in the meantime are left out.
    const found = await lstat(join(folder.path, name)).catch(() => undefined)
    if (found?.isFile() === true) files.push({ name, size: found.size, modified: found.mtime })
  }
  return files
}

/** Returns the total size of files and drafts in bytes, without the named file, which is about to be replaced. */
export async function folderSize(folder: Folder, without: string): Promise<number> {
  if (!(await folderExists(folder))) return 0
  let total = 0
  for (const { name } of await readEntries(folder)) {
    if (name === without) continue
    const found = await lstat(join(folder.path, name)).catch(() => undefined)
    if (found?.isFile() === true) total += found.size
  }
  return total
}

/** Returns the entries of the folder, or none if the folder was deleted after its existence was checked. */
const readEntries = (folder: Folder): Promise<readonly Dirent[]> =>
  onFiles(() =>
    readdir(folder.path, { withFileTypes: true }).catch((error: unknown) => {
      if (systemCode(error) === 'ENOENT') return []
      throw error
    }),
  )
