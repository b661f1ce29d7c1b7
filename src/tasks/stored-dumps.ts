/** Moves backups to the object store, and copies them back for a restore. */
import { createReadStream, existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { type Folder, keyOf, logFolder, type FolderSettings } from '../files/folders/folder.ts'
import { type LocalCopy, localCopyOf } from '../files/folders/local-copy.ts'
import { listStored } from '../files/folders/stored-files.ts'
import type { Backup } from '../scenarios/dump/backup-scenario.ts'
import {
  type DeletedDumps,
  dumpFileName,
  dumpPrefix,
  isDumpName,
  isOldDump,
} from '../scenarios/dump/old-dumps.ts'
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
    return { ...backup, fileName, ...(await deleteOldDumps(folder, blobs, now())) }
  } finally {
    await rm(backup.path, { force: true })
  }
}

/**
 * Deletes the backups that are past their retention. The backup is stored by now, so that a store that refuses this,
 * for instance because of a retention of its own, does not fail the task.
 */
async function deleteOldDumps(folder: Folder, blobs: BlobStore, moment: Date): Promise<DeletedDumps> {
  let old: readonly string[] = []
  try {
    const dumps = await listStored(folder, dumpPrefix)
    old = dumps.map(({ name }) => name).filter((name) => isOldDump(name, moment))
    await blobs.delete(old.map((name) => keyOf(folder, name)))
    return { deleted: old, undeleted: [] }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return { deleted: [], undeleted: old.length === 0 ? [reason] : old.map((name) => `${name}: ${reason}`) }
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
