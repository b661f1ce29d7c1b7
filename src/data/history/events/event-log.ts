/** State of the event stream: its epoch, its earliest cursor, and the transaction up to which it can be read now. */
import { randomBytes } from 'node:crypto'
import { qualified } from '../../../database/identifiers.ts'
import type { Database } from '../../../database/database.ts'
import { isSameDatabase } from '../../../database/homes.ts'
import { parameterError } from '../../../errors/parameter-errors.ts'
import { ServiceError } from '../../../errors/service-error.ts'
import { type EventCursor, formatCursor, parseCursor } from './cursor.ts'

export interface EventLog {
  readonly epoch: string
  /**
   * All transactions before this one have ended, except those in other databases of the cluster: everything that they
   * wrote is visible.
   */
  readonly bound: number
}

interface Head extends EventLog {
  readonly current: boolean
}

/** Transaction numbers in the list of sessions are the last 32 bits of the whole number. */
const wrap = 2 ** 32

const boundSql = `coalesce(
      (SELECT min(o."number") FROM (SELECT pg_snapshot_xip("snapshot")::text::bigint AS "number" FROM "now") o
       WHERE NOT EXISTS (
         SELECT FROM pg_stat_activity a
         WHERE a.datname <> current_database() AND a.backend_xid::text::bigint = o."number" % ${wrap})),
      (SELECT pg_snapshot_xmax("snapshot")::text::bigint FROM "now"))::float8 AS "bound"`
const nowSql = 'WITH "now" AS MATERIALIZED (SELECT pg_current_snapshot() AS "snapshot")'
const systemSql = '(SELECT "system_identifier"::text FROM pg_control_system())'

const headSql = `${nowSql} SELECT e."epoch", ${boundSql}, e."system" = ${systemSql} AS "current"
  FROM control."eventlog" e`
/** On a further server; the epoch changes with the cluster and the database. */
const homeHeadSql = `${nowSql} SELECT left(md5(${systemSql} || current_database()), 8) AS "epoch", ${boundSql}`

/** Returns the state of the stream. Starts a new epoch if the database was moved to another cluster. */
export async function readEventLog(database: Database, signal?: AbortSignal): Promise<EventLog> {
  const { rows } = await database.query<Head & Record<string, unknown>>(
    { name: 'event-log', text: headSql },
    { signal },
  )
  const { epoch, bound, current } = rows[0]!
  return current ? { epoch, bound } : beginEpoch(database)
}

/** Returns the state of the log of a scenario on a further server, whose transactions have numbers of their own. */
export async function readHomeLog(
  { control, home }: { readonly control: Database; readonly home: Database },
  signal?: AbortSignal,
): Promise<EventLog> {
  if (isSameDatabase(control, home)) return readEventLog(control, signal)
  const { rows } = await home.query<EventLog & Record<string, unknown>>(
    { name: 'home-log', text: homeHeadSql },
    { signal },
  )
  const { epoch, bound } = rows[0]!
  return { epoch, bound }
}

/**
 * Starts an epoch. In another cluster transaction numbers start again, so stored numbers must not be larger than the
 * next one.
 */
function beginEpoch(database: Database): Promise<EventLog> {
  return database.withTransaction(async (client) => {
    await client.query('LOCK TABLE control."eventlog" IN EXCLUSIVE MODE')
    const { rows } = await client.query<Head & Record<string, unknown>>(headSql)
    const found = rows[0]!
    if (found.current) return { epoch: found.epoch, bound: found.bound }
    const { rows: schemas } = await client.query<{ name: string }>(
      `SELECT n.nspname::text AS "name" FROM control."scenario" s JOIN pg_catalog.pg_namespace n ON n.nspname = s."name"`,
    )
    const tables = schemas.map(({ name }) => qualified(name, 'changeset'))
    for (const table of [
      'control."planhistory"',
      'control."proposalevent"',
      'control."securityevent"',
      ...tables,
    ])
      await client.query(`UPDATE ${table} SET "transaction" = 0`)
    // The trigger of the table sets the number of this transaction.
    await client.query('UPDATE control."task" SET "transaction" = 0 WHERE "transaction" >= $1', [found.bound])
    for (const { name } of schemas)
      await client.query(`UPDATE ${qualified(name, 'changelog')} SET "replaced" = 0, "expired" = 0`)
    const epoch = randomBytes(4).toString('hex')
    await client.query(
      `UPDATE control."eventlog" SET "epoch" = $1,
         "system" = (SELECT "system_identifier"::text FROM pg_control_system())`,
      [epoch],
    )
    return { epoch, bound: found.bound }
  })
}

export interface LogLimits {
  /** The transaction that replaced all data of the scenario; 0 without one. */
  readonly replaced: number
  /** The newest transaction whose log entries were deleted; 0 without one. */
  readonly expired: number
}

/** Returns the transactions from which the logs of scenarios can be read. */
export async function readLogLimits(
  database: Database,
  scenarios: readonly string[],
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, LogLimits>> {
  if (scenarios.length === 0) return new Map()
  const parts = scenarios.map(
    (name, index) =>
      `SELECT $${index + 1}::text AS "scenario", "replaced"::float8, "expired"::float8 FROM ${qualified(name, 'changelog')}`,
  )
  const { rows } = await database.query<LogLimits & { scenario: string }>(
    { text: parts.join(' UNION ALL '), values: [...scenarios] },
    { signal },
  )
  return new Map(rows.map(({ scenario, replaced, expired }) => [scenario, { replaced, expired }]))
}

/** Returns the cursor at which everything that is kept starts. */
export function earliestCursor({ epoch }: EventLog, limits: Iterable<LogLimits>): EventCursor {
  return { epoch, transaction: Math.max(0, ...[...limits].map(({ expired }) => expired + 1)) }
}

/** Returns the error `cursor_expired` (410) with the earliest cursor from which the log can be read. */
export function cursorExpired(earliest: EventCursor): ServiceError {
  const cursor = formatCursor(earliest)
  return new ServiceError('cursor_expired', { cursor }, { headers: { 'X-Earliest-Cursor': cursor } })
}

/**
 * Returns the cursor of a request. Throws `invalid_parameter` for a text that is not a cursor, and `cursor_expired`
 * for a cursor of another epoch or from before the retention of a log.
 */
export function requireCursor(
  name: string,
  text: string,
  log: EventLog,
  limits: ReadonlyMap<string, LogLimits>,
): EventCursor {
  const cursor = parseCursor(text)
  if (cursor === undefined) throw invalidCursor(name, text)
  const all = [...limits.values()]
  if (cursor.epoch !== log.epoch || all.some(({ expired }) => cursor.transaction <= expired))
    throw cursorExpired(earliestCursor(log, all))
  return cursor
}

const invalidCursor = (name: string, text: string): ServiceError =>
  parameterError(name, { code: 'invalid_event_cursor', params: { value: text.slice(0, 100) } })
