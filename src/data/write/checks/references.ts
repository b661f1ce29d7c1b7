/**
 * Checks references of staged records: the referenced record must exist in the database or in the batch, or is
 * created as a stub if that is allowed. One query per reference field, independent of the size of the batch.
 *
 * Stubs are created last, for the records that have no error: a rejected record changes nothing.
 */
import type pg from 'pg'
import type { Database } from '../../../database/database.ts'
import { isSameDatabase } from '../../../database/homes.ts'
import { identifier, literal, qualified } from '../../../database/identifiers.ts'
import { type Entity, keyField } from '../../../model/entity.ts'
import type { Field } from '../../../model/field.ts'
import { baseEntity, requireEntity } from '../../../model/model.ts'
import type { DataContext } from '../../context.ts'
import { databaseOf, schemaOf } from '../../relation.ts'
import type { Batch } from '../batch.ts'
import type { ChangeSet } from '../log/change-set.ts'
import type { MissingReferences } from '../request.ts'
import { mostSought, nearestKeys } from './nearest-keys.ts'
import type { Faults } from '../intake/faults.ts'
import { stage, type Staged } from '../intake/staging.ts'

export interface ReferenceOptions {
  readonly createMissing: readonly string[]
  /** Called with the missing records, if they are to be reported. */
  readonly onMissing?: (missing: MissingReferences) => void
  /** Returns whether keys of an entity's records may be part of the report; by default they may not. */
  readonly mayName?: (entity: Entity) => boolean
  /** Prevents the referenced records from being deleted until the transaction ends. */
  readonly lock: boolean
}

interface ReferenceField {
  readonly field: Field
  /** The entity that the field names, possibly a view. */
  readonly named: Entity
  /** The entity that owns the table of the referenced records. */
  readonly referred: Entity
  /** Whether missing records are created as stubs. */
  readonly creates: boolean
}

function referenceFields(
  { context }: Batch,
  staged: Staged,
  createMissing: readonly string[],
): ReferenceField[] {
  return staged.given.flatMap(({ field }) => {
    if (field.reference === undefined) return []
    const named = requireEntity(context.model, field.reference.entity)
    const referred = baseEntity(context.model, named)
    return [{ field, named, referred, creates: createMissing.includes(referred.name) && mayBeStub(referred) }]
  })
}

/** Adds an error for each staged reference to a missing record that may not be created as a stub. */
export async function checkReferences(
  batch: Batch,
  staged: Staged,
  options: ReferenceOptions,
): Promise<void> {
  const fields = referenceFields(batch, staged, options.createMissing)
  for (const reference of fields.filter(({ creates }) => !creates)) {
    const missing = await missingKeys(batch, reference, options.lock)
    if (missing.length === 0) continue
    await describe(batch, reference, missing, options)
    await report(batch.client, reference.field, missing, batch.faults)
  }
}

/**
 * Creates stubs for the missing records that staged records refer to; records with errors must have been removed
 * before. Returns the keys of created stubs, by entity.
 */
export async function createReferences(
  batch: Batch,
  staged: Staged,
  options: ReferenceOptions,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const { client, context, changes } = batch
  const stubs = new Map<string, readonly string[]>()
  const fields = referenceFields(batch, staged, options.createMissing)
  for (const reference of fields.filter(({ creates }) => creates)) {
    const { referred } = reference
    const missing = await missingKeys(batch, reference, options.lock)
    if (missing.length === 0) continue
    // Before stubs are created, because they would be the most similar keys of each other.
    await describe(batch, reference, missing, options)
    const made = await createStubs(client, context, referred, missing, changes)
    if (made.length > 0) stubs.set(referred.name, [...(stubs.get(referred.name) ?? []), ...made])
  }
  return stubs
}

/**
 * Adds an error for each staged record that refers to one that is no longer in the batch and not in the database,
 * directly or through other records of the batch.
 * @returns whether there were any
 */
export async function checkWithin(
  batch: Batch,
  staged: Staged,
  createMissing: readonly string[],
): Promise<boolean> {
  const { client, faults, target, mayInsert } = batch
  const own = referenceFields(batch, staged, createMissing).filter(
    ({ referred, creates }) => referred === target.base && !creates,
  )
  if (!mayInsert || own.length === 0) return false
  const named = own.map(({ field }, place) => `(${place}, s.${identifier(field.column)})`)
  const { rows } = await client.query<{ index: number; place: number; value: string }>(
    `WITH RECURSIVE named AS MATERIALIZED (
       SELECT s."_i", s.${target.key} AS "key", v."place", v."value"
       FROM ${stage} s CROSS JOIN LATERAL (VALUES ${named.join(', ')}) AS v("place", "value")
       WHERE v."value" IS NOT NULL
         AND NOT EXISTS (SELECT FROM ${target.table} t WHERE t.${target.key} = v."value")),
     lost AS (
       SELECT n.* FROM named n WHERE NOT EXISTS (SELECT FROM ${stage} b WHERE b.${target.key} = n."value")
       UNION
       SELECT n.* FROM lost l JOIN named n ON n."value" = l."key")
     SELECT "_i" AS index, "place", "value"::text AS value FROM lost ORDER BY "_i", "place" ${faults.limit}`,
  )
  for (const { index, place, value } of rows) {
    faults.add(index, own[place]!.field.name, { code: 'invalid_reference', params: { value } })
  }
  return rows.length > 0
}

async function missingKeys(
  { client, context, target, mayInsert }: Batch,
  { field, referred }: ReferenceField,
  lock: boolean,
): Promise<readonly string[]> {
  const column = identifier(field.column)
  const table = qualified(schemaOf(referred, context.scenario), referred.table)
  const key = identifier(keyField(referred).column)
  const inBatch =
    referred === target.base && mayInsert
      ? `AND NOT EXISTS (SELECT FROM ${stage} b WHERE b.${target.key} = w."value")`
      : ''
  const server = databaseOf(context, referred)
  if (!isSameDatabase(server, context.home)) return missingOn(server, { client, column, table, key })
  const { rows } = await client.query<{ value: string }>(
    `WITH wanted AS (SELECT DISTINCT ${column} AS "value" FROM ${stage} WHERE ${column} IS NOT NULL),
     found AS MATERIALIZED (
       SELECT t.${key} AS "value" FROM ${table} t JOIN wanted w ON t.${key} = w."value"
       ${lock ? 'FOR KEY SHARE OF t' : ''})
     SELECT w."value"::text AS value FROM wanted w
     WHERE NOT EXISTS (SELECT FROM found f WHERE f."value" = w."value") ${inBatch}
     ORDER BY w."value"`,
  )
  return rows.map(({ value }) => value)
}

/** Does the same for records of another database, which cannot be locked. */
async function missingOn(
  server: Database,
  {
    client,
    column,
    table,
    key,
  }: {
    readonly client: pg.ClientBase
    readonly column: string
    readonly table: string
    readonly key: string
  },
): Promise<readonly string[]> {
  const { rows: wanted } = await client.query<{ value: string }>(
    `SELECT DISTINCT ${column}::text AS "value" FROM ${stage} WHERE ${column} IS NOT NULL ORDER BY 1`,
  )
  const values = wanted.map(({ value }) => value)
  const { rows } = await server.query<{ value: string }>({
    text: `SELECT ${key}::text AS "value" FROM ${table} WHERE ${key}::text = ANY ($1::text[])`,
    values: [values],
  })
  const found = new Set(rows.map(({ value }) => value))
  return values.filter((value) => !found.has(value))
}

/** Reports the missing records, if that is requested. */
async function describe(
  { client, context }: Batch,
  reference: ReferenceField,
  missing: readonly string[],
  { onMissing, mayName }: ReferenceOptions,
): Promise<void> {
  if (onMissing === undefined) return
  const hints = mayName?.(reference.named) === true
  onMissing(await describeMissing(client, context, { ...reference, missing, hints }))
}

interface Missing extends ReferenceField {
  readonly missing: readonly string[]
  /** Whether the report may contain the most similar existing keys. */
  readonly hints: boolean
}

/** Returns the number of rows that contain each of the first missing keys, and the keys that were probably meant. */
async function describeMissing(
  client: pg.ClientBase,
  context: DataContext,
  { field, referred, missing, creates, hints }: Missing,
): Promise<MissingReferences> {
  const first = missing.slice(0, mostSought)
  const column = `${identifier(field.column)}::text`
  const { rows } = await client.query<{ key: string; count: number }>(
    `SELECT ${column} AS key, count(*)::integer AS count FROM ${stage} WHERE ${column} = ANY($1::text[]) GROUP BY 1`,
    [first],
  )
  const counts = new Map(rows.map(({ key, count }) => [key, count]))
  const table = qualified(schemaOf(referred, context.scenario), referred.table)
  const isHere = isSameDatabase(databaseOf(context, referred), context.home)
  const nearest: ReadonlyMap<string, string> =
    hints && isHere ? await nearestKeys(client, table, keyField(referred).column, first) : new Map()
  return {
    entity: referred,
    total: missing.length,
    created: creates,
    first: first.map((key) => ({ key, rows: counts.get(key) ?? 0, nearest: nearest.get(key) })),
  }
}

/** Returns whether stubs of an entity can be created: a stub has only a key, so no other field may be required. */
function mayBeStub(entity: Entity): boolean {
  const key = keyField(entity)
  return key.type === 'text' && entity.fields.every((field) => !field.required || field === key)
}

/**
 * Creates stubs and returns the keys of those created; concurrent transactions may have created some of them
 * meanwhile.
 */
async function createStubs(
  client: pg.ClientBase,
  context: DataContext,
  entity: Entity,
  keys: readonly string[],
  changes: ChangeSet,
): Promise<readonly string[]> {
  const key = identifier(entity.key)
  const { rows } = await client.query<{ key: string }>(
    `WITH stubs AS (
       INSERT INTO ${qualified(schemaOf(entity, context.scenario), entity.table)} (${key}, "source")
       SELECT k, 'stub' FROM unnest($1::text[]) k ORDER BY k
       ON CONFLICT DO NOTHING RETURNING ${key})
     INSERT INTO ${changes.log} ("changeset", "entity", "key", "action", "step")
     SELECT ${changes.id}, ${literal(entity.name)}, ${key}, 'add', ${changes.nextStep()} FROM stubs RETURNING "key"`,
    [keys],
  )
  changes.count(entity.name, { created: rows.length })
  return rows.map((stub) => stub.key)
}

async function report(
  client: pg.ClientBase,
  field: Field,
  missing: readonly string[],
  faults: Faults,
): Promise<void> {
  const column = identifier(field.column)
  const { rows } = await client.query<{ index: number; value: string }>(
    `SELECT "_i" AS index, ${column}::text AS value FROM ${stage} WHERE ${column}::text = ANY($1::text[])
     ${faults.limit}`,
    [missing],
  )
  for (const { index, value } of rows) {
    faults.add(index, field.name, { code: 'invalid_reference', params: { value } })
  }
}
