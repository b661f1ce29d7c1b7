/** Checks the database: its version and schemas, its replicas and connections, its clock, backups and workers. */
import type { Database } from '../../database/database.ts'
import { readerOf } from '../../database/replicas.ts'
import { newerMigrations, missingMigrations, installationExists } from '../../scenarios/installation.ts'
import type { Additions } from '../../model/additions.ts'
import { placeDifferences } from '../../service/shared-places.ts'
import type { Settings } from '../../settings/settings.ts'
import { liveWorkers, unservedHint, unservedTasks } from '../../tasks/queue/workers.ts'
import { failed, type Finding, ok, warning } from './finding.ts'
import { gigabytes } from './machine-checks.ts'

/**
 * Clock differences between two machines in milliseconds: up to the first is harmless, beyond the second breaks time
 * limits.
 */
const clockToleranceMs = 2_000
const clockFailureMs = 30_000
/** Days after which a backup is old. */
const backupAgeDays = 2
/** Maximum replication lag of a replica, in bytes. */
const replicationLagBytes = 64 * 2 ** 20

export async function checkDatabase(
  database: Database,
  settings: Settings,
  version: string,
): Promise<readonly Finding[]> {
  const { rows } = await database.query<{
    size: number
    most: number
    used: number
    recovery: boolean
    replicas: number
    lag: number | null
  }>({
    text: `SELECT pg_database_size(current_database())::float8 AS "size",
      current_setting('max_connections')::integer AS "most",
      (SELECT count(*)::integer FROM pg_catalog.pg_stat_activity WHERE backend_type = 'client backend') AS "used",
      pg_is_in_recovery() AS "recovery",
      (SELECT count(*)::integer FROM pg_catalog.pg_stat_replication) AS "replicas",
      (SELECT max(pg_wal_lsn_diff(CASE WHEN pg_is_in_recovery() THEN NULL ELSE pg_current_wal_lsn() END,
        r.replay_lsn))::float8 FROM pg_catalog.pg_stat_replication r) AS "lag"`,
  })
  const { size, most, used, recovery, replicas, lag } = rows[0]!
  const needed = settings.POOL_SIZE + settings.STREAM_POOL_SIZE
  const replication =
    replicas === 0
      ? ok('replication', 'no replicas')
      : (lag ?? 0) > replicationLagBytes
        ? warning(
            'replication',
            `a replica is ${gigabytes(lag ?? 0)} behind`,
            'Look at the load and the network of the replica.',
          )
        : ok('replication', `${replicas} replicas, none far behind`)
  return [
    ...(await checkReaders(database, settings)),
    recovery
      ? failed(
          'database',
          'this server is a standby and takes no writes',
          'Name all hosts in DATABASE_URL, or the one that is primary.',
        )
      : ok('database', `PostgreSQL ${version}, ${gigabytes(size)}`),
    most - used < needed
      ? warning(
          'database',
          `${used} of ${most} connections are in use, and one process may take ${needed}`,
          'Raise max_connections of the server, or put PgBouncer in front.',
        )
      : ok('database', `${used} of ${most} connections in use`),
    replication,
  ]
}

export async function checkSchema(database: Database, additions: Additions): Promise<readonly Finding[]> {
  if (!(await installationExists(database))) {
    return [failed('schema', 'there is no installation in the database', 'Run planctl createdatabase.')]
  }
  const newer = await newerMigrations(database, additions)
  if (newer.length > 0) {
    const reason = `a newer release has migrated ${newer.map(({ schema }) => schema).join(', ')}`
    return [failed('schema', reason, 'Start the newer release, or restore a backup.')]
  }
  const missing = (await missingMigrations(database, additions)).flatMap(({ migrations }) => migrations)
  return missing.length === 0
    ? [ok('schema', 'of this release')]
    : [failed('schema', `${missing.length} migrations are missing`, 'Run planctl migrate.')]
}

export async function checkClock(
  database: Database,
  now: () => number = Date.now,
): Promise<readonly Finding[]> {
  const before = now()
  const { rows } = await database.query<{ time: number }>({
    text: `SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS "time"`,
  })
  const differenceMs = Math.abs(rows[0]!.time - (before + now()) / 2)
  const message = `this machine and the database differ by ${(differenceMs / 1000).toFixed(1)} s`
  const remedy = 'Let both set their clocks by NTP.'
  if (differenceMs > clockFailureMs) return [failed('clock', message, remedy)]
  return [differenceMs > clockToleranceMs ? warning('clock', message, remedy) : ok('clock', message)]
}

/** Checks that a replica serves reads, if the settings name replicas. */
async function checkReaders(database: Database, settings: Settings): Promise<readonly Finding[]> {
  if (settings.DATABASE_READ_URL === undefined) return []
  const check = 'readers'
  if ((await readerOf(database)) !== database) return [ok(check, 'a replica answers lists and reports')]
  const message = 'no replica of DATABASE_READ_URL can be reached and has caught up: the primary answers all'
  return [warning(check, message, 'Look at its address, its role and password, its load and the network.')]
}

export async function checkBackups(database: Database): Promise<readonly Finding[]> {
  const { rows } = await database.query<{ days: number | null }>({
    text: `SELECT (extract(epoch FROM LOCALTIMESTAMP - max("finished")) / 86400)::float8 AS "days"
      FROM control."task" WHERE "name" = 'backup' AND "status" = 'Done'`,
  })
  const days = rows[0]?.days ?? undefined
  const remedy = 'Run planctl backup, and let a schedule do it every night.'
  if (days === undefined) return [warning('backup', 'no backup has been made by the service', remedy)]
  const message = `the last backup is ${days.toFixed(1)} days old`
  return [days > backupAgeDays ? warning('backup', message, remedy) : ok('backup', message)]
}

/** Checks that this machine has the same folders and secret as the running servers and workers. */
export async function checkSharedPlaces(database: Database, settings: Settings): Promise<readonly Finding[]> {
  const differences = await placeDifferences(database, settings)
  if (differences.length === 0) return [ok('shared', 'folders and secret are those of all that run')]
  return differences.map(({ what, remedy }) => failed('shared', what, remedy))
}

export async function checkWorkers(database: Database): Promise<readonly Finding[]> {
  const workers = await liveWorkers(database)
  if (workers === 0) {
    return [warning('workers', 'no worker runs: tasks wait', 'Start planctl runserver or planctl runworker.')]
  }
  const unserved = await unservedTasks(database)
  if (unserved.length === 0) return [ok('workers', `${workers} running`)]
  const waiting = unserved.reduce((sum, { count }) => sum + count, 0)
  return [
    warning('workers', `${workers} running; ${waiting} queued tasks wait`, `${unservedHint(unserved)}.`),
  ]
}
