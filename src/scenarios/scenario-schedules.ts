/**
 * Deletes the schedules of a scenario that is released or deleted: nobody can open them any more, their names would stay
 * in use, and every start would fail with a mail.
 */
import type pg from 'pg'
import type { ControlDatabase } from '../database/database.ts'
import type { ScenarioWork } from './aside/work.ts'

/** Serializes writers of schedules until the end of the transaction. */
export async function lockSchedules(client: pg.ClientBase): Promise<void> {
  await client.query(`SELECT pg_advisory_xact_lock(hashtextextended('schedules', 0))`)
}

export async function deleteSchedules(client: pg.ClientBase, scenario: string): Promise<void> {
  await lockSchedules(client)
  await client.query('DELETE FROM control."scheduledtask" WHERE "scenario" = $1', [scenario])
}

export interface ScenarioSchedules {
  readonly names: readonly string[]
  /** Schedules of other scenarios with a step that runs one of these. */
  readonly dependents: readonly { readonly name: string; readonly scenario: string }[]
}

export async function readSchedules(control: ControlDatabase, scenario: string): Promise<ScenarioSchedules> {
  const { rows } = await control.query<{ name: string }>({
    text: `SELECT "name" FROM control."scheduledtask" WHERE "scenario" = $1 ORDER BY "name"`,
    values: [scenario],
  })
  const { rows: dependents } = await control.query<{ name: string; scenario: string }>({
    text: `SELECT o."name", o."scenario" FROM control."scheduledtask" o
      WHERE o."scenario" <> $1 AND jsonb_typeof(o."steps") = 'array' AND EXISTS (
        SELECT FROM control."scheduledtask" d WHERE d."scenario" = $1 AND o."steps" @> jsonb_build_array(
          jsonb_build_object('task', 'scheduletasks', 'arguments', jsonb_build_object('schedule', d."name"))))
      ORDER BY o."name"`,
    values: [scenario],
  })
  return { names: rows.map(({ name }) => name), dependents }
}

/** Logs which schedules were deleted, and which others cannot be run any more. */
export function logDeletedSchedules(
  { log }: Pick<ScenarioWork, 'log'>,
  scenario: string,
  { names, dependents }: ScenarioSchedules,
): void {
  if (names.length > 0) log?.(`Deleted the groups of tasks of "${scenario}": ${names.join(', ')}.`)
  for (const { name, scenario: other } of dependents) {
    log?.(
      `The group of tasks "${name}" of "${other}" runs a deleted one. Change its steps, because it cannot be run any more.`,
      'warning',
    )
  }
}
