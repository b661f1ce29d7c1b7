/**
 * Stores files that users have uploaded to import them once, apart from the folder of the scenario. Each has its own
 * folder, whose name contains the user and cannot be guessed. The folder also has the outcome of the last import and
 * its rejected rows. Uploads are deleted a day after their last use.
 */
import { randomBytes } from 'node:crypto'
import { lstat, readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { ServiceError } from '../../errors/service-error.ts'
import type { BlobStore } from '../../storage/blob-store.ts'
import { deleteFolder } from '../folders/delete-files.ts'
import { createDraft, type Draft } from '../folders/draft.ts'
import { isPortableName } from '../folders/file-name.ts'
import {
  type Folder,
  folderExists,
  folderOf,
  type FolderSettings,
  keyOf,
  subfolder,
} from '../folders/folder.ts'
import { onFiles, systemCode } from '../folders/folder-fault.ts'
import { folderSize, type ListedFile, listFiles } from '../folders/list-files.ts'
import { subfolders } from '../folders/subfolders.ts'

const pattern = /^(\d+)-[0-9a-f]{32}$/

/** Retention of unused uploads, in milliseconds. */
export const uploadRetentionMs = 24 * 3_600_000

/**
 * File in the folder of an upload with the outcome of its import. The name starts with a dot, because uploaded files
 * cannot have such a name.
 */
const outcomeName = '.outcome.json'

export interface Upload {
  readonly id: string
  readonly folder: Folder
  /** Folder for the rows that an import rejects. */
  readonly rejected: Folder
  /** Undefined after the file was imported. */
  readonly file: ListedFile | undefined
}

/** A file that is being uploaded. Disposing of it before it is published deletes it. */
export interface ArrivingUpload extends AsyncDisposable {
  readonly draft: Draft
  /** Number of bytes that may still be uploaded in this scenario. */
  readonly free: number
  publish(name: string): Promise<Upload>
}

export function uploadStore(settings: FolderSettings, scenario: string): Folder {
  return subfolder(folderOf(settings, scenario, 'upload'), subfolders.uploads)
}

/** Starts to store a file. Also deletes expired uploads. */
export async function createUpload(
  store: Folder,
  { userId, now, most }: { readonly userId: number; readonly now: Date; readonly most: number },
): Promise<ArrivingUpload> {
  const used = await deleteStaleUploads(store, now)
  const upload = uploadOf(store, `${userId}-${randomBytes(16).toString('hex')}`)
  const draft = await createDraft(upload.folder)
  let published = false
  return {
    draft,
    free: most - used,
    publish: async (name) => {
      await draft.publish(plainName(name))
      published = true
      const [file] = await listFiles(upload.folder)
      return { ...upload, file }
    },
    [Symbol.asyncDispose]: async () => {
      await draft[Symbol.asyncDispose]()
      if (!published) await removeUpload(upload)
    },
  }
}

function uploadOf(store: Folder, id: string): Omit<Upload, 'file'> {
  const folder = subfolder(store, id)
  return { id, folder, rejected: subfolder(folder, 'rejected') }
}

/** Returns the original name, or one with the same extension if the original cannot be a file name. */
function plainName(name: string): string {
  const plain = name.split(/[/\\]/).at(-1)?.normalize('NFC').slice(-100) ?? ''
  if (isPortableName(plain)) return plain
  const extension = extname(plain).toLowerCase()
  return `import${/^\.[a-z0-9]{1,5}$/.test(extension) ? extension : ''}`
}

/** Returns an upload of that user; undefined if it is missing or belongs to another user. */
export async function findUpload(store: Folder, userId: number, id: string): Promise<Upload | undefined> {
  if (pattern.exec(id)?.[1] !== String(userId)) return undefined
  const upload = uploadOf(store, id)
  if (!(await folderExists(store)) || !(await folderExists(upload.folder))) return undefined
  const [file] = await listFiles(upload.folder)
  return { ...upload, file }
}

/** Deletes the file, the outcome of its import and its rejected rows. */
export async function removeUpload({ folder }: Pick<Upload, 'folder'>): Promise<void> {
  await deleteFolder(folder)
}

/** Stores the outcome of an import and replaces the previous one. */
export async function keepOutcome({ folder }: Upload, outcome: object): Promise<void> {
  await using draft = await createDraft(folder)
  await draft.write(Buffer.from(JSON.stringify(outcome)))
  await draft.publish(outcomeName)
}

/** Returns the outcome of the last import as JSON text; undefined if there is none. */
export async function readOutcome({ folder }: Upload): Promise<string | undefined> {
  if (folder.store !== undefined) {
    const content = await folder.store.blobs.get(keyOf(folder, outcomeName))
    return content && text(content)
  }
  return readFile(join(folder.path, outcomeName), 'utf8').catch((error: unknown) => {
    if (systemCode(error) === 'ENOENT') return undefined
    throw error
  })
}

/** Deletes expired uploads and returns the total size of the others in bytes. */
async function deleteStaleUploads(store: Folder, now: Date): Promise<number> {
  let used = 0
  for (const { id, modified, size } of await listUploads(store)) {
    const upload = uploadOf(store, id)
    if (now.getTime() - modified.getTime() > uploadRetentionMs) await removeUpload(upload)
    else used += await size()
  }
  return used
}

interface ListedUpload {
  readonly id: string
  /** Time of the last change. */
  readonly modified: Date
  /** Returns the size of all its files in bytes. */
  readonly size: () => Promise<number>
}

async function listUploads(store: Folder): Promise<readonly ListedUpload[]> {
  if (store.store !== undefined) return listStoredUploads(store, store.store.blobs)
  if (!(await folderExists(store))) return []
  const uploads: ListedUpload[] = []
  for (const id of await onFiles(() => readdir(store.path))) {
    if (!pattern.test(id)) continue
    const { folder, rejected } = uploadOf(store, id)
    const found = await lstat(folder.path).catch(() => undefined)
    if (found?.isDirectory() !== true) continue
    const size = async (): Promise<number> =>
      (await folderSize(folder, '')) + (await folderSize(rejected, ''))
    uploads.push({ id, modified: found.mtime, size })
  }
  return uploads
}

async function listStoredUploads({ path }: Folder, blobs: BlobStore): Promise<readonly ListedUpload[]> {
  const start = `${path}/`
  const files = await blobs.list(start)
  const byId = Map.groupBy(files, ({ key }) => key.slice(start.length).split('/', 1)[0] ?? '')
  return [...byId].map(([id, all]) => ({
    id,
    modified: new Date(Math.max(...all.map(({ modified }) => modified.getTime()))),
    size: async () => all.reduce((sum, { size }) => sum + size, 0),
  }))
}

/** Returns the error for an upload that is missing. */
export const unknownUpload = (): ServiceError => new ServiceError('unknown_upload')
