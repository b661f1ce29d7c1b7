/** Paths of the embedded server's files under `<VAR>/postgres`. */
import { createHash } from 'node:crypto'
import { mkdirSync, lstatSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ServiceError } from '../../errors/service-error.ts'

export interface EmbeddedPaths {
  readonly folder: string
  /** The cluster, or a link to it if the account that runs the server cannot enter `folder`. */
  readonly data: string
  readonly password: string
  /** File with the port of the last run, which is tried first so that addresses stay valid across restarts. */
  readonly port: string
  readonly lock: string
  readonly socket: string
  readonly keeperLog: string
  readonly serverLog: string
}

/** Maximum length of a socket path that all platforms support, in bytes. */
const longestSocketPath = 100

export function embeddedPaths(folder: string): EmbeddedPaths {
  return {
    folder,
    data: join(folder, 'data'),
    password: join(folder, 'password'),
    port: join(folder, 'port'),
    lock: join(folder, 'keeper.lock'),
    socket: socketPath(folder),
    keeperLog: join(folder, 'keeper.log'),
    serverLog: join(folder, 'postgres.log'),
  }
}

/**
 * Returns the path of the socket: in the folder itself, or, if that path is too long, in a private folder in the
 * temporary folder of the system.
 */
function socketPath(folder: string): string {
  const plain = join(folder, 'keeper.sock')
  if (Buffer.byteLength(plain) <= longestSocketPath) return plain
  const hash = createHash('sha256').update(folder).digest('hex').slice(0, 16)
  const owner = process.getuid?.() ?? 0
  const short = join(tmpdir(), `planctl-${owner}-${hash}`)
  mkdirSync(short, { recursive: true, mode: 0o700 })
  const found = lstatSync(short)
  if (!found.isDirectory() || found.uid !== owner || (found.mode & 0o077) !== 0) {
    const reason = `${short} belongs to somebody else. Remove it, or choose a VAR folder with a shorter path.`
    throw new ServiceError('unusable_database', { reason })
  }
  return join(short, 'keeper.sock')
}
