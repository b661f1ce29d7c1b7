/** Prepares the start of the server: account, programs, cluster, orphaned servers, roles, and archive. */
import { realpath, rename, stat } from 'node:fs/promises'
import { serverAccount } from './account.ts'
import { archiveSettings, prepareArchive } from './archive.ts'
import { findBinaries } from './binaries.ts'
import { ensureCluster } from './cluster.ts'
import { stopOrphan } from './orphan.ts'
import type { KeeperConfig } from './keeper-config.ts'
import type { EmbeddedPaths } from './paths.ts'
import type { PostmasterOptions } from './postmaster.ts'
import { dataFolder, reachableBinaries } from './reachable-place.ts'
import { finishReplacement } from './replace-data.ts'
import { ensureServiceRole } from './service-role.ts'

const largestLog = 10 * 2 ** 20

export type PreparedServer = Omit<PostmasterOptions, 'port'> & {
  /** Version of PostgreSQL, such as `18.4`. */
  readonly version: string
}

/** Prepares the server. The caller must hold the keeper's lock. */
export async function prepareServer(
  paths: EmbeddedPaths,
  { ephemeral, archive }: Pick<KeeperConfig, 'ephemeral' | 'archive'>,
): Promise<PreparedServer> {
  const durable = !ephemeral
  await finishReplacement(paths)
  const account = await serverAccount(paths.data)
  const binaries = await reachableBinaries(findBinaries(), account)
  const place = await dataFolder(paths, account)
  const version = await ensureCluster({
    binaries,
    data: place,
    passwordFile: paths.password,
    account,
    durable,
  })
  const data = await realpath(place)
  const orphan = await stopOrphan(data)
  if (orphan !== undefined) console.log(`Stopped PostgreSQL process ${orphan}, which had lost its keeper.`)
  await ensureServiceRole({ binaries, data, account, durable })
  await prepareArchive({ binaries, data, account, durable }, archive)
  const size = await stat(paths.serverLog).then(
    (found) => found.size,
    () => 0,
  )
  if (size > largestLog) await rename(paths.serverLog, `${paths.serverLog}.1`)
  const settings = archive === undefined ? {} : archiveSettings(archive)
  return { account, binaries, data, logFile: paths.serverLog, durable, version, settings }
}
