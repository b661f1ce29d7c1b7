/**
 * For what replaces scenarios without being a task of its own: no task may be at work on them, and none begins until it
 * is committed.
 */
import type pg from 'pg'
import type { Database } from '../../database/database.ts'
import { pendingMigrations } from '../../database/migrations.ts'
import { ServiceError } from '../../errors/service-error.ts'
import { controlSchema } from '../../scenarios/scenario.ts'
import type { LogSettings } from '../run/log-file.ts'
import { failAbandonedTasks } from './abandoned-tasks.ts'

export interface Standstill {
  /** Scenarios on which nobody may be at work; without them all. */
  readonly scenarios?: readonly string[]
  /** Number of the task that asks. */
  readonly except?: number
}

interface AtWork {
  readonly id: number
  readonly name: string
  readonly scenario: string
}

/**
 * Ends the tasks of the dead. Throws `command_failed` naming the first task that is at work. Tasks of an installation that
 * was not migrated to this release are nobody's concern: no server of this release runs them.
 */
export async function rejectIfTasksRunning(
  database: Database,
  settings: LogSettings,
  standstill: Standstill,
): Promise<void> {
  if (!(await database.withClient(knowsTasks))) return
  await failAbandonedTasks(database, settings)
  await database.withClient((client) => refuse(client, standstill))
}

/** Milliseconds in which whoever writes records of tasks must let go of them. */
const lockTimeoutMs = 10_000

/**
 * What to run first in the transaction that replaces the scenarios: throws as above, and from then on nobody takes,
 * launches or ends a task before the transaction has ended.
 */
export function holdTasks(standstill: Standstill): (client: pg.ClientBase) => Promise<void> {
  return async (client) => {
    if (!(await knowsTasks(client))) return
    await client.query(`SET LOCAL lock_timeout TO ${lockTimeoutMs}`)
    await client.query('LOCK TABLE control."task" IN SHARE ROW EXCLUSIVE MODE')
    await client.query('SET LOCAL lock_timeout TO DEFAULT')
    await refuse(client, standstill)
  }
}

async function knowsTasks(client: pg.ClientBase): Promise<boolean> {
  return (await pendingMigrations(client, 'control', controlSchema)).length === 0
}

async function refuse(client: pg.ClientBase, { scenarios, except }: Standstill): Promise<void> {
  const { rows } = await client.query<AtWork>(
    `SELECT "id", "name", coalesce("scenario", 'default') AS "scenario" FROM control."task"
     WHERE "finished" IS NULL AND "status" <> 'Waiting' AND "id" IS DISTINCT FROM $2
       AND ($1::text[] IS NULL OR "scenarios" && $1::text[]) ORDER BY "id" LIMIT 1`,
    [scenarios ?? null, except ?? null],
  )
  const [found] = rows
  if (found === undefined) return
  const { id, name, scenario } = found
  throw new ServiceError('command_failed', {
    reason: `Nothing was changed: ${name} (task ${id} in ${scenario}) is at work. Wait until it has ended, or end it: planctl cancel ${id}`,
  })
}
