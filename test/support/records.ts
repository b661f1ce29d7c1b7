/** Builders of requests and records for tests of writing. */
import type { Database } from '../../src/database/database.ts'
import type { DataContext } from '../../src/data/context.ts'
import { deleteRecords } from '../../src/data/write/delete-records.ts'
import type { WriteRequest, WriteResult } from '../../src/data/write/request.ts'
import { writeRecords } from '../../src/data/write/write-records.ts'
import { requireEntity } from '../../src/model/model.ts'

const stubbed = ['input.location', 'input.customer', 'input.item', 'input.supplier']

export function buildWrite(rows: WriteRequest['rows'], overrides: Partial<WriteRequest> = {}): WriteRequest {
  return {
    rows,
    mode: 'upsert',
    onError: 'abort',
    strict: false,
    createMissing: stubbed,
    dryRun: false,
    returning: 'records',
    mayAdd: true,
    mayChange: true,
    ...overrides,
  }
}

export type JsonRecord = Record<string, unknown>

/** Parses a record from JSON text. */
export function parseRecord(json: string): JsonRecord {
  const value: unknown = JSON.parse(json)
  if (typeof value !== 'object' || value === null) throw new Error(`No record: ${json}`)
  return { ...value }
}

/** Writes records of an entity and returns the stored ones, parsed. */
export async function write(
  context: DataContext,
  entity: string,
  rows: WriteRequest['rows'],
  overrides: Partial<WriteRequest> = {},
): Promise<WriteResult & { readonly stored: readonly JsonRecord[] }> {
  const result = await writeRecords(
    context,
    requireEntity(context.model, entity),
    buildWrite(rows, overrides),
  )
  return { ...result, stored: result.records.map(parseRecord) }
}

/** Deletes the records of an entity that match an SQL condition over the alias `t`. */
export async function deleteWhere(
  context: DataContext,
  entity: string,
  text: string,
  values: readonly unknown[] = [],
): Promise<number> {
  const selection = { text, values }
  const { deleted } = await deleteRecords(context, requireEntity(context.model, entity), {
    what: { selection },
    dryRun: false,
  })
  return deleted
}

/** Returns the rows of a table of the scenario. */
export async function rowsOf(
  context: DataContext,
  table: string,
  order: string,
): Promise<readonly JsonRecord[]> {
  const { rows } = await context.home.query<JsonRecord>({
    text: `SELECT * FROM "${context.scenario}"."${table}" ORDER BY ${order}`,
  })
  return rows
}

/** Returns a database that refuses transactions, for work that must be one statement. */
export const withoutTransactions = (database: Database): Database => ({
  ...database,
  withTransaction: () => Promise.reject(new Error('This work must not need a transaction.')),
})
