/** Finds the last change set of a scenario that changed each different record, that is, the decision behind it. */
import type pg from 'pg'
import { identifier, literal, qualified } from '../../database/identifiers.ts'
import type { Entity } from '../../model/entity.ts'
import { baseEntity, type Model } from '../../model/model.ts'
import type { LoggedSide } from './logged-side.ts'

/**
 * Adds the column `_set` to a table of differences. Plans made by a run are not decisions: they only write the results of
 * planning to records.
 */
export async function addLastSets(
  client: pg.ClientBase,
  model: Model,
  { scenario, sets }: LoggedSide,
  entity: Entity,
  table: string,
): Promise<void> {
  const { rows } = await client.query<{ first: number }>(
    `SELECT coalesce(min("id"), 0)::float8 AS "first" FROM ${identifier(sets)}`,
  )
  // With the first number, PostgreSQL can skip older parts of the log.
  const wanted = `c."changeset" >= ${rows[0]!.first} AND c."entity" = ${literal(baseEntity(model, entity).name)}
    AND c."changeset" IN (
      SELECT s."id" FROM ${identifier(sets)} n JOIN ${qualified(scenario, 'changeset')} s USING ("id")
      WHERE s."origin" IS DISTINCT FROM 'runplan')`
  const log = qualified(scenario, 'change')
  await client.query(`ALTER TABLE ${identifier(table)} ADD COLUMN "_set" bigint`)
  await client.query(
    `UPDATE ${identifier(table)} d SET "_set" = w."set" FROM (
       SELECT l."key", max(l."set") AS "set" FROM (
         SELECT c."key", c."changeset" AS "set" FROM ${log} c WHERE ${wanted} AND c."last_key" IS NULL
         UNION ALL
         SELECT e."value" ->> 0, c."changeset" FROM ${log} c
         CROSS JOIN LATERAL json_array_elements(c."changes"::json) WITH ORDINALITY AS e("value", "place")
         WHERE ${wanted} AND c."last_key" IS NOT NULL AND e."place" > 1) l
       GROUP BY l."key") w
     WHERE w."key" = coalesce(d."_key_a", d."_key_b") AND d."_by_a"`,
  )
}

/** The differences of one entity. */
interface Differences {
  readonly entity: Entity
  readonly table: string
  /** Whether the table has the column `_set`. */
  readonly hasSets: boolean
}

/** Numbers of records of an entity. */
interface Counts {
  readonly entity: string
  readonly created: number
  readonly updated: number
  readonly deleted: number
}

/** A change set of the first scenario with the records that it changed last. */
export interface Decision {
  readonly changeset: number
  readonly records: number
  readonly entities: readonly Counts[]
}

/** Maximum number of decisions that are listed. */
const mostDecisions = 200

/** Returns the newest decisions behind the differences. */
export async function readDecisions(
  client: pg.ClientBase,
  { entities }: { readonly entities: readonly Differences[] },
): Promise<readonly Decision[]> {
  const counted = entities
    .filter(({ hasSets }) => hasSets)
    .map(
      (
        { entity, table },
        place,
      ) => `SELECT "_set" AS "set", ${place} AS "place", ${literal(entity.name)} AS "entity",
        count(*) AS "records", count(*) FILTER (WHERE "_key_b" IS NULL) AS "created",
        count(*) FILTER (WHERE "_key_a" IS NOT NULL AND "_key_b" IS NOT NULL) AS "updated",
        count(*) FILTER (WHERE "_key_a" IS NULL) AS "deleted"
      FROM ${identifier(table)} WHERE "_by_a" AND "_set" IS NOT NULL GROUP BY "_set"`,
    )
  if (counted.length === 0) return []
  const { rows } = await client.query<{ changeset: number; records: number; entities: string }>(
    `SELECT c."set"::float8 AS "changeset", sum(c."records")::float8 AS "records",
       json_agg(json_build_object('entity', c."entity", 'created', c."created", 'updated', c."updated",
         'deleted', c."deleted") ORDER BY c."place")::text AS "entities"
     FROM (${counted.join(' UNION ALL ')}) c GROUP BY c."set" ORDER BY c."set" DESC LIMIT ${mostDecisions}`,
  )
  return rows.map((row) => Object.assign(row, { entities: JSON.parse(row.entities) }))
}
