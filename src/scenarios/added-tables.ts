/**
 * Checks the tables that migrations of extension modules have created: every table must match its entity. Runs in the
 * transaction of the migrations, so that an invalid table leaves the schema unchanged.
 */
import type pg from 'pg'
import type { Database } from '../database/database.ts'
import { columnType, storedFields, tableEntities } from '../database/ddl.ts'
import type { SchemaKind } from '../database/migrations.ts'
import { ServiceError } from '../errors/service-error.ts'
import { columnOfStep } from '../model/additions.ts'
import type { Entity } from '../model/entity.ts'
import { type Model, requireEntity } from '../model/model.ts'

/** Throws `unusable_database` with module, table and column of every fault. */
export async function checkAddedTables(
  client: pg.ClientBase,
  model: Model,
  kind: SchemaKind,
  schema: string,
): Promise<void> {
  const added = new Set(model.additions.entities.map(({ name }) => name))
  const entities = tableEntities(model, kind).filter(({ name }) => added.has(name))
  if (entities.length === 0) return
  const tables = await describeTables(client, schema, entities)
  const faults = entities.flatMap((entity) => tableFaults(model, entity, tables.get(entity.table)))
  refuse(faults)
}

/**
 * Throws `unusable_database` if a custom attribute has the name of a field that a module is about to add, because one
 * column cannot have two meanings.
 */
export async function rejectTakenColumns(
  control: Pick<Database, 'query'>,
  model: Model,
  pending: readonly string[],
): Promise<void> {
  const columns = pending.flatMap((name) => columnOfStep(name) ?? [])
  if (columns.length === 0) return
  const { rows } = await control.query<{ model: string; name: string }>({
    text: `SELECT a."model", a."name" FROM control."attribute" a
     JOIN unnest($1::text[], $2::text[]) AS w("model", "name") USING ("model", "name") ORDER BY a."id"`,
    values: [columns.map(({ entity }) => entity), columns.map(({ field }) => field)],
  })
  const owner = (entity: string, field: string): string =>
    pending.find((name) => name.endsWith(`/${entity}.${field}`))?.split('/')[0] ?? ''
  refuse(
    rows.map(
      ({ model: entity, name }) =>
        `the extension "${owner(entity, name)}" adds the field "${name}" to ${requireEntity(model, entity).name}, ` +
        'but a custom attribute has that name already. Delete the attribute, or leave the extension out',
    ),
  )
}

interface Column {
  readonly type: string
  readonly primary: boolean
  /**
   * Action of the foreign key if the referenced record is deleted: a letter of pg_constraint, or null without a
   * foreign key.
   */
  readonly ondelete: string | null
}

async function describeTables(
  client: pg.ClientBase,
  schema: string,
  entities: readonly Entity[],
): Promise<ReadonlyMap<string, ReadonlyMap<string, Column>>> {
  const { rows } = await client.query<Column & { table: string; column: string }>(
    `SELECT c.relname::text AS "table", a.attname::text AS "column", format_type(a.atttypid, a.atttypmod) AS "type",
       EXISTS (SELECT FROM pg_catalog.pg_constraint k WHERE k.conrelid = c.oid AND k.contype = 'p'
         AND k.conkey = ARRAY[a.attnum]) AS "primary",
       (SELECT k.confdeltype::text FROM pg_catalog.pg_constraint k WHERE k.conrelid = c.oid AND k.contype = 'f'
         AND k.conkey = ARRAY[a.attnum] LIMIT 1) AS "ondelete"
     FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
     JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
     WHERE n.nspname = $1 AND c.relkind = 'r' AND c.relname = ANY ($2)`,
    [schema, entities.map(({ table }) => table)],
  )
  const byTable = Map.groupBy(rows, ({ table }) => table)
  return new Map(
    [...byTable].map(([table, columns]) => [table, new Map(columns.map((one) => [one.column, one]))]),
  )
}

/** Names of SQL types as PostgreSQL shows them. */
const shownTypes: Readonly<Record<string, string>> = {
  timestamp: 'timestamp without time zone',
  time: 'time without time zone',
}

const actions = { cascade: ['c', 'ON DELETE CASCADE'], setNull: ['n', 'ON DELETE SET NULL'] } as const

function tableFaults(
  model: Model,
  entity: Entity,
  columns: ReadonlyMap<string, Column> | undefined,
): readonly string[] {
  const owner = `the extension "${entity.app}" declares ${entity.name}`
  if (columns === undefined) return [`${owner}, but its migrations make no table "${entity.table}"`]
  return storedFields(entity).flatMap((field) => {
    const column = columns.get(field.column)
    const type = columnType(model, field)
    const place = `"${entity.table}"."${field.column}"`
    if (column === undefined) return [`${owner}, but its migrations make no column ${place} (${type})`]
    const faults: string[] = []
    if (column.type !== (shownTypes[type] ?? type)) {
      faults.push(`${owner}, whose column ${place} must be ${type}, not ${column.type}`)
    }
    if (field.name === entity.key && !column.primary)
      faults.push(`${owner}, but ${place} is not its primary key`)
    if (field.reference !== undefined && column.ondelete !== null) {
      // The foreign key stays active if the module is not in use; then only its action deletes the referring records.
      const [letter, clause] = actions[field.reference.onDelete]
      if (column.ondelete !== letter)
        faults.push(`${owner}, but the foreign key of ${place} is not ${clause}`)
    }
    return faults
  })
}

function refuse(faults: readonly string[]): void {
  if (faults.length === 0) return
  const reason = `The database cannot be migrated:\n${faults.map((fault) => `- ${fault}.`).join('\n')}`
  throw new ServiceError('unusable_database', { reason })
}
