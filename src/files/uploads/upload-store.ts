/**
 * Files that somebody has uploaded to import them once, apart from the folder of the scenario: each in a folder of its
 * own, whose name tells whose it is and cannot be guessed. What an import said of it and the rows that it rejected are
 * kept beside it. All of it goes a day after it was last used.
 */
import { randomBytes } from 'node:crypto'
import { lstat, readdir, readFile, rm } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { ServiceError } from '../../errors/service-error.ts'
import { createDraft, type Draft } from '../folders/draft.ts'
import { isPortableName } from '../folders/file-name.ts'
import { type Folder, folderExists, folderOf, type FolderSettings } from '../folders/folder.ts'
import { onFiles, systemCode } from '../folders/folder-fault.ts'
import { folderSize, type ListedFile, listFiles } from '../folders/list-files.ts'

const pattern = /^(\d+)-[0-9a-f]{32}$/

/** Milliseconds after which what nobody has used any more is deleted. */
export const uploadRetentionMs = 24 * 3_600_000

/** File in the folder of an upload that tells what an import said. Hidden: no uploaded file can have such a name. */
const outcomeName = '.outcome.json'

export interface Upload {
  readonly id: string
  readonly folder: Folder
  /** Where the rows go that an import rejects. */
  readonly rejected: Folder
  /** Undefined once it was imported. */
  readonly file: ListedFile | undefined
}

/** A file that is arriving. Disposing of it before it is published deletes it. */
export interface ArrivingUpload extends AsyncDisposable {
  readonly draft: Draft
  /** Bytes that may still be uploaded in this scenario. */
  readonly free: number
  publish(name: string): Promise<Upload>
}

export function uploadStore(settings: FolderSettings, scenario: string): Folder {
  // As every folder within the one of the settings it must not be a link.
  const upload = folderOf(settings, scenario, 'upload')
  return { ...upload, kind: 'errors', path: join(upload.path, 'uploads') }
}

/** Begins to keep a file. Those that were forgotten are deleted on this occasion. */
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
  const path = join(store.path, id)
  return { id, folder: { ...store, path }, rejected: { ...store, path: join(path, 'rejected') } }
}

/** The name that it came with; where that is fit for no file, one that tells the format. */
function plainName(name: string): string {
  const plain = name.split(/[/\\]/).at(-1)?.normalize('NFC').slice(-100) ?? ''
  if (isPortableName(plain)) return plain
  const extension = extname(plain).toLowerCase()
  return `import${/^\.[a-z0-9]{1,5}$/.test(extension) ? extension : ''}`
}

/** The upload of that user; undefined when it is not there, or is somebody else's. */
export async function findUpload(store: Folder, userId: number, id: string): Promise<Upload | undefined> {
  if (pattern.exec(id)?.[1] !== String(userId)) return undefined
  const upload = uploadOf(store, id)
  if (!(await folderExists(store)) || !(await folderExists(upload.folder))) return undefined
  const [file] = await listFiles(upload.folder)
  return { ...upload, file }
}

/** Deletes the file, what was said of it and its rejected rows. */
export async function removeUpload({ folder }: Pick<Upload, 'folder'>): Promise<void> {
  await onFiles(() => rm(folder.path, { recursive: true, force: true }))
}

/** Keeps what an import said, instead of what an earlier one did. */
export async function keepOutcome({ folder }: Upload, outcome: object): Promise<void> {
  await using draft = await createDraft(folder)
  await draft.write(Buffer.from(JSON.stringify(outcome)))
  await draft.publish(outcomeName)
}

/** What the last import said, as JSON text; undefined before there was one. */
export async function readOutcome({ folder }: Upload): Promise<string | undefined> {
  return readFile(join(folder.path, outcomeName), 'utf8').catch((error: unknown) => {
    if (systemCode(error) === 'ENOENT') return undefined
    throw error
  })
}

/** Deletes forgotten uploads; answers the bytes of the others. */
async function deleteStaleUploads(store: Folder, now: Date): Promise<number> {
  if (!(await folderExists(store))) return 0
  let used = 0
  for (const name of await onFiles(() => readdir(store.path))) {
    if (!pattern.test(name)) continue
    const upload = uploadOf(store, name)
    const found = await lstat(upload.folder.path).catch(() => undefined)
    if (found?.isDirectory() !== true) continue
    if (now.getTime() - found.mtimeMs > uploadRetentionMs) await removeUpload(upload)
    else used += (await folderSize(upload.folder, '')) + (await folderSize(upload.rejected, ''))
  }
  return used
}

/** The refusal of a request about an upload that is not there. */
export const unknownUpload = (): ServiceError => new ServiceError('unknown_upload')
