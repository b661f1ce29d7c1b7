/** Checks that need no database: the program, its settings, its folders and their disks. */
import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { currentPages } from '../../http/web/pages.ts'
import { checkedFolders, folderProblem } from '../../http/routes/folder-health.ts'
import type { Settings } from '../../settings/settings.ts'
import { serviceVersion } from '../../settings/version.ts'
import { storeOf, storeProblem } from '../../storage/store-of.ts'
import { failed, type Finding, ok, warning } from './finding.ts'

/** A disk with less free space than this multiple of MIN_FREE_DISK gets a warning. */
const comfortableFactor = 10

export async function checkInstallation(): Promise<readonly Finding[]> {
  const check = 'installation'
  const version = `release ${serviceVersion()}, Node ${process.versions.node}`
  const pages = await currentPages()
  const screens =
    pages === undefined
      ? warning(check, 'the screens are not built', 'Run npm run build in the folder of the service.')
      : ok(check, `screens built (${pages.build})`)
  return [ok(check, version), screens]
}

export function checkSettings(settings: Settings): readonly Finding[] {
  const check = 'settings'
  const isOpen = !['127.0.0.1', '::1', 'localhost'].includes(settings.HOST)
  const findings = [
    ...(isOpen && settings.METRICS_TOKEN === undefined
      ? [warning(check, 'everybody in the network may read /metrics', 'Set METRICS_TOKEN.')]
      : []),
    ...(isOpen && settings.BASE_URL === undefined
      ? [
          warning(
            check,
            'the service does not know its own address',
            'Set BASE_URL to the address that people use.',
          ),
        ]
      : []),
    ...(settings.TRUST_PROXY === true && isOpen
      ? [
          warning(
            check,
            'X-Forwarded headers are believed from everybody',
            'Name the addresses of the proxy in TRUST_PROXY.',
          ),
        ]
      : []),
    ...(process.getuid?.() === 0
      ? [warning(check, 'this runs as root', 'Run the service under an account of its own.')]
      : []),
  ]
  return findings.length === 0 ? [ok(check, 'valid')] : findings
}

export async function checkFolders(settings: Settings): Promise<readonly Finding[]> {
  return Promise.all(
    checkedFolders(settings).map(async ([name, path]) => {
      const problem = await folderProblem(path, settings.MIN_FREE_DISK)
      if (problem !== undefined) {
        const remedy = problem.includes('full disk')
          ? 'Free some space, or move the folder.'
          : `Give the account of the service the right to write in ${path}.`
        return failed('folders', `${name} ${path} ${problem}`, remedy)
      }
      const free = await freeBytes(path)
      return free < comfortableFactor * settings.MIN_FREE_DISK
        ? warning('disk', `${name} ${path}: ${gigabytes(free)} free`, 'Free some space before it is needed.')
        : ok('disk', `${name} ${path}: writable, ${gigabytes(free)} free`)
    }),
  )
}

/** Writes, reads and deletes an object of the object store, if files are in one. */
export async function checkStore(settings: Settings): Promise<readonly Finding[]> {
  const store = storeOf(settings)
  if (store === undefined) return []
  const problem = await storeProblem(store, AbortSignal.timeout(storeTimeoutMs))
  if (problem === undefined)
    return [ok('files', `${settings.FILES_URL}: objects can be written, read and deleted`)]
  const remedy = 'See docs/how-to/object-store.md.'
  return [failed('files', `${settings.FILES_URL}: ${problem.message.replace(/\.$/, '')}`, remedy)]
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

export const gigabytes = (bytes: number): string => `${(bytes / 2 ** 30).toFixed(1)} GB`
