/**
 * The usual tools for copy, backup and restore: `pg_dump -Fc` and `pg_restore`. They require a server that is not
 * newer than the tools, so the PostgreSQL of the machine is started in addition to ours, with the same settings and
 * rows.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, chown, mkdir, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { serverAccount } from '../../src/database/embedded/account.ts'
import { clusterSettings } from '../../src/database/embedded/tuning.ts'
import { timed } from '../support/figures.ts'

export interface ReferenceServer extends AsyncDisposable {
  /** Name and version, such as `pg_dump 15.18`. */
  readonly name: string
  /** Replaces the content by that of a dump made by `planctl backup`. */
  fill(dump: string): Promise<void>
  /** Returns the milliseconds of `pg_dump -Fc | pg_restore` into an empty database. */
  copy(): Promise<number>
  /** Returns the milliseconds of `pg_dump -Fc` into a file, and the size of the file in bytes. */
  backup(): Promise<{ readonly milliseconds: number; readonly bytes: number }>
  /** Returns the milliseconds of `pg_restore` of that file into an empty database. */
  restore(): Promise<number>
}

const execute = promisify(execFile)
const programs = ['initdb', 'postgres', 'pg_dump', 'pg_restore', 'psql']

/**
 * Returns the folder of the newest PostgreSQL of the machine with server and clients, in the locations of Debian and
 * Red Hat.
 */
async function findPrograms(): Promise<string | undefined> {
  const folders = await Promise.all(
    ['/usr/lib/postgresql', '/usr'].map(async (parent) => {
      const names = await readdir(parent).catch(() => [])
      return names
        .filter((name) => /^(pgsql-)?\d+$/.test(name))
        .toSorted((one, other) => Number(other.replace(/\D/g, '')) - Number(one.replace(/\D/g, '')))
        .map((name) => join(parent, name, 'bin'))
    }),
  )
  for (const folder of [...folders.flat(), '/usr/local/pgsql/bin', '/usr/bin']) {
    const found = await Promise.all(programs.map((name) => stat(join(folder, name)).catch(() => undefined)))
    if (found.every((file) => file !== undefined)) return folder
  }
  return undefined
}

/** Starts the server in the folder; returns undefined on a machine without PostgreSQL. */
export async function startReference(folder: string): Promise<ReferenceServer | undefined> {
  const bin = await findPrograms()
  if (bin === undefined) return undefined
  const home = join(folder, 'reference')
  const data = join(home, 'data')
  await mkdir(home)
  const account = await serverAccount(data)
  if (account !== undefined) await chown(home, account.uid, account.gid)
  const options = { ...account, cwd: home, env: { PATH: process.env['PATH'], LC_ALL: 'C' } }
  const user = 'bench'
  await execute(
    join(bin, 'initdb'),
    ['-D', data, '-A', 'trust', '-U', user, '-E', 'UTF8', '--locale=C'],
    options,
  )
  // The server listens on a socket in a folder without access for other users.
  const place = { ...clusterSettings(), listen_addresses: '', unix_socket_directories: home }
  const lines = Object.entries(place).map(([key, value]) => `${key} = '${value}'`)
  await appendFile(join(data, 'postgresql.conf'), `${lines.join('\n')}\n`)
  const server = spawn(join(bin, 'postgres'), ['-D', data], { ...options, stdio: 'ignore' })
  const to = (database: string): readonly string[] => ['-h', home, '-U', user, '-d', database]
  const psql = async (database: string, sql: string): Promise<string> =>
    (await execute(join(bin, 'psql'), ['-X', '-q', '-A', '-t', ...to(database), '-c', sql])).stdout.trim()
  const abandon = (): void => void server.kill('SIGQUIT')
  process.once('exit', abandon)
  await untilReady(server, () => psql('postgres', 'SELECT 1'))
  const { stdout: version } = await execute(join(bin, 'pg_dump'), ['--version'])

  const file = join(home, 'reference.dump')
  /** Runs a shell command with the programs of the reference first on the path. */
  const shell = async (command: string): Promise<number> =>
    timed(() =>
      execute('/bin/sh', ['-c', command], { env: { ...process.env, PATH: `${bin}:${process.env['PATH']}` } }),
    )
  const recreate = async (database: string): Promise<void> => {
    await psql('postgres', `DROP DATABASE IF EXISTS ${database}`)
    await psql('postgres', `CREATE DATABASE ${database} TEMPLATE template0`)
    await psql('postgres', 'CHECKPOINT')
  }
  const at = (database: string): string => to(database).join(' ')
  return {
    name: `pg_dump ${/\d[\d.]*/.exec(version)?.[0] ?? ''}`,
    fill: async (dump) => {
      await recreate('source')
      await shell(`gunzip -c '${dump}' | psql -X -q -v ON_ERROR_STOP=1 ${at('source')} >/dev/null`)
      await psql('source', 'VACUUM ANALYZE')
    },
    copy: async () => {
      await recreate('target')
      return shell(`pg_dump -Fc ${at('source')} | pg_restore ${at('target')}`)
    },
    backup: async () => {
      const milliseconds = await shell(`pg_dump -Fc ${at('source')} > '${file}' && sync '${file}'`)
      return { milliseconds, bytes: (await stat(file)).size }
    },
    restore: async () => {
      await recreate('target')
      return shell(`pg_restore ${at('target')} '${file}'`)
    },
    [Symbol.asyncDispose]: async () => {
      if (server.exitCode === null && server.signalCode === null) {
        const ended = once(server, 'exit')
        server.kill('SIGINT')
        await ended
      }
      process.off('exit', abandon)
    },
  }
}

async function untilReady(server: ChildProcess, ask: () => Promise<unknown>): Promise<void> {
  for (;;) {
    try {
      await ask()
      return
    } catch (error) {
      if (server.exitCode !== null) throw error
    }
  }
}
