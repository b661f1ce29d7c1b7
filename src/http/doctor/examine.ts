/** Runs all checks of an installation, for `planctl doctor` and for the screen of administrators. */
import type { Database } from '../../database/database.ts'
import { embeddedFolder } from '../../database/with-database.ts'
import { ServiceError } from '../../errors/service-error.ts'
import type { Additions } from '../../model/additions.ts'
import type { Settings } from '../../settings/settings.ts'
import { checkCertificates } from './certificate-checks.ts'
import {
  checkBackups,
  checkClock,
  checkDatabase,
  checkProviderGroups,
  checkScenarioSettings,
  checkSchema,
  checkServers,
  checkSharedPlaces,
  checkWorkers,
} from './database-checks.ts'
import { failed, type Finding } from './finding.ts'
import { checkFolders, checkInstallation, checkSecrets, checkSettings, checkStore } from './machine-checks.ts'

/** The database with an installation, or without one. */
export interface CheckedDatabase {
  readonly database: Database
  /** Version of PostgreSQL, such as `18.4`. */
  readonly version: string
  readonly embedded: boolean
  readonly additions: Additions
}

type RunChecks = (place: CheckedDatabase) => Promise<readonly Finding[]>

export interface CheckedParts {
  /** Returns the settings; throws `invalid_settings`. */
  readonly settings: () => Settings
  /** Runs the callback with the database. Rejects with a `ServiceError` if it cannot be used. */
  readonly withDatabase: (run: RunChecks) => Promise<readonly Finding[]>
}

/** Checks everything; what cannot be checked because of another problem is left out. */
export async function examine({
  settings: readSettings,
  withDatabase,
}: CheckedParts): Promise<readonly Finding[]> {
  const installation = await checkInstallation()
  let settings: Settings
  try {
    settings = readSettings()
  } catch (error) {
    return [...installation, failed('settings', 'check_reason', 'check_correct_settings', reasonOf(error))]
  }
  const [folders, secrets, store, certificates, database] = await Promise.all([
    checkFolders(settings),
    checkSecrets(settings),
    checkStore(settings),
    checkCertificates(settings),
    withDatabase((place) => examineDatabase(place, settings)).catch((error: unknown) => [
      failed('database', 'check_reason', 'check_database_skipped', reasonOf(error)),
    ]),
  ])
  return [
    ...installation,
    ...checkSettings(settings),
    ...folders,
    ...secrets,
    ...store,
    ...database,
    ...certificates,
  ]
}

/** Returns the reason of a known error; throws other errors, which are faults of the checks. */
function reasonOf(error: unknown): { readonly reason: string } {
  if (!(error instanceof ServiceError)) throw error
  return { reason: error.message.replace(/\.$/, '') }
}

async function examineDatabase(
  { database, version, embedded, additions }: CheckedDatabase,
  settings: Settings,
): Promise<readonly Finding[]> {
  const schema = await checkSchema(database, additions)
  const isUsable = schema.every(({ state }) => state === 'ok')
  return [
    ...(await checkDatabase(database, settings, version)),
    ...schema,
    ...(isUsable ? await checkServers(database) : []),
    ...(isUsable ? await checkScenarioSettings(database, settings) : []),
    ...(isUsable ? await checkProviderGroups(database, settings) : []),
    ...(await checkClock(database)),
    ...(embedded ? await examineArchive(database, settings) : await checkSharedPlaces(database, settings)),
    ...(isUsable ? [...(await checkBackups(database)), ...(await checkWorkers(database))] : []),
  ]
}

/** Checks the archive; loads the modules for it only if one is configured. */
async function examineArchive(database: Database, settings: Settings): Promise<readonly Finding[]> {
  const archive = settings.DATABASE_ARCHIVE
  if (archive === undefined) return []
  const [{ checkArchive }, { embeddedPaths }] = await Promise.all([
    import('./archive-checks.ts'),
    import('../../database/embedded/paths.ts'),
  ])
  return checkArchive(database, archive, embeddedPaths(embeddedFolder(settings)).data)
}
