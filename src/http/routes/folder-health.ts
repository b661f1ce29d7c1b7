/**
 * Checks whether the folders of the service are usable: they can be written and their disks are not full. The result
 * is cached for some seconds, however often it is requested.
 */
import { randomUUID } from 'node:crypto'
import { rm, statfs, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { systemCode } from '../../files/folders/folder-fault.ts'
import { uploadFolder } from '../../settings/scenario-settings.ts'
import type { Settings } from '../../settings/settings.ts'
import type { StoreSettings } from '../../settings/store-settings.ts'
import { storeOf, storeProblem, usesStore } from '../../storage/store-of.ts'

type FolderSettings = Pick<
  Settings,
  'VAR' | 'LOGDIR' | 'UPLOADFILEFOLDER' | 'DATABASES' | 'MIN_FREE_DISK' | 'FILES_URL'
>

const cacheMs = 5_000
/** The check of an object store costs three requests. */
const storeCacheMs = 15_000
const storeTimeoutMs = 5_000

export interface FolderHealth {
  /** Returns `ok`, or the errors with the names of the folders. */
  check(): Promise<string>
}

/** Creates the check; `now` returns milliseconds. */
export function createFolderHealth(settings: FolderSettings, now: () => number = Date.now): FolderHealth {
  return { check: cached(() => checkFolders(settings), cacheMs, now) }
}

/** Creates the check of the object store; undefined if files are in folders. */
export function createStoreHealth(
  settings: StoreSettings,
  now: () => number = Date.now,
): FolderHealth | undefined {
  const store = storeOf(settings)
  if (store === undefined) return undefined
  const check = async (): Promise<string> => {
    const problem = await storeProblem(store, AbortSignal.timeout(storeTimeoutMs))
    return problem === undefined ? 'ok' : `FILES_URL cannot be used (${problem.code})`
  }
  return { check: cached(check, storeCacheMs, now) }
}

/**
 * Returns a function that repeats a check only after the given time, and not before it has ended: on a network folder
 * that does not answer, each check occupies a thread of the process.
 */
export function cached(
  check: () => Promise<string>,
  intervalMs: number,
  now: () => number,
): () => Promise<string> {
  let latest: { at: number | undefined; readonly result: Promise<string> } | undefined
  return () => {
    const isOver = latest?.at !== undefined && now() - latest.at >= intervalMs
    if (latest !== undefined && !isOver) return latest.result
    const begun: typeof latest = { at: undefined, result: check() }
    const end = (): void => {
      begun.at = now()
    }
    begun.result.then(end, end)
    latest = begun
    return begun.result
  }
}

/** Returns name and path of every folder that the service writes to. */
export function checkedFolders(
  settings: Omit<FolderSettings, 'MIN_FREE_DISK'>,
): readonly (readonly [name: string, path: string])[] {
  const own = Object.keys(settings.DATABASES).filter(
    (name) => settings.DATABASES[name]?.UPLOADFILEFOLDER !== undefined,
  )
  const always = [
    ['VAR', settings.VAR],
    ['LOGDIR', settings.LOGDIR],
  ] as const
  if (usesStore(settings)) return always
  return [
    ...always,
    ['UPLOADFILEFOLDER', settings.UPLOADFILEFOLDER],
    ...own.map((name) => [`UPLOADFILEFOLDER of ${name}`, uploadFolder(settings, name)] as const),
  ]
}

async function checkFolders(settings: FolderSettings): Promise<string> {
  const results = await Promise.all(
    checkedFolders(settings).map(async ([name, path]) => {
      const fault = await folderProblem(path, settings.MIN_FREE_DISK)
      return fault === undefined ? [] : [`${name} ${describe(fault)}`]
    }),
  )
  const faults = results.flat()
  return faults.length === 0 ? 'ok' : faults.join('; ')
}

export type FolderProblem =
  | { readonly kind: 'full'; readonly free: number; readonly least: number }
  | { readonly kind: 'unwritable'; readonly code: string }

const describe = (problem: FolderProblem): string =>
  problem.kind === 'full'
    ? `is on a full disk (${problem.free} bytes free, MIN_FREE_DISK is ${problem.least})`
    : `cannot be written (${problem.code})`

/**
 * Returns the problem of a folder; undefined if there is none. For a folder that does not exist yet, its parent
 * folder is checked.
 */
export async function folderProblem(path: string, leastFree: number): Promise<FolderProblem | undefined> {
  const probe = join(path, `.health-${randomUUID()}`)
  try {
    const { bavail, bsize } = await statfs(path)
    const free = bavail * bsize
    if (free < leastFree) return { kind: 'full', free, least: leastFree }
    await writeFile(probe, '', { flag: 'wx', mode: 0o600 })
    await rm(probe)
    return undefined
  } catch (error) {
    const code = systemCode(error) ?? String(error)
    if (code === 'ENOENT' && dirname(path) !== path) return await folderProblem(dirname(path), leastFree)
    return { kind: 'unwritable', code }
  } finally {
    await rm(probe, { force: true }).catch(() => undefined)
  }
}
