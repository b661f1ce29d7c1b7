/**
 * An export with the rows of an SQL query. The query runs on a connection that only ever has the rights of the role
 * of the scenario's SQL files (setting SQL_ROLE): whatever the query contains, it can read what that role may read,
 * but neither users and their secrets nor other scenarios nor files of the server. It reads the same snapshot as the
 * other files, is read-only, and has a timeout.
 */
import type { Client } from 'pg'
import type { DataContext } from '../../data/context.ts'
import { onConnection } from '../../data/on-connection.ts'
import type { Database } from '../../database/database.ts'
import { translateDatabaseError } from '../../database/errors.ts'
import { literal } from '../../database/identifiers.ts'
import { readEverything, type ReadRequest } from '../../data/read/index.ts'
import type { Message } from '../../errors/messages.ts'
import { ServiceError } from '../../errors/service-error.ts'
import type { ExportSource } from '../../files/export/export-files.ts'
import { requireWeakRole } from '../../files/sql/role.ts'
import { connectAs, makeLogin } from '../../files/sql/run-sql.ts'
import { defineEntity } from '../../model/entity.ts'
import { defineField, type Field, type FieldType } from '../../model/field.ts'

export interface QueryRun {
  readonly database: Database
  readonly scenario: string
  /** Setting SQL_ROLE of the scenario. */
  readonly role: string | undefined
  /** Timeout in seconds. */
  readonly timeout: number
}

/** Field types by the PostgreSQL type of the column; other types are shown as text. */
const fieldTypes: Readonly<Record<string, FieldType>> = {
  int2: 'integer',
  int4: 'integer',
  int8: 'integer',
  float4: 'number',
  float8: 'number',
  numeric: 'number',
  bool: 'boolean',
  date: 'date',
  timestamp: 'datetime',
  timestamptz: 'datetime',
  time: 'time',
  interval: 'duration',
  json: 'json',
  jsonb: 'json',
}

export function querySource(sql: string, run: QueryRun): ExportSource {
  return ({ context, id }, use) =>
    withWeakClient(
      run,
      async (client) => {
        await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
        await client.query(`SET TRANSACTION SNAPSHOT ${literal(id)}`)
        await client.query(`SET LOCAL statement_timeout TO ${Math.round(run.timeout * 1000)}`)
        await client.query(`SET LOCAL TimeZone TO ${literal(context.timeZone)}`)
        await client.query(`SET LOCAL DateStyle TO 'ISO, MDY'`)
        await client.query(`SET LOCAL IntervalStyle TO 'postgres'`)
        const request = await describeQuery(client, sql)
        return use({ context: contextOf(context, client), request })
      },
      context.signal,
    )
}

/**
 * Throws `export_failed` if the role is missing, `database_unavailable`, and the database's error for a query that
 * cannot run; does not run the query.
 */
export async function checkQuery(sql: string, run: QueryRun): Promise<void> {
  const check = withWeakClient(run, async (client) => {
    await client.query('BEGIN READ ONLY')
    await client.query(`SET LOCAL statement_timeout TO '10s'`)
    await describeQuery(client, sql)
  })
  await check.catch((error: unknown) => {
    throw translateDatabaseError(error)
  })
}

async function withWeakClient<Result>(
  { database, scenario, role }: QueryRun,
  use: (client: Client) => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  if (role === undefined) {
    throw new ServiceError('export_failed', { reason: { code: 'sql_role_missing', params: { scenario } } })
  }
  await requireWeakRole(database, role, scenario)
  const login = await makeLogin(database, role)
  let client: Client | undefined
  try {
    client = await connectAs(database, login, { role, scenario, onNotice: () => undefined })
    const connected = client
    // Dropping the login ends all statements that run under it.
    const onAbort = (): void => void drop(login)
    signal?.addEventListener('abort', onAbort, { once: true })
    try {
      return await use(connected)
    } finally {
      signal?.removeEventListener('abort', onAbort)
    }
  } catch (error) {
    signal?.throwIfAborted()
    throw error
  } finally {
    await client?.end().catch(() => undefined)
    await drop(login)
  }
}

/** Drops a login. If that fails, a later run drops it. */
async function drop(login: AsyncDisposable): Promise<void> {
  try {
    await login[Symbol.asyncDispose]()
  } catch {
    // See above.
  }
}

/** Returns the columns of the query without running it. The extended protocol accepts a single statement only. */
async function describeQuery(client: Client, sql: string): Promise<ReadRequest> {
  // The query is on a line of its own because it may end with a comment.
  const query = `SELECT * FROM (\n${sql.replace(/;\s*$/, '')}\n) AS "query"`
  const config = { text: `${query} LIMIT 0`, queryMode: 'extended' }
  const { fields } = await client.query(config)
  const { rows } = await client.query<{ oid: number; name: string }>({
    text: 'SELECT oid::integer AS oid, typname::text AS name FROM pg_catalog.pg_type WHERE oid = ANY($1::oid[])',
    values: [fields.map(({ dataTypeID }) => dataTypeID)],
  })
  const names = new Map(rows.map(({ oid, name }) => [oid, name]))
  const columns = fields.map(({ name, dataTypeID }): Field => {
    const type = fieldTypes[names.get(dataTypeID) ?? ''] ?? 'text'
    return defineField(name, type, { help: '', nullable: true })
  })
  const twice = columns.find((column, index) =>
    columns.some((other, at) => at < index && other.name === column.name),
  )
  const reason: Message | undefined =
    columns.length === 0
      ? { code: 'query_without_columns' }
      : twice === undefined
        ? undefined
        : { code: 'query_column_twice', params: { name: twice.name } }
  if (reason !== undefined) throw new ServiceError('export_failed', { reason })
  const entity = defineEntity({
    name: 'execute.query',
    label: 'query',
    labelPlural: 'query',
    about: 'Rows of a query.',
    key: columns[0]!.name,
    permissions: [],
    readOnly: true,
    imports: false,
    rowsMidSize: 0,
    fields: columns,
    query: () => query,
  })
  // Without an ordering, to keep the order of the query.
  return { ...readEverything(entity), ordering: [], fields: entity.fields }
}

function contextOf(context: DataContext, client: Client): DataContext {
  const withClient: Database['withClient'] = (use) => {
    // The type of a pooled client requires `release`, which is never called here.
    const pooled = Object.assign(client, { release: () => undefined })
    return use(pooled).catch((error: unknown) => {
      throw translateDatabaseError(error)
    })
  }
  return onConnection(context, { withClient })
}
