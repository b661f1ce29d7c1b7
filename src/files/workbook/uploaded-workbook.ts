/**
 * Stores uploaded workbooks in their own folder until their task imports them. The name contains the user, so that
 * tasks of other users cannot read the workbook, and cannot be guessed.
 */
import { randomBytes } from 'node:crypto'
import { lstat, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createDraft, type Draft } from '../folders/draft.ts'
import { isPortableName } from '../folders/file-name.ts'
import { type Folder, folderExists, folderOf, type FolderSettings } from '../folders/folder.ts'

const pattern = /^(\d+)-[0-9a-f]{32}-(.+)$/

export function workbookFolder(settings: FolderSettings, scenario: string): Folder {
  const upload = folderOf(settings, scenario, 'upload')
  return { ...upload, kind: 'errors', path: join(upload.path, 'workbooks') }
}

/** Retention of workbooks that no task has imported, in milliseconds. */
const uploadRetentionMs = 7 * 24 * 3_600_000

/** Starts to store a workbook. Also deletes expired workbooks. */
export async function createUploaded(
  folder: Folder,
  now: Date,
): Promise<{ readonly draft: Draft; publish(userId: number, name: string): Promise<string> }> {
  const draft = await createDraft(folder)
  await deleteForgotten(folder, now)
  return {
    draft,
    publish: async (userId, name) => {
      const plain = name.split(/[/\\]/).at(-1)?.normalize('NFC').slice(-100) ?? ''
      const kept = `${userId}-${randomBytes(16).toString('hex')}-${isPortableName(plain) ? plain : 'workbook.xlsx'}`
      await draft.publish(kept)
      return kept
    },
  }
}

/** Returns the path and the original name of an uploaded workbook; undefined if that user has no such workbook. */
export async function findUploaded(
  folder: Folder,
  userId: number,
  name: string,
): Promise<{ readonly path: string; readonly name: string } | undefined> {
  const match = pattern.exec(name)
  if (match === null || match[1] !== String(userId) || !isPortableName(name)) return undefined
  if (!(await folderExists(folder))) return undefined
  const path = join(folder.path, name)
  const found = await lstat(path).catch(() => undefined)
  return found?.isFile() === true ? { path, name: match[2]! } : undefined
}

async function deleteForgotten(folder: Folder, now: Date): Promise<void> {
  for (const name of await readdir(folder.path)) {
    if (!pattern.test(name)) continue
    const path = join(folder.path, name)
    const found = await lstat(path).catch(() => undefined)
    if (found !== undefined && now.getTime() - found.mtimeMs > uploadRetentionMs)
      await rm(path, { force: true })
  }
}
