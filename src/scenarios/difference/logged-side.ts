/**
 * What the change log of one scenario tells since it parted from another one, as temporary tables per entity: which
 * records it touched, and what those held before.
 */
import type pg from 'pg'
import { revertedColumns, revertedValue } from '../../data/write/undo/apply-undo.ts'
import { collectChanges } from '../../data/write/undo/net-effects.ts'
import { storedFields } from '../../database/ddl.ts'
import { identifier, literal, qualified } from '../../database/identifiers.ts'
import { type Entity, keyField } from '../../model/entity.ts'
import { baseEntity, type Model } from '../../model/model.ts'
import type { Position } from '../lineage/ancestor.ts'
import type { Lineage } from '../lineage/lineage.ts'

/** One of two scenarios, with its log from a position on. */
export interface LoggedSide {
  readonly name: 'a' | 'b'
  readonly scenario: string
  /** Temporary table with the numbers of the change sets since. */
  readonly sets: string
  /** Entities of which the log holds all changes since; undefined where it does not reach back. */
  readonly complete: ((entity: Entity) => boolean) | undefined
  /** Whether anything was written to the table of an entity since. */
  readonly touches: (entity: Entity) => boolean
}

/** Records of an entity that one side touched, as tables: `touched` with their keys, `former` with what they held. */
export interface Touched {
  readonly touched: string
  readonly former: string
}

export interface SideRequest {
  readonly name: 'a' | 'b'
  readonly scenario: string
  readonly lineage: Lineage
  readonly other: { readonly scenario: string; readonly lineage: Lineage }
  /** Undefined where it is unknown since when. */
  readonly since: Position | undefined
}

interface SetCounts {
  readonly entity: string
  readonly kept: readonly string[]
}

/** Finds the change sets since a position. */
export async function openSide(
  client: pg.ClientBase,
  model: Model,
  { name, scenario, lineage, other, since }: SideRequest,
): Promise<LoggedSide> {
  const sets = `_since_${name}`
  if (since === undefined) return { name, scenario, sets, complete: undefined, touches: () => true }
  const { changeset, seen } = since
  const floor = Math.max(lineage.forgotten, other.lineage.forgotten)
  // Numbers are given before change sets are stored: some of smaller numbers came later.
  const late =
    seen === undefined
      ? `s."id" > ${floor} AND NOT EXISTS (SELECT FROM ${qualified(other.scenario, 'changeset')} o WHERE o."id" = s."id")`
      : `NOT pg_visible_in_snapshot(s."transaction"::text::xid8, ${literal(seen)}::pg_snapshot)`
  await client.query(
    `CREATE TEMPORARY TABLE ${identifier(sets)} ON COMMIT DROP AS
     SELECT s."id" FROM ${qualified(scenario, 'changeset')} s WHERE s."id" > ${changeset} OR (${late})`,
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

/** Reads the log of an entity's table. The tables go with the transaction. */
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
    // The first number lets PostgreSQL pass over what the log holds of earlier times.
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
     FROM ${found.table} u CROSS JOIN LATERAL jsonb_populate_record(NULL::${stored}, u."row") r
     WHERE u."kind" IN ('restore', 'replace')`,
  )
  await client.query(`ANALYZE ${identifier(former)}`)
  return { touched: found.table, former: `pg_temp.${identifier(former)}` }
}
