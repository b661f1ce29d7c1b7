/** Adds the changes of one scenario to a proposal in another one, in bulk regardless of the number of records. */
import type pg from 'pg'
import { shownExpression } from '../../data/record-sql.ts'
import { storedFields } from '../../database/ddl.ts'
import { identifier, literal } from '../../database/identifiers.ts'
import { type Entity, keyField } from '../../model/entity.ts'
import type { Field } from '../../model/field.ts'
import { baseEntity, type Model, requireEntity } from '../../model/model.ts'
import type { Difference, EntityDifferences } from '../../scenarios/difference/open-difference.ts'
import { resourcesName } from '../../scenarios/difference/order-resources.ts'
import { type EditSummary } from '../proposal.ts'

/** SQL conditions over the table of differences `d`: the action for a record. */
const conditions = {
  create: `d."_key_a" IS NOT NULL AND NOT d."_before" AND d."_by_a"`,
  update: `d."_key_a" IS NOT NULL AND d."_before" AND d."_by_a"`,
  delete: `d."_key_a" IS NULL AND d."_by_a"`,
} as const

type Action = keyof typeof conditions

/** Returns the number of records that are created, updated and deleted, in the order in which this is done. */
export async function summarise(
  client: pg.ClientBase,
  { entities }: Difference,
): Promise<readonly EditSummary[]> {
  const found: EditSummary[] = []
  for (const { entity, table } of entities) {
    const { rows } = await client.query<Record<Action, number>>(
      `SELECT ${Object.entries(conditions)
        .map(([action, condition]) => `count(*) FILTER (WHERE ${condition})::float8 AS "${action}"`)
        .join(', ')} FROM ${identifier(table)} d`,
    )
    for (const action of ['create', 'update', 'delete'] as const) {
      const records = rows[0]![action]
      if (records > 0) found.push({ entity: entity.name, action, records })
    }
  }
  const deletions = found.filter(({ action }) => action === 'delete').toReversed()
  return [...found.filter(({ action }) => action !== 'delete'), ...deletions]
}

/**
 * Adds the edits: created and updated records first, parents before children, then deletions, children before
 * parents, so that no record is deleted while others still refer to it.
 */
export async function insertMergeEdits(
  client: pg.ClientBase,
  model: Model,
  proposal: number,
  { entities }: Difference,
  summary: readonly EditSummary[],
): Promise<void> {
  const byName = new Map(entities.map((found) => [found.entity.name, found]))
  let number = 0
  for (const { entity: name, action, records } of summary) {
    const found = byName.get(name)
    if (found === undefined) continue
    const depths = action === 'update' ? undefined : await createDepths(client, model, found, action)
    const { key, fields, base } = editColumns(found, action)
    const d = depths === undefined ? 'd.*, 0 AS "_depth"' : 'd.*, h."depth" AS "_depth"'
    const joined = depths === undefined ? '' : ` LEFT JOIN ${depths} h ON h."_i" = d."_i"`
    const order = action === 'delete' ? 'k."_depth" DESC' : 'k."_depth"'
    await client.query(
      `INSERT INTO control."proposaledit" ("proposal", "number", "entity", "action", "key", "fields", "base")
       SELECT $1, $2::integer + row_number() OVER (ORDER BY ${order}, k."_i") - 1, ${literal(name)}, '${action}',
         ${key}, ${fields}, ${base}
       FROM ${found.relation.from(
         `(SELECT ${d} FROM ${identifier(found.table)} d${joined} WHERE ${conditions[action]})`,
       )}`,
      [proposal, number],
    )
    if (depths !== undefined) await client.query(`DROP TABLE ${depths}`)
    number += records
  }
}

const isWritten = (entity: Entity, { name, access, writeOnly, type }: Field): boolean =>
  access === 'write' && !writeOnly && name !== entity.key && type !== 'identity'

/** Returns SQL of a JSON object of the fields whose condition is true, and of more members. */
function objectOf(
  fields: readonly Field[],
  side: 'a' | 'b' | 'o',
  condition: (column: string, field: Field) => string,
  members: readonly Member[] = [],
): string {
  if (fields.length + members.length === 0) return `'{}'::json`
  const all = [
    ...fields.map((field): Member => {
      const value = `to_json(${shownExpression(field, side, 'json')})`
      return { name: field.name, value, isGiven: condition(identifier(field.column), field) }
    }),
    ...members,
  ]
  const values = all.map(
    ({ name, value, isGiven }) => `SELECT ${literal(name)} AS "name", ${value} AS "value" WHERE ${isGiven}`,
  )
  return `(SELECT coalesce(json_object_agg(v."name", v."value"), '{}') FROM (${values.join(' UNION ALL ')}) v)`
}

/** A member of a JSON object, as SQL: its value, and the condition for it. */
interface Member {
  readonly name: string
  readonly value: string
  readonly isGiven: string
}

/** The resources of an order, with which it is on the machine for which its dates were chosen. */
function resourcesOf({ relation: { resources } }: EntityDifferences, action: Action): readonly Member[] {
  if (resources === undefined) return []
  const { value, isChanged } = resources
  const isGiven = action === 'create' ? `${value} <> '[]'` : isChanged
  return [{ name: resourcesName, value: `(${value})::json`, isGiven }]
}

/** The resources on which a change is based: a later assignment in this scenario conflicts with it. */
function formerResourcesOf({ relation: { resources } }: EntityDifferences): readonly Member[] {
  if (resources === undefined) return []
  return [{ name: resourcesName, value: `(${resources.former})::json`, isGiven: resources.isChanged }]
}

function editColumns(
  found: EntityDifferences,
  action: Action,
): { readonly key: string; readonly fields: string; readonly base: string } {
  const { entity, relation } = found
  const { compared, matched, inB } = relation
  const isNumbered = keyField(entity).type === 'identity'
  const all = storedFields(entity).filter((field) => isWritten(entity, field))
  const matching = new Set(matched)
  if (action === 'create') {
    return {
      // Numbered records get a new number.
      key: isNumbered ? 'NULL' : 'k."_key_a"',
      fields: objectOf(
        all,
        'a',
        (column, field) => (matching.has(field) ? 'true' : `a.${column} IS NOT NULL`),
        resourcesOf(found, action),
      ),
      base: 'NULL',
    }
  }
  const written = all.filter((field) => compared.includes(field))
  if (action === 'delete')
    return { key: 'k."_key_b"', fields: `'{}'::json`, base: objectOf(written, 'o', () => 'true') }
  const changed = (column: string): string =>
    `a.${column} IS DISTINCT FROM o.${column} AND (NOT ${inB} OR a.${column} IS DISTINCT FROM b.${column})`
  // The number of another record in this scenario must not be taken for this record.
  const gone = isNumbered ? `'-' || k."_key_a"` : 'k."_key_a"'
  return {
    key: `coalesce(k."_key_b", ${gone})`,
    fields: objectOf(written, 'a', changed, resourcesOf(found, action)),
    base: objectOf(written, 'o', changed, formerResourcesOf(found)),
  }
}

/**
 * Creates a table with the depth of new or deleted records in their hierarchy; returns undefined if the entity has no
 * hierarchy.
 */
async function createDepths(
  client: pg.ClientBase,
  model: Model,
  { entity, relation, table }: EntityDifferences,
  action: 'create' | 'delete',
): Promise<string | undefined> {
  const base = baseEntity(model, entity)
  const parent = storedFields(entity).find(
    ({ reference }) =>
      reference !== undefined && baseEntity(model, requireEntity(model, reference.entity)) === base,
  )
  if (parent === undefined) return undefined
  const side = action === 'create' ? 'a' : 'b'
  const key = identifier(keyField(entity).column)
  const depths = 'pg_temp."_depths"'
  await client.query(
    `CREATE TEMPORARY TABLE "_depths" ON COMMIT DROP AS
     WITH RECURSIVE chosen AS MATERIALIZED (
       SELECT d."_i", r.${key} AS "key", r.${identifier(parent.column)} AS "up"
       FROM ${identifier(table)} d JOIN ${relation.rows(side)} r ON r.${key}::text = d."_key_${side}"
       WHERE ${conditions[action]}),
     below AS (
       SELECT "_i", "key", 0 AS "depth" FROM chosen c WHERE NOT EXISTS (SELECT FROM chosen p WHERE p."key" = c."up")
       UNION ALL
       SELECT c."_i", c."key", b."depth" + 1 FROM below b JOIN chosen c ON c."up" = b."key")
     SELECT "_i", "depth" FROM below`,
  )
  await client.query(`ANALYZE "_depths"`)
  return depths
}
