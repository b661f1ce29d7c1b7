/**
 * PostgreSQL refuses to run as root. When root starts the service, the database runs under another account,
 * which must be able to reach its programs and its data.
 */
import { execFile } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { promisify } from 'node:util'
import { ServiceError } from '../../errors/service-error.ts'

const execute = promisify(execFile)

export interface Account {
  readonly uid: number
  readonly gid: number
}

/** Accounts to use when root asks; the first that exists. `planctl` is created if the system lets us. */
const candidates = ['postgres', 'planctl']
const lastResort = 'nobody'

/**
 * The account that runs the server, or undefined when it is the one we run under. Data that exists stays
 * with its owner, so that root and an ordinary user can take turns.
 */
export async function serverAccount(dataFolder: string): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const owner = await stat(dataFolder).catch(() => undefined)
  if (owner !== undefined && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  for (const name of candidates) {
    const account = await findAccount(name)
    if (account !== undefined) return account
  }
  await createAccount('planctl')
  const account = (await findAccount('planctl')) ?? (await findAccount(lastResort))
  if (account !== undefined) return account
  const reason =
    'PostgreSQL does not run as root, and no other account was found to run it under. Create the account ' +
    '"planctl", start the service as an ordinary user, or set DATABASE_URL to a PostgreSQL server.'
  throw new ServiceError('unusable_database', { reason })
}

/** Whether the account can read and enter or execute a path; asked of the system itself, ACLs and all. */
export async function canReach(account: Account | undefined, path: string): Promise<boolean> {
  if (account === undefined) return true
  return execute('/bin/sh', ['-c', 'test -r "$1" && test -x "$1"', 'sh', path], {
    ...account,
    cwd: '/',
  }).then(
    () => true,
    () => false,
  )
}

async function findAccount(name: string): Promise<Account | undefined> {
  try {
    const [uid, gid] = await Promise.all(
      ['-u', '-g'].map(async (what) => Number((await execute('id', [what, name])).stdout)),
    )
    return uid === undefined || gid === undefined || !(uid > 0) ? undefined : { uid, gid }
  } catch {
    return undefined
  }
}

/** Debian and Red Hat know the first form, Alpine and BusyBox the second. Failing is fine: see the last resort. */
async function createAccount(name: string): Promise<void> {
  await execute('useradd', ['--system', '--no-create-home', '--shell', '/usr/sbin/nologin', name])
    .catch(() => execute('adduser', ['-S', '-D', '-H', name]))
    .catch(() => undefined)
}
