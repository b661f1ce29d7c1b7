/** Compares two scenarios per entity, with joins inside the server in one snapshot. */
import type pg from 'pg'
import { tableEntities } from '../database/ddl.ts'
import type { Database } from '../database/database.ts'
import { homeOf, isSameDatabase } from '../database/homes.ts'
import { identifier, literal, qualified } from '../database/identifiers.ts'
import { ServiceError } from '../errors/service-error.ts'
import type { Entity } from '../model/entity.ts'
import type { Field } from '../model/field.ts'
import type { ScenarioWork } from './aside/work.ts'
import { refused, rejectSame, requireInUse } from './copy-scenario.ts'
import { comparedFields, isNamed, isOfPlan, keyText, matchedFields } from './difference/matching.ts'
import { listScenarios } from './registry.ts'

export interface CompareRequest {
  readonly a: string
  readonly b: string
  /** Full names of entities; empty for all. */
  readonly entities?: readonly string[]
  /** Maximum number of examples per entity and kind of difference. */
  readonly samples?: number
}

export interface EntityDifference {
  readonly entity: string
  readonly onlyA: number
  readonly onlyB: number
  readonly different: number
  /** Number of different records that differ in writable fields, and in computed fields. */
  readonly edited: number
  readonly replanned: number
  /** Whether planning creates its records: orders, their materials and resources, problems. */
  readonly plan: boolean
  /** Names of computed fields among `fields`. */
  readonly computed: readonly string[]
  /** Fields that differ, with the number of records in which they differ. */
  readonly fields: Readonly<Record<string, number>>
  readonly samples: readonly DifferenceSample[]
}

export interface DifferenceSample {
  /** The key, or the natural key as a JSON list. */
  readonly key: string
  readonly in: 'A' | 'B' | 'both'
  /** Field → [value in A, value in B], for records in both. */
  readonly changes: Readonly<Record<string, readonly [unknown, unknown]>>
}

/**
 * Yields the differences of each entity that differs, parents first. Throws `scenario_missing`,
 * `scenario_not_in_use`, and `scenario_refused` for two identical scenarios or an unknown entity.
 */
export async function* compareScenarios(
  { database, model, signal, progress }: ScenarioWork,
  { a, b, entities = [], samples = 10 }: CompareRequest,
): AsyncGenerator<EntityDifference> {
  const chosen = await requireComparable({ database, model }, { a, b, entities })
  for (const [index, entity] of chosen.entries()) {
    progress?.(index / chosen.length, `Comparing ${entity.model}`)
    const found = await homeOf(database, a).withTransaction(
      (client) => compareEntity(client, entity, { a, b, samples }),
      { isolation: 'repeatable read', readOnly: true, signal },
    )
    if (found.onlyA + found.onlyB + found.different > 0) yield found
  }
}

/**
 * Returns the entities to compare, parents first. Throws `scenario_missing`, `scenario_not_in_use`, and
 * `scenario_refused` for two identical scenarios or an unknown entity.
 */
export async function requireComparable(
  { database, model }: Pick<ScenarioWork, 'database' | 'model'>,
  { a, b, entities = [] }: CompareRequest,
): Promise<readonly Entity[]> {
  rejectSame(a, b)
  const scenarios = await listScenarios(database)
  for (const name of [a, b]) {
    const scenario = scenarios.find((one) => one.name === name)
    if (scenario === undefined) throw new ServiceError('scenario_missing', { name })
    requireInUse(scenario)
  }
  requireTogether(database, a, b)
  const all = tableEntities(model, 'scenario')
  const unknown = entities.find((name) => !all.some((entity) => isNamed(entity, name)))
  if (unknown !== undefined) throw refused({ code: 'no_entity_in_scenarios', params: { entity: unknown } })
  return all.filter((entity) => entities.length === 0 || entities.some((name) => isNamed(entity, name)))
}

/** Throws `scenario_refused` for scenarios on different servers, which no statement can compare. */
export function requireTogether(database: Database, a: string, b: string): void {
  if (isSameDatabase(homeOf(database, a), homeOf(database, b))) return
  throw refused({ code: 'on_different_servers', params: { a, b } })
}

interface Comparison {
  readonly keys: readonly Field[]
  readonly compared: readonly Field[]
  /** The join as FROM clause. */
  readonly from: string
}

function comparisonOf(entity: Entity, a: string, b: string): Comparison {
  const keys = matchedFields(entity)
  const compared = comparedFields(entity)
  const side = (schema: string): string =>
    `(SELECT ${keyText(keys)} AS "compare_key", t.* FROM ${qualified(schema, entity.table)} t)`
  return {
    keys,
    compared,
    from: `${side(a)} a FULL JOIN ${side(b)} b ON a."compare_key" = b."compare_key"`,
  }
}

const row = (side: string, fields: readonly Field[]): string =>
  `ROW(${fields.map(({ column }) => `${side}.${identifier(column)}`).join(', ')})`

interface CountRow extends pg.QueryResultRow {
  readonly only_a: number
  readonly only_b: number
  readonly different: number
  readonly edited: number
  readonly replanned: number
  readonly fields: string
}

async function compareEntity(
  client: pg.ClientBase,
  entity: Entity,
  { a, b, samples }: { a: string; b: string; samples: number },
): Promise<EntityDifference> {
  const { compared, from } = comparisonOf(entity, a, b)
  const both = `a."compare_key" IS NOT NULL AND b."compare_key" IS NOT NULL`
  const differIn = (some: readonly Field[]): string =>
    some.length === 0 ? 'false' : `${both} AND ${row('a', some)} IS DISTINCT FROM ${row('b', some)}`
  const differs = differIn(compared)
  const [edited, computed] = [
    compared.filter(({ access }) => access === 'write'),
    compared.filter(({ access }) => access !== 'write'),
  ]
  const perField = compared.map(
    ({ name, column }) =>
      `${literal(name)}, count(*) FILTER (WHERE ${both} AND a.${identifier(column)} IS DISTINCT FROM b.${identifier(column)})`,
  )
  // Split, because a function has at most one hundred arguments.
  const pieces = Array.from(
    { length: Math.ceil(perField.length / 40) },
    (_, index) => `jsonb_build_object(${perField.slice(index * 40, index * 40 + 40).join(', ')})`,
  )
  const counted = await client.query<CountRow>(
    `SELECT count(*) FILTER (WHERE b."compare_key" IS NULL) AS "only_a",
      count(*) FILTER (WHERE a."compare_key" IS NULL) AS "only_b",
      count(*) FILTER (WHERE ${differs}) AS "different",
      count(*) FILTER (WHERE ${differIn(edited)}) AS "edited",
      count(*) FILTER (WHERE ${differIn(computed)}) AS "replanned",
      ${pieces.length === 0 ? `'{}'` : pieces.join(' || ')} AS "fields"
     FROM ${from}`,
  )
  const counts = counted.rows[0]!
  const perName: Readonly<Record<string, number>> = JSON.parse(counts.fields)
  const fields = Object.fromEntries(Object.entries(perName).filter(([, count]) => count > 0))
  const { only_a: onlyA, only_b: onlyB, different } = counts
  const found = {
    entity: entity.name,
    onlyA,
    onlyB,
    different,
    edited: counts.edited,
    replanned: counts.replanned,
    plan: isOfPlan(entity),
    computed: computed.map(({ name }) => name).filter((name) => fields[name] !== undefined),
    fields,
  }
  if (onlyA + onlyB + different === 0 || samples === 0) return { ...found, samples: [] }
  const changes = compared
    .filter(({ name }) => fields[name] !== undefined)
    .map(({ name, column }) => {
      const [left, right] = [`a.${identifier(column)}`, `b.${identifier(column)}`]
      return `SELECT ${literal(name)} AS "name", jsonb_build_array(${left}, ${right}) AS "values" WHERE ${left} IS DISTINCT FROM ${right}`
    })
  const changed =
    changes.length === 0
      ? `'{}'`
      : `(SELECT coalesce(jsonb_object_agg("name", "values"), '{}') FROM (${changes.join(' UNION ALL ')}) "c")`
  const kinds = [
    ['A', 'b."compare_key" IS NULL', `'{}'`],
    ['B', 'a."compare_key" IS NULL', `'{}'`],
    ['both', differs, changed],
  ].map(
    ([kind, where, values]) =>
      `(SELECT coalesce(a."compare_key", b."compare_key") AS "key", ${literal(kind!)} AS "in", (${values})::text AS "changes"
        FROM ${from} WHERE ${where} ORDER BY 1 LIMIT ${samples})`,
  )
  const { rows } = await client.query<{ key: string; in: 'A' | 'B' | 'both'; changes: string }>(
    kinds.join(' UNION ALL '),
  )
  return {
    ...found,
    samples: rows.map((sample) => ({ key: sample.key, in: sample.in, changes: JSON.parse(sample.changes) })),
  }
}
