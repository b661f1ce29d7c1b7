/**
 * Writes a file under a temporary name until it is complete and on disk. Publishing it replaces an earlier file in
 * one atomic step; open readers of the earlier file can read it to its end.
 */
import { randomBytes } from 'node:crypto'
import { mkdir, open, rename, rm, statfs } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { ServiceError } from '../../errors/service-error.ts'
import { type Folder, folderExists } from './folder.ts'
import { onFiles } from './folder-fault.ts'

export interface Draft extends AsyncDisposable {
  /** Number of bytes written so far. */
  readonly size: number
  /** Appends bytes; resolves when the operating system has accepted them. */
  write(chunk: Uint8Array): Promise<void>
  /** Syncs the file to disk and closes it. Afterward it can only be published, which cannot fail for lack of space. */
  seal(): Promise<void>
  /** Syncs the file and renames it to its final name. */
  publish(name: string): Promise<void>
}

/** A draft on this machine. */
export interface LocalDraft extends Draft {
  /** Path of the draft, for readers that require a path. */
  readonly path: string
}

/** The name contains process and host, so that drafts of ended processes can be recognized. */
export const draftPattern = /^\.draft-(\d+)-[0-9a-f]{16}@(.*)\.part$/

export function draftName(pid: number = process.pid): string {
  const host = hostname()
    .replaceAll(/[^\w.-]/g, '_')
    .slice(0, 100)
  return `.draft-${pid}-${randomBytes(8).toString('hex')}@${host}.part`
}

/**
 * Number of bytes after which the free disk space is checked for the first time; `lookEvery` is the interval of
 * further checks.
 */
const firstLook = 2 ** 20
const lookEvery = 16 * 2 ** 20

/**
 * Opens a draft in the folder and creates the folder if it is missing. Disposing of an unpublished draft deletes it.
 * Throws `folder_unusable` and `folder_disk_full`, as do the functions of the draft. Large drafts keep the minimum
 * free space of the folder.
 */
export async function createLocalDraft(folder: Folder): Promise<LocalDraft> {
  if (!(await folderExists(folder))) {
    await onFiles(() => mkdir(folder.path, { recursive: true, mode: 0o750 }))
  }
  const path = join(folder.path, draftName())
  const handle = await onFiles(() => open(path, 'wx', 0o640))
  let size = 0
  let nextLook = firstLook
  let closed = false
  let published = false
  const close = async (): Promise<void> => {
    if (closed) return
    closed = true
    await handle.close()
  }
  const seal = async (): Promise<void> => {
    if (closed) return
    await onFiles(async () => {
      await handle.sync()
      await close()
    })
  }
  const write = async (chunk: Uint8Array): Promise<void> => {
    await onFiles(async () => {
      if (size + chunk.length >= nextLook) {
        await requireSpace(folder, chunk.length)
        nextLook = size + chunk.length + lookEvery
      }
      for (let offset = 0; offset < chunk.length;) {
        const { bytesWritten } = await handle.write(chunk, offset)
        offset += bytesWritten
        size += bytesWritten
      }
    })
  }
  return {
    path,
    get size() {
      return size
    },
    write,
    seal,
    publish: (name) =>
      onFiles(async () => {
        await seal()
        await rename(path, join(folder.path, name))
        published = true
        await syncFolder(folder)
      }),
    [Symbol.asyncDispose]: async () => {
      await close().catch(() => undefined)
      if (!published) await rm(path, { force: true }).catch(() => undefined)
    },
  }
}

/** Throws `folder_disk_full` if writing that many bytes would leave less free space than the folder requires. */
async function requireSpace({ path, leastFree = 0 }: Folder, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(path)
  if (bavail * bsize - bytes < leastFree) throw new ServiceError('folder_disk_full')
}

/** Syncs the folder so that the new name is on disk; errors are ignored, because not every file system supports it. */
async function syncFolder({ path }: Folder): Promise<void> {
  const handle = await open(path, 'r').catch(() => undefined)
  await handle?.sync().catch(() => undefined)
  await handle?.close()
}
