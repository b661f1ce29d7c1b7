/**
 * Restores a dump to a scenario: builds a new schema while the live data stays available, migrates it to this
 * release, and swaps it.
 */
import { basename } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { DatabaseError } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { identifier } from '../../database/identifiers.ts'
import { allMigrations, migrateSchema, unknownMigrations } from '../../database/migrations.ts'
import type { Additions } from '../../model/additions.ts'
import {
  addForeignKeys,
  createTables,
  lockAttributes,
  type NewKey,
  prepareFilling,
} from '../aside/create-tables.ts'
import { dropAsides, dropSchema, listAsides } from '../aside/cleanup.ts'
import { lockedScenario, whileBusy, withScenarioLocks } from '../aside/scenario-lock.ts'
import { asideName } from '../aside/schema-names.ts'
import { swapSchemas } from '../aside/swap.ts'
import { laneCount, openLanes, type ScenarioWork, timestampOf } from '../aside/work.ts'
import { type Replaced, withoutLeftovers } from '../copy-scenario.ts'
import { checkAddedTables } from '../added-tables.ts'
import { addAllColumns, dropUnknownColumns } from '../custom-attributes.ts'
import { grantInNew } from '../import-rights.ts'
import { recordReplacement } from '../replacement-record.ts'
import { productionScenario } from '../scenario.ts'
import { dumpRefused, type DumpHeader } from './dump-format.ts'
import { checkStatements, createStatementCheck } from './check-statements.ts'
import { type DumpPart, checkDump, dumpParts } from './read-dump.ts'
import type { Shape } from './statement-shapes.ts'

export interface RestoreRequest {
  readonly path: string
  readonly scenario: string
  readonly user: number | null
}

/**
 * Replaces the data of the scenario by that of the dump. Users and permissions do not change; a dump of production
 * contains them only for psql. In production, the replaced data is kept as after a promote. Throws `dump_refused`,
 * `scenario_missing`, `scenario_busy`.
 */
export async function restoreScenario(work: ScenarioWork, request: RestoreRequest): Promise<Replaced> {
  const { path, scenario, user } = request
  return withScenarioLocks(work, { replaces: [scenario] }, async (holder) => {
    const before = await lockedScenario(work.database, scenario)
    work.progress?.(0, 'Checking the dump')
    const header = await checkDump(path, work.signal)
    await rejectNewer(header, work.model.additions)
    await refusingFaults(work, () => checkStatements(path, header, work.signal))
    return whileBusy(work, scenario, async () => {
      await dropAsides(work, scenario, ['new', 'drop'])
      const schema = asideName(scenario, 'new', timestampOf(work.now()))
      return withoutLeftovers(work, schema, async () => {
        const rows = await refusingFaults(work, () => fill(work, { path, header, schema }))
        await bringUpToDate(work, schema)
        if (!before.hasSchema) await grantInNew(work, { scenario, schema })
        const keep = scenario === productionScenario
        const replaced = await swapSchemas(work, holder, {
          scenario,
          schema,
          replaced: keep ? 'old' : 'drop',
          also: async (client, former) => {
            const source = basename(path)
            await recordReplacement(client, { kind: 'restore', source, scenario, user, replaced: former })
            await client.query(`UPDATE control."scenario" SET "status" = 'In use' WHERE "name" = $1`, [
              scenario,
            ])
          },
        })
        for (const aside of await listAsides(work.database, scenario)) {
          if (!keep || aside.schema !== replaced) await dropSchema(work.database, aside.schema)
        }
        return { rows, kept: keep ? replaced : undefined }
      })
    })
  })
}

/** Converts errors that the file causes, such as rejected statements or invalid gzip data, to `dump_refused`. */
async function refusingFaults<Result>(
  { signal }: Pick<ScenarioWork, 'signal'>,
  run: () => Promise<Result>,
): Promise<Result> {
  try {
    return await run()
  } catch (error) {
    if (signal?.aborted === true || !isFaultOfFile(error)) throw error
    const [reason = ''] = error.message.split('\n')
    throw dumpRefused(reason, error)
  }
}

/**
 * Returns whether the file causes the error, according to the class of its SQLSTATE: statements and values, but not a
 * server crash, a full disk, or a lock.
 */
const isFaultOfFile = (error: unknown): error is Error =>
  error instanceof DatabaseError
    ? /^(0A|21|22|23|42|54)/.test(error.code ?? '')
    : error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')

async function rejectNewer({ migrations }: DumpHeader, additions: Additions): Promise<void> {
  const known = new Set((await allMigrations('scenario', additions)).map(({ name }) => name))
  const unknown = unknownMigrations(migrations, known, additions)
  if (unknown.length === 0) return
  throw dumpRefused(`it was made by a newer release; this one does not know ${unknown.join(', ')}`)
}

interface Filling {
  readonly path: string
  readonly header: DumpHeader
  readonly schema: string
}

const isIndex = (sql: string): boolean => /^CREATE (UNIQUE )?INDEX /.test(sql)

type Handlers = {
  readonly [Kind in DumpPart['kind']]: (
    part: Extract<DumpPart, { kind: Kind }>,
    shape?: Shape,
  ) => Promise<void>
}

/** Fills the schema from the dump and returns the number of rows. */
async function fill(work: ScenarioWork, { path, header, schema }: Filling): Promise<number> {
  const { database, signal } = work
  const create: string[] = []
  const keys: NewKeyOf[] = []
  // Checked again, because the file may have been changed since the first check.
  const check = createStatementCheck(header)
  // One connection loads rows; the others build the indexes of loaded tables.
  const indexing = openLanes(Math.max(1, laneCount(database) - 1))
  let section: 'none' | 'tables' | 'table' | 'keys' = 'none'
  let statements: string[] = []
  let table = ''
  let rows = 0
  /** Number of rows of the current table. */
  let loaded = 0

  const perform = (sql: string) => (): Promise<void> =>
    inSchema(work, schema, async (client) => void (await client.query(sql)))

  /**
   * Queues the indexes of the loaded table. Keys are first, because they lock the table; then its other indexes are
   * built concurrently.
   */
  function finishTable(): void {
    if (section !== 'table') return
    indexing.check()
    const apart = loaded > 0 ? statements.filter(isIndex) : []
    const analyze = loaded > 0 ? [`ANALYZE ${identifier(table)}`] : []
    const first = [...statements.filter((sql) => !apart.includes(sql)), ...analyze]
    if (first.length > 0) {
      indexing.add(async () => {
        await perform(first.join('\n'))()
        for (const sql of apart) indexing.add(perform(sql), 'urgent')
      })
    }
    statements = []
    loaded = 0
  }

  const handlers: Handlers = {
    schema: async ({ name }) => {
      section = name === header.scenario ? 'tables' : 'none'
    },
    table: async (part) => {
      if (section === 'none') return
      if (section === 'tables') {
        await database.withTransaction(
          async (client) => {
            await client.query(lockAttributes)
            await createTables(client, schema, [{ create }])
          },
          { signal },
        )
      }
      finishTable()
      section = 'table'
      table = part.table
    },
    rows: async (part) => {
      if (section !== 'table') return
      loaded = await inSchema(work, schema, (client) => loadRows(client, part))
      rows += loaded
      work.progress?.(0.8 * (rows / Math.max(rows, header.rows)), `${rows} records restored`)
    },
    statement: async ({ sql: text }, { table: of, foreignKey } = {}) => {
      const sql = text.trim().replace(/;$/, '')
      if (section === 'tables' && !/^(CREATE SCHEMA|SET) /.test(sql)) create.push(sql)
      else if (section === 'table') statements.push(text)
      else if (section === 'keys' && of !== undefined && foreignKey !== undefined) {
        keys.push({ table: of, name: foreignKey, sql })
      }
    },
    foreignKeys: async () => {
      finishTable()
      if (section !== 'none') section = 'keys'
    },
    end: async () => {
      section = 'none'
    },
  }
  try {
    for await (const part of dumpParts(path, signal)) await handle(handlers, part, check(part))
  } catch (error) {
    await indexing.done().catch(() => undefined)
    throw error
  }
  work.progress?.(0.8, 'Building indexes')
  await indexing.done()
  if (create.length === 0) throw dumpRefused(`it does not hold the scenario "${header.scenario}" it names`)
  work.progress?.(0.85, 'Checking references')
  await addForeignKeys(work, schema, groupKeys(keys))
  return rows
}

async function handle(handlers: Handlers, part: DumpPart, shape: Shape | undefined): Promise<void> {
  if (part.kind === 'schema') await handlers.schema(part)
  else if (part.kind === 'table') await handlers.table(part)
  else if (part.kind === 'rows') await handlers.rows(part)
  else if (part.kind === 'statement') await handlers.statement(part, shape)
  else if (part.kind === 'foreignKeys') await handlers.foreignKeys(part)
  else await handlers.end(part)
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

async function loadRows(
  client: pg.ClientBase,
  { table, columns, rows }: Extract<DumpPart, { kind: 'rows' }>,
): Promise<number> {
  const target = identifier(table)
  await client.query(`SET LOCAL DateStyle TO 'ISO, MDY'; SET LOCAL TimeZone TO 'UTC'`)
  // If a table is truncated in the same transaction, its rows are written without WAL if the server allows that.
  await client.query(`TRUNCATE ${target}`)
  const list = columns.map((column) => identifier(column)).join(', ')
  const copy = client.query(copyFrom(`COPY ${target} (${list}) FROM STDIN`))
  await pipeline(Readable.from(rows, { objectMode: true }), copy)
  return copy.rowCount
}

interface NewKeyOf extends NewKey {
  readonly table: string
}

/** Groups the foreign keys by the table that has them. */
function groupKeys(
  keys: readonly NewKeyOf[],
): readonly { readonly name: string; readonly foreignKeys: readonly NewKey[] }[] {
  return [...Map.groupBy(keys, ({ table }) => table)].map(([name, foreignKeys]) => ({ name, foreignKeys }))
}

/** Applies the migrations that the dump lacks, and adds the columns of the current custom attributes. */
async function bringUpToDate({ database, model, signal }: ScenarioWork, schema: string): Promise<void> {
  await database.withTransaction(
    async (client) => {
      await client.query(lockAttributes)
      await migrateSchema(client, 'scenario', schema, model.additions)
      await checkAddedTables(client, model, 'scenario', schema)
      await dropUnknownColumns(client, model, schema)
      await addAllColumns(client, model, schema)
    },
    { signal },
  )
}
