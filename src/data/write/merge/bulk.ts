/** Bulk writes check foreign keys themselves with one query per field, instead of once per row by triggers. */
import type pg from 'pg'
import { qualified } from '../../../database/identifiers.ts'
import type { Entity } from '../../../model/entity.ts'
import type { DataContext } from '../../context.ts'

/** Number of rows from which checking references with one query each is faster than PostgreSQL's check per row. */
export const bulkRows = 2_000

/**
 * Returns whether this connection may disable foreign key triggers (`session_replication_role`). Superusers and roles
 * with this privilege may. Otherwise the triggers check the references again, which only costs time. The triggers of
 * the control schema are never disabled, because they notify every process of changed rights and attributes.
 */
export async function mayBypassTriggers(client: pg.ClientBase, schema: Entity['schema']): Promise<boolean> {
  if (schema === 'control') return false
  const { rows } = await client.query<{ allowed: boolean }>(
    `SELECT has_parameter_privilege('session_replication_role', 'SET') AS allowed`,
  )
  return rows[0]!.allowed
}

/**
 * Returns the same for deletes. It is false if the scenario contains tables of extension modules that are not in use:
 * their records are not part of the model, and only the foreign keys themselves can delete those that reference a
 * deleted record.
 */
async function mayTakeOver(
  client: pg.ClientBase,
  { scenario, model }: Pick<DataContext, 'scenario' | 'model'>,
  schema: Entity['schema'],
): Promise<boolean> {
  if (schema === 'control') return false
  const { rows } = await client.query<{ allowed: boolean }>(
    `SELECT has_parameter_privilege('session_replication_role', 'SET') AND NOT EXISTS (
       SELECT FROM ${qualified(scenario, 'schema_migration')}
       WHERE "name" LIKE '%/%' AND split_part("name", '/', 1) <> ALL ($1)) AS allowed`,
    [model.additions.modules],
  )
  return rows[0]!.allowed
}

/**
 * Disables or defers foreign keys for a write that enforces them itself: disables them if triggers may be disabled,
 * otherwise defers them until the end of the transaction.
 */
export async function takeOverForeignKeys(
  client: pg.ClientBase,
  context: Pick<DataContext, 'scenario' | 'model'>,
  schema: Entity['schema'],
): Promise<void> {
  await client.query(`SET LOCAL work_mem = '${workMemory}'`)
  const bypass = await mayTakeOver(client, context, schema)
  await client.query(bypass ? 'SET LOCAL session_replication_role = replica' : 'SET CONSTRAINTS ALL DEFERRED')
}

/** Enables foreign keys again for the rest of the transaction. */
export async function handBackForeignKeys(
  client: pg.ClientBase,
  context: Pick<DataContext, 'scenario' | 'model'>,
  schema: Entity['schema'],
): Promise<void> {
  const bypass = await mayTakeOver(client, context, schema)
  await client.query(bypass ? 'SET LOCAL session_replication_role = origin' : 'SET CONSTRAINTS ALL IMMEDIATE')
}

/** Memory for sorts and joins of a bulk write; the default of a server is made for many small queries. */
const workMemory = '64MB'

/**
 * Executes the statements of a bulk write: with more memory and, if allowed, without foreign key triggers. The caller
 * has checked the references and holds locks on the referenced records.
 */
export async function inBulk<Result>(
  client: pg.ClientBase,
  schema: Entity['schema'],
  rows: number,
  run: () => Promise<Result>,
): Promise<Result> {
  if (rows < bulkRows) return run()
  await client.query(`SET LOCAL work_mem = '${workMemory}'`)
  if (!(await mayBypassTriggers(client, schema))) return run()
  await client.query('SET LOCAL session_replication_role = replica')
  const result = await run()
  await client.query('SET LOCAL session_replication_role = origin')
  return result
}
