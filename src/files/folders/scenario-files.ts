/**
 * Deletes the files of a scenario when its data is deleted: uploads, exports, rejected rows, archived imports. Other
 * files in a configured folder, and folders that another scenario or the service itself uses too, stay.
 */
import { realpath } from 'node:fs/promises'
import { join, resolve, sep } from 'node:path'
import { productionScenario } from '../../model/production.ts'
import { deleteAllFiles, deleteFolder } from './delete-files.ts'
import { type Folder, folderExists, folderOf, type FolderSettings, subfolder } from './folder.ts'
import { listFiles } from './list-files.ts'

/** Subfolders of the upload folder that the service creates. */
const subfolders = ['export', 'errors', 'archive', 'uploads', 'workbooks'] as const

export interface DeletedFiles {
  /** Number of deleted files by the name of their folder, such as `export`; without folders that had none. */
  readonly counts: ReadonlyMap<string, number>
  /** Paths of folders that stay, because they belong to another scenario or to the service too. */
  readonly kept: readonly string[]
}

/**
 * Deletes the files of a scenario.
 * @param others the names of all other scenarios, whose files stay
 * Throws `folder_unusable`, and the errors of the object store.
 */
export async function deleteScenarioFiles(
  settings: FolderSettings,
  scenario: string,
  others: readonly string[],
): Promise<DeletedFiles> {
  if (scenario === productionScenario) throw new TypeError('The files of production are never deleted.')
  const root = folderOf(settings, scenario, 'upload')
  const counts = new Map<string, number>()
  const kept: string[] = []
  if (root.store === undefined && !(await folderExists(root))) return { counts, kept }
  const isForeign = await foreignPlaces(settings, scenario, others)
  for (const name of ['upload', ...subfolders] as const) {
    const isRoot = name === 'upload'
    const folder = isRoot ? root : subfolder(root, name)
    if (root.store === undefined && isForeign(name)) {
      kept.push(folder.path)
      continue
    }
    const count = isRoot ? (await deleteAllFiles(folder)).length : await deleteSubfolder(folder)
    if (count > 0) counts.set(name, count)
  }
  return { counts, kept }
}

/** Returns the number of files that the folder itself had. A link in its place is removed, not what it leads to. */
async function deleteSubfolder(folder: Folder): Promise<number> {
  const count = await listFiles(folder).then(
    (files) => files.length,
    () => 0,
  )
  await deleteFolder(folder)
  return count
}

/** Returns a function that tells whether a folder of the scenario, by its name, is used by others too. */
async function foreignPlaces(
  settings: FolderSettings,
  scenario: string,
  others: readonly string[],
): Promise<(name: 'upload' | (typeof subfolders)[number]) => boolean> {
  const own = await realPath(folderOf(settings, scenario, 'upload').path)
  const names = new Set([productionScenario, ...others, ...Object.keys(settings.DATABASES)])
  names.delete(scenario)
  const roots = await Promise.all([...names].map((name) => realPath(folderOf(settings, name, 'upload').path)))
  const places = await Promise.all([settings.LOGDIR, settings.VAR].map(realPath))
  return (name) => {
    if (name === 'upload') {
      return (
        [...roots, ...places].includes(own) ||
        roots.some((root) => subfolders.some((sub) => within(own, join(root, sub))))
      )
    }
    const path = join(own, name)
    return (
      [...roots, ...places].some((place) => within(place, path)) ||
      roots.some((root) => root === own || subfolders.some((sub) => within(path, join(root, sub))))
    )
  }
}

const within = (path: string, folder: string): boolean => path === folder || path.startsWith(folder + sep)

/** Returns the path without links; a folder that does not exist yet has its declared path. */
const realPath = (path: string): Promise<string> => realpath(path).catch(() => resolve(path))
