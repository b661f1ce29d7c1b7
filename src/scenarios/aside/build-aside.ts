/**
 * Copies the data of one schema into a new schema, inside the server: several connections share one snapshot, tables
 * are filled without keys and indexes, the largest first, and the indexes are distributed over the connections.
 */
import type pg from 'pg'
import { identifier, literal, qualified } from '../../database/identifiers.ts'
import { copyStatistics } from './copy-statistics.ts'
import { leftBehind } from './left-behind.ts'
import { addForeignKeys, awaitAttributes, createTables, prepareFilling } from './create-tables.ts'
import { type ForeignKey, type Index, readStructure, type TableStructure } from './table-structure.ts'
import { inParallel, type ScenarioWork } from './work.ts'

export interface CopyPlan {
  readonly source: string
  /** Schema to create; it must not exist. */
  readonly schema: string
  /** Relations to copy instead of all rows of a table: SQL with the same columns, or undefined for no rows. */
  readonly instead?: ReadonlyMap<string, string | undefined>
}

export interface BuildResult {
  readonly tables: number
  readonly rows: number
}

/**
 * Size in bytes below which tables are filled in one common transaction, because most tables of most sites are empty
 * or small.
 */
const smallTable = 256 * 1024

/** Options of the copy. */
interface Copying extends CopyPlan {
  readonly snapshot: string
  /**
   * Whether foreign keys are not checked again: the source enforces its keys, and the copy has the rows on which they
   * were enforced. Checking them again takes a fifth of the time of the copy.
   */
  readonly trusting: boolean
}

/**
 * Builds the copy. `holder` is a connection without a transaction; it keeps the snapshot. If the build fails, the new
 * schema is not dropped; the holder of the lock of the scenario drops it.
 */
export async function buildAside(
  work: ScenarioWork,
  holder: pg.ClientBase,
  wanted: CopyPlan,
): Promise<BuildResult> {
  const nothing = [...leftBehind].map((table) => [table, undefined] as const)
  const plan: CopyPlan = { ...wanted, instead: new Map([...(wanted.instead ?? []), ...nothing]) }
  const { database, signal } = work
  const { tables, trusting } = await database.withTransaction(
    async (client) => {
      await awaitAttributes(client, work)
      const structure = await readStructure(client, plan.source)
      const trusts = await maySwitchTriggersOff(client)
      await createTables(client, plan.schema, structure)
      if (trusts) await client.query(keysOfEmptyTables(plan, structure).join(';\n'))
      return { tables: structure, trusting: trusts }
    },
    { signal },
  )
  await holder.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
  await holder.query('SET LOCAL idle_in_transaction_session_timeout TO 0')
  const { rows } = await holder.query<{ snapshot: string }>(
    'SELECT pg_catalog.pg_export_snapshot() AS "snapshot"',
  )
  const copied = await fillTables(work, { ...plan, snapshot: rows[0]!.snapshot, trusting }, tables)
  await holder.query('COMMIT')
  const unchecked = tables.map((table) => ({
    ...table,
    foreignKeys: table.foreignKeys.filter((key) => !trusting || !isTrusted(plan, table, key)),
  }))
  work.progress?.(0.9, 'Checking references')
  await addForeignKeys(work, plan.schema, unchecked)
  return { tables: tables.length, rows: copied }
}

/**
 * Returns whether a key is known to be valid: it was validated in the source and both tables are copied completely,
 * or the referring table is empty.
 */
function isTrusted({ instead }: CopyPlan, { name }: TableStructure, key: ForeignKey): boolean {
  if (instead?.has(name) === true) return instead.get(name) === undefined
  return key.valid && instead?.has(key.refersTo) !== true
}

/**
 * Returns whether the role may fill tables without the triggers that check references row by row: superusers and
 * roles with that privilege may.
 */
async function maySwitchTriggersOff(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ allowed: boolean }>(
    `SELECT pg_catalog.has_parameter_privilege('session_replication_role', 'SET') AS "allowed"`,
  )
  return rows[0]!.allowed
}

/**
 * Returns the statements for keys that are added to empty tables, where nothing has to be checked. A foreign key
 * requires the key that it refers to.
 */
function keysOfEmptyTables(plan: CopyPlan, tables: readonly TableStructure[]): readonly string[] {
  const referred = tables.flatMap(({ indexes }) => indexes.filter(({ referred }) => referred))
  const trusted = tables.flatMap((table) => table.foreignKeys.filter((key) => isTrusted(plan, table, key)))
  return [...referred, ...trusted].map(({ sql }) => sql)
}

interface Job {
  /** Number of bytes that are read and written, for the progress. */
  readonly weight: number
  /** Returns the number of copied rows, and the jobs that can run after this job. */
  run(client: pg.ClientBase): Promise<{ readonly rows: number; readonly next: readonly Job[] }>
  /** Whether the job must read the source in the snapshot of the copy. */
  readonly inSnapshot: boolean
}

async function fillTables(
  work: ScenarioWork,
  copying: Copying,
  tables: readonly TableStructure[],
): Promise<number> {
  const { database, signal } = work
  const small = tables.filter(({ bytes }) => bytes < smallTable)
  const large = tables.filter(({ bytes }) => bytes >= smallTable)
  const jobs = [...large.map((table) => [table]), small].map((group) => copyJob(copying, group))
  const total = tables.reduce((sum, table) => sum + weightOf(table), 1)
  let copied = 0
  let done = 0
  await inParallel(work, jobs, async (job) => {
    const result = await database.withTransaction(
      async (client) => {
        if (job.inSnapshot) await client.query(`SET TRANSACTION SNAPSHOT ${literal(copying.snapshot)}`)
        await prepareFilling(client, copying.schema)
        return job.run(client)
      },
      job.inSnapshot ? { isolation: 'repeatable read', signal } : { signal },
    )
    // Added after `await`, because other lanes change the sum in the meantime.
    copied += result.rows
    done += job.weight
    work.progress?.(0.9 * (done / total), `${copied} records copied`)
    return result.next
  })
  return copied
}

const indexBytes = (indexes: readonly Index[]): number => indexes.reduce((sum, { bytes }) => sum + bytes, 0)
const weightOf = ({ bytes, indexes }: TableStructure): number => bytes + indexBytes(indexes)

/** Returns a job that fills tables. Indexes of a large table become separate jobs, which run on any free connection. */
function copyJob(copying: Copying, tables: readonly TableStructure[]): Job {
  const spread = tables.length === 1
  return {
    weight: tables.reduce((sum, table) => sum + (spread ? table.bytes : weightOf(table)), 0),
    inSnapshot: true,
    run: async (client) => {
      let rows = 0
      for (const table of tables) rows += await copyTable(client, copying, table, spread)
      return { rows, next: spread ? tables.flatMap((table) => indexJobs(copying, table)) : [] }
    },
  }
}

function indexJobs({ trusting }: Copying, { indexes }: TableStructure): readonly Job[] {
  return indexes
    .filter((index) => stageOf(index, trusting) === 'after')
    .toSorted((one, other) => other.bytes - one.bytes)
    .map(({ sql, bytes }) => ({
      weight: bytes,
      inSnapshot: false,
      run: async (client) => {
        await client.query(sql)
        return { rows: 0, next: [] }
      },
    }))
}

/**
 * Returns when an index is created: with the empty table, because foreign keys refer to it; before the rows, because
 * it will have no entries and creating it later would scan all rows; with the rows, because it locks the table; or
 * after the rows.
 */
function stageOf(
  { referred, constraint, empty }: Index,
  trusting: boolean,
): 'table' | 'before' | 'with' | 'after' {
  if (referred && trusting) return 'table'
  if (empty) return 'before'
  return constraint ? 'with' : 'after'
}

async function copyTable(
  client: pg.ClientBase,
  copying: Copying,
  table: TableStructure,
  spread: boolean,
): Promise<number> {
  const { source, schema, instead, trusting } = copying
  const target = identifier(table.name)
  const columns = table.columns.map((column) => identifier(column)).join(', ')
  const replaced = instead?.has(table.name) === true
  const relation = replaced ? instead.get(table.name) : qualified(source, table.name)
  const staged = Map.groupBy(table.indexes, (index) => stageOf(index, trusting))
  const create = async (indexes: readonly Index[] = []): Promise<void> => {
    if (indexes.length > 0) await client.query(indexes.map(({ sql }) => sql).join(';\n'))
  }
  let rows = 0
  if (relation !== undefined) {
    if (trusting) await client.query('SET LOCAL session_replication_role TO replica')
    if (table.bytes >= smallTable) await client.query(renewed(table, trusting))
    await create(staged.get('before'))
    const { rowCount } = await client.query(
      `INSERT INTO ${target} (${columns}) OVERRIDING SYSTEM VALUE SELECT ${columns} FROM ${relation} AS "s"`,
    )
    rows = rowCount ?? 0
  } else {
    await create(staged.get('before'))
  }
  if (table.identity !== null) await client.query(carrySequence(copying, table.name, table.identity))
  await create(staged.get('with'))
  if (!spread) await create(staged.get('after'))
  if (rows === 0) return 0
  const known = !replaced && (await copyStatistics(client, { source, schema, table: table.name }))
  if (!known) await client.query(`ANALYZE ${target}`)
  return rows
}

/**
 * Returns statements that give an empty table new files, so that rows written in the same transaction do not require
 * WAL if the server allows that. A referenced table cannot be truncated; CLUSTER has the same effect.
 */
function renewed({ name, indexes }: TableStructure, trusting: boolean): string {
  const table = identifier(name)
  const key = trusting ? indexes.find(({ referred }) => referred) : undefined
  if (key === undefined) return `TRUNCATE ${table}`
  return `CLUSTER ${table} USING ${identifier(key.name)}; ALTER TABLE ${table} SET WITHOUT CLUSTER`
}

/**
 * Returns a statement that sets the sequence to that of the source, so that used numbers are not assigned again,
 * including those of rows that are not copied.
 */
function carrySequence({ source, schema }: CopyPlan, table: string, column: string): string {
  const sequence = (name: string): string =>
    `pg_get_serial_sequence(${literal(qualified(name, table))}, ${literal(column)})`
  return `SELECT pg_catalog.setval(${sequence(schema)}, "last", true)
    FROM (SELECT pg_catalog.pg_sequence_last_value(${sequence(source)}::regclass) AS "last") AS "s"
    WHERE "last" IS NOT NULL`
}
