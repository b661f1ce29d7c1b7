/**
 * Restricts the differences of two scenarios to chosen ones and to those that they need: new records that they refer to,
 * the parts of new records, such as the buckets of a calendar, and the changes that remove references to deleted records.
 */
import type pg from 'pg'
import { identifier, literal } from '../../database/identifiers.ts'
import type { Message } from '../../errors/messages.ts'
import { fieldErrors } from '../../errors/service-error.ts'
import { storedFields } from '../../database/ddl.ts'
import type { Entity } from '../../model/entity.ts'
import type { Field } from '../../model/field.ts'
import { baseEntity, type Model, requireEntity } from '../../model/model.ts'
import type { Difference, EntityDifferences } from '../../scenarios/difference/open-difference.ts'
import type { Relation } from '../../scenarios/difference/relation.ts'

/** A record as it is identified in the difference of two scenarios. */
export interface ChosenRecord {
  readonly entity: string
  /** The key, or the natural key as a JSON array. */
  readonly key: string
}

/** Changes to merge: the union of what is given. */
export interface ChosenChanges {
  readonly entities: readonly Entity[]
  readonly records: readonly ChosenRecord[]
  /** Change sets of the first scenario: records whose last change is one of them. */
  readonly changesets: readonly number[]
}

/** A change that is merged because others need it. */
export interface NeededRecord extends ChosenRecord {
  readonly key_a: string | null
  readonly key_b: string | null
}

export interface Chosen {
  readonly difference: Difference
  /** Parents first. */
  readonly needed: readonly NeededRecord[]
}

/**
 * Deletes the other differences from the temporary tables.
 * @throws ServiceError `invalid_record` with the position of a record that does not differ
 */
export async function chooseChanges(
  client: pg.ClientBase,
  model: Model,
  difference: Difference,
  chosen: ChosenChanges,
): Promise<Chosen> {
  await client.query(
    `CREATE TEMPORARY TABLE "_chosen" ("entity" text, "i" integer, "needed" boolean, PRIMARY KEY ("entity", "i")) ON COMMIT DROP`,
  )
  await insertChosen(client, difference, chosen)
  await createLinks(client, model, difference)
  await insertNeeded(client)
  const needed: NeededRecord[] = []
  const entities: EntityDifferences[] = []
  for (const found of difference.entities) {
    const table = identifier(found.table)
    const ofEntity = `FROM "_chosen" c WHERE c."entity" = ${literal(found.entity.name)}`
    await client.query(`DELETE FROM ${table} WHERE "_i" NOT IN (SELECT c."i" ${ofEntity})`)
    const { rows } = await client.query<Omit<NeededRecord, 'entity'>>(
      `SELECT "_key" AS "key", "_key_a" AS "key_a", "_key_b" AS "key_b" FROM ${table}
       WHERE "_i" IN (SELECT c."i" ${ofEntity} AND c."needed") ORDER BY "_i"`,
    )
    needed.push(...rows.map((row) => Object.assign(row, { entity: found.entity.name })))
    const { rows: counts } = await client.query<{ records: number; conflicts: number }>(
      `SELECT count(*)::float8 AS "records", count(*) FILTER (WHERE "_conflict")::float8 AS "conflicts" FROM ${table}`,
    )
    if (counts[0]!.records > 0) entities.push({ ...found, ...counts[0]! })
  }
  return { difference: { ...difference, entities }, needed }
}

async function insertChosen(
  client: pg.ClientBase,
  { entities }: Difference,
  chosen: ChosenChanges,
): Promise<void> {
  const places = new Map(chosen.records.map((record, place) => [nameOf(record), place]))
  const whole = new Set(chosen.entities)
  for (const { entity, table, hasSets } of entities) {
    const keys = chosen.records.filter((one) => one.entity === entity.name).map(({ key }) => key)
    const isOfSet = hasSets ? `"_by_a" AND "_set" = ANY ($3)` : 'false AND $3::bigint[] IS NULL'
    const { rows } = await client.query<{ key: string }>(
      `WITH chosen AS (
         INSERT INTO "_chosen" SELECT $1, "_i", false FROM ${identifier(table)}
         WHERE ${whole.has(entity) ? 'true' : 'false'} OR "_key" = ANY ($2) OR ${isOfSet} RETURNING "i")
       SELECT d."_key" AS "key" FROM ${identifier(table)} d JOIN chosen c ON c."i" = d."_i" WHERE d."_key" = ANY ($2)`,
      [entity.name, keys, chosen.changesets],
    )
    for (const { key } of rows) places.delete(nameOf({ entity: entity.name, key }))
  }
  const [missing] = places
  if (missing === undefined) return
  const [, place] = missing
  const message: Message = { code: 'unknown_key', params: { value: chosen.records[place]!.key } }
  throw fieldErrors({ [`records.${place}.key`]: [message] })
}

const nameOf = ({ entity, key }: ChosenRecord): string => JSON.stringify([entity, key])

/**
 * Creates the tables of changes of the first scenario: `_node` has the created and deleted records with their keys,
 * `_link` the references of changed records with the keys before and after.
 */
async function createLinks(client: pg.ClientBase, model: Model, { entities }: Difference): Promise<void> {
  await client.query(
    `CREATE TEMPORARY TABLE "_node" ("entity" text, "i" integer, "table" text, "key" text, "created" boolean) ON COMMIT DROP`,
  )
  await client.query(
    `CREATE TEMPORARY TABLE "_link" ("entity" text, "i" integer, "target" text, "key" text, "former" text, "part" boolean)
     ON COMMIT DROP`,
  )
  for (const { entity, table, relation, byA } of entities) {
    if (byA === 0) continue
    const name = literal(entity.name)
    await client.query(
      `INSERT INTO "_node"
       SELECT ${name}, "_i", ${literal(baseEntity(model, entity).name)}, coalesce("_key_a", "_key_b"), "_key_a" IS NOT NULL
       FROM ${identifier(table)} WHERE "_by_a" AND ("_key_a" IS NULL OR "_key_b" IS NULL)`,
    )
    const changed = relation.from(`(SELECT d.* FROM ${identifier(table)} d WHERE d."_by_a")`)
    for (const { target, key, former, isPart } of linksOf(model, entity, relation)) {
      await client.query(
        `INSERT INTO "_link" SELECT ${name}, k."_i", ${literal(target)}, ${key}, ${former}, ${isPart} FROM ${changed}`,
      )
    }
  }
  await client.query('ANALYZE "_node"')
  await client.query('ANALYZE "_link"')
}

/** A reference of a changed record, as SQL of the keys after and before. */
interface Link {
  readonly target: string
  readonly key: string
  readonly former: string
  readonly isPart: boolean
}

function linksOf(model: Model, entity: Entity, { resources }: Relation): readonly Link[] {
  const links = storedFields(entity).flatMap((field): readonly Link[] => {
    if (field.reference === undefined) return []
    const target = baseEntity(model, requireEntity(model, field.reference.entity)).name
    const column = identifier(field.column)
    const [key, former] = [`a.${column}::text`, `b.${column}::text`]
    return [{ target, key, former, isPart: isPart(entity, field) }]
  })
  if (resources === undefined) return links
  const key = `json_array_elements((${resources.value})::json) ->> 'resource'`
  return [...links, { target: 'input.resource', key, former: 'NULL', isPart: false }]
}

/**
 * Returns whether the field refers to the record of which the other records are a part: they are identified by it first,
 * and are deleted with it, as the buckets of a calendar or the materials of an operation; or they are the steps of an
 * operation, which may name it only as their owner.
 */
const isPart = ({ name: entity, naturalKey }: Entity, { name, nullable, reference }: Field): boolean =>
  (entity === 'input.operation' && name === 'owner') ||
  (naturalKey.length > 1 && naturalKey[0] === name && !nullable && reference?.onDelete === 'cascade')

/** Adds what the chosen changes need, until they need nothing more. */
async function insertNeeded(client: pg.ClientBase): Promise<void> {
  for (;;) {
    const { rowCount } = await client.query(
      `INSERT INTO "_chosen"
       -- A reference to a new record needs the record.
       SELECT n."entity", n."i", true FROM "_chosen" c JOIN "_link" l USING ("entity", "i")
         JOIN "_node" n ON n."table" = l."target" AND n."key" = l."key" AND n."created"
       UNION
       -- A new record needs its new parts.
       SELECT p."entity", p."i", true FROM "_chosen" c JOIN "_node" n USING ("entity", "i")
         JOIN "_link" l ON l."target" = n."table" AND l."key" = n."key" AND l."part"
         JOIN "_node" p ON p."entity" = l."entity" AND p."i" = l."i" AND p."created"
       WHERE n."created"
       UNION
       -- The deletion of a record needs the changes that remove the references to it.
       SELECT l."entity", l."i", true FROM "_chosen" c JOIN "_node" n USING ("entity", "i")
         JOIN "_link" l ON l."target" = n."table" AND l."former" = n."key" AND l."key" IS DISTINCT FROM n."key"
       WHERE NOT n."created"
       ON CONFLICT DO NOTHING`,
    )
    if (rowCount === 0) return
  }
}
