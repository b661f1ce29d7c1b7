/**
 * Copies the data of one schema into a new one beside it, inside the server: one snapshot shared by several
 * connections, tables filled without keys and indexes, the largest first, foreign keys last.
 */
import type pg from 'pg'
import { identifier, literal, qualified } from '../../database/identifiers.ts'
import { addForeignKeys, createTables, lockAttributes, prepareFilling } from './create-tables.ts'
import { readStructure, type TableStructure } from './table-structure.ts'
import { inParallel, type ScenarioWork } from './work.ts'

export interface CopyPlan {
  readonly source: string
  /** Schema to make; it must not exist. */
  readonly schema: string
  /**
   * What to take instead of all rows of a table: a relation in SQL with the same columns, or undefined for
   * none.
   */
  readonly instead?: ReadonlyMap<string, string | undefined>
}

export interface BuildResult {
  readonly tables: number
  readonly rows: number
}

/** Tables below this are filled in one transaction: most tables of most sites are empty or nearly so. */
const smallTable = 256 * 1024

/**
 * Builds the copy. The holder is a connection without a transaction; it keeps the snapshot. What was built
 * stays when the work fails: whoever holds the lock of the scenario removes it.
 */
export async function buildAside(
  work: ScenarioWork,
  holder: pg.ClientBase,
  plan: CopyPlan,
): Promise<BuildResult> {
  const { database, signal } = work
  const tables = await database.withTransaction(
    async (client) => {
      await client.query(lockAttributes)
      const structure = await readStructure(client, plan.source)
      await createTables(client, plan.schema, structure)
      return structure
    },
    { signal },
  )
  await holder.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
  await holder.query('SET LOCAL idle_in_transaction_session_timeout TO 0')
  const { rows } = await holder.query<{ snapshot: string }>(
    'SELECT pg_catalog.pg_export_snapshot() AS "snapshot"',
  )
  const small = tables.filter(({ bytes }) => bytes < smallTable)
  const jobs = [...tables.filter(({ bytes }) => bytes >= smallTable).map((table) => [table]), small]
  const total = tables.reduce((sum, { bytes }) => sum + bytes, 1)
  let copied = 0
  let bytes = 0
  await inParallel(work, jobs, async (job) => {
    // Added after the wait: other lanes count as well meanwhile.
    const count = await copyTables(work, plan, rows[0]!.snapshot, job)
    copied += count
    bytes += job.reduce((sum, table) => sum + table.bytes, 0)
    work.progress?.(0.8 * (bytes / total), `${copied} records copied`)
  })
  await holder.query('COMMIT')
  work.progress?.(0.8, 'Checking references')
  await addForeignKeys(work, plan.schema, tables)
  return { tables: tables.length, rows: copied }
}

async function copyTables(
  { database, signal }: ScenarioWork,
  plan: CopyPlan,
  snapshot: string,
  tables: readonly TableStructure[],
): Promise<number> {
  if (tables.length === 0) return 0
  return database.withTransaction(
    async (client) => {
      await client.query(`SET TRANSACTION SNAPSHOT ${literal(snapshot)}`)
      await prepareFilling(client, plan.schema)
      let rows = 0
      for (const table of tables) rows += await copyTable(client, plan, table)
      return rows
    },
    { isolation: 'repeatable read', signal },
  )
}

async function copyTable(client: pg.ClientBase, plan: CopyPlan, table: TableStructure): Promise<number> {
  const target = identifier(table.name)
  const source = qualified(plan.source, table.name)
  const columns = table.columns.map((column) => identifier(column)).join(', ')
  const replaced = plan.instead?.has(table.name) === true
  const relation = replaced ? plan.instead.get(table.name) : source
  let rows = 0
  if (relation !== undefined) {
    // A table that was emptied in the same transaction is written without the log where the server may.
    if (table.bytes >= smallTable) await client.query(`TRUNCATE ${target}`)
    const { rowCount } = await client.query(
      `INSERT INTO ${target} (${columns}) OVERRIDING SYSTEM VALUE SELECT ${columns} FROM ${relation} AS "s"`,
    )
    rows = rowCount ?? 0
  }
  if (table.identity !== null) await client.query(carrySequence(plan, table.name, table.identity))
  const finish = [...table.indexes, ...(rows > 0 ? [`ANALYZE ${target}`] : [])]
  if (finish.length > 0) await client.query(finish.join(';\n'))
  return rows
}

/** Numbers given in the source are not given again, also those of rows that are not copied. */
function carrySequence({ source, schema }: CopyPlan, table: string, column: string): string {
  const sequence = (name: string): string =>
    `pg_get_serial_sequence(${literal(qualified(name, table))}, ${literal(column)})`
  return `SELECT pg_catalog.setval(${sequence(schema)}, "last", true)
    FROM (SELECT pg_catalog.pg_sequence_last_value(${sequence(source)}::regclass) AS "last") AS "s"
    WHERE "last" IS NOT NULL`
}
