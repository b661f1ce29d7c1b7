/**
 * Empties entities and the records that reference them, in one transaction. Tables that are emptied completely are
 * truncated, and the change log then contains the number of deleted records only. For tables that keep some records,
 * the log contains each deleted record.
 */
import type pg from 'pg'
import { qualified } from '../../../database/identifiers.ts'
import type { Entity } from '../../../model/entity.ts'
import type { DataContext } from '../../context.ts'
import { cascade } from '../cascade.ts'
import { openChangeSet } from '../log/change-set.ts'
import { type Consequence, tableOf } from '../log/logged.ts'
import { handBackForeignKeys, takeOverForeignKeys } from '../merge/bulk.ts'
import { inTransaction } from '../transaction.ts'
import type { EmptyPlan } from './empty-plan.ts'
import { truncatableTables, truncate } from './truncate.ts'

export interface EmptyResult {
  /** Number of deleted records by entity; entities without any are omitted. */
  readonly deleted: ReadonlyMap<string, number>
  /** Number of remaining records that lost a reference, by entity. */
  readonly released: ReadonlyMap<string, number>
}

/** Empties the planned entities; with `dryRun` only counts. */
export async function emptyEntities(
  context: DataContext,
  plan: EmptyPlan,
  { dryRun }: { readonly dryRun: boolean },
): Promise<EmptyResult> {
  return inTransaction(context, { dryRun, attempts: 5 }, async (client) => {
    const changes = await openChangeSet(client, context)
    await takeOverForeignKeys(client, context, 'scenario')
    const result = await emptyIn({ client, context, changes }, plan, dryRun ? 'count' : 'truncate')
    await changes.close(client)
    return result
  })
}

/** Empties the planned entities within a transaction that continues afterwards, without blocking readers. */
export async function emptyWithin(write: Consequence, plan: EmptyPlan): Promise<EmptyResult> {
  await takeOverForeignKeys(write.client, write.context, 'scenario')
  const result = await emptyIn(write, plan, 'delete')
  await handBackForeignKeys(write.client, write.context, 'scenario')
  return result
}

async function emptyIn(
  { client, context, changes }: Consequence,
  { emptied, conditions }: EmptyPlan,
  way: 'count' | 'delete' | 'truncate',
): Promise<EmptyResult> {
  const { importOrder } = context.model
  const whole = importOrder.filter(({ name }) => emptied.has(name))
  const tables = whole.map(({ table }) => table)
  const atOnce = new Set(way === 'truncate' ? await truncatableTables(client, context.scenario, tables) : [])
  const doomed = new Map<string, number>()
  const empty = (entity: Entity): Promise<number> =>
    way === 'count' || atOnce.has(entity.table)
      ? countRecords(client, context, entity)
      : deleteAll(client, context, entity)
  const released = await cascade({ client, context, changes }, importOrder, doomed, {
    conditions,
    emptied,
    empty,
  })
  // Truncated last, because from here on all other sessions wait.
  const last = whole.filter(({ table }) => atOnce.has(table))
  if (last.some(({ name }) => (doomed.get(name) ?? 0) > 0)) {
    for (const [name, count] of await emptyAtOnce(client, context, last)) doomed.set(name, count)
  }
  // Derived from the plan like problems, but not records of an entity.
  if (way !== 'count' && emptied.has('output.problem'))
    await client.query(`DELETE FROM ${qualified(context.scenario, 'planexception')}`)
  for (const name of emptied) changes.count(name, { deleted: doomed.get(name) ?? 0 }, 'counts')
  return { deleted: new Map([...doomed].filter(([, count]) => count > 0)), released }
}

/**
 * Truncates tables, or deletes their rows if truncating is not possible.
 * @returns the number of records of each entity
 */
async function emptyAtOnce(
  client: pg.ClientBase,
  context: DataContext,
  entities: readonly Entity[],
): Promise<ReadonlyMap<string, number>> {
  const tables = entities.map(({ table }) => table)
  const truncated = await truncate(client, context.scenario, tables)
  const counts = new Map<string, number>()
  // Parents first: after their rows are deleted, no other session can add a record that references one.
  for (const entity of entities) {
    const count = truncated?.get(entity.table) ?? (await deleteAll(client, context, entity))
    counts.set(entity.name, count)
  }
  return counts
}

async function countRecords(client: pg.ClientBase, context: DataContext, entity: Entity): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `SELECT count(*) AS count FROM ${tableOf(context, entity)}`,
  )
  return rows[0]!.count
}

async function deleteAll(client: pg.ClientBase, context: DataContext, entity: Entity): Promise<number> {
  const { rowCount } = await client.query(`DELETE FROM ${tableOf(context, entity)}`)
  return rowCount ?? 0
}
