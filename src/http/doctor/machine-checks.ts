/** Checks that need no database: the program, its settings, its folders and their disks. */
import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { currentPages } from '../../http/web/pages.ts'
import { ServiceError } from '../../errors/service-error.ts'
import { checkedFolders, folderProblem } from '../../http/routes/folder-health.ts'
import type { Settings } from '../../settings/settings.ts'
import { secretFaults } from '../../settings/secrets.ts'
import { serviceVersion } from '../../settings/version.ts'
import { keepsExisting, storeOf, storeProblem } from '../../storage/store-of.ts'
import { failed, type Finding, ok, warning } from './finding.ts'

/** A disk with less free space than this multiple of MIN_FREE_DISK gets a warning. */
const comfortableFactor = 10

export async function checkInstallation(): Promise<readonly Finding[]> {
  const check = 'installation'
  const pages = await currentPages()
  return [
    ok(check, 'check_release', { release: serviceVersion(), node: process.versions.node }),
    pages === undefined
      ? warning(check, 'check_no_screens', 'check_build_screens')
      : ok(check, 'check_screens', { build: pages.build }),
  ]
}

export function checkSettings(settings: Settings): readonly Finding[] {
  const check = 'settings'
  const isOpen = !['127.0.0.1', '::1', 'localhost'].includes(settings.HOST)
  const findings = [
    ...(isOpen && settings.METRICS_TOKEN === undefined
      ? [warning(check, 'check_metrics_open', 'check_set_metrics_token')]
      : []),
    ...(isOpen && settings.BASE_URL === undefined
      ? [warning(check, 'check_no_base_url', 'check_set_base_url')]
      : []),
    ...(settings.TRUST_PROXY === true && isOpen
      ? [warning(check, 'check_trusts_all', 'check_name_proxy')]
      : []),
    ...(process.getuid?.() === 0 ? [warning(check, 'check_root', 'check_own_account')] : []),
  ]
  return findings.length === 0 ? [ok(check, 'check_settings')] : findings
}

export async function checkFolders(settings: Settings): Promise<readonly Finding[]> {
  return Promise.all(
    checkedFolders(settings).map(async ([name, path]) => {
      const problem = await folderProblem(path, settings.MIN_FREE_DISK)
      if (problem?.kind === 'full') {
        const { free, least } = problem
        return failed('folders', 'check_folder_full', 'check_move_folder', { name, path, free, least })
      }
      if (problem !== undefined) {
        const { code } = problem
        return failed('folders', 'check_folder_unwritable', 'check_folder_rights', { name, path, code })
      }
      const free = await freeBytes(path)
      const params = { name, path, free: sizeText(free) }
      return free < comfortableFactor * settings.MIN_FREE_DISK
        ? warning('disk', 'check_disk_small', 'check_free_space', params)
        : ok('disk', 'check_disk', params)
    }),
  )
}

/** Checks that the account can read the secrets of the installation, and that others cannot. */
export async function checkSecrets(settings: Pick<Settings, 'VAR'>): Promise<readonly Finding[]> {
  const faults = await secretFaults(settings)
  return faults.map(({ path, code }) =>
    code === undefined
      ? warning('folders', 'check_secret_open', 'check_close_secret', { path })
      : failed('folders', 'check_secret_unreadable', 'check_own_secret', { path, code }),
  )
}

/** Writes, reads and deletes an object of the object store, if files are in one. */
export async function checkStore(settings: Settings): Promise<readonly Finding[]> {
  const store = storeOf(settings)
  if (store === undefined) return []
  const signal = AbortSignal.timeout(storeTimeoutMs)
  const place = settings.FILES_URL
  const fault = (message: string): readonly Finding[] => [
    failed('files', 'check_files_fault', 'check_files_page', { place, reason: message.replace(/\.$/, '') }),
  ]
  const problem = await storeProblem(store, signal)
  if (problem !== undefined) return fault(problem.message)
  try {
    const usable = ok('files', 'check_files', { place })
    return (await keepsExisting(store, signal))
      ? [usable]
      : [usable, warning('files', 'check_files_replaced', 'check_files_page', { place })]
  } catch (error) {
    if (error instanceof ServiceError) return fault(error.message)
    throw error
  }
}

const storeTimeoutMs = 20_000

/** Returns the free space of the disk on which a folder is or would be created, in bytes. */
async function freeBytes(path: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(path)
    return bavail * bsize
  } catch (error) {
    if (dirname(path) === path) throw error
    return freeBytes(dirname(path))
  }
}

const gigabyte = 2 ** 30

/** Returns the size in gigabytes, below 0.1 GB in megabytes. */
export const sizeText = (bytes: number): string =>
  bytes < gigabyte / 10 ? `${Math.ceil(bytes / 2 ** 20)} MB` : `${(bytes / gigabyte).toFixed(1)} GB`
