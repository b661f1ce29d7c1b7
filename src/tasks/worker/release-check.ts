/**
 * Checks whether a newer release has migrated the database while this process runs. This release must then neither run
 * tasks nor change data.
 */
import type { Logger } from 'pino'
import type { ControlDatabase } from '../../database/database.ts'
import { newerSchemaReason } from '../../database/migrations.ts'
import type { Extensions } from '../../extensions/extensions.ts'
import { newerMigrations } from '../../scenarios/installation.ts'

export interface ReleaseCheckOptions {
  readonly database: ControlDatabase
  readonly logger: Logger
  readonly extensions: Extensions
}

/** Returns the check, which logs when its result changes. */
export function createReleaseCheck({
  database,
  logger,
  extensions: { additions },
}: ReleaseCheckOptions): () => Promise<boolean> {
  let known: string | undefined
  return async () => {
    const newer = await newerMigrations(database, additions)
    const reason = newer.length === 0 ? undefined : await newerSchemaReason(newer, additions)
    if (reason !== undefined && reason !== known) logger.error({ reason }, 'The worker takes no tasks')
    if (reason === undefined && known !== undefined) logger.info('The worker takes tasks again')
    known = reason
    return reason !== undefined
  }
}
