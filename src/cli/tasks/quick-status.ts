/**
 * `planctl status` as it is typed most often, without loading what reads options and checks all settings, which
 * takes four times as long as the answer. Whatever is not plain is left to the command itself.
 */
import type { Database } from '../../database/database.ts'
import { withDatabase } from '../../database/with-database.ts'
import { connectionSettings } from '../../settings/connection-settings.ts'
import { findUnknownMigrations } from '../../database/migrations.ts'
import { noAdditions } from '../../model/additions.ts'
import { controlSchema } from '../../scenarios/scenario.ts'
import type { Terminal } from '../terminal.ts'
import { defaultLimit, showStatus } from './show-status.ts'

const silent = { info: () => undefined, warn: () => undefined }

/** Shows the tasks; false when the long way is to be taken. */
export async function quickStatus(args: readonly string[], terminal: Terminal): Promise<boolean> {
  const json = args.includes('--json')
  const numbers = args.filter((arg) => arg !== '--json')
  if (!numbers.every((arg) => /^[1-9]\d{0,14}$/.test(arg))) return false
  const settings = connectionSettings({ env: process.env, cwd: process.cwd() })
  if (settings === undefined) return false
  const wanted = { ids: numbers.map(Number), limit: defaultLimit, json }
  // Times of tasks are stored as local ones: the zone of the connection changes nothing.
  return withDatabase({ ...settings, TIME_ZONE: 'UTC', POOL_SIZE: 1 }, silent, async (database) => {
    if (!(await isInstalled(database))) return false
    await showStatus(database, wanted, terminal)
    return true
  })
}

/** Whether the tables of tasks and workers are as this release knows it: the command itself says what to do if it is not. */
async function isInstalled(database: Database): Promise<boolean> {
  const { rows } = await database.query<{ known: boolean }>({
    text: `SELECT to_regclass('control.task') IS NOT NULL AND to_regclass('control.worker') IS NOT NULL AS "known"`,
  })
  if (!rows[0]!.known) return false
  const control = { schema: controlSchema, kind: 'control' } as const
  const newer = await database.withClient((client) => findUnknownMigrations(client, [control], noAdditions))
  return newer.length === 0
}
