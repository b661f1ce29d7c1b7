/** Everything a keeper prepares before it can start the server: account, programs, cluster, no orphan, roles. */
import { realpath, rename, stat } from 'node:fs/promises'
import { serverAccount } from './account.ts'
import { findBinaries } from './binaries.ts'
import { ensureCluster } from './cluster.ts'
import { stopOrphan } from './orphan.ts'
import type { EmbeddedPaths } from './paths.ts'
import type { PostmasterOptions } from './postmaster.ts'
import { dataFolder, reachableBinaries } from './reachable-place.ts'
import { ensureServiceRole } from './service-role.ts'

const largestLog = 10 * 2 ** 20

export type PreparedServer = Omit<PostmasterOptions, 'port'> & {
  /** Version of PostgreSQL, such as `18.4`. */
  readonly version: string
}

/** Only for whoever holds the keeper's lock. */
export async function prepareServer(paths: EmbeddedPaths, durable: boolean): Promise<PreparedServer> {
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
  const size = await stat(paths.serverLog).then(
    (found) => found.size,
    () => 0,
  )
  if (size > largestLog) await rename(paths.serverLog, `${paths.serverLog}.1`)
  return { account, binaries, data, logFile: paths.serverLog, durable, version }
}
