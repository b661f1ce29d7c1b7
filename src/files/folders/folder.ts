/** Folders of a scenario: files to import, exported files, and rows that imports rejected. URLs identify them by number. */
import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import { ServiceError } from '../../errors/service-error.ts'
import { uploadFolder } from '../../settings/scenario-settings.ts'
import type { Settings } from '../../settings/settings.ts'
import { folderFault, systemCode } from './folder-fault.ts'

export type FolderKind = 'upload' | 'export' | 'errors'

export interface Folder {
  readonly kind: FolderKind
  readonly path: string
  /** Free disk space in bytes that files written to it must leave; 0 by default. */
  readonly leastFree?: number
}

/** Settings with the paths of the folders and the minimum free disk space. */
export type FolderSettings = Pick<Settings, 'DATABASES' | 'UPLOADFILEFOLDER'> &
  Partial<Pick<Settings, 'MIN_FREE_DISK'>>

/** Folders by their number in URLs. */
export const folderKinds: ReadonlyMap<string, FolderKind> = new Map([
  ['0', 'upload'],
  ['1', 'export'],
  ['2', 'errors'],
])

/** Returns a folder of a scenario. It does not have to exist yet. */
export function folderOf(settings: FolderSettings, scenario: string, kind: FolderKind): Folder {
  const root = uploadFolder(settings, scenario)
  return {
    kind,
    path: kind === 'upload' ? root : join(root, kind),
    leastFree: settings.MIN_FREE_DISK ?? 0,
  }
}

/** Returns the path of the folder with the exported files of a scenario. */
export function exportFolder(settings: FolderSettings, scenario: string): string {
  return folderOf(settings, scenario, 'export').path
}

/**
 * Returns whether the folder exists. Throws `folder_unusable` if something else is in its place. Only the configured
 * folder itself may be a link, because users who can write to it must not redirect its subfolders.
 */
export async function folderExists({ kind, path }: Folder): Promise<boolean> {
  const found = await lstat(path).catch((error: unknown) => {
    if (systemCode(error) === 'ENOENT') return undefined
    throw folderFault(error)
  })
  if (found === undefined) return false
  if (found.isDirectory() || (found.isSymbolicLink() && kind === 'upload')) return true
  throw new ServiceError('folder_unusable', { reason: `${kind} is a link or a file` })
}
