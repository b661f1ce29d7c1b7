/** Folders of a scenario: files to import, exported files, and rows that imports rejected. URLs identify them by number. */
import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import { ServiceError } from '../../errors/service-error.ts'
import { uploadFolder } from '../../settings/scenario-settings.ts'
import type { Settings } from '../../settings/settings.ts'
import type { StoreSettings } from '../../settings/store-settings.ts'
import type { BlobStore } from '../../storage/blob-store.ts'
import { storeOf } from '../../storage/store-of.ts'
import { folderFault, systemCode, systemText } from './folder-fault.ts'

export type FolderKind = 'upload' | 'export' | 'errors'

export interface Folder {
  readonly kind: FolderKind | 'log'
  /** Path of the folder; in an object store, the start of the keys of its files, without a final slash. */
  readonly path: string
  /** Free disk space in bytes that files written to it must leave; 0 by default. */
  readonly leastFree?: number
  /** The object store of the files; undefined for a folder of this machine. */
  readonly store?: FolderStore
}

export interface FolderStore {
  readonly blobs: BlobStore
  /** Folder of this machine for temporary copies of files that are read at random positions. */
  readonly scratch: string
}

/** Settings with the place of the folders and the minimum free disk space. */
export type FolderSettings = Pick<Settings, 'DATABASES' | 'LOGDIR' | 'UPLOADFILEFOLDER'> &
  StoreSettings &
  Partial<Pick<Settings, 'MIN_FREE_DISK'>>

/** Folders by their number in URLs. */
export const folderKinds: ReadonlyMap<string, FolderKind> = new Map([
  ['0', 'upload'],
  ['1', 'export'],
  ['2', 'errors'],
])

/** Returns a folder of a scenario. It does not have to exist yet. */
export function folderOf(settings: FolderSettings, scenario: string, kind: FolderKind): Folder {
  const stored = storeFor(settings)
  const root = stored.store === undefined ? uploadFolder(settings, scenario) : `upload/${scenario}`
  const leastFree = settings.MIN_FREE_DISK ?? 0
  const folder: Folder = { kind: 'upload', path: root, leastFree, ...stored }
  return kind === 'upload' ? folder : subfolder(folder, kind, kind)
}

/** Returns the folder of backups and logs. */
export function logFolder(settings: FolderSettings): Folder {
  const stored = storeFor(settings)
  const path = stored.store === undefined ? settings.LOGDIR : 'log'
  return { kind: 'log', path, leastFree: settings.MIN_FREE_DISK ?? 0, ...stored }
}

function storeFor(settings: FolderSettings): Pick<Folder, 'store'> {
  const blobs = storeOf(settings)
  return blobs === undefined ? {} : { store: { blobs, scratch: join(settings.VAR, 'scratch') } }
}

/** Returns a folder within another one. It must not be a link. */
export function subfolder(folder: Folder, name: string, kind: FolderKind = 'errors'): Folder {
  const path = folder.store === undefined ? join(folder.path, name) : `${folder.path}/${name}`
  return { ...folder, kind, path }
}

/** Returns the folder of this machine for temporary copies: that of the store, otherwise the folder itself. */
export function scratchOf(folder: Folder): Folder {
  const { store, leastFree = 0 } = folder
  return store === undefined ? folder : { kind: 'log', path: store.scratch, leastFree }
}

/** Returns the key of a file in the object store of its folder. */
export const keyOf = ({ path }: Pick<Folder, 'path'>, name: string): string => `${path}/${name}`

/**
 * Returns whether the folder exists. Throws `folder_unusable` if something else is in its place. Only the configured
 * folder itself may be a link, because users who can write to it must not redirect its subfolders.
 */
export async function folderExists({ kind, path, store }: Folder): Promise<boolean> {
  if (store !== undefined) return (await store.blobs.list(`${path}/`, { most: 1 })).length > 0
  const found = await lstat(path).catch((error: unknown) => {
    if (systemCode(error) === 'ENOENT') return undefined
    throw folderFault(error)
  })
  if (found === undefined) return false
  if (found.isDirectory() || (found.isSymbolicLink() && kind !== 'export' && kind !== 'errors')) return true
  if (kind === 'log') throw new ServiceError('folder_unusable', { reason: systemText('ENOTDIR') })
  throw new ServiceError('folder_unusable', { reason: { code: 'folder_is_link', params: { folder: kind } } })
}
