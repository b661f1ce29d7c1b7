/** Deletes files of a folder. */
import { lstat, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { requirePlainName } from './file-name.ts'
import { type Folder, folderExists, keyOf } from './folder.ts'
import { onFiles } from './folder-fault.ts'
import { listFiles } from './list-files.ts'
import { unknownFile } from './open-file.ts'
import { findStored } from './stored-files.ts'

/** Deletes one file. Throws `invalid_file_name`, `unknown_file`, `folder_unusable`. */
export async function deleteFile(folder: Folder, name: string): Promise<void> {
  requirePlainName(name)
  const { store } = folder
  if (store !== undefined) {
    const found = await findStored(folder, name)
    if (found === undefined) throw unknownFile(name)
    await store.blobs.delete([found.key])
    return
  }
  if (!(await folderExists(folder))) throw unknownFile(name)
  for (const candidate of new Set([name, name.normalize('NFC')])) {
    const path = join(folder.path, candidate)
    const found = await lstat(path).catch(() => undefined)
    // A link is not a file of this folder and is not deleted.
    if (found?.isFile() !== true) continue
    await onFiles(() => rm(path, { force: true }))
    return
  }
  throw unknownFile(name)
}

/**
 * Deletes all files of the folder except subfolders, links, drafts, and the files that `except` selects by their name.
 * Returns the names of the deleted files.
 */
export async function deleteAllFiles(
  folder: Folder,
  { except = () => false }: { readonly except?: (name: string) => boolean } = {},
): Promise<readonly string[]> {
  const files = (await listFiles(folder)).filter(({ name }) => !except(name))
  if (folder.store !== undefined)
    await folder.store.blobs.delete(files.map(({ name }) => keyOf(folder, name)))
  else for (const { name } of files) await onFiles(() => rm(join(folder.path, name), { force: true }))
  return files.map(({ name }) => name)
}

/** Deletes a file if it exists. */
export async function discardFile(folder: Folder, name: string): Promise<void> {
  if (folder.store !== undefined) await folder.store.blobs.delete([keyOf(folder, name)])
  else await onFiles(() => rm(join(folder.path, name), { force: true }))
}

/** Deletes a folder with all its files and subfolders. */
export async function deleteFolder(folder: Folder): Promise<void> {
  const { store, path } = folder
  if (store === undefined) return onFiles(() => rm(path, { recursive: true, force: true }))
  const found = await store.blobs.list(`${path}/`)
  await store.blobs.delete(found.map(({ key }) => key))
}
