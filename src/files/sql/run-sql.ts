/**
 * Runs the statements of a file in one transaction, on a connection that never had more privileges than the role of
 * the scenario, so that RESET ROLE and SET SESSION AUTHORIZATION cannot restore any. PostgreSQL executes the text
 * within a DO block, which rejects COMMIT and all other statements that would end the transaction.
 */
import { Client, DatabaseError } from 'pg'
import type { Database } from '../../database/database.ts'
import { identifier, literal } from '../../database/identifiers.ts'
import type { Message } from '../../errors/messages.ts'
import { errorText, foreignText } from '../../errors/plain-text.ts'
import { fileRefused } from '../tables/columns.ts'
import { rejectReversedOrders } from './check-orders.ts'
import { createLogin, requireWeakRole } from './role.ts'

export interface SqlRun {
  readonly database: Database
  /** Setting SQL_ROLE of the scenario. */
  readonly role: string
  readonly scenario: string
  /** Timeout in seconds; 0 means none. */
  readonly timeout: number
  readonly signal?: AbortSignal | undefined
  /**
   * Called just before the commit with the number of the transaction and what it has changed; nothing is stored if it
   * fails.
   */
  readonly beforeCommit?: (transaction: string, counts: ReadonlyMap<string, TableCounts>) => Promise<void>
  /** Called with messages of the statements, such as those of RAISE NOTICE. */
  readonly onNotice: (text: string) => void
}

export interface TableCounts {
  readonly created: number
  readonly updated: number
  readonly deleted: number
}

/** Maximum length of a file in characters. Data should be imported as .csv or .cpy. */
export const longestScript = 16 * 2 ** 20

/**
 * Runs the text and returns the number of rows that it added, changed and deleted, by table of the scenario.
 * @throws ServiceError `file_refused` with the message of the database; nothing is stored then
 */
export async function runSql(text: string, run: SqlRun): Promise<ReadonlyMap<string, TableCounts>> {
  const { database, role, scenario, timeout, signal } = run
  await requireWeakRole(database, role, scenario)
  const login = await makeLogin(database, role)
  try {
    const limit = timeout === 0 ? undefined : AbortSignal.timeout(timeout * 1000)
    const ends = AbortSignal.any([signal, limit].filter((one) => one !== undefined))
    const client = await connectAs(database, login, run)
    const stop = Promise.withResolvers<never>()
    stop.promise.catch(() => undefined)
    const onAbort = (): void => stop.reject(new Error('stopped'))
    ends.addEventListener('abort', onAbort, { once: true })
    if (ends.aborted) onAbort()
    try {
      return await Promise.race([transaction(client, text, run), stop.promise])
    } catch (error) {
      signal?.throwIfAborted()
      if (limit?.aborted === true) {
        throw fileRefused({ code: 'script_timeout', params: { seconds: timeout } })
      }
      throw refusal(error, text)
    } finally {
      ends.removeEventListener('abort', onAbort)
      // The server terminates a busy connection when its login is dropped.
      if (ends.aborted) void client.end().catch(() => undefined)
      else await client.end().catch(() => undefined)
    }
  } finally {
    await login[Symbol.asyncDispose]()
  }
}

export async function makeLogin(database: Database, role: string): ReturnType<typeof createLogin> {
  try {
    return await createLogin(database, role)
  } catch (error) {
    throw fileRefused({ code: 'role_login_refused', params: { role, reason: errorText(error) } })
  }
}

type Where = Pick<Client, 'host' | 'port' | 'database' | 'ssl'>

/** Opens a connection that never had more privileges than the role. The caller closes it. Throws `file_refused`. */
export async function connectAs(
  database: Database,
  { user, password }: { readonly user: string; readonly password: string },
  { role, scenario, onNotice }: Pick<SqlRun, 'role' | 'scenario' | 'onNotice'>,
): Promise<Client> {
  const { place, application } = await database.direct.withClient(async (own) => {
    const { rows } = await own.query<{ name: string }>(`SELECT current_setting('application_name') AS name`)
    // Clients of the pool are instances of Client; their type does not have the connection parameters.
    if (!(own instanceof Client)) throw new Error('The pool gave something that is no client.')
    const where: Where = own
    return { place: where, application: rows[0]!.name }
  })
  const client = new Client({
    host: place.host,
    port: place.port,
    ...(place.database === undefined ? {} : { database: place.database }),
    ssl: place.ssl,
    user,
    password,
    // Uses the application name of the task, so that sessions of a killed task are terminated together.
    application_name: application,
  })
  client.on('error', () => undefined)
  client.on('notice', ({ severity, message }) => onNotice(`${severity ?? 'NOTICE'}: ${message ?? ''}`))
  try {
    await client.connect()
    await client.query(`SET ROLE ${identifier(role)}`)
    await client.query(`SET search_path TO ${identifier(scenario)}`)
    // If this process ends, the server detects it and rolls back.
    await client.query(`SET client_connection_check_interval TO '1s'`).catch(() => undefined)
  } catch (error) {
    await client.end().catch(() => undefined)
    throw fileRefused({ code: 'role_login_failed', params: { role, reason: errorText(error) } })
  }
  return client
}

async function transaction(
  client: Client,
  text: string,
  { scenario, database, beforeCommit }: SqlRun,
): Promise<ReadonlyMap<string, TableCounts>> {
  await client.query('BEGIN')
  // Assigns the transaction number, so that everything that the transaction writes from here on has this number or a
  // later one.
  const begun = await client.query<{ number: string }>('SELECT pg_catalog.pg_current_xact_id() AS "number"')
  await client.query(`SELECT pg_catalog.set_config('planctl.script', $1, true)`, [text])
  await client.query(`DO $script$ BEGIN EXECUTE pg_catalog.current_setting('planctl.script'); END $script$`)
  // Runs deferred triggers now, so that their changes are checked too.
  await client.query('SET CONSTRAINTS ALL IMMEDIATE')
  await rejectLargeObjects(client)
  const { rows } = await client.query<{ table: string; created: string; updated: string; deleted: string }>(
    `SELECT relname::text AS "table", n_tup_ins AS created, n_tup_upd AS updated, n_tup_del AS deleted
     FROM pg_catalog.pg_stat_xact_user_tables
     WHERE schemaname = ${literal(scenario)} AND n_tup_ins + n_tup_upd + n_tup_del > 0 ORDER BY relname`,
  )
  const writesOrders = rows.some(
    ({ table, created, updated }) => table === 'operationplan' && Number(created) + Number(updated) > 0,
  )
  if (writesOrders) await rejectReversedOrders(client, database, scenario)
  const counts = new Map(
    rows.map(({ table, created, updated, deleted }) => [
      table,
      { created: Number(created), updated: Number(updated), deleted: Number(deleted) },
    ]),
  )
  if (counts.size > 0) await beforeCommit?.(begun.rows[0]!.number, counts)
  const { command } = await client.query('COMMIT')
  if (command !== 'COMMIT') throw new Error('the transaction was rolled back')
  return counts
}

/**
 * Rejects large objects. Every role may create them, and they belong to no schema: they would stay forever and would
 * not be in the backup of a scenario.
 */
async function rejectLargeObjects(client: Client): Promise<void> {
  const { rows } = await client.query<{ count: string }>(
    `SELECT pg_catalog.count(*) AS count FROM pg_catalog.pg_largeobject_metadata m
     WHERE pg_catalog.pg_has_role(session_user, m.lomowner, 'MEMBER')
       AND pg_catalog.age(m.xmin) OPERATOR(pg_catalog.<=) 0`,
  )
  const count = Number(rows[0]!.count)
  if (count > 0) throw new Error(`it makes large objects (${count}), which would stay in the database`)
}

/** Converts a database error to `file_refused`, with the line of the script if the error has a position. */
function refusal(error: unknown, text: string): unknown {
  if (!(error instanceof DatabaseError)) {
    if (!(error instanceof Error)) return error
    const reason: Message = { code: 'sentence', params: { message: errorText(error) } }
    return fileRefused({ code: 'script_not_stored', params: { reason } })
  }
  const position = error.internalPosition === undefined ? undefined : Number(error.internalPosition)
  const more = [error.detail, error.hint].filter((part) => part !== undefined)
  const reason = foreignText([error.message, ...more].join(' '))
  if (position === undefined) return fileRefused({ code: 'script_not_stored', params: { reason } })
  const line = text.slice(0, position).split('\n').length
  return fileRefused({ code: 'script_not_stored_line', params: { line, reason } })
}
