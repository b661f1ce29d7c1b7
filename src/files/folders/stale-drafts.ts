/** Deletes drafts that killed processes left. */
import { lstat, readdir, rm } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { draftPattern } from './local-draft.ts'
import type { BlobStore } from '../../storage/blob-store.ts'
import { type Folder, folderExists, keyOf } from './folder.ts'
import { systemCode } from './folder-fault.ts'
import { isStoredDraft } from './stored-draft.ts'
import { listStored } from './stored-files.ts'

/** Age in milliseconds after which the draft of another host is deleted, because its processes cannot be checked. */
const maxAgeMs = 24 * 3_600_000

/**
 * Deletes stale drafts.
 * @returns the number of deleted drafts
 */
export async function deleteStaleDrafts(folder: Folder, now: Date = new Date()): Promise<number> {
  if (folder.store !== undefined) return deleteStoredDrafts(folder, folder.store.blobs, now)
  if (!(await folderExists(folder))) return 0
  let deleted = 0
  for (const name of await readdir(folder.path)) {
    const [, pid, host] = draftPattern.exec(name) ?? []
    if (pid === undefined || host === undefined) continue
    const path = join(folder.path, name)
    const found = await lstat(path).catch(() => undefined)
    if (found === undefined) continue
    const own =
      host ===
      hostname()
        .replaceAll(/[^\w.-]/g, '_')
        .slice(0, 100)
    const stale = own ? !isAlive(Number(pid)) : now.getTime() - found.mtimeMs > maxAgeMs
    if (!stale) continue
    await rm(path, { force: true })
    deleted += 1
  }
  return deleted
}

async function deleteStoredDrafts(folder: Folder, blobs: BlobStore, now: Date): Promise<number> {
  const stale = (await listStored(folder)).filter(
    ({ name, modified }) => isStoredDraft(name) && now.getTime() - modified.getTime() > maxAgeMs,
  )
  await blobs.delete(stale.map(({ name }) => keyOf(folder, name)))
  return stale.length
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return systemCode(error) === 'EPERM'
  }
}
