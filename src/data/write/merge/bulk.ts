/** Bulk writes check references themselves, one query per field, instead of once per row by triggers. */
import type pg from 'pg'
import { qualified } from '../../../database/identifiers.ts'
import type { Entity } from '../../../model/entity.ts'
import type { DataContext } from '../../context.ts'

/** Rows from which on checking references in one query each beats PostgreSQL's check per row. */
export const bulkRows = 2_000

/**
 * Whether this connection may switch foreign key triggers off (`session_replication_role`), which a
 * superuser and roles granted it may. Otherwise the triggers check once more, which only costs time. Those
 * of the control schema always run: they announce changed rights and attributes to every process.
 */
export async function mayBypassTriggers(client: pg.ClientBase, schema: Entity['schema']): Promise<boolean> {
  if (schema === 'control') return false
  const { rows } = await client.query<{ allowed: boolean }>(
    `SELECT has_parameter_privilege('session_replication_role', 'SET') AS allowed`,
  )
  return rows[0]!.allowed
}

/**
 * As above, for deletes. Not where the scenario holds tables of extension modules that are not in use: their records
 * are in nobody's model, and only the foreign keys themselves can delete those that refer to a deleted one.
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
 * Makes foreign keys wait for a write that keeps them itself: for good where triggers may be switched off,
 * else until the end of the transaction.
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

/** Foreign keys watch again, over what follows in the transaction. */
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
 * Runs the statements of a bulk write: with more memory and, where allowed, without foreign key triggers. The
 * caller has checked the references and holds locks on what is referred to.
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
