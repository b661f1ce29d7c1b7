/**
 * Creates the database cluster. It is created under another name and then renamed, so that a kill during the creation
 * leaves no incomplete cluster.
 */
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chown, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { ServiceError } from '../../errors/service-error.ts'
import type { Account } from './account.ts'
import type { Binaries } from './binaries.ts'
import { serviceRole } from './service-role.ts'
import { clusterSettings } from './tuning.ts'

const execute = promisify(execFile)

export interface ClusterOptions {
  readonly binaries: Binaries
  readonly data: string
  readonly passwordFile: string
  readonly account: Account | undefined
  /** False only for temporary servers of tests. */
  readonly durable: boolean
}

/**
 * Creates the cluster unless it exists, and checks that the programs have the same version. Returns the version of
 * the programs, such as `18.4`.
 */
export async function ensureCluster(options: ClusterOptions): Promise<string> {
  const { data, binaries } = options
  const { stdout } = await execute(binaries.postgres, ['--version'])
  const version = /\) (\S+)/.exec(stdout)?.[1] ?? ''
  const found = await readFile(join(data, 'PG_VERSION'), 'utf8').catch(() => undefined)
  if (found === undefined) await createCluster(options)
  else if (found.trim() !== version.split('.')[0]) {
    const reason =
      `The data in ${data} was made by PostgreSQL ${found.trim()}, this release brings ${version}. Back it up ` +
      'with the release that made it, remove the folder and restore the backup here.'
    throw new ServiceError('unusable_database', { reason })
  }
  return version
}

async function createCluster(options: ClusterOptions): Promise<void> {
  const { account, binaries, data, durable } = options
  const parent = dirname(data)
  const prefix = `${basename(data)}.new-`
  // Drafts of killed runs. Only one keeper of an installation runs at a time, but its initdb may continue to write
  // for a moment after it was killed; files that then remain are deleted the next time.
  for (const name of await readdir(parent)) {
    if (!name.startsWith(prefix)) continue
    const leftover = { recursive: true, force: true, maxRetries: 10, retryDelay: 50 }
    await rm(join(parent, name), leftover).catch(() => undefined)
  }
  const draft = join(parent, `${prefix}${process.pid}`)
  const passwordCopy = join(parent, `${prefix}${process.pid}.password`)
  await mkdir(draft, { mode: 0o700 })
  await writeFile(passwordCopy, await ensurePassword(options.passwordFile), { mode: 0o600 })
  if (account !== undefined) {
    await chown(draft, account.uid, account.gid)
    await chown(passwordCopy, account.uid, account.gid)
  }
  const settings = Object.entries(clusterSettings()).flatMap(([key, value]) => ['-c', `${key}=${value}`])
  const credentials = ['-U', serviceRole, '--pwfile', passwordCopy, '--auth=scram-sha-256']
  const format = ['--encoding=UTF8', '--locale=C', '--no-instructions', ...(durable ? [] : ['--no-sync'])]
  const flags = ['-D', draft, ...credentials, ...format, ...settings]
  const environment = { PATH: process.env['PATH'], LC_ALL: 'C' }
  try {
    await execute(binaries.initdb, flags, { ...account, cwd: parent, env: environment })
    await rename(draft, data)
  } catch (cause) {
    const said = cause instanceof Error && 'stderr' in cause ? String(cause.stderr).trim() : String(cause)
    const reason = `The database cluster cannot be made in ${parent}. PostgreSQL says:\n${said}`
    throw new ServiceError('unusable_database', { reason }, { cause })
  } finally {
    await rm(passwordCopy, { force: true })
    await rm(draft, { recursive: true, force: true })
  }
}

/**
 * Returns the password of the service role. It is created on first use, is readable by the owner of the installation
 * only, is written atomically, and is on disk before the cluster that needs it.
 */
async function ensurePassword(file: string): Promise<string> {
  const known = await readFile(file, 'utf8').catch(() => '')
  if (known !== '') return known
  const password = randomBytes(24).toString('base64url')
  await writeFile(`${file}.new`, password, { mode: 0o600, flush: true })
  await rename(`${file}.new`, file)
  return password
}

/** Returns the password; throws `unusable_database` if the file cannot be read. */
export async function readPassword(file: string): Promise<string> {
  try {
    return (await readFile(file, 'utf8')).trim()
  } catch (cause) {
    const reason = `The password of the embedded database cannot be read from ${file}. Start the service as its owner.`
    throw new ServiceError('unusable_database', { reason }, { cause })
  }
}
