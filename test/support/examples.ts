/**
 * Valid records of every entity, built from its declaration: each field gets values of its type, including empty
 * ones, and references use records that were created before.
 */
import type { Database } from '../../src/database/database.ts'
import { identifier, qualified } from '../../src/database/identifiers.ts'
import { type Entity, keyField } from '../../src/model/entity.ts'
import { plannableDates } from '../../src/model/values/dates.ts'
import type { Field, FieldType } from '../../src/model/field.ts'
import type { Model } from '../../src/model/model.ts'
import type { Api } from './api.ts'
import type { JsonRecord } from './records.ts'

export type Key = string | number

/** Keys of records to refer to, by entity. */
export type Pool = ReadonlyMap<string, readonly Key[]>

/** Number of records per entity in the pool. Two references to the same entity are offset by half of this number. */
export const poolSize = 12

const texts = [
  'Alpha',
  'beta, with a comma',
  '100%_sure',
  'Ünïcode 漢字',
  'alpha',
  `quote " and ' and \\`,
] as const
const numbers = [1, 2.5, -3, 0.1, 1_000_000, 7e-7] as const
const integers = [1, -2, 30, 4, 0, 2_147_483_647] as const
const durations = [
  '00:00:00',
  '01:30:00',
  '2 03:04:05',
  '-00:00:01',
  '10 00:00:00',
  '00:00:00.500000',
] as const
const times = ['00:00:00', '08:30:00', '23:59:59', '12:00:00.250000', '06:00:00', '18:45:00'] as const

const day = (index: number): string => String(1 + (index % 28)).padStart(2, '0')
const pick = <Value>(values: readonly Value[], index: number): Value => values[index % values.length]!

const byType: Readonly<
  Record<Exclude<FieldType, 'reference' | 'choice' | 'identity'>, (index: number) => unknown>
> = {
  text: (index) => pick(texts, index),
  number: (index) => pick(numbers, index),
  integer: (index) => pick(integers, index),
  boolean: (index) => index % 2 === 0,
  datetime: (index) => `2026-03-${day(index)}T${pick(times, index)}`,
  date: (index) => `2026-03-${day(index)}`,
  time: (index) => pick(times, index),
  duration: (index) => pick(durations, index),
  json: (index) => ({ number: index, nested: { list: [1, 'two', null] } }),
}

/** Values that cannot be derived from the type of a field. Undefined omits a field. */
const special: Readonly<Record<string, (index: number, prefix: string) => JsonRecord>> = {
  'auth.group': (index) => ({ permissions: index % 2 === 0 ? ['input.view_item'] : [] }),
  'common.user': (index, prefix) => ({
    email: `${prefix}${index}@example.com`,
    default_scenario: 'default',
    groups: [],
    permissions: index % 2 === 0 ? ['input.view_item'] : [],
    is_superuser: false,
  }),
  // Each attribute adds a column to the item table.
  'common.attribute': (index, prefix) => ({
    model: 'input.item',
    name: `${prefix}_${index}`.toLowerCase(),
    label: `${prefix} ${index}`,
  }),
  // The expiry date is limited to a year from now.
  'common.apikey': (index) => ({
    expiry_date: new Date(Date.now() + (index + 1) * 86_400_000).toISOString().slice(0, 19),
    scope: pick(['all', 'read', 'propose', 'write', 'tasks'], index),
    entities: pick([null, 'input.demand', 'input.item,input.demand'], index),
    scenarios: pick([null, 'default', 'default,scenario1'], index),
  }),
  'execute.scheduledtask': (index) => ({
    scenario: 'default',
    tz: index % 2 === 0 ? 'Europe/Brussels' : null,
    starttimes: pick([['06:00', '18:30'], [], null, ['23:59']], index),
    steps: pick([[{ task: 'createbuckets', arguments: { weekstart: 0 }, abort_on_failure: true }]], index),
    email_failure: pick([null, 'ann@example.com,bob@example.com'], index),
    email_success: null,
  }),
  'execute.dataexport': (index, prefix) => ({
    name: `${prefix} dataexport ${index}.${pick(['csv', 'json.gz', 'xlsx'], index)}`,
    sql: null,
    report: pick(['input.demand', 'item', 'supplier'], index),
    arguments: pick([null, {}, { filter: { name__in: 'a,b' }, columns: ['name'] }], index),
  }),
  // Statuses vary; item and location of MO and WO follow from the operation.
  'input.operationplan': (index) => ({
    ...orders(index),
    type: pick(['PO', 'DO'], index),
    operation: undefined,
  }),
  'input.manufacturingorder': (index) => orders(index),
  'input.workorder': (index) => orders(index),
  'input.purchaseorder': (index) => orders(index),
  'input.distributionorder': (index) => orders(index),
  'input.deliveryorder': (index) => orders(index),
}

const orders = (index: number): JsonRecord => ({
  status: pick(['proposed', 'approved', 'confirmed'], index),
  owner: undefined,
})

export interface ExampleOptions {
  /** Distinguishes keys from those of other examples of the entity. */
  readonly prefix?: string
}

/**
 * Returns a valid record of an entity with every field that clients may write; `index` makes it different from
 * others.
 */
export function buildExample(
  entity: Entity,
  index: number,
  pool: Pool,
  { prefix = 'Example' }: ExampleOptions = {},
): JsonRecord {
  const referred = new Map<string, number>()
  const given = entity.fields
    .filter((field) => field.access === 'write' && !field.writeOnly && field.column === field.name)
    .map((field) => [field.name, exampleValue(entity, field, index, prefix, pool, referred)] as const)
  const record = { ...Object.fromEntries(given), ...special[entity.name]?.(index, prefix) }
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined))
}

/**
 * Returns the value, or a similar one that the field accepts: no negative number, no date outside the planning range.
 */
export function withinBounds({ minimum, plannable }: Field, value: unknown): unknown {
  if (plannable) return String(value) < plannableDates.from ? plannableDates.from : value
  if (minimum === undefined) return value
  return typeof value === 'number' ? Math.abs(value) : String(value).replace('-', '')
}

function exampleValue(
  entity: Entity,
  field: Field,
  index: number,
  prefix: string,
  pool: Pool,
  referred: Map<string, number>,
): unknown {
  if (field.reference !== undefined) {
    const { entity: target } = field.reference
    const before = referred.get(target) ?? 0
    referred.set(target, before + 1)
    const identifies = entity.naturalKey.includes(field.name) || field.required
    if (field.nullable && !identifies && index % 4 === 3) return null
    return pick(pool.get(target) ?? [], index + (before * poolSize) / 2) ?? null
  }
  const identifies = field.name === entity.key || entity.naturalKey.includes(field.name) || field.unique
  if (identifies) return identifyingValue(entity, field, index, prefix)
  if (field.nullable && index % 4 === 3) return null
  if (field.choices !== undefined) return pick(field.choices, index)
  if (field.type === 'identity' || field.type === 'choice' || field.type === 'reference') return undefined
  const value = withinBounds(field, byType[field.type](index))
  return typeof value === 'string' && field.maxLength !== undefined ? value.slice(0, field.maxLength) : value
}

function identifyingValue(entity: Entity, field: Field, index: number, prefix: string): unknown {
  if (field.type === 'text') return `${prefix} ${entity.model} ${index}`
  if (field.type === 'integer') return index
  return field.type === 'datetime' ? `2026-03-${day(index)}T00:00:00` : undefined
}

/** Creates the records that examples refer to, including trees, through the API. */
export async function fillPool(api: Api, model: Model, known: Pool = new Map()): Promise<Pool> {
  const pool = new Map(known)
  const referred = new Set(
    model.entities.flatMap(({ fields }) => fields.flatMap(({ reference }) => reference?.entity ?? [])),
  )
  for (const entity of model.importOrder.filter(({ name }) => referred.has(name))) {
    const records = Array.from({ length: poolSize }, (_, index) => {
      const record = buildExample(entity, index, pool, { prefix: 'Pool' })
      // The first three records form a branch of a tree.
      const parent = index === 1 || index === 2 ? `Pool ${entity.model} ${index - 1}` : null
      return entity.tree === 'owner' ? { ...record, owner: parent } : record
    })
    const stored = await api.create(`/api/${entity.app}/${entity.model}/`, records)
    pool.set(
      entity.name,
      stored.map((record) => keyOf(entity, record)),
    )
  }
  return pool
}

/** Returns the key of a record. */
export function keyOf(entity: Entity, record: JsonRecord): Key {
  const key = record[keyField(entity).name]
  if (typeof key !== 'string' && typeof key !== 'number') throw new Error(`No key: ${JSON.stringify(record)}`)
  return key
}

/** Inserts rows of an entity that cannot be written through the API. */
export async function seedRows(database: Database, entity: Entity, count: number, pool: Pool): Promise<void> {
  const fields = entity.fields.filter(({ type }) => type !== 'identity')
  const rows = Array.from({ length: count }, (_, index) => {
    const referred = new Map<string, number>()
    return Object.fromEntries(
      fields.map((field) => [field.column, exampleValue(entity, field, index, 'Seed', pool, referred)]),
    )
  })
  const table = qualified(entity.schema === 'control' ? 'control' : 'default', entity.table)
  const columns = fields.map(({ column }) => identifier(column)).join(', ')
  await database.query({
    text: `INSERT INTO ${table} (${columns}) SELECT ${columns} FROM jsonb_populate_recordset(NULL::${table}, $1)`,
    values: [JSON.stringify(rows)],
  })
}
