/** Lists the files of a folder, without subfolders, links and drafts. */
import type { Dirent } from 'node:fs'
import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { isPlainName } from './file-name.ts'
import { type Folder, folderExists } from './folder.ts'
import { onFiles, systemCode } from './folder-fault.ts'
import { type ListedFile, listStored } from './stored-files.ts'

export type { ListedFile } from './stored-files.ts'

const byBytes = (one: string, other: string): number => Buffer.compare(Buffer.from(one), Buffer.from(other))

/**
 * Returns the files, sorted by the bytes of their names. A folder that does not exist yet is empty. Throws
 * `folder_unusable`.
 */
export async function listFiles(folder: Folder): Promise<readonly ListedFile[]> {
  if (folder.store !== undefined) return (await listStored(folder)).filter(({ name }) => isPlainName(name))
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

const isUnusable = (name: string): boolean => !name.startsWith('.') && !isPlainName(name)

/**
 * Returns the names of the files that cannot be used because of their names: with control characters, or, shown with
 * U+FFFD, with bytes that are not UTF-8. Names that begin with a dot are drafts.
 */
export async function listUnusableNames(folder: Folder): Promise<readonly string[]> {
  if (folder.store !== undefined) return (await listStored(folder)).map(({ name }) => name).filter(isUnusable)
  if (!(await folderExists(folder))) return []
  const names: string[] = []
  for (const entry of await readEntries(folder)) {
    const { name } = entry
    if (!entry.isFile() || name.startsWith('.')) continue
    if (isUnusable(name) || (name.includes('\uFFFD') && !(await isThere(join(folder.path, name)))))
      names.push(name)
  }
  return names.toSorted(byBytes)
}

/** Returns the plain names of links, subfolders, pipes and other entries that are not files. */
export async function listOtherEntries(folder: Folder): Promise<readonly string[]> {
  if (folder.store !== undefined || !(await folderExists(folder))) return []
  const others = (await readEntries(folder)).filter((entry) => !entry.isFile() && isPlainName(entry.name))
  return others.map(({ name }) => name).toSorted(byBytes)
}

const isThere = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  )

/** Returns the total size of files and drafts in bytes, without the named file, which is about to be replaced. */
export async function folderSize(folder: Folder, without: string): Promise<number> {
  if (folder.store !== undefined) return sizeOf(await listStored(folder), without)
  if (!(await folderExists(folder))) return 0
  let total = 0
  for (const { name } of await readEntries(folder)) {
    if (name === without) continue
    const found = await lstat(join(folder.path, name)).catch(() => undefined)
    if (found?.isFile() === true) total += found.size
  }
  return total
}

const sizeOf = (files: readonly ListedFile[], without: string): number =>
  files.reduce((sum, { name, size }) => (name === without ? sum : sum + size), 0)

/** Returns the entries of the folder, or none if the folder was deleted after its existence was checked. */
const readEntries = (folder: Folder): Promise<readonly Dirent[]> =>
  onFiles(() =>
    readdir(folder.path, { withFileTypes: true }).catch((error: unknown) => {
      if (systemCode(error) === 'ENOENT') return []
      throw error
    }),
  )
