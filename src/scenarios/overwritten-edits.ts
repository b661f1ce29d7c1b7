/**
 * Counts and lists the edits that the data of a scenario loses when it is replaced: by a promotion those since the
 * copy, by the undo or the redo of a promotion those since that promotion or its undo. What planning writes is not
 * an edit, and neither is an edit that was undone.
 */
import type { Channel } from '../data/context.ts'
import { undoneBy } from '../data/history/undo-state.ts'
import type { ControlDatabase, Database } from '../database/database.ts'
import { homeOf, isSameDatabase } from '../database/homes.ts'
import { qualified } from '../database/identifiers.ts'
import type { Model } from '../model/model.ts'
import { keptByPromotion } from '../model/production.ts'
import { isAfter } from './difference/logged-side.ts'
import { keptData } from './kept-data.ts'
import { containedState, mergedFrom, type Position } from './lineage/ancestor.ts'
import { readLineage } from './lineage/lineage.ts'

/** The part of a change log whose edits are lost. */
export interface EditSpan {
  /** Schema with the log. */
  readonly schema: string
  readonly since: Position
  /** SQL condition on the change set `s`. */
  readonly condition: string
  /** Whether the log contains all change sets of the part; older ones are deleted after a time. */
  readonly complete: boolean
}

export interface EditCounts {
  readonly entity: string
  readonly created: number
  readonly updated: number
  readonly deleted: number
}

/** A change set with the numbers of its edits by entity. */
export interface EditSet {
  readonly changeset: number
  readonly created: string
  readonly user: number | null
  readonly channel: Channel
  readonly origin: string | null
  readonly entities: readonly EditCounts[]
}

export interface PromotedPair {
  readonly source: string
  readonly destination: string
  /** Schema that has the data of the destination now; its own unless the promotion has replaced it. */
  readonly schema?: string | undefined
}

/** Returns the edits that a promotion overwrites; undefined if no common state of the scenarios is known. */
export async function editsBeforePromotion(
  control: ControlDatabase,
  { source, destination, schema = destination }: PromotedPair,
): Promise<EditSpan | undefined> {
  const [from, to] = [homeOf(control, source), homeOf(control, destination)]
  const copied = await from.withClient((client) => readLineage(client, source))
  const own = await to.withClient((client) => readLineage(client, schema))
  const since = containedState(copied, own)
  if (since === undefined) return undefined
  const other = isSameDatabase(from, to) ? { scenario: source, lineage: copied } : undefined
  const merged = mergedFrom(copied, own)
  return {
    schema,
    since,
    condition: `${isAfter('s', since, own, other)} AND s."id" <> ALL ('{${merged.join(',')}}'::bigint[])`,
    complete: own.forgotten <= since.changeset,
  }
}

/** Returns the edits that undoing or redoing the last promotion sets aside; undefined if no data is kept. */
export async function editsSincePromotion(
  database: Database,
  scenario: string,
): Promise<EditSpan | undefined> {
  const kept = await keptData(database, scenario)
  return kept && editsAfter(database, scenario, kept.since)
}

/** Returns the edits after a change set. */
export async function editsAfter(database: Database, schema: string, changeset: number): Promise<EditSpan> {
  const { forgotten } = await database.withClient((client) => readLineage(client, schema))
  const condition = `s."id" > ${changeset}`
  return { schema, since: { changeset }, condition, complete: forgotten <= changeset }
}

/** SQL of the number of records of an action in rows `c` of the log, some of which are blocks of records. */
const recordsOf = (action: string): string =>
  `(coalesce(sum(CASE WHEN c."last_key" IS NULL THEN 1 ELSE json_array_length(c."changes"::json) - 1 END)
    FILTER (WHERE c."action" = '${action}'), 0))::float8`

/**
 * SQL of a relation of the edits: their change set, entity and the numbers of records. A change set that stored a plan
 * together with edits counts the records of the edits, which the log contains.
 * @param entities SQL of an array of the entities
 */
function editsSql({ schema, since, condition }: EditSpan, entities: string): string {
  return `SELECT s."id" AS "changeset", n."entity", k."created", k."updated", k."deleted"
    FROM ${qualified(schema, 'changeset')} s JOIN ${qualified(schema, 'changesetentity')} n ON n."changeset" = s."id"
    CROSS JOIN LATERAL (
      SELECT n."created"::float8 AS "created", n."updated"::float8 AS "updated", n."deleted"::float8 AS "deleted"
      WHERE n."kept" <> 'computed'
      UNION ALL
      SELECT ${recordsOf('add')}, ${recordsOf('change')}, ${recordsOf('delete')}
      FROM ${qualified(schema, 'change')} c
      WHERE n."kept" = 'computed' AND c."changeset" = s."id" AND c."entity" = n."entity"
      HAVING count(*) > 0) k
    WHERE ${condition} AND n."entity" = ANY (${entities})
      AND NOT (s."channel" IN ('task', 'command') AND s."origin" IS NOT DISTINCT FROM 'runplan')
      AND (s."undoes" IS NULL OR lower(s."undoes") <= ${since.changeset})
      AND ${undoneBy(schema, 's."id"')} IS NULL`
}

/** Returns the entities whose records a promotion replaces. */
export const replacedEntities = (model: Model): readonly string[] =>
  model.entities
    .filter(({ schema, name }) => schema === 'scenario' && !keptByPromotion.includes(name))
    .map(({ name }) => name)

/** Returns the numbers of edits by entity. */
export async function countEditsByEntity(
  database: Database,
  span: EditSpan,
  entities: readonly string[],
): Promise<readonly EditCounts[]> {
  const { rows } = await database.query<EditCounts>({
    text: `SELECT e."entity", sum(e."created")::float8 AS "created", sum(e."updated")::float8 AS "updated",
        sum(e."deleted")::float8 AS "deleted"
      FROM (${editsSql(span, '$1::text[]')}) e GROUP BY e."entity" ORDER BY e."entity"`,
    values: [entities],
  })
  return rows
}

/** Returns the number of edits of all entities. */
export const totalOf = (counts: readonly EditCounts[]): number =>
  counts.reduce((sum, { created, updated, deleted }) => sum + created + updated + deleted, 0)

/** Returns the newest change sets with edits. */
export async function listEditSets(
  database: Database,
  span: EditSpan,
  { entities, before, limit }: EditPage,
): Promise<readonly EditSet[]> {
  const { rows } = await database.query<Omit<EditSet, 'entities'> & { entities: string }>({
    text: `SELECT s."id"::float8 AS "changeset", s."created", s."user"::float8 AS "user", s."channel", s."origin",
        e."entities"::text AS "entities"
      FROM (SELECT x."changeset", json_agg(json_build_object('entity', x."entity", 'created', x."created",
          'updated', x."updated", 'deleted', x."deleted") ORDER BY x."entity") AS "entities"
        FROM (${editsSql(span, '$1::text[]')}) x WHERE $2::bigint IS NULL OR x."changeset" < $2
        GROUP BY x."changeset" ORDER BY x."changeset" DESC LIMIT $3) e
      JOIN ${qualified(span.schema, 'changeset')} s ON s."id" = e."changeset" ORDER BY s."id" DESC`,
    values: [entities, before ?? null, limit],
  })
  return rows.map(({ created, entities: counts, ...row }) =>
    Object.assign(row, { created: created.replace(' ', 'T'), entities: JSON.parse(counts) }),
  )
}

export interface EditPage {
  readonly entities: readonly string[]
  /** Only change sets with a lower number. */
  readonly before: number | undefined
  readonly limit: number
}
