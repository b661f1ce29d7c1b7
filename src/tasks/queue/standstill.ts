/**
 * Checks for operations that replace scenarios without being a task: no task may be running on the scenarios, and
 * none starts until the operation is committed.
 */
import type pg from 'pg'
import type { ControlDatabase } from '../../database/database.ts'
import { pendingMigrations } from '../../database/migrations.ts'
import { ServiceError } from '../../errors/service-error.ts'
import { controlSchema } from '../../scenarios/scenario.ts'
import type { FolderSettings } from '../../files/folders/folder.ts'
import type { LogSettings } from '../runner/log-file.ts'
import { blockerMessage } from './task-message.ts'
import { failAbandonedTasks } from './abandoned-tasks.ts'

export interface Standstill {
  /** Scenarios on which no task may be running; all if omitted. */
  readonly scenarios?: readonly string[]
  /** Number of the task that performs the operation; it is ignored. */
  readonly except?: number
}

interface AtWork {
  readonly id: number
  readonly name: string
  readonly scenario: string
}

/**
 * Fails abandoned tasks. Throws `command_failed` naming the first running task. Returns at once if the installation
 * was not migrated to this release, because no server of this release runs its tasks.
 */
export async function rejectIfTasksRunning(
  database: ControlDatabase,
  settings: LogSettings & FolderSettings,
  standstill: Standstill,
): Promise<void> {
  if (!(await database.withClient(knowsTasks))) return
  await failAbandonedTasks(database, settings)
  await database.withClient((client) => refuse(client, standstill))
}

/** Time to wait for writers of task records to release their locks, in milliseconds. */
const lockTimeoutMs = 10_000

/**
 * Returns the first step of the transaction that replaces the scenarios. It throws as above; from then on no process
 * claims, launches or ends a task before the transaction has ended.
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
    reason: { code: 'task_at_work', params: { task: blockerMessage({ id, name, scenario }), id } },
  })
}
