/**
 * Copies the data of a schema into a new schema on another server: the tables are streamed with COPY from one snapshot,
 * the largest first, on several connections, and get their keys and indexes afterwards.
 */
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { copiedBytes } from '../../database/copied-bytes.ts'
import type { Database } from '../../database/database.ts'
import { identifier, literal, qualified } from '../../database/identifiers.ts'
import type { BuildResult, CopyPlan } from './build-aside.ts'
import { addForeignKeys, createTables, prepareFilling } from './create-tables.ts'
import { leftBehind } from './left-behind.ts'
import { readStructure, type TableStructure } from './table-structure.ts'
import { inParallel, type ScenarioWork } from './work.ts'

interface Streaming extends CopyPlan {
  readonly origin: Database
  /** Snapshot of the source. */
  readonly snapshot: string
}

/**
 * Builds the copy in the database of the work. Relations of the plan that replace tables are read there, after all
 * tables are filled. If the build fails, the new schema is not dropped; the holder of the lock of the scenario drops it.
 */
export async function copyAcross(
  work: ScenarioWork,
  origin: Database,
  wanted: CopyPlan,
): Promise<BuildResult> {
  const nothing = [...leftBehind].map((table) => [table, undefined] as const)
  const plan: CopyPlan = { ...wanted, instead: new Map([...(wanted.instead ?? []), ...nothing]) }
  const { database, signal } = work
  return origin.withTransaction(
    async (reader) => {
      await reader.query('SET LOCAL idle_in_transaction_session_timeout TO 0')
      const tables = await readStructure(reader, plan.source)
      const { rows: taken } = await reader.query<{ snapshot: string }>(
        'SELECT pg_catalog.pg_export_snapshot() AS "snapshot"',
      )
      await database.withTransaction((client) => createTables(client, plan.schema, tables), { signal })
      const rows = await fill(work, { ...plan, origin, snapshot: taken[0]!.snapshot }, tables)
      work.progress?.(0.9, 'Checking references')
      await addForeignKeys(work, plan.schema, tables)
      return { tables: tables.length, rows }
    },
    { isolation: 'repeatable read', readOnly: true, signal },
  )
}

async function fill(
  work: ScenarioWork,
  streaming: Streaming,
  tables: readonly TableStructure[],
): Promise<number> {
  const { database, signal, progress } = work
  const { instead, schema } = streaming
  const total = tables.reduce((sum, { bytes }) => sum + bytes, 1)
  let rows = 0
  let bytes = 0
  await inParallel(work, tables, async (table) => {
    const copied = await database.withTransaction(
      async (client) => {
        await prepareFilling(client, schema)
        const filled =
          instead?.has(table.name) === true ? 0 : await stream(work, streaming, { client, table })
        await client.query(await statementsAfter(streaming, table, filled))
        return filled
      },
      { signal },
    )
    rows += copied
    bytes += table.bytes
    progress?.(0.9 * (bytes / total), `${rows} records copied`)
  })
  for (const { name, columns } of tables) {
    const relation = instead?.get(name)
    if (relation === undefined) continue
    const list = columns.map((column) => identifier(column)).join(', ')
    const { rowCount } = await database.query({
      text: `INSERT INTO ${qualified(schema, name)} (${list}) OVERRIDING SYSTEM VALUE SELECT ${list} FROM ${relation} AS "s"`,
    })
    rows += rowCount ?? 0
  }
  return rows
}

/** Streams the rows of a table from the snapshot; returns their number. */
function stream(
  { signal }: Pick<ScenarioWork, 'signal'>,
  { origin, source, snapshot }: Streaming,
  { client, table }: { readonly client: pg.ClientBase; readonly table: TableStructure },
): Promise<number> {
  const columns = table.columns.map((column) => identifier(column)).join(', ')
  return origin.withTransaction(
    async (reader) => {
      await reader.query(`SET TRANSACTION SNAPSHOT ${literal(snapshot)}`)
      const rows = reader.query(copyTo(`COPY ${qualified(source, table.name)} (${columns}) TO STDOUT`))
      const written = client.query(copyFrom(`COPY ${identifier(table.name)} (${columns}) FROM STDIN`))
      await pipeline(copiedBytes(reader, rows), written)
      return written.rowCount
    },
    { isolation: 'repeatable read', readOnly: true, signal },
  )
}

/** Returns the statements for a filled table: its sequence continues that of the source, then its keys and indexes. */
async function statementsAfter(
  { origin, source, schema }: Streaming,
  { name, identity, indexes }: TableStructure,
  rows: number,
): Promise<string> {
  const statements = indexes.map(({ sql }) => sql)
  if (rows > 0) statements.push(`ANALYZE ${identifier(name)}`)
  if (identity !== null) {
    const { rows: found } = await origin.query<{ last: string | null }>({
      text: `SELECT pg_catalog.pg_sequence_last_value(pg_get_serial_sequence($1, $2)::regclass)::text AS "last"`,
      values: [qualified(source, name), identity],
    })
    const last = found[0]?.last ?? null
    if (last !== null) {
      statements.push(
        `SELECT pg_catalog.setval(pg_get_serial_sequence(${literal(qualified(schema, name))}, ${literal(identity)}), ${last}, true)`,
      )
    }
  }
  return statements.join(';\n')
}
