/**
 * Checks whether a newer release has migrated the database while this process runs, or has replaced the files of this
 * one. This process must then neither run tasks nor change data: processes of tasks would start from the new files.
 */
import type { Logger } from 'pino'
import type { ControlDatabase } from '../../database/database.ts'
import { newerSchemaReason } from '../../database/migrations.ts'
import type { Extensions } from '../../extensions/extensions.ts'
import { newerMigrations } from '../../scenarios/installation.ts'
import { serviceVersion } from '../../settings/version.ts'

export interface ReleaseCheckOptions {
  readonly database: ControlDatabase
  readonly logger: Logger
  readonly extensions: Extensions
}

/** Returns the version that the files of this release have now; undefined if they cannot be read. */
function presentVersion(): string | undefined {
  try {
    return serviceVersion()
  } catch {
    return undefined
  }
}

function replacedReason(started: string | undefined): string | undefined {
  const present = presentVersion()
  if (present === started) return undefined
  return `The files of this release, ${started}, were replaced by those of release ${present ?? '?'}. Restart the service.`
}

/** Returns the check, which logs when its result changes. */
export function createReleaseCheck({
  database,
  logger,
  extensions: { additions },
}: ReleaseCheckOptions): () => Promise<boolean> {
  const started = presentVersion()
  let known: string | undefined
  return async () => {
    const newer = await newerMigrations(database, additions)
    const newerReason = newer.length === 0 ? undefined : await newerSchemaReason(newer, additions)
    const reason = newerReason ?? replacedReason(started)
    if (reason !== undefined && reason !== known) logger.error({ reason }, 'The worker takes no tasks')
    if (reason === undefined && known !== undefined) logger.info('The worker takes tasks again')
    known = reason
    return reason !== undefined
  }
}
