/** Finds and lists the files of a folder in an object store. */
import type { Blob } from '../../storage/blob-store.ts'
import { type Folder, keyOf } from './folder.ts'

export interface ListedFile {
  readonly name: string
  /** Size in bytes. */
  readonly size: number
  readonly modified: Date
}

/**
 * Returns the files of the folder, with drafts, without those of subfolders; sorted by the bytes of their names.
 * @param prefix only files whose names start with it
 */
export async function listStored({ path, store }: Folder, prefix = ''): Promise<readonly ListedFile[]> {
  const start = `${path}/`
  const found = (await store?.blobs.list(`${start}${prefix}`, { isFlat: true })) ?? []
  return found.map(({ key, size, modified }) => ({ name: key.slice(start.length), size, modified }))
}

/** Returns the file of a plain name; undefined if the store has none. Files may have either Unicode form of accents. */
export async function findStored(folder: Folder, name: string): Promise<Blob | undefined> {
  for (const candidate of new Set([name, name.normalize('NFC')])) {
    const found = await folder.store?.blobs.find(keyOf(folder, candidate))
    if (found !== undefined) return found
  }
  return undefined
}
