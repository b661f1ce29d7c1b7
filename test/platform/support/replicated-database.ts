/** A primary and a streaming replica of the embedded PostgreSQL, each at its own port. */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, chmod, chown, cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { tmpdir } from 'node:os'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { serverAccount } from '../../../src/database/embedded/account.ts'
import { findBinaries } from '../../../src/database/embedded/binaries.ts'
import { reachableBinaries } from '../../../src/database/embedded/reachable-place.ts'
import { until } from '../../support/wait.ts'
import { freePort } from './free-port.ts'

const run = promisify(execFile)

export interface ReplicatedDatabase extends AsyncDisposable {
  /** Address with both hosts, for clients that need the server that takes writes. */
  readonly url: string
  /** Addresses of the primary and of the replica. */
  readonly addresses: readonly [string, string]
  /** Ends the primary as a crash would. */
  killPrimary(): Promise<void>
  promoteReplica(): Promise<void>
}

/** Starts both. Writes are acknowledged after the replica has received them. */
export async function startReplicatedDatabase(): Promise<ReplicatedDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'planning-replicated-'))
  const account = await serverAccount(folder)
  const binaries = await reachableBinaries(findBinaries(), account)
  await chmod(folder, 0o755)
  if (account !== undefined) await chown(folder, account.uid, account.gid)
  const [data, copy] = [join(folder, 'primary'), join(folder, 'replica')]
  const credentials = ['-U', 'planning', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync']
  await run(binaries.initdb, ['-D', data, ...credentials], { ...account, cwd: '/', env: { LC_ALL: 'C' } })
  // Copied before the first start, because the replica receives all changes by streaming.
  await cp(data, copy, { recursive: true })
  const [port, otherPort] = [await freePort(), await freePort()]
  const shared = `listen_addresses = '127.0.0.1'
unix_socket_directories = ''
fsync = off
wal_keep_size = '512MB'
max_connections = 100
shared_buffers = '64MB'
`
  await appendFile(
    join(data, 'postgresql.conf'),
    `${shared}port = ${port}\nsynchronous_standby_names = '*'\nsynchronous_commit = local\n`,
  )
  await appendFile(
    join(copy, 'postgresql.conf'),
    `${shared}port = ${otherPort}\nprimary_conninfo = 'host=127.0.0.1 port=${port} user=planning'\n`,
  )
  await writeFile(join(copy, 'standby.signal'), '')
  if (account !== undefined) {
    for (const name of ['', ...(await readdir(copy, { recursive: true }))]) {
      await chown(join(copy, name), account.uid, account.gid)
    }
  }
  await chmod(copy, 0o700)
  const start = (place: string): ChildProcess =>
    spawn(binaries.postgres, ['-D', place], { ...account, cwd: '/', stdio: 'ignore', env: { LC_ALL: 'C' } })
  const servers = [start(data), start(copy)] as const
  await until('the primary to have its replica', async () => {
    const rows = await ask(
      address(port, 'postgres'),
      "SELECT FROM pg_stat_replication WHERE sync_state = 'sync'",
    )
    return rows === 1
  })
  await ask(address(port, 'postgres'), 'CREATE DATABASE planning')
  await ask(address(port, 'postgres'), 'ALTER SYSTEM SET synchronous_commit = on')
  await ask(address(port, 'postgres'), 'SELECT pg_reload_conf()')
  return {
    url: `postgres://planning@127.0.0.1:${port},127.0.0.1:${otherPort}/planning?target_session_attrs=read-write`,
    addresses: [address(port, 'planning'), address(otherPort, 'planning')],
    killPrimary: () => end(servers[0]),
    promoteReplica: async () => {
      await ask(address(otherPort, 'postgres'), 'SELECT pg_promote()')
    },
    [Symbol.asyncDispose]: async () => {
      await Promise.all(servers.map(end))
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const address = (port: number, database: string): string =>
  `postgres://planning@127.0.0.1:${port}/${database}`

/** Ends a server immediately, as a crash would. */
async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  const ended = once(server, 'exit')
  server.kill('SIGQUIT')
  await ended
}

/** Returns the number of rows, or undefined while the server does not respond. */
async function ask(url: string, text: string): Promise<number | undefined> {
  const client = new Client({ connectionString: url })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return (await client.query(text)).rowCount ?? undefined
  } catch (error) {
    if (error instanceof Error && 'code' in error && /^(ECONN|57P03)/.test(String(error.code)))
      return undefined
    throw error
  } finally {
    await client.end().catch(() => undefined)
  }
}
