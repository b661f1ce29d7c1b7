/**
 * Computes the net effect of change sets on each record, as temporary tables: one per entity, with one row per
 * record to undo. An added record is removed, a deleted one is restored, a changed one gets the old values of its
 * changed fields. All statements are set-based; PostgreSQL itself parses the blocks of bulk changes.
 */
import type pg from 'pg'
import { columnType, storedFields } from '../../../database/ddl.ts'
import { identifier, literal, qualified } from '../../../database/identifiers.ts'
import { type Entity, keyField } from '../../../model/entity.ts'
import type { Field } from '../../../model/field.ts'
import type { Model } from '../../../model/model.ts'
import type { DataContext } from '../../context.ts'
import { recordsOfBlock } from '../../history/record-history.ts'
import { schemaOf } from '../../relation.ts'
import { columnNames } from '../log/logged.ts'
import { deletedRow, isOwn, loggedFields, storedValue } from './logged-values.ts'

/**
 * Undo action of a record: `remove` an added one, `restore` a deleted one, `revert` a changed one, or `replace` a
 * record that was created again after a deletion with the deleted one.
 */
export type UndoKind = 'remove' | 'restore' | 'revert' | 'replace'

/** The records of an entity that will be undone. */
export interface EntityUndo {
  readonly entity: Entity
  /**
   * Temporary table with the columns `key`, `kind`, `changes` (field → [old, new]), `row` (the deleted row, a value of
   * the row type of the table), `set` and `last` (the first and the last change set of the record; without `last` there
   * is only one), and `broken` if others have changed the record between its change sets: their fields as in a
   * conflict, or none if it was deleted or created again.
   */
  readonly table: string
  /** Fields that get their old values, by their names in the log. */
  readonly reverted: ReadonlyMap<string, Field>
  /** Names in the log whose fields do not exist any more; their values are not restored. */
  readonly lost: readonly string[]
  readonly records: number
}

/** Reads the records of an entity that change sets changed. The table exists until the transaction ends. */
export const collectEffects = (
  client: pg.ClientBase,
  context: DataContext,
  changesets: readonly number[],
  entity: Entity,
): Promise<EntityUndo> =>
  collectChanges(client, context, entity, {
    table: `_undo_${entity.table}`,
    // With the range, PostgreSQL reads only a part of the log.
    sets: `c."changeset" BETWEEN ${Math.min(...changesets)} AND ${Math.max(...changesets)} AND c."changeset" = ANY ($1::bigint[])`,
    value: changesets,
    mayInterleave: changesets.length > 1,
  })

/** Change sets to combine, and the temporary table of the result. */
export interface ChangesWanted {
  /** Name of the temporary table. */
  readonly table: string
  /** SQL condition over the alias `c` of the log, with the parameter `$1`. */
  readonly sets: string
  readonly value: number | readonly number[]
  /** Whether other change sets may have changed the same records in between; these changes are found then. */
  readonly mayInterleave?: boolean
}

/** Reads the net effect of several change sets on the records of an entity. */
export async function collectChanges(
  client: pg.ClientBase,
  { model, scenario }: Pick<DataContext, 'model' | 'scenario'>,
  entity: Entity,
  { table: name, sets, value, mayInterleave = false }: ChangesWanted,
): Promise<EntityUndo> {
  const table = `pg_temp.${identifier(name)}`
  const log = qualified(scenario, 'change')
  const stored = qualified(schemaOf(entity, scenario), entity.table)
  const keyType = columnType(model, keyField(entity))
  await client.query(
    `CREATE TEMPORARY TABLE ${identifier(name)} (
       "key" ${keyType}${keyType === 'text' ? ' COLLATE "C"' : ''}, "kind" text, "changes" jsonb, "row" ${stored},
       "set" bigint, "step" integer, "place" bigint, "last" bigint, "broken" jsonb)
     ON COMMIT DROP`,
  )
  const kind = `CASE c."action" WHEN 'add' THEN 'remove' WHEN 'delete' THEN 'restore' ELSE 'revert' END`
  const changed = `c."action" = 'change'`
  const [mine, values] = [`${sets} AND c."entity" = $2`, [value, entity.name]] as const
  await client.query(
    `INSERT INTO ${table}
     SELECT c."key"::${keyType}, ${kind}, CASE WHEN ${changed} THEN c."changes"::jsonb END,
       CASE WHEN c."action" = 'delete' THEN jsonb_populate_record(NULL::${stored}, c."changes"::jsonb) END,
       c."changeset", c."step", 0
     FROM ${log} c WHERE ${mine} AND c."last_key" IS NULL`,
    [...values],
  )
  const { isPresent, lost } = await findFormerColumns(client, log, { entity, mine, values, stored })
  await client.query(
    `INSERT INTO ${table}
     SELECT (e."value" ->> 0)::${keyType}, ${kind}, CASE WHEN ${changed} THEN (e."value" -> 1)::jsonb END,
       CASE WHEN c."action" = 'delete' THEN (e."value" ->> 1)::${stored} END, c."changeset", c."step", e."place"
     FROM ${log} c CROSS JOIN LATERAL json_array_elements(c."changes"::json) WITH ORDINALITY AS e("value", "place")
     WHERE ${mine} AND c."last_key" IS NOT NULL AND e."place" > 1 ${isPresent ? '' : `AND c."action" <> 'delete'`}`,
    [...values],
  )
  if (!isPresent) await addFormerRows(client, log, { table, stored, keyType, entity, sets, value })
  const names = loggedFields(model, entity)
  await foldRepeated(client, table, names, mayInterleave ? breaks(model, names) : noBreaks)
  await client.query(`ANALYZE ${table} ("key", "kind")`)
  const { rows: found } = await client.query<{ name: string }>(
    `SELECT DISTINCT f."name" FROM ${table} u CROSS JOIN LATERAL jsonb_object_keys(u."changes") AS f("name")
     WHERE u."kind" = 'revert'`,
  )
  const { rows: count } = await client.query<{ count: number }>(
    `SELECT count(*)::float8 AS "count" FROM ${table}`,
  )
  const known = found.filter(({ name }) => names.has(name))
  return {
    entity,
    table,
    reverted: new Map(known.map(({ name }): [string, Field] => [name, names.get(name)!])),
    lost: [...new Set([...found.map(({ name }) => name).filter((name) => !names.has(name)), ...lost])],
    records: count[0]!.count,
  }
}

/**
 * Compares the columns of deleted rows with those of the table. A deleted row of a bulk write is stored as the text of
 * a row of the table, with the columns of that time as the heading of its block.
 */
async function findFormerColumns(
  client: pg.ClientBase,
  log: string,
  {
    entity,
    mine,
    values,
    stored,
  }: {
    readonly entity: Entity
    /** SQL condition of the changes `c`, and its parameters. */
    readonly mine: string
    readonly values: readonly unknown[]
    readonly stored: string
  },
): Promise<{
  /** Whether the rows in blocks have the present columns of the table. */
  readonly isPresent: boolean
  /** Columns that no field has any more. */
  readonly lost: readonly string[]
}> {
  const deleted = `${mine} AND c."action" = 'delete'`
  const present = await columnNames(client, stored)
  const heading = `[${present},`
  // Only the beginning of a block is read; the block is parsed only if it has other columns.
  const { rows } = await client.query<{ columns: readonly string[]; isPresent: boolean }>(
    `SELECT DISTINCT ARRAY(SELECT json_array_elements_text(
         CASE WHEN h."isPresent" THEN ${literal(present)}::json ELSE c."changes"::json -> 0 END)) AS "columns", h."isPresent"
     FROM ${log} c
     CROSS JOIN LATERAL (SELECT left(c."changes", ${heading.length}) = ${literal(heading)} AS "isPresent") h
     WHERE ${deleted} AND c."last_key" IS NOT NULL
     UNION ALL
     (SELECT ARRAY(SELECT json_object_keys(c."changes"::json)), true FROM ${log} c
      WHERE ${deleted} AND c."last_key" IS NULL LIMIT 1)`,
    [...values],
  )
  const known = new Set(storedFields(entity).map(({ column }) => column))
  return {
    isPresent: rows.every(({ isPresent }) => isPresent),
    lost: rows.flatMap(({ columns }) => columns).filter((column) => !known.has(column)),
  }
}

/** Number of blocks of the log read at once, with 500 records each. */
const blocksAtOnce = 20

/** Reads rows that were deleted when the table had other columns; this process parses them block by block. */
async function addFormerRows(
  client: pg.ClientBase,
  log: string,
  { table, stored, keyType, entity, sets, value }: EntityUndoSource,
): Promise<void> {
  for (let read = 0; ; read += blocksAtOnce) {
    const { rows } = await client.query<{ changes: string; set: number; step: number }>(
      `SELECT c."changes", c."changeset"::float8 AS "set", c."step" FROM ${log} c
       WHERE ${sets} AND c."entity" = $2 AND c."last_key" IS NOT NULL AND c."action" = 'delete'
       ORDER BY c."changeset", c."step", c."key", c.ctid LIMIT ${blocksAtOnce} OFFSET $3`,
      [value, entity.name, read],
    )
    for (const { changes, set, step } of rows) {
      const records = recordsOfBlock(changes, entity)
      await client.query(
        `INSERT INTO ${table}
         SELECT r."key"::${keyType}, 'restore', NULL, jsonb_populate_record(NULL::${stored}, r."row"::jsonb), $4, $3, 0
         FROM unnest($1::text[], $2::text[]) AS r("key", "row")`,
        [records.map(({ key }) => key), records.map((record) => record.changes), step, set],
      )
    }
    if (rows.length < blocksAtOnce) return
  }
}

interface EntityUndoSource extends Pick<ChangesWanted, 'sets' | 'value'> {
  readonly table: string
  readonly stored: string
  readonly keyType: string
  readonly entity: Entity
}

/**
 * Merges several changes of the same record into one row. The first change determines whether the record existed
 * before, the last one whether it exists afterwards. The first old value of a field is the value before, the last new
 * value the one after.
 */
async function foldRepeated(
  client: pg.ClientBase,
  table: string,
  names: ReadonlyMap<string, Field>,
  breaks: string,
): Promise<void> {
  const { rowCount } = await client.query(
    `SELECT "key" FROM ${table} GROUP BY "key" HAVING count(*) > 1 LIMIT 1`,
  )
  if (rowCount === 0) return
  const renamed = [...names]
    .filter(([name, { column }]) => name !== column)
    .map(([name, { column }]) => ` WHEN ${literal(name)} THEN ${literal(column)}`)
  const column = renamed.length === 0 ? '"name"' : `CASE "name"${renamed.join('')} ELSE "name" END`
  await client.query(
    `WITH repeated AS (
       DELETE FROM ${table} WHERE "key" IN (SELECT "key" FROM ${table} GROUP BY "key" HAVING count(*) > 1)
       RETURNING *),
     ordered AS MATERIALIZED (
       SELECT *, row_number() OVER w AS "number", lag("set") OVER w <> "set" AND
         (lag("kind") OVER w = 'restore') <> ("kind" = 'remove') AS "jump"
       FROM repeated WINDOW w AS (PARTITION BY "key" ORDER BY "set", "step", "place")),
     ends AS MATERIALIZED (
       SELECT "key", (array_agg("kind" ORDER BY "number"))[1] AS "first",
         (array_agg("kind" ORDER BY "number" DESC))[1] AS "last",
         min("number") FILTER (WHERE "kind" = 'restore') AS "gone",
         min("set") AS "since", max("set") AS "until", bool_or("jump") AS "jump"
       FROM ordered GROUP BY "key"),
     pairs AS MATERIALIZED (
       SELECT o."key", o."number", o."set", ${column} AS "name", f."pair"
       FROM ordered o JOIN ends e USING ("key")
       CROSS JOIN LATERAL jsonb_each(o."changes") AS f("name", "pair")
       WHERE o."kind" = 'revert' AND (e."gone" IS NULL OR o."number" < e."gone")),
     merged AS (
       SELECT b."key", jsonb_object_agg(b."name", jsonb_build_array(b."old", a."new")) AS "changes",
         jsonb_object_agg(b."name", b."old") AS "olds"
       FROM (SELECT DISTINCT ON ("key", "name") "key", "name", "pair" -> 0 AS "old" FROM pairs
             ORDER BY "key", "name", "number") b
       JOIN (SELECT DISTINCT ON ("key", "name") "key", "name", "pair" -> 1 AS "new" FROM pairs
             ORDER BY "key", "name", "number" DESC) a USING ("key", "name")
       GROUP BY b."key"),
     broken AS (
       SELECT f."key", jsonb_object_agg(f."name", jsonb_build_object(
         'base', f."base", 'present', f."present", 'proposed', f."proposed")) AS "fields"
       FROM (${breaks}) f GROUP BY f."key")
     INSERT INTO ${table} ("key", "kind", "changes", "row", "set", "last", "broken")
     SELECT e."key",
       CASE WHEN e."first" = 'remove' THEN 'remove' WHEN e."last" = 'restore' THEN 'restore'
         WHEN e."gone" IS NULL THEN 'revert' ELSE 'replace' END,
       CASE WHEN e."gone" IS NULL THEN m."changes" END, jsonb_populate_record(d."row", m."olds"), e."since", e."until",
       CASE WHEN e."jump" OR b."fields" IS NOT NULL THEN coalesce(b."fields", '{}') END
     FROM ends e LEFT JOIN merged m USING ("key") LEFT JOIN broken b USING ("key")
     LEFT JOIN ordered d ON d."key" = e."key" AND d."number" = e."gone"
     WHERE NOT (e."first" = 'remove' AND e."last" = 'restore')`,
  )
}

/** SQL of no fields. */
const noBreaks = `SELECT "key", "name", "pair" AS "base", "pair" AS "present", "pair" AS "proposed" FROM pairs WHERE false`

/**
 * Returns SQL of the fields that others have changed between two change sets of the same record, or before it was
 * deleted: the new value of a change is not the old value of the next one.
 */
function breaks(model: Model, names: ReadonlyMap<string, Field>): string {
  const own = [...new Set(names.values())].filter(isOwn)
  const list = own.map(({ column }) => literal(column))
  if (list.length === 0) return noBreaks
  const differs = own.map((field) => {
    const column = `r.${identifier(field.column)}`
    return `WHEN ${literal(field.column)} THEN ${storedValue(model, field, 'a."base"')} IS DISTINCT FROM ${column}`
  })
  return `SELECT "key", "name", "base", "present", "old" AS "proposed" FROM (
      SELECT "key", "name", "set", lag("set") OVER v AS "before", lag("pair" -> 1) OVER v AS "base",
        "pair" -> 0 AS "present", first_value("pair" -> 0) OVER v AS "old"
      FROM pairs WHERE "name" IN (${list.join(', ')}) WINDOW v AS (PARTITION BY "key", "name" ORDER BY "number")) p
    WHERE "before" <> "set" AND "base" <> "present"
    UNION ALL
    SELECT a."key", a."name", a."base", to_jsonb(r) -> a."name", m."olds" -> a."name"
    FROM (SELECT DISTINCT ON ("key", "name") "key", "name", "set", "pair" -> 1 AS "base" FROM pairs
          ORDER BY "key", "name", "number" DESC) a
    JOIN ends e USING ("key") JOIN merged m USING ("key")
    JOIN ordered d ON d."key" = e."key" AND d."number" = e."gone" AND d."set" <> a."set"
    CROSS JOIN LATERAL ${deletedRow('d')} r
    WHERE CASE a."name" ${differs.join(' ')} ELSE false END`
}
