/** What is in a folder: its files, without sub-folders, links and drafts. */
import type { Dirent } from 'node:fs'
import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { isPlainName } from './file-name.ts'
import { type Folder, folderExists } from './folder.ts'
import { onFiles, systemCode } from './folder-fault.ts'

export interface ListedFile {
  readonly name: string
  /** Bytes. */
  readonly size: number
  readonly modified: Date
}

const byBytes = (one: string, other: string): number => Buffer.compare(Buffer.from(one), Buffer.from(other))

/** The files by name, as their bytes sort. A folder that does not exist yet is empty. Throws `folder_unusable`. */
export async function listFiles(folder: Folder): Promise<readonly ListedFile[]> {
  if (!(await folderExists(folder))) return []
  const entries = await readEntries(folder)
  const names = entries.filter((entry) => entry.isFile() && isPlainName(entry.name)).map(({ name }) => name)
  const files: ListedFile[] = []
  for (const name of names.toSorted(byBytes)) {
    // One that has gone meanwhile is not there.
    const found = await lstat(join(folder.path, name)).catch(() => undefined)
    if (found?.isFile() === true) files.push({ name, size: found.size, modified: found.mtime })
  }
  return files
}

/** Bytes that files and drafts of the folder take, one name left out: the file that is about to be replaced. */
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

/** The entries of the folder; none if the folder was deleted since its existence was checked. */
const readEntries = (folder: Folder): Promise<readonly Dirent[]> =>
  onFiles(() =>
    readdir(folder.path, { withFileTypes: true }).catch((error: unknown) => {
      if (systemCode(error) === 'ENOENT') return []
      throw error
    }),
  )
