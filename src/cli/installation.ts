/** Opens the resources of a command: the database, the installation in it, the service, a scenario. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import { Type } from '../contract/type.ts'
import type { Database } from '../database/database.ts'
import { hasCluster } from '../database/embedded/has-cluster.ts'
import { embeddedFolder, type ServerAddress, withDatabase } from '../database/with-database.ts'
import { englishText } from '../errors/plain-text.ts'
import { ServiceError } from '../errors/service-error.ts'
import { newerSchemaReason } from '../database/migrations.ts'
import { moduleOf } from '../model/additions.ts'
import { installationExists, missingMigrations, newerMigrations } from '../scenarios/installation.ts'
import { settleIfAbandoned } from '../scenarios/aside/scenario-lock.ts'
import { listScenarios } from '../scenarios/registry.ts'
import type { Scenario } from '../scenarios/scenario.ts'
import { openService, type Service } from '../service/service.ts'
import type { Settings } from '../settings/settings.ts'
import { createLogger } from '../settings/logger.ts'
import { extendedBy } from '../tasks/registry.ts'
import type { CommandContext } from './command.ts'
import { installedExtensions } from './extensions.ts'
import type { Terminal } from './terminal.ts'

/** Option of servers and workers: how long they wait for `planctl migrate`. */
export const awaitMigrationOption = {
  'await-migration': Type.Number({
    minimum: 0,
    default: 0,
    description: 'Seconds to wait until the database is migrated to this release.',
  }),
}

type OpenContext = Pick<CommandContext, 'settings' | 'debug' | 'commandNames'>

/** Returns the logger of a command: silent unless `debug` is set, because a command reports its failure itself. */
export function commandLogger({ settings, debug }: Pick<OpenContext, 'settings' | 'debug'>): Logger {
  return createLogger({ LOG_LEVEL: debug ? settings().LOG_LEVEL : 'silent' })
}

/** Opens the database, whether it contains an installation or not. */
export function withBareDatabase<Result>(
  context: OpenContext,
  run: (database: Database, server: ServerAddress) => Promise<Result>,
): Promise<Result> {
  return withDatabase(context.settings(), commandLogger(context), run)
}

/** Opens the database with an installation that this release can use. Throws `command_failed` with the remedy. */
export async function withInstallation<Result>(
  context: OpenContext,
  run: (database: Database, server: ServerAddress) => Promise<Result>,
): Promise<Result> {
  requireCluster(context)
  return withBareDatabase(context, async (database, server) => {
    await requireInstallation(database, context)
    return run(database, server)
  })
}

/** Opens the service without its web server. */
export function withService<Result>(
  context: OpenContext,
  run: (service: Service) => Promise<Result>,
): Promise<Result> {
  return withInstallation(context, async (database) => {
    await using service = await openService({
      settings: context.settings(),
      database,
      logger: commandLogger(context),
      ...(await extendedBy(context.settings())),
    })
    // Awaited here; otherwise the service would be closed while it is in use.
    return await run(service)
  })
}

/**
 * Throws `command_failed` unless an installation exists that no newer release has migrated and that is migrated to
 * this release and to the extension modules of the settings. An older release is accepted if `release` says so.
 */
export async function requireInstallation(
  database: Database,
  context: Pick<OpenContext, 'settings' | 'commandNames'>,
  release: 'of this release' | 'of this or an older release' = 'of this release',
): Promise<void> {
  const fault = await installationFault(database, context, release)
  if (fault !== undefined) throw failed(fault.reason)
}

/** Milliseconds between two checks of a database that is to be migrated. */
const migrationPollMs = 500

type WaitingContext = Pick<CommandContext, 'settings' | 'commandNames' | 'signal'> & {
  readonly terminal: Pick<Terminal, 'say'>
}

/** Waits of a command for `planctl migrate`, with one time limit and one message. */
export interface MigrationWait {
  /**
   * Waits until the embedded database exists: opening it would create an empty one. Throws as `requireCluster` after
   * the timeout, at once if it is 0.
   */
  forCluster(): Promise<void>
  /**
   * Waits until the database is migrated to this release: servers and workers of a newer release are started before
   * `planctl migrate`, so that they can take over at once. Throws as above after the timeout, and at once if the
   * database is of a newer release than this one.
   */
  forInstallation(database: Database): Promise<void>
}

export function createMigrationWait(context: WaitingContext, seconds: number): MigrationWait {
  const end = Date.now() + seconds * 1000
  let isReported = false
  const pause = async (): Promise<void> => {
    if (!isReported) context.terminal.say(`Waiting until the database is migrated (${seconds} s at most) …`)
    isReported = true
    await delay(migrationPollMs, undefined, { signal: context.signal })
  }
  return {
    forCluster: async () => {
      while (isClusterMissing(context) && Date.now() < end) await pause()
      requireCluster(context)
    },
    forInstallation: async (database) => {
      for (;;) {
        const fault = await installationFault(database, context, 'of this release')
        if (fault === undefined) return
        if (!fault.passes || Date.now() >= end) throw failed(fault.reason)
        await pause()
      }
    },
  }
}

/** Why an installation cannot be used, and whether `planctl migrate` or `createdatabase` can fix that. */
interface InstallationFault {
  readonly reason: string
  readonly passes: boolean
}

/** Names the database: whoever calls the command in another folder than usual looks at another one. */
const missingReason = ({ DATABASE_URL, VAR }: Pick<Settings, 'DATABASE_URL' | 'VAR'>): string =>
  DATABASE_URL === undefined
    ? `There is no installation in ${VAR}. Make one: planctl createdatabase. To use another one, change to its folder, or set PLANCTL_VAR.`
    : 'There is no installation in the database of DATABASE_URL. Make one: planctl createdatabase'

/**
 * Throws `command_failed` if the embedded database does not exist: opening it would create an empty one, in whichever
 * folder the command is given.
 */
export function requireCluster(context: Pick<OpenContext, 'settings'>): void {
  if (isClusterMissing(context)) throw failed(missingReason(context.settings()))
}

const isClusterMissing = ({ settings }: Pick<OpenContext, 'settings'>): boolean =>
  settings().DATABASE_URL === undefined && !hasCluster(embeddedFolder(settings()))

async function installationFault(
  database: Database,
  context: Pick<OpenContext, 'settings' | 'commandNames'>,
  release: 'of this release' | 'of this or an older release',
): Promise<InstallationFault | undefined> {
  if (!(await installationExists(database)))
    return { reason: missingReason(context.settings()), passes: true }
  const { additions } = await installedExtensions(context)
  const newer = await newerMigrations(database, additions)
  if (newer.length > 0) return { reason: await newerSchemaReason(newer, additions), passes: false }
  if (release === 'of this or an older release') return undefined
  const missing = (await missingMigrations(database, additions)).flatMap(({ migrations }) => migrations)
  if (missing.length === 0) return undefined
  const modules = [...new Set(missing.flatMap((name) => moduleOf(name) ?? []))]
  const ours = missing.some((name) => moduleOf(name) === undefined)
  return {
    reason: ours
      ? 'The database is of an older release. Bring it up to date: planctl migrate'
      : `The database lacks tables or columns of extension modules (${modules.join(', ')}). Make them: planctl migrate`,
    passes: true,
  }
}

/**
 * Returns a scenario that has data, after completing a replacement that a killed process has left. Throws `usage` for
 * an unknown scenario, naming the existing ones, and `command_failed` for a free one.
 */
export async function requireScenario(database: Database, name: string): Promise<Scenario> {
  const found = await requireRegistered(database, name)
  await settleIfAbandoned(database, found)
  const scenario = found.status === 'Busy' ? await requireRegistered(database, name) : found
  if (scenario.hasSchema) return scenario
  throw failed(`Scenario "${name}" is free. Give it a database: planctl createdatabase --database=${name}`)
}

/**
 * Returns a scenario, free or not. Throws `usage` for an unknown one.
 * @param option the option that names it
 */
export async function requireRegistered(
  database: Database,
  name: string,
  option = '--database',
): Promise<Scenario> {
  const scenarios = await listScenarios(database)
  const found = scenarios.find((scenario) => scenario.name === name)
  if (found !== undefined) return found
  const known = scenarios.map((scenario) => scenario.name).join(', ')
  throw new ServiceError('usage', { reason: `${option} must be one of ${known}, not "${name}".` })
}

const failed = (reason: string): ServiceError =>
  new ServiceError('command_failed', { reason: englishText(reason) })
