/**
 * Deletes the files of a scenario when its data is deleted: uploads, exports, rejected rows, archived imports. Only
 * files in the object store or in the default folder below `VAR` are deleted: in a folder that the settings declare,
 * other programs may have placed files. Folders that another scenario or the service itself uses stay, too.
 */
import { readdir, realpath, rm } from 'node:fs/promises'
import { join, resolve, sep } from 'node:path'
import { productionScenario } from '../../model/production.ts'
import { dependentDefaults } from '../../settings/places.ts'
import { hasOwnUploadFolder } from '../../settings/scenario-settings.ts'
import { deleteAllFiles, deleteFolder } from './delete-files.ts'
import { type Folder, folderExists, folderOf, type FolderSettings, subfolder } from './folder.ts'
import { onFiles, systemCode } from './folder-fault.ts'
import { listFiles } from './list-files.ts'
import { type SubfolderName, subfolderNames } from './subfolders.ts'

export interface KeptFolder {
  readonly path: string
  /** Why its files stay: the settings declare the folder, or another scenario or the service uses it too. */
  readonly reason: 'declared' | 'shared'
}

export interface DeletedFiles {
  /** Number of deleted files by the name of their folder, such as `export`; without folders that had none. */
  readonly counts: ReadonlyMap<string, number>
  /** Existing folders whose files stay. */
  readonly kept: readonly KeptFolder[]
}

export interface ScenarioFiles {
  readonly scenario: string
  /** Names of all scenarios. The files of the others stay. */
  readonly scenarios: readonly string[]
  /** Path of a file that stays in any case, such as a backup that is being restored. */
  readonly except?: string | undefined
}

/**
 * Deletes the files of a scenario. Throws `folder_unusable` if a folder cannot be changed, and the errors of the object
 * store.
 */
export async function deleteScenarioFiles(
  settings: FolderSettings,
  { scenario, scenarios, except }: ScenarioFiles,
): Promise<DeletedFiles> {
  if (scenario === productionScenario) throw new TypeError('The files of production are never deleted.')
  const root = folderOf(settings, scenario, 'upload')
  const counts = new Map<string, number>()
  const kept: KeptFolder[] = []
  const isLocal = root.store === undefined
  if (isLocal && !(await folderExists(root))) return { counts, kept }
  if (isLocal && !(await isDefaultFolder(settings, scenario))) {
    if (!(await isEmpty(root))) kept.push({ path: root.path, reason: 'declared' })
    return { counts, kept }
  }
  const isShared = isLocal ? await sharedPlaces(settings, scenario, scenarios) : () => false
  const own = isLocal ? await realPath(root.path) : root.path
  // A file of this machine is never in the object store.
  const spared = isLocal && except !== undefined ? await realPath(except) : undefined
  for (const name of ['upload', ...subfolderNames] as const) {
    const folder = name === 'upload' ? root : subfolder(root, name)
    if (isShared(name)) {
      if (!(await isEmpty(folder))) kept.push({ path: folder.path, reason: 'shared' })
      continue
    }
    const path = name === 'upload' ? own : join(own, name)
    const isSpared = (file: string): boolean => spared === join(path, file)
    const count =
      name === 'upload'
        ? (await deleteAllFiles(folder, { except: isSpared })).length
        : await deleteSubfolder(folder, { path, spared, isSpared })
    if (count > 0) counts.set(name, count)
  }
  return { counts, kept }
}

interface Sparing {
  /** Path of the folder without links. */
  readonly path: string
  /** Path without links of a file that stays, wherever it is. */
  readonly spared: string | undefined
  /** Returns whether a file of the folder is the one that stays, by its name. */
  readonly isSpared: (file: string) => boolean
}

/** Returns the number of files that the folder itself had. A link in its place is removed, not what it leads to. */
async function deleteSubfolder(folder: Folder, { path, spared, isSpared }: Sparing): Promise<number> {
  const count = await listFiles(folder).then(
    (files) => files.filter(({ name }) => !isSpared(name)).length,
    () => 0,
  )
  if (spared !== undefined && within(spared, path)) await onFiles(() => deleteAround(path, spared))
  else await deleteFolder(folder)
  return count
}

/** Deletes everything in a folder except one file, which is somewhere within it. */
async function deleteAround(folder: string, spared: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    if (path === spared) continue
    if (within(spared, path)) await deleteAround(path, spared)
    else await rm(path, { recursive: true, force: true })
  }
}

/** Returns whether the folder of the scenario is the one that the service makes by default, and no link. */
async function isDefaultFolder(settings: FolderSettings, scenario: string): Promise<boolean> {
  const { UPLOADFILEFOLDER: all, VAR: place } = settings
  if (hasOwnUploadFolder(settings, scenario)) return false
  if (resolve(all) !== resolve(dependentDefaults.UPLOADFILEFOLDER(place))) return false
  return (await realPath(folderOf(settings, scenario, 'upload').path)) === join(await realPath(all), scenario)
}

/** Returns whether a folder has no entries or does not exist. One that cannot be read is not empty. */
const isEmpty = ({ path }: Folder): Promise<boolean> =>
  readdir(path).then(
    (names) => names.length === 0,
    (error: unknown) => systemCode(error) === 'ENOENT',
  )

/** Returns a function that tells whether a folder of the scenario, by its name, is used by others too. */
async function sharedPlaces(
  settings: FolderSettings,
  scenario: string,
  scenarios: readonly string[],
): Promise<(name: 'upload' | SubfolderName) => boolean> {
  const own = await realPath(folderOf(settings, scenario, 'upload').path)
  const names = new Set([productionScenario, ...scenarios, ...Object.keys(settings.DATABASES)])
  names.delete(scenario)
  const roots = await Promise.all([...names].map((name) => realPath(folderOf(settings, name, 'upload').path)))
  const places = await Promise.all([settings.LOGDIR, settings.VAR].map(realPath))
  return (name) => {
    if (name === 'upload') {
      return (
        [...roots, ...places].includes(own) ||
        roots.some((root) => subfolderNames.some((sub) => within(own, join(root, sub))))
      )
    }
    const path = join(own, name)
    return (
      [...roots, ...places].some((place) => within(place, path)) ||
      roots.some((root) => root === own || subfolderNames.some((sub) => within(path, join(root, sub))))
    )
  }
}

const within = (path: string, folder: string): boolean => path === folder || path.startsWith(folder + sep)

/** Returns the path without links; a folder that does not exist yet has its declared path. */
const realPath = (path: string): Promise<string> => realpath(path).catch(() => resolve(path))
