/** Moves a file to another folder of the same place. */
import { mkdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { type Folder, folderExists, keyOf } from './folder.ts'
import { onFiles } from './folder-fault.ts'

/** Moves the file to the folder `to`, which is created if it is missing, under a new name. */
export async function moveFile(folder: Folder, name: string, to: Folder, newName: string): Promise<void> {
  const { store } = folder
  if (store !== undefined) {
    await store.blobs.copy(keyOf(folder, name), keyOf(to, newName))
    await store.blobs.delete([keyOf(folder, name)])
    return
  }
  // Throws if a link is in its place, which could lead files elsewhere.
  await folderExists(to)
  await onFiles(() => mkdir(to.path, { recursive: true, mode: 0o750 }))
  await onFiles(() => rename(join(folder.path, name), join(to.path, newName)))
}
