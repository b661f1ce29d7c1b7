/** Reads the differences of scenarios, page by page, as JSON. */
import type pg from 'pg'
import { shownExpression } from '../../data/record-sql.ts'
import { identifier, literal } from '../../database/identifiers.ts'
import type { Field } from '../../model/field.ts'
import type { Difference, EntityDifferences } from './open-difference.ts'

/** Which side changed a record since the common ancestor; or both, so that it cannot be merged unseen. */
export const changedBy = ['a', 'b', 'conflict'] as const
export type ChangedBy = (typeof changedBy)[number]

export interface DifferentRecord {
  readonly entity: string
  /** The key, or the natural key as a JSON list. */
  readonly key: string
  /** Keys under which the scenarios hold it; null where it is not there. */
  readonly key_a: string | null
  readonly key_b: string | null
  /** Who changed it since; only where something is known of before. */
  readonly changed?: 'a' | 'b' | 'both'
  readonly conflict?: boolean
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
  /** Whether to tell the values of before, and who changed what. */
  readonly withBase: boolean
}

const columnOfChange = { a: '_by_a', b: '_by_b', conflict: '_conflict' } as const satisfies Record<
  ChangedBy,
  string
>

/** Records of an entity that differ, of those that a filter leaves. */
export const countOf = (
  { records, byA, byB, conflicts }: Omit<EntityDifferences, 'relation' | 'table'>,
  changed: ChangedBy | undefined,
): number => (changed === undefined ? records : { a: byA, b: byB, conflict: conflicts }[changed])

/** A page of the records, entity by entity in the order of their keys. */
export async function readDifferences(
  client: pg.ClientBase,
  { entities }: Difference,
  { limit, offset, changed, withBase }: DifferencePage,
): Promise<readonly DifferentRecord[]> {
  const records: DifferentRecord[] = []
  let skipped = offset
  for (const found of entities) {
    const count = countOf(found, changed)
    if (skipped >= count) {
      skipped -= count
      continue
    }
    if (records.length === limit) break
    const where = changed === undefined ? '' : ` WHERE d.${identifier(columnOfChange[changed])}`
    const page = `(SELECT d.* FROM ${identifier(found.table)} d${where} ORDER BY d."_i"
      LIMIT ${limit - records.length} OFFSET ${skipped})`
    records.push(...(await readPage(client, found, page, withBase)))
    skipped = 0
  }
  return records
}

/** Records read at once by those who want all of them. */
const recordsPerChunk = 2_000

/** All records, so many at a time. */
export async function* differenceChunks(
  client: pg.ClientBase,
  { entities }: Difference,
  { changed, withBase }: Pick<DifferencePage, 'changed' | 'withBase'>,
): AsyncGenerator<readonly DifferentRecord[]> {
  for (const found of entities) {
    const where = changed === undefined ? '' : ` AND d.${identifier(columnOfChange[changed])}`
    for (let first = 1; first <= found.records; first += recordsPerChunk) {
      const page = `(SELECT d.* FROM ${identifier(found.table)} d
        WHERE d."_i" >= ${first} AND d."_i" < ${first + recordsPerChunk}${where})`
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
  readonly fields: string
}

async function readPage(
  client: pg.ClientBase,
  { entity, relation, method }: EntityDifferences,
  page: string,
  withBase: boolean,
): Promise<readonly DifferentRecord[]> {
  const told = withBase && method !== 'alone'
  const { rows } = await client.query<PageRow>(
    `SELECT k."_key" AS "key", k."_key_a" AS "key_a", k."_key_b" AS "key_b", k."_by_a" AS "by_a", k."_by_b" AS "by_b",
       k."_conflict" AS "conflict", ${fieldsJson(relation.compared, told)}::text AS "fields"
     FROM ${relation.from(page)} ORDER BY k."_i"`,
  )
  return rows.map(({ key, key_a, key_b, by_a, by_b, conflict, fields }) => {
    const record = { entity: entity.name, key, key_a, key_b, fields: JSON.parse(fields) }
    return told
      ? Object.assign(record, { changed: by_a && by_b ? 'both' : by_a ? 'a' : 'b', conflict } as const)
      : record
  })
}

/** SQL of an object field → values, of those fields that differ. */
function fieldsJson(compared: readonly Field[], withBase: boolean): string {
  if (compared.length === 0) return `'{}'`
  const values = compared.map((field) => {
    const column = identifier(field.column)
    const json = (side: string): string => `to_json(${shownExpression(field, side, 'json')})`
    const base = withBase ? `'base', CASE WHEN o."_in" THEN ${json('o')} END, ` : ''
    return `SELECT ${literal(field.name)} AS "name", json_build_object(${base}'a', ${json('a')}, 'b', ${json('b')}) AS "value"
      WHERE a.${column} IS DISTINCT FROM b.${column}`
  })
  return `(SELECT coalesce(json_object_agg(v."name", v."value"), '{}') FROM (${values.join(' UNION ALL ')}) v)`
}
