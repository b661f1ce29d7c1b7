/**
 * Locations of programs and data if the account that runs the server cannot enter the installation's folder, such as
 * a clone under /root: they are then stored under /var/lib/planctl.
 */
import {
  chmod,
  copyFile,
  link,
  mkdir,
  mkdtemp,
  readdir,
  readlink,
  rename,
  rm,
  symlink,
} from 'node:fs/promises'
import { realpathSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { readFile } from 'node:fs/promises'
import { ServiceError } from '../../errors/service-error.ts'
import { canReach, type Account } from './account.ts'
import { binariesIn, type Binaries } from './binaries.ts'
import type { EmbeddedPaths } from './paths.ts'

export const sharedFolder = '/var/lib/planctl'

/**
 * Returns the folder in which the cluster is or will be created. Outside the installation it is a new folder, and
 * `paths.data` becomes a link to it, so that the installation finds its data again even if it is moved.
 * Throws `unusable_database` if that link leads nowhere: the data are elsewhere, such as on a volume that is not
 * mounted, and a new, empty database would hide that.
 */
export async function dataFolder(paths: EmbeddedPaths, account: Account | undefined): Promise<string> {
  const existing = followed(paths.data)
  if (existing !== undefined) return existing
  const linked = await linkedPlace(paths.data)
  if (linked !== undefined) return linked
  if (await canReach(account, paths.folder)) return paths.data
  await openFolder(sharedFolder)
  const place = await mkdtemp(join(sharedFolder, `${basename(dirname(paths.folder))}-`))
  await chmod(place, 0o755)
  await symlink(join(place, 'data'), paths.data)
  return join(place, 'data')
}

/** Returns the place that a link names, where a first start was ended before it had made the cluster. */
async function linkedPlace(data: string): Promise<string | undefined> {
  const target = await readlink(data).catch(() => undefined)
  if (target === undefined) return undefined
  const place = resolve(dirname(data), target)
  if (followed(dirname(place)) !== undefined) return place
  const reason =
    `The database is in ${place}, but there is no folder ${dirname(place)}. Mount the volume that has it. To begin ` +
    `with an empty database, or to restore a backup, remove the link ${data}.`
  throw new ServiceError('unusable_database', { reason })
}

/** Returns the real path of the data folder, with links resolved; undefined if it does not exist. */
export function followed(path: string): string | undefined {
  try {
    return realpathSync(path)
  } catch {
    return undefined
  }
}

/** Returns programs that the account can execute: the given ones, or hard links to them in the shared folder. */
export async function reachableBinaries(binaries: Binaries, account: Account | undefined): Promise<Binaries> {
  if (await canReach(account, binaries.postgres)) return binaries
  const { version } = await packageOf(binaries)
  const target = join(sharedFolder, `postgresql-${version}-${process.platform}-${process.arch}`)
  const shared = binariesIn(target)
  if (await canReach(account, shared.postgres)) return shared
  await openFolder(sharedFolder)
  const draft = await mkdtemp(`${target}.`)
  await linkTree(binaries.folder, draft)
  // Another process may have created the same folder first; it is then used.
  await rename(draft, target).catch(() => rm(draft, { recursive: true }))
  return shared
}

async function packageOf(binaries: Binaries): Promise<{ version: string }> {
  const parsed: unknown = JSON.parse(await readFile(join(binaries.folder, '../package.json'), 'utf8'))
  const version =
    typeof parsed === 'object' && parsed !== null && 'version' in parsed ? parsed.version : undefined
  return { version: String(version) }
}

async function openFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true })
  await chmod(path, 0o755)
}

/** Creates hard links, which need no space; across file systems, files are copied. */
async function linkTree(from: string, to: string): Promise<void> {
  await openFolder(to)
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) await linkTree(source, target)
    else if (entry.isSymbolicLink()) await symlink(await readlink(source), target)
    else await link(source, target).catch(() => copyFile(source, target))
  }
}
