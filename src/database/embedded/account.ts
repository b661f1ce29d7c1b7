/**
 * PostgreSQL refuses to run as root. If root starts the service, the database runs under another account, which must
 * be able to access its programs and its data.
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

/** Accounts to use under root; the first existing one is used. `planctl` is created if the system permits it. */
const candidates = ['postgres', 'planctl']
const lastResort = 'nobody'

/**
 * Returns the account that runs the server; undefined if it is the account of this process. Existing data stays with
 * its owner, so that root and an ordinary user can alternate.
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

/**
 * Returns whether the account can read and enter or execute a path. The system itself checks this, so ACLs are
 * included.
 */
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

/**
 * Creates a system account. Debian and Red Hat have the first command, Alpine and BusyBox the second. A failure is
 * ignored, because `lastResort` is then used.
 */
async function createAccount(name: string): Promise<void> {
  await execute('useradd', ['--system', '--no-create-home', '--shell', '/usr/sbin/nologin', name])
    .catch(() => execute('adduser', ['-S', '-D', '-H', name]))
    .catch(() => undefined)
}
