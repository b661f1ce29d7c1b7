/**
 * A file in the making: it has a name that nobody sees until it is complete, on disk, and takes the place of an
 * earlier one in a single step. Whoever reads meanwhile reads the earlier one to its end.
 */
import { randomBytes } from 'node:crypto'
import { mkdir, open, rename, rm, statfs } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { ServiceError } from '../../errors/service-error.ts'
import { type Folder, folderExists } from './folder.ts'
import { onFiles } from './folder-fault.ts'

export interface Draft extends AsyncDisposable {
  /** Where it is, for writers that want a path. */
  readonly path: string
  /** Bytes so far. */
  readonly size: number
  /** Appends; resolves when the system has taken the bytes. */
  write(chunk: Uint8Array): Promise<void>
  /** Brings it to disk: from now on it can only be published, which cannot fail for lack of space. */
  seal(): Promise<void>
  /** Gives it its name, once it is on disk. */
  publish(name: string): Promise<void>
}

/** Host and process stand in the name, so that drafts of the dead can be told from those of the living. */
export const draftPattern = /^\.draft-(\d+)-[0-9a-f]{16}@(.*)\.part$/

export function draftName(pid: number = process.pid): string {
  const host = hostname()
    .replaceAll(/[^\w.-]/g, '_')
    .slice(0, 100)
  return `.draft-${pid}-${randomBytes(8).toString('hex')}@${host}.part`
}

/** Bytes of a draft after which the free space of its disk is looked at, first and then again. */
const firstLook = 2 ** 20
const lookEvery = 16 * 2 ** 20

/**
 * Opens a draft in the folder, which is made if it is missing. Disposing of an unpublished one deletes it. Throws
 * `folder_unusable` and `folder_disk_full`, as its functions do. A large draft leaves the space free that the folder asks for.
 */
export async function createDraft(folder: Folder): Promise<Draft> {
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

/** Throws `folder_disk_full` when so many more bytes would leave less space free than the folder asks for. */
async function requireSpace({ path, leastFree = 0 }: Folder, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(path)
  if (bavail * bsize - bytes < leastFree) throw new ServiceError('folder_disk_full')
}

/** Brings the new name to disk; not every file system can. */
async function syncFolder({ path }: Folder): Promise<void> {
  const handle = await open(path, 'r').catch(() => undefined)
  await handle?.sync().catch(() => undefined)
  await handle?.close()
}
