/**
 * Stores uploaded workbooks in their own folder until their task imports them. The name contains the user, so that
 * tasks of other users cannot read the workbook, and cannot be guessed.
 */
import { randomBytes } from 'node:crypto'
import { discardFile } from '../folders/delete-files.ts'
import { createDraft, type Draft } from '../folders/draft.ts'
import { derivedFileName, isPortableName } from '../folders/file-name.ts'
import { type Folder, folderOf, type FolderSettings, subfolder } from '../folders/folder.ts'
import { listFiles } from '../folders/list-files.ts'
import { subfolders } from '../folders/subfolders.ts'

const pattern = /^(\d+)-[0-9a-f]{32}-(.+)$/

export function workbookFolder(settings: FolderSettings, scenario: string): Folder {
  return subfolder(folderOf(settings, scenario, 'upload'), subfolders.workbooks)
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
      const plain = name.split(/[/\\]/).at(-1)?.normalize('NFC') ?? ''
      const kept = derivedFileName({
        before: `${userId}-${randomBytes(16).toString('hex')}-`,
        name: isPortableName(plain) ? plain : 'workbook.xlsx',
        keep: 'end',
      })
      await draft.publish(kept)
      return kept
    },
  }
}

/** Returns the original name of an uploaded workbook; undefined if that user has no such workbook. */
export async function findUploaded(
  folder: Folder,
  userId: number,
  name: string,
): Promise<string | undefined> {
  const match = pattern.exec(name)
  if (match === null || match[1] !== String(userId) || !isPortableName(name)) return undefined
  const exists = (await listFiles(folder)).some((file) => file.name === name)
  return exists ? match[2] : undefined
}

async function deleteForgotten(folder: Folder, now: Date): Promise<void> {
  for (const { name, modified } of await listFiles(folder)) {
    if (!pattern.test(name)) continue
    if (now.getTime() - modified.getTime() > uploadRetentionMs) await discardFile(folder, name)
  }
}
