/** Loads the rows of a dump into the empty tables of a new schema, and builds their keys and indexes. */
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { identifier } from '../../database/identifiers.ts'
import type { ServiceError } from '../../errors/service-error.ts'
import { historyTable } from '../../database/migrations.ts'
import { addForeignKeys, prepareFilling } from '../aside/create-tables.ts'
import type { TableStructure } from '../aside/table-structure.ts'
import { type Lanes, laneCount, openLanes, type ScenarioWork } from '../aside/work.ts'
import { dumpRefused, type DumpHeader, withPsqlRemedy, shown } from './dump-format.ts'
import { type DumpedTable, dumpedTables } from './read-dump.ts'
import { setSequence } from './write-dump.ts'

interface Loading {
  readonly path: string
  readonly header: DumpHeader
  readonly schema: string
  readonly tables: readonly TableStructure[]
}

export interface Loaded {
  readonly rows: number
  /** Number of records of the dump that are not of the scenario: users, rights, tasks and the registry. */
  readonly otherRows: number
  /** Columns of the dump that the schema does not have, such as `item.color`; their values were not loaded. */
  readonly leftOut: readonly string[]
}

/** Throws `dump_refused` for a dump with other tables, and the database error for rows that do not fit. */
export async function loadTables(work: ScenarioWork, loading: Loading): Promise<Loaded> {
  const { path, header, schema, tables } = loading
  /** Tables that the dump has not named yet; those that it does not name stay empty. */
  const missing = new Map(tables.map((table) => [table.name, table]))
  // One connection loads rows; the others build the indexes of loaded tables.
  const indexing = openLanes(Math.max(1, laneCount(work.database) - 1))
  const perform = performIn(work, schema)
  const custom = customColumns(work)
  const leftOut: string[] = []
  let rows = 0
  try {
    for await (const dumped of dumpedTables(path, header.scenario, work.signal)) {
      indexing.check()
      const table = missing.get(dumped.table)
      if (table === undefined) throw foreignTable(dumped)
      missing.delete(table.name)
      const skipped = columnsWithoutPlace(table, dumped, custom)
      leftOut.push(...[...skipped].map((column) => `${table.name}.${column}`))
      // The names of the migrations are those of the header, with which the tables were created.
      const loaded =
        table.name === historyTable
          ? header.migrations.length
          : await inSchema(work, schema, (client) => loadRows(client, dumped, skipped))
      rows += loaded
      work.progress?.(0.8 * (rows / Math.max(rows, header.rows)), `${rows} records restored`)
      queueIndexes(indexing, table, { loaded, last: dumped.last, perform })
    }
    for (const table of missing.values()) queueIndexes(indexing, table, { loaded: 0, perform })
  } catch (error) {
    await indexing.done().catch(() => undefined)
    throw error
  }
  work.progress?.(0.8, 'Building indexes')
  await indexing.done()
  work.progress?.(0.85, 'Checking references')
  await addForeignKeys(work, schema, tables)
  return { rows, otherRows: Math.max(0, header.rows - rows), leftOut }
}

const foreignTable = ({ table }: DumpedTable): ServiceError =>
  dumpRefused(withPsqlRemedy({ code: 'dump_table_unknown', params: { table: shown(table) } }))

/** Returns the columns of custom attributes, such as `item.color`. */
const customColumns = ({ model }: ScenarioWork): ReadonlySet<string> =>
  new Set(
    model.entities.flatMap(({ table, fields }) =>
      fields.filter(({ custom }) => custom).map(({ column }) => `${table}.${column}`),
    ),
  )

/**
 * Returns the columns of deleted custom attributes, and of attributes that were created again with another type: their
 * values have no place in the table.
 */
function columnsWithoutPlace(
  { name, columns, types }: TableStructure,
  dumped: DumpedTable,
  custom: ReadonlySet<string>,
): ReadonlySet<string> {
  const typeOf = new Map(columns.map((column, at) => [column, types[at]]))
  return new Set(
    dumped.columns.filter((column, at) => {
      const type = typeOf.get(column)
      const was = dumped.types?.[at] ?? type
      return type === undefined || (type !== was && custom.has(`${name}.${column}`))
    }),
  )
}

const inSchema = <Result>(
  { database, signal }: ScenarioWork,
  schema: string,
  run: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> =>
  database.withTransaction(
    async (client) => {
      await prepareFilling(client, schema)
      return run(client)
    },
    { signal },
  )

type Perform = (sql: string) => () => Promise<void>

const performIn =
  (work: ScenarioWork, schema: string): Perform =>
  (sql) =>
  () =>
    inSchema(work, schema, async (client) => void (await client.query(sql)))

/** Loads the rows of a table; returns their number. Values of skipped columns are loaded as text and dropped. */
async function loadRows(
  client: pg.ClientBase,
  { table, columns, rows }: DumpedTable,
  skipped: ReadonlySet<string>,
): Promise<number> {
  const target = identifier(table)
  await client.query(`SET LOCAL DateStyle TO 'ISO, MDY'; SET LOCAL TimeZone TO 'UTC'`)
  const places = columns.map((column, at) => identifier(skipped.has(column) ? `skipped ${at}` : column))
  const extra = places.filter((_, at) => skipped.has(columns[at]!))
  for (const place of extra) await client.query(`ALTER TABLE ${target} ADD COLUMN ${place} text`)
  // If a table is truncated in the same transaction, its rows are written without WAL if the server allows that.
  await client.query(`TRUNCATE ${target}`)
  const copy = client.query(copyFrom(`COPY ${target} (${places.join(', ')}) FROM STDIN`))
  await pipeline(Readable.from(rows, { objectMode: true }), copy)
  for (const place of extra) await client.query(`ALTER TABLE ${target} DROP COLUMN ${place}`)
  return copy.rowCount
}

interface LoadedTable {
  /** Number of rows. */
  readonly loaded: number
  /** Last value of the sequence, if the dump names it. */
  readonly last?: string | undefined
  readonly perform: Perform
}

/**
 * Queues the keys and indexes of a loaded table. Keys are first, because they lock the table; then its other indexes
 * are built concurrently.
 */
function queueIndexes(
  indexing: Lanes,
  { name, identity, indexes }: TableStructure,
  { loaded, last, perform }: LoadedTable,
): void {
  const apart = loaded === 0 ? [] : indexes.filter(({ constraint }) => !constraint)
  const first = indexes.filter((index) => !apart.includes(index)).map(({ sql }) => sql)
  if (identity !== null) {
    const greatest = `(SELECT max(${identifier(identity)}) FROM ${identifier(name)})`
    first.push(setSequence(name, identity, last ?? greatest))
  }
  if (loaded > 0) first.push(`ANALYZE ${identifier(name)}`)
  indexing.add(async () => {
    await perform(first.join(';\n'))()
    for (const { sql } of apart) indexing.add(perform(sql), 'urgent')
  })
}
