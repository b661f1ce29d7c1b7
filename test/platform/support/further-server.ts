/** A further PostgreSQL server of the embedded binaries at a port of its own, which tests can kill and start again. */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, chmod, chown, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { serverAccount } from '../../../src/database/embedded/account.ts'
import { findBinaries } from '../../../src/database/embedded/binaries.ts'
import { reachableBinaries } from '../../../src/database/embedded/reachable-place.ts'
import { until } from '../../support/wait.ts'
import { freePort } from './free-port.ts'

const run = promisify(execFile)

export interface FurtherServer extends AsyncDisposable {
  /** Address of its database `planning`. */
  readonly url: string
  /** Ends it as a crash would. */
  kill(): Promise<void>
  start(): Promise<void>
}

export async function startFurtherServer(): Promise<FurtherServer> {
  const folder = await mkdtemp(join(tmpdir(), 'planning-further-'))
  const account = await serverAccount(folder)
  const binaries = await reachableBinaries(findBinaries(), account)
  await chmod(folder, 0o755)
  if (account !== undefined) await chown(folder, account.uid, account.gid)
  const data = join(folder, 'data')
  const credentials = ['-U', 'planning', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync']
  await run(binaries.initdb, ['-D', data, ...credentials], { ...account, cwd: '/', env: { LC_ALL: 'C' } })
  const port = await freePort()
  await appendFile(
    join(data, 'postgresql.conf'),
    `listen_addresses = '127.0.0.1'
unix_socket_directories = ''
port = ${port}
fsync = off
max_connections = 60
shared_buffers = '32MB'
`,
  )
  const address = (database: string): string => `postgres://planning@127.0.0.1:${port}/${database}`
  const answers = async (text: string): Promise<boolean> => {
    const client = new Client({ connectionString: address('postgres') })
    client.on('error', () => undefined)
    try {
      await client.connect()
      await client.query(text)
      return true
    } catch (error) {
      if (error instanceof Error && 'code' in error && /^(ECONN|57P03)/.test(String(error.code))) return false
      throw error
    } finally {
      await client.end().catch(() => undefined)
    }
  }
  let process: ChildProcess | undefined
  const start = async (): Promise<void> => {
    process = spawn(binaries.postgres, ['-D', data], {
      ...account,
      cwd: '/',
      stdio: 'ignore',
      env: { LC_ALL: 'C' },
    })
    await until('the further server to answer', () => answers('SELECT 1'))
  }
  const kill = async (): Promise<void> => {
    if (process === undefined || process.exitCode !== null || process.signalCode !== null) return
    const ended = once(process, 'exit')
    process.kill('SIGQUIT')
    await ended
  }
  await start()
  await answers('CREATE DATABASE planning')
  return {
    url: address('planning'),
    kill,
    start,
    [Symbol.asyncDispose]: async () => {
      await kill()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
