/**
 * Maps custom attributes, which are records of `common.attribute`, to fields of the model and columns of the tables.
 *
 * Every schema that contains the table has the column, including schemas that are being built or kept aside, so that
 * no scenario is restored without it.
 */
import type pg from 'pg'
import { columnDefinition } from '../database/ddl.ts'
import { lockBriefly } from '../database/brief-locks.ts'
import type { Database } from '../database/database.ts'
import { identifier, qualified } from '../database/identifiers.ts'
import { defineField, type Field, type FieldType } from '../model/field.ts'
import { type CustomFields, type Model, requireEntity } from '../model/model.ts'
import { englishLabels } from '../model/labels/labels.ts'
import { noteText } from '../words/field-help.ts'

export interface Attribute {
  readonly id: number
  /** Full name of the entity. */
  readonly model: string
  readonly name: string
  readonly label: string
  readonly type: string
  readonly editable: boolean
  readonly initially_hidden: boolean
}

const fieldTypes: Readonly<Record<string, FieldType>> = {
  string: 'text',
  boolean: 'boolean',
  number: 'number',
  integer: 'integer',
  date: 'date',
  datetime: 'datetime',
  duration: 'duration',
  time: 'time',
  jsonb: 'json',
}

/** Returns the field of an attribute. */
export function attributeField(attribute: Omit<Attribute, 'id' | 'model'>): Field {
  const type = fieldTypes[attribute.type]
  if (type === undefined) throw new Error(`Attribute "${attribute.name}" has the type "${attribute.type}".`)
  return defineField(attribute.name, type, {
    label: attribute.label,
    help: noteText('custom', englishLabels, { label: attribute.label }),
    nullable: true,
    custom: true,
    initiallyHidden: attribute.initially_hidden,
    access: attribute.editable ? 'write' : 'computed',
  })
}

const attributeColumns = '"id", "model", "name", "label", "type", "editable", "initially_hidden"'

/** Returns the fields of all attributes by entity, in the order of their creation. */
export async function loadCustomFields(database: Pick<Database, 'query'>): Promise<CustomFields> {
  const { rows } = await database.query<Attribute & pg.QueryResultRow>({
    text: `SELECT ${attributeColumns} FROM control."attribute" ORDER BY "id"`,
  })
  const byModel = Map.groupBy(rows, (row) => row.model)
  return new Map([...byModel].map(([model, attributes]) => [model, attributes.map(attributeField)]))
}

/** Returns the attributes with the given ids. */
export async function loadAttributes(
  client: pg.ClientBase,
  ids: readonly (number | string)[],
): Promise<readonly Attribute[]> {
  const { rows } = await client.query<Attribute & pg.QueryResultRow>(
    `SELECT ${attributeColumns} FROM control."attribute" WHERE "id" = ANY ($1::bigint[]) ORDER BY "id"`,
    [ids],
  )
  return rows
}

/** Returns the schemas that contain planning data and the table. */
async function schemasWith(client: pg.ClientBase, table: string): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT n."nspname" AS "name" FROM pg_class c JOIN pg_namespace n ON n."oid" = c."relnamespace"
     WHERE c."relname" = $1 AND c."relkind" = 'r' AND n."nspname" <> 'control'
       AND EXISTS (SELECT FROM pg_class l WHERE l."relnamespace" = n."oid" AND l."relname" = 'changeset')
     ORDER BY n."nspname"`,
    [table],
  )
  return rows.map(({ name }) => name)
}

/** Time in milliseconds after which a change of tables gives up that are always in use. */
const lockLimitMs = 10_000

/** Columns by qualified table, in every scenario of a database. */
type Columns<Attributes> = ReadonlyMap<string, readonly Attributes[]>

/** Locks the tables of attributes in all scenarios of a database, before others have to wait for their change. */
async function lockTables<Column extends Pick<Attribute, 'model'>>(
  client: pg.ClientBase,
  model: Model,
  attributes: readonly Column[],
): Promise<Columns<Column>> {
  const columns = new Map<string, readonly Column[]>()
  const byTable = Map.groupBy(attributes, (attribute) => requireEntity(model, attribute.model).table)
  for (const [table, own] of byTable) {
    for (const schema of await schemasWith(client, table)) columns.set(qualified(schema, table), own)
  }
  await lockBriefly(client, [...columns.keys()].toSorted(), lockLimitMs)
  return columns
}

/**
 * Adds the columns of attributes to every scenario of a database.
 * @throws ServiceError `tables_locked` if others use the tables all the time
 */
export async function addColumns(
  client: pg.ClientBase,
  model: Model,
  attributes: readonly Attribute[],
  ifMissing?: 'if missing',
): Promise<void> {
  const clause = ifMissing === undefined ? '' : 'IF NOT EXISTS '
  for (const [table, own] of await lockTables(client, model, attributes)) {
    const added = own.map(
      (attribute) => `ADD COLUMN ${clause}${columnDefinition(model, attributeField(attribute))}`,
    )
    await client.query(`ALTER TABLE ${table} ${added.join(', ')}`)
  }
}

/**
 * Drops the columns of attributes, with their values, from every scenario of a database.
 * @throws ServiceError `tables_locked` if others use the tables all the time
 */
export async function dropColumns(
  client: pg.ClientBase,
  model: Model,
  attributes: readonly Pick<Attribute, 'model' | 'name'>[],
): Promise<void> {
  for (const [table, own] of await lockTables(client, model, attributes)) {
    const dropped = own.map(({ name }) => `DROP COLUMN IF EXISTS ${identifier(name)}`)
    await client.query(`ALTER TABLE ${table} ${dropped.join(', ')}`)
  }
}

/** Adds the columns of all attributes to the tables of a schema that was just created. */
export async function addAllColumns(client: pg.ClientBase, model: Model, schema: string): Promise<void> {
  for (const entity of model.entities) {
    for (const field of entity.fields) {
      if (!field.custom) continue
      await client.query(
        `ALTER TABLE IF EXISTS ${qualified(schema, entity.table)}
         ADD COLUMN IF NOT EXISTS ${columnDefinition(model, field)}`,
      )
    }
  }
}

/** Returns the number of records in all scenarios of a database that have a value of the attribute. */
export async function countValues(
  client: pg.ClientBase,
  model: Model,
  attribute: Attribute,
): Promise<number> {
  const { table } = requireEntity(model, attribute.model)
  const column = identifier(attribute.name)
  const counts = (await schemasWith(client, table)).map(
    (schema) => `SELECT count(${column}) AS "n" FROM ${qualified(schema, table)}`,
  )
  if (counts.length === 0) return 0
  const { rows } = await client.query<{ total: number }>(
    `SELECT sum("n")::double precision AS "total" FROM (${counts.join(' UNION ALL ')}) AS "counts"`,
  )
  return rows[0]!.total
}

/** Channel of database notifications about changed attributes (migrations/control/0003). */
export const modelChannel = 'model_changed'
