/** Reads the differences of scenarios as JSON, page by page. */
import type pg from 'pg'
import { shownExpression } from '../../data/record-sql.ts'
import { identifier, literal } from '../../database/identifiers.ts'
import type { Difference, EntityDifferences } from './open-difference.ts'
import { resourcesName } from './order-resources.ts'
import type { Relation } from './relation.ts'

/**
 * Side that changed a record since the common ancestor; `conflict` if both changed it so that it cannot be merged
 * automatically.
 */
export const changedBy = ['a', 'b', 'conflict'] as const
export type ChangedBy = (typeof changedBy)[number]

export interface DifferentRecord {
  readonly entity: string
  /** The key, or the natural key as a JSON list. */
  readonly key: string
  /** Keys of the record in the scenarios; null if it does not exist there. */
  readonly key_a: string | null
  readonly key_b: string | null
  /** Side that changed it since the common ancestor; only if previous values are known. */
  readonly changed?: 'a' | 'b' | 'both'
  readonly conflict?: boolean
  /** Last change set of the first scenario that changed it: null if none did, missing if it is unknown. */
  readonly changeset?: number | null
  /** Values that differ, by field. */
  readonly fields: Readonly<Record<string, DifferentValue>>
}

export interface DifferentValue {
  readonly base?: unknown
  readonly a: unknown
  readonly b: unknown
}

export interface DifferencePage {
  readonly limit: number
  readonly offset: number
  readonly changed?: ChangedBy | undefined
  /** Only records that this change set of the first scenario changed last. */
  readonly changeset?: number | undefined
  /** Whether to include previous values and the side that changed a record. */
  readonly withBase: boolean
}

const columnOfChange = { a: '_by_a', b: '_by_b', conflict: '_conflict' } as const satisfies Record<
  ChangedBy,
  string
>

/** Returns the number of differing records of an entity that match the filter. */
export const countOf = (
  { records, byA, byB, conflicts }: Omit<EntityDifferences, 'relation' | 'table'>,
  changed: ChangedBy | undefined,
): number => (changed === undefined ? records : { a: byA, b: byB, conflict: conflicts }[changed])

/** Returns the condition of a filter over the table of differences `d`; undefined if no record can match. */
function conditionOf(
  { hasSets }: EntityDifferences,
  { changed, changeset }: Pick<DifferencePage, 'changed' | 'changeset'>,
): string | undefined {
  if (changeset !== undefined && !hasSets) return undefined
  return [
    'true',
    ...(changed === undefined ? [] : [`d.${identifier(columnOfChange[changed])}`]),
    ...(changeset === undefined ? [] : [`d."_by_a" AND d."_set" = ${changeset}`]),
  ].join(' AND ')
}

/** Returns the number of records of an entity that a filter matches. */
async function countMatching(
  client: pg.ClientBase,
  found: EntityDifferences,
  page: Pick<DifferencePage, 'changed' | 'changeset'>,
): Promise<number> {
  if (page.changeset === undefined) return countOf(found, page.changed)
  const where = conditionOf(found, page)
  if (where === undefined) return 0
  const { rows } = await client.query<{ count: number }>(
    `SELECT count(*)::float8 AS "count" FROM ${identifier(found.table)} d WHERE ${where}`,
  )
  return rows[0]!.count
}

/** Returns the number of records that a filter matches. */
export async function countDifferences(
  client: pg.ClientBase,
  { entities }: Difference,
  page: Pick<DifferencePage, 'changed' | 'changeset'>,
): Promise<number> {
  let count = 0
  for (const found of entities) count += await countMatching(client, found, page)
  return count
}

/** Returns a page of the records, entity by entity in the order of their keys. */
export async function readDifferences(
  client: pg.ClientBase,
  { entities }: Difference,
  { limit, offset, withBase, ...filter }: DifferencePage,
): Promise<readonly DifferentRecord[]> {
  const records: DifferentRecord[] = []
  let skipped = offset
  for (const found of entities) {
    const count = await countMatching(client, found, filter)
    if (skipped >= count) {
      skipped -= count
      continue
    }
    if (records.length === limit) break
    const where = conditionOf(found, filter) ?? 'false'
    const page = `(SELECT d.* FROM ${identifier(found.table)} d WHERE ${where} ORDER BY d."_i"
      LIMIT ${limit - records.length} OFFSET ${skipped})`
    records.push(...(await readPage(client, found, page, withBase)))
    skipped = 0
  }
  return records
}

/** Number of records per chunk if all of them are read. */
const recordsPerChunk = 2_000

/** Yields all records in chunks. */
export async function* differenceChunks(
  client: pg.ClientBase,
  { entities }: Difference,
  { withBase, ...filter }: Pick<DifferencePage, 'changed' | 'changeset' | 'withBase'>,
): AsyncGenerator<readonly DifferentRecord[]> {
  for (const found of entities) {
    const where = conditionOf(found, filter)
    if (where === undefined) continue
    for (let first = 1; first <= found.records; first += recordsPerChunk) {
      const page = `(SELECT d.* FROM ${identifier(found.table)} d
        WHERE d."_i" >= ${first} AND d."_i" < ${first + recordsPerChunk} AND ${where})`
      yield await readPage(client, found, page, withBase)
    }
  }
}

interface PageRow {
  readonly key: string
  readonly key_a: string | null
  readonly key_b: string | null
  readonly by_a: boolean
  readonly by_b: boolean
  readonly conflict: boolean
  readonly changeset: number | null
  readonly fields: string
}

async function readPage(
  client: pg.ClientBase,
  { entity, relation, method, hasSets }: EntityDifferences,
  page: string,
  withBase: boolean,
): Promise<readonly DifferentRecord[]> {
  const shown = withBase && method !== 'alone'
  const { rows } = await client.query<PageRow>(
    `SELECT k."_key" AS "key", k."_key_a" AS "key_a", k."_key_b" AS "key_b", k."_by_a" AS "by_a", k."_by_b" AS "by_b",
       k."_conflict" AS "conflict", ${hasSets ? 'k."_set"::float8' : 'NULL::float8'} AS "changeset",
       ${fieldsJson(relation, shown)}::text AS "fields"
     FROM ${relation.from(page)} ORDER BY k."_i"`,
  )
  return rows.map(({ key, key_a, key_b, by_a, by_b, conflict, changeset, fields }) => {
    const record = { entity: entity.name, key, key_a, key_b, fields: JSON.parse(fields) }
    return shown
      ? Object.assign(record, {
          changed: by_a && by_b ? 'both' : by_a ? 'a' : 'b',
          conflict,
          ...(hasSets ? { changeset } : {}),
        } as const)
      : record
  })
}

/** Returns SQL for an object field → values with the fields that differ. */
function fieldsJson({ compared, resources, inA, inB }: Relation, withBase: boolean): string {
  if (compared.length === 0) return `'{}'`
  // If only the first scenario has assigned them, those before are those of the second.
  const assigned =
    resources === undefined
      ? []
      : [
          `SELECT ${literal(resourcesName)} AS "name",
             json_build_object(${withBase ? `'base', ${resources.former}, ` : ''}'a', ${resources.value}, 'b', ${resources.present}) AS "value"
           WHERE ${inA} AND ${inB} AND ${resources.isChanged}`,
        ]
  const values = compared.map((field) => {
    const column = identifier(field.column)
    const json = (side: string): string => `to_json(${shownExpression(field, side, 'json')})`
    const base = withBase ? `'base', CASE WHEN o."_in" THEN ${json('o')} END, ` : ''
    return `SELECT ${literal(field.name)} AS "name", json_build_object(${base}'a', ${json('a')}, 'b', ${json('b')}) AS "value"
      WHERE a.${column} IS DISTINCT FROM b.${column}`
  })
  return `(SELECT coalesce(json_object_agg(v."name", v."value"), '{}') FROM (${[...values, ...assigned].join(' UNION ALL ')}) v)`
}
