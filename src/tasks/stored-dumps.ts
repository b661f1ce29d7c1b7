/** Moves backups to the object store, and copies them back for a restore. */
import { createReadStream, existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { type Folder, keyOf, logFolder, type FolderSettings } from '../files/folders/folder.ts'
import { listFiles } from '../files/folders/list-files.ts'
import { type LocalCopy, localCopyOf } from '../files/folders/local-copy.ts'
import type { Backup } from '../scenarios/dump/backup-scenario.ts'
import { dumpFileName, isDumpName, isOldDump } from '../scenarios/dump/old-dumps.ts'
import type { BlobStore } from '../storage/blob-store.ts'

interface DumpToStore {
  readonly backup: Backup
  readonly scenario: string
  readonly now: () => Date
  readonly signal: AbortSignal
}

/**
 * Moves a complete backup from this machine to the object store, under a name that no other backup has, and deletes
 * the backups there that are past their retention. Returns the backup with its new name.
 */
export async function storeDump(
  folder: Folder,
  blobs: BlobStore,
  { backup, scenario, now, signal }: DumpToStore,
): Promise<Backup> {
  try {
    const fileName = await putUnderFreeName(folder, blobs, { backup, scenario, now, signal })
    const old = (await listFiles(folder)).filter(({ name }) => isOldDump(name, now()))
    await blobs.delete(old.map(({ name }) => keyOf(folder, name)))
    return { ...backup, fileName, deleted: old.map(({ name }) => name) }
  } finally {
    await rm(backup.path, { force: true })
  }
}

/** Returns the name: that of the present time, or of the first later second without a backup of the scenario. */
async function putUnderFreeName(
  folder: Folder,
  blobs: BlobStore,
  { backup, scenario, now, signal }: DumpToStore,
): Promise<string> {
  for (let time = now().getTime(); ; time += 1000) {
    const name = dumpFileName(scenario, new Date(time))
    const key = keyOf(folder, name)
    // Not every store supports the condition of the request.
    if ((await blobs.find(key, signal)) !== undefined) continue
    if (await blobs.put(key, createReadStream(backup.path), { isNew: true, signal })) return name
  }
}

/** Returns whether the name is that of a backup in the object store: one without a file of this machine. */
export const isStoredDump = (settings: FolderSettings, file: string): boolean =>
  logFolder(settings).store !== undefined && isDumpName(file) && !existsSync(resolve(file))

/**
 * Returns the path of a backup. A backup of the object store is copied to this machine, because a restore reads it
 * three times, as slowly as the database accepts rows. Throws `unknown_file`.
 */
export async function localDump(
  settings: FolderSettings,
  file: string,
  signal?: AbortSignal,
): Promise<LocalCopy> {
  if (isStoredDump(settings, file)) return localCopyOf(logFolder(settings), file, signal)
  return { path: file, [Symbol.asyncDispose]: async () => undefined }
}
