/**
 * Fast path of `planctl status` for the most common arguments: skips the option parser and the validation of all
 * settings, which take four times as long as the query itself. All other arguments are left to the command.
 */
import type { ControlDatabase } from '../../database/database.ts'
import { hasCluster } from '../../database/embedded/has-cluster.ts'
import { embeddedFolder, withDatabase } from '../../database/with-database.ts'
import { connectionSettings } from '../../settings/connection-settings.ts'
import { findUnknownMigrations } from '../../database/migrations.ts'
import { noAdditions } from '../../model/additions.ts'
import { controlSchema } from '../../scenarios/scenario.ts'
import type { Terminal } from '../terminal.ts'
import { defaultLimit, showStatus } from './show-status.ts'

const silent = { info: () => undefined, warn: () => undefined }

/** Shows the tasks; returns false if the regular command must run instead. */
export async function quickStatus(args: readonly string[], terminal: Terminal): Promise<boolean> {
  const json = args.includes('--json')
  const numbers = args.filter((arg) => arg !== '--json')
  if (!numbers.every((arg) => /^[1-9]\d{0,14}$/.test(arg))) return false
  const settings = connectionSettings({ env: process.env, cwd: process.cwd() })
  if (settings === undefined) return false
  if (settings.DATABASE_URL === undefined && !hasCluster(embeddedFolder(settings))) return false
  const wanted = { ids: numbers.map(Number), limit: defaultLimit, json }
  // Times of tasks are stored as local times, so the time zone of the connection does not matter.
  return withDatabase({ ...settings, TIME_ZONE: 'UTC', POOL_SIZE: 1 }, silent, async (database) => {
    if (!(await isInstalled(database))) return false
    await showStatus(database, wanted, terminal)
    return true
  })
}

/**
 * Returns whether the tables of tasks and workers are those of this release; if not, the command itself reports the
 * remedy.
 */
async function isInstalled(database: ControlDatabase): Promise<boolean> {
  const { rows } = await database.query<{ known: boolean }>({
    text: `SELECT to_regclass('control.task') IS NOT NULL AND to_regclass('control.worker') IS NOT NULL AS "known"`,
  })
  if (!rows[0]!.known) return false
  const control = { schema: controlSchema, kind: 'control' } as const
  const newer = await database.withClient((client) => findUnknownMigrations(client, [control], noAdditions))
  return newer.length === 0
}
