/**
 * Reads the change log of one scenario since it diverged from another one into temporary tables per entity: the
 * changed records and their previous values.
 */
import type pg from 'pg'
import { revertedColumns, revertedValue } from '../../data/write/undo/apply-undo.ts'
import { deletedRow } from '../../data/write/undo/logged-values.ts'
import { collectChanges } from '../../data/write/undo/net-effects.ts'
import { storedFields } from '../../database/ddl.ts'
import { identifier, literal, qualified } from '../../database/identifiers.ts'
import { type Entity, keyField } from '../../model/entity.ts'
import { baseEntity, type Model } from '../../model/model.ts'
import type { Position } from '../lineage/ancestor.ts'
import type { Lineage } from '../lineage/lineage.ts'

/** One of two scenarios, with its log after a position. */
export interface LoggedSide {
  readonly name: 'a' | 'b'
  readonly scenario: string
  /** Temporary table with the numbers of the change sets after the position. */
  readonly sets: string
  /**
   * Returns whether the log contains all changes of an entity since the position; undefined if the log does not reach
   * back that far.
   */
  readonly complete: ((entity: Entity) => boolean) | undefined
  /** Returns whether the table of an entity was written since the position. */
  readonly touches: (entity: Entity) => boolean
}

/**
 * Names of tables with the records of an entity that one side changed: `touched` has their keys, `former` their
 * previous values.
 */
export interface Touched {
  readonly touched: string
  readonly former: string
}

export interface SideRequest {
  readonly name: 'a' | 'b'
  readonly scenario: string
  readonly lineage: Lineage
  readonly other: { readonly scenario: string; readonly lineage: Lineage }
  /** Undefined if the position is unknown. */
  readonly since: Position | undefined
}

interface SetCounts {
  readonly entity: string
  readonly kept: readonly string[]
}

/**
 * SQL condition: the change set `s` of a scenario is not part of a state that another scenario contains. Change sets get
 * their number before they are committed, so some with a smaller number were committed later.
 * @param other the other scenario, whose log tells these; undefined if it is on another database server
 */
export function isAfter(
  s: string,
  { changeset, seen }: Position,
  { forgotten }: Pick<Lineage, 'forgotten'>,
  other: SideRequest['other'] | undefined,
): string {
  const later = `${s}."id" > ${changeset}`
  if (seen !== undefined)
    return `(${later} OR NOT pg_visible_in_snapshot(${s}."transaction"::text::xid8, ${literal(seen)}::pg_snapshot))`
  if (other === undefined) return later
  const floor = Math.max(forgotten, other.lineage.forgotten)
  const log = qualified(other.scenario, 'changeset')
  return `(${later} OR (${s}."id" > ${floor} AND NOT EXISTS (SELECT FROM ${log} o WHERE o."id" = ${s}."id")))`
}

/** Finds the change sets after a position. */
export async function openSide(
  client: pg.ClientBase,
  model: Model,
  { name, scenario, lineage, other, since }: SideRequest,
): Promise<LoggedSide> {
  const sets = `_since_${name}`
  if (since === undefined) return { name, scenario, sets, complete: undefined, touches: () => true }
  const { changeset } = since
  await client.query(
    `CREATE TEMPORARY TABLE ${identifier(sets)} ON COMMIT DROP AS
     SELECT s."id" FROM ${qualified(scenario, 'changeset')} s WHERE ${isAfter('s', since, lineage, other)}`,
  )
  await client.query(`ANALYZE ${identifier(sets)}`)
  const { rows } = await client.query<SetCounts>(
    `SELECT n."entity", array_agg(DISTINCT n."kept") AS "kept" FROM ${qualified(scenario, 'changesetentity')} n
     WHERE n."changeset" IN (SELECT "id" FROM ${identifier(sets)}) GROUP BY n."entity"`,
  )
  const counts = new Map(rows.map(({ entity, kept }) => [entity, kept]))
  return {
    name,
    scenario,
    sets,
    complete:
      lineage.forgotten > changeset
        ? undefined
        : (entity) => counts.get(baseEntity(model, entity).name)?.includes('counts') !== true,
    touches: (entity) => counts.has(baseEntity(model, entity).name),
  }
}

/** Reads the log of the table of an entity into temporary tables, which are dropped at the end of the transaction. */
export async function readTouched(
  client: pg.ClientBase,
  model: Model,
  { name, scenario, sets }: LoggedSide,
  entity: Entity,
): Promise<Touched> {
  const base = baseEntity(model, entity)
  const touched = `_touched_${name}_${base.table}`
  const former = `_former_${name}_${base.table}`
  const { rows } = await client.query<{ first: number }>(
    `SELECT coalesce(min("id"), 0)::float8 AS "first" FROM ${identifier(sets)}`,
  )
  const found = await collectChanges(client, { model, scenario }, base, {
    table: touched,
    // With the first number, PostgreSQL can skip older parts of the log.
    sets: `c."changeset" >= $1 AND c."changeset" IN (SELECT "id" FROM ${identifier(sets)})`,
    value: rows[0]!.first,
  })
  const stored = qualified(scenario, base.table)
  const key = identifier(keyField(base).column)
  const reverted = new Map(revertedColumns(found.reverted).map((column) => [column.name, column]))
  const columns = storedFields(base).map(({ column }) => identifier(column))
  const before = columns.map((column) => {
    const changed = reverted.get(column)
    return changed === undefined ? `t.${column}` : revertedValue({ model }, changed)
  })
  await client.query(
    `CREATE TEMPORARY TABLE ${identifier(former)} ON COMMIT DROP AS
     SELECT ${columns.map((column) => `t.${column}`).join(', ')} FROM ${stored} t WITH NO DATA`,
  )
  await client.query(
    `INSERT INTO ${identifier(former)}
     SELECT ${before.join(', ')} FROM ${found.table} u JOIN ${stored} t ON t.${key} = u."key" WHERE u."kind" = 'revert'
     UNION ALL
     SELECT ${columns.map((column) => `r.${column}`).join(', ')}
     FROM ${found.table} u CROSS JOIN LATERAL ${deletedRow('u')} r
     WHERE u."kind" IN ('restore', 'replace')`,
  )
  await client.query(`ANALYZE ${identifier(former)}`)
  return { touched: found.table, former: `pg_temp.${identifier(former)}` }
}
