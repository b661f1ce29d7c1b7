/**
 * The folders of files that a scenario has: what is to be imported, what was exported, and the rows that imports
 * rejected. In requests they go by number.
 */
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
  /** Bytes that files written into it leave free on its disk; by default none. */
  readonly leastFree?: number
}

/** Settings that say where the folders are, and how full they may get. */
export type FolderSettings = Pick<Settings, 'DATABASES' | 'UPLOADFILEFOLDER'> &
  Partial<Pick<Settings, 'MIN_FREE_DISK'>>

/** Number in URLs → folder. */
export const folderKinds: ReadonlyMap<string, FolderKind> = new Map([
  ['0', 'upload'],
  ['1', 'export'],
  ['2', 'errors'],
])

/** A folder of a scenario. It need not exist yet. */
export function folderOf(settings: FolderSettings, scenario: string, kind: FolderKind): Folder {
  const root = uploadFolder(settings, scenario)
  return {
    kind,
    path: kind === 'upload' ? root : join(root, kind),
    leastFree: settings.MIN_FREE_DISK ?? 0,
  }
}

/** Path of the folder with the exported files of a scenario. */
export function exportFolder(settings: FolderSettings, scenario: string): string {
  return folderOf(settings, scenario, 'export').path
}

/**
 * Whether the folder exists. Throws `folder_unusable` when something else is in its place: the operator may make a
 * link of the folder that the settings name, but whoever may write into that one must not lead us elsewhere.
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
