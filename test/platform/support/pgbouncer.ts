/** Starts a real PgBouncer in transaction mode in front of the database server of the tests. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { freePort } from './free-port.ts'

export const hasPgBouncer = spawnSync('pgbouncer', ['--version'], { stdio: 'ignore' }).status === 0

/** Says that tests are skipped because PgBouncer is missing. Benchmarks, which use it too, say so themselves. */
export function warnWithoutPgBouncer(): void {
  if (!hasPgBouncer)
    console.warn(
      'pgbouncer is not installed: tests of connection pooling are skipped (apt-get install pgbouncer).',
    )
}

export interface PgBouncer extends AsyncDisposable {
  /** Returns the address of a database through the pooler. */
  address(direct: string): string
}

/**
 * @param server address of any database of the server
 * @param more additional lines of the section [pgbouncer]
 */
export async function startPgBouncer(server: string, more: readonly string[] = []): Promise<PgBouncer> {
  const folder = await mkdtemp(join(tmpdir(), 'planning-pgbouncer-'))
  await chmod(folder, 0o755)
  const port = await freePort()
  const url = new URL(server)
  const password = url.password === '' ? '' : ` password=${decodeURIComponent(url.password)}`
  const configuration = `[databases]
* = host=${url.hostname} port=${url.port} user=${url.username}${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 4
max_client_conn = 500
${more.join('\n')}
`
  const file = join(folder, 'pgbouncer.ini')
  await writeFile(file, configuration)
  // PgBouncer does not run as root.
  const account = userInfo().uid === 0 ? ['-u', 'nobody'] : []
  const child = spawn('pgbouncer', ['-q', ...account, file], { stdio: ['ignore', 'ignore', 'inherit'] })
  const address = (direct: string): string => {
    const own = new URL(direct)
    own.port = String(port)
    own.hostname = '127.0.0.1'
    return own.href
  }
  for (let tries = 0; tries < 100 && !(await answers(address(server))); tries += 1) await delay(50)
  return {
    address,
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGINT')
      const late = setTimeout(() => child.kill('SIGKILL'), 2_000)
      if (child.exitCode === null) await once(child, 'exit')
      clearTimeout(late)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function answers(address: string): Promise<boolean> {
  const client = new Client({ connectionString: address, application_name: '' })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}
