/** Checks the database: its version and schemas, its replicas and connections, its clock, backups and workers. */
import { unknownGroups } from '../../auth/sign-on/unknown-groups.ts'
import type { Database } from '../../database/database.ts'
import { homesOf } from '../../database/homes.ts'
import { unusableReaders } from '../../database/replicas.ts'
import { newerMigrations, missingMigrations, installationExists } from '../../scenarios/installation.ts'
import type { Additions } from '../../model/additions.ts'
import { isOwnServer } from '../../scenarios/aside/further-servers.ts'
import { listScenarios } from '../../scenarios/registry.ts'
import { productionScenario } from '../../model/production.ts'
import { placeDifferences } from '../../service/shared-places.ts'
import { parseAddress } from '../../settings/database-address.ts'
import type { Settings } from '../../settings/settings.ts'
import { liveWorkers, unservedMessage, unservedTasks } from '../../tasks/queue/workers.ts'
import { failed, type Finding, ok, warning } from './finding.ts'
import { sizeText } from './machine-checks.ts'

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
  const connections = { used, most, needed: settings.POOL_SIZE + settings.STREAM_POOL_SIZE }
  return [
    ...(await checkReaders(database, settings)),
    recovery
      ? failed('database', 'check_standby', 'check_name_primary')
      : ok('database', 'check_database', { version, size: sizeText(size) }),
    most - used < connections.needed
      ? warning('database', 'check_few_connections', 'check_more_connections', connections)
      : ok('database', 'check_connections', connections),
    checkReplication({ replicas, lag }),
  ]
}

/**
 * Checks how far replicas are behind.
 * @param lag bytes of the slowest; null if the role may not read it
 */
export function checkReplication({
  replicas,
  lag,
}: {
  readonly replicas: number
  readonly lag: number | null
}): Finding {
  if (replicas === 0) return ok('replication', 'check_no_replicas')
  if (lag === null) return warning('replication', 'check_replica_unknown', 'check_grant_stats')
  return lag > replicationLagBytes
    ? warning('replication', 'check_replica_behind', 'check_replica', { size: sizeText(lag) })
    : ok('replication', 'check_replicas', { count: replicas })
}

export async function checkSchema(database: Database, additions: Additions): Promise<readonly Finding[]> {
  if (!(await installationExists(database))) {
    return [failed('schema', 'check_no_installation', 'check_create_database')]
  }
  const newer = await newerMigrations(database, additions)
  if (newer.length > 0) {
    const schemas = newer.map(({ schema }) => schema).join(', ')
    return [failed('schema', 'check_schema_newer', 'check_start_newer', { schemas })]
  }
  const missing = (await missingMigrations(database, additions)).flatMap(({ migrations }) => migrations)
  return missing.length === 0
    ? [ok('schema', 'check_schema')]
    : [failed('schema', 'check_schema_missing', 'check_migrate', { count: missing.length })]
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
  const params = { seconds: (differenceMs / 1000).toFixed(1) }
  if (differenceMs <= clockToleranceMs) return [ok('clock', 'check_clock', params)]
  const report = differenceMs > clockFailureMs ? failed : warning
  return [report('clock', 'check_clock', 'check_set_clocks', params)]
}

/** Checks that each replica serves reads, if the settings name replicas. */
async function checkReaders(database: Database, settings: Settings): Promise<readonly Finding[]> {
  if (settings.DATABASE_READ_URL === undefined) return []
  const check = 'readers'
  const unusable = await unusableReaders(database)
  if (unusable.length === 0) return [ok(check, 'check_readers')]
  if (unusable.length === parseAddress(settings.DATABASE_READ_URL).hosts.length)
    return [warning(check, 'check_no_readers', 'check_reader')]
  return [warning(check, 'check_some_readers', 'check_reader', { places: unusable.join(', ') })]
}

/** Checks that the further servers can be reached, and that their databases belong to this installation. */
export async function checkServers(database: Database): Promise<readonly Finding[]> {
  const scenarios = await listScenarios(database)
  const findings: Finding[] = []
  for (const [server, home] of homesOf(database).servers) {
    const own = scenarios.filter((scenario) => scenario.home === server).map(({ name }) => name)
    const params = { server, scenarios: own.length === 0 ? '-' : own.join(', ') }
    const isOwn = await isOwnServer(database, home).catch(() => undefined)
    findings.push(
      isOwn === undefined
        ? failed('servers', 'check_server_unreachable', 'check_server', params)
        : !isOwn && own.length > 0
          ? failed('servers', 'check_server_foreign', 'check_server', params)
          : ok('servers', 'check_server_ok', params),
    )
  }
  const { servers } = homesOf(database)
  for (const { name, home } of scenarios) {
    if (home === null || servers.has(home)) continue
    const params = { server: home, scenarios: name }
    findings.push(failed('servers', 'check_server_unnamed', 'check_name_server', params))
  }
  return findings
}

/** Checks that the scenarios with settings of their own exist: a misspelled name has no effect. */
export async function checkScenarioSettings(
  database: Database,
  { DATABASES }: Pick<Settings, 'DATABASES'>,
): Promise<readonly Finding[]> {
  const named = Object.keys(DATABASES)
  if (named.length === 0) return []
  const known = (await listScenarios(database)).map(({ name }) => name)
  const missing = named.filter((name) => !known.includes(name))
  if (missing.length === 0) return []
  const params = { names: missing.join(', '), known: known.join(', ') }
  return [warning('settings', 'check_settings_scenario', 'check_correct_settings', params)]
}

/** Checks the last backup of production; backups of other scenarios do not contain its data. */
export async function checkBackups(database: Database): Promise<readonly Finding[]> {
  const { rows } = await database.query<{ days: number | null }>({
    text: `SELECT (extract(epoch FROM LOCALTIMESTAMP - max("finished")) / 86400)::float8 AS "days"
      FROM control."task" WHERE "name" = 'backup' AND "status" = 'Done' AND coalesce("scenario", 'default') = $1`,
    values: [productionScenario],
  })
  const days = rows[0]?.days ?? undefined
  if (days === undefined) return [warning('backup', 'check_no_backup', 'check_back_up')]
  const params = { days: days.toFixed(1) }
  return [
    days > backupAgeDays
      ? warning('backup', 'check_backup', 'check_back_up', params)
      : ok('backup', 'check_backup', params),
  ]
}

/** Checks that this machine has the same folders and secret as the running servers and workers. */
export async function checkSharedPlaces(database: Database, settings: Settings): Promise<readonly Finding[]> {
  const differences = await placeDifferences(database, settings)
  if (differences.length === 0) return [ok('shared', 'check_shared')]
  return differences.map(({ what, remedy }) => ({ check: 'shared', state: 'failed', message: what, remedy }))
}

export async function checkWorkers(database: Database): Promise<readonly Finding[]> {
  const workers = await liveWorkers(database)
  if (workers === 0) {
    return [warning('workers', 'check_no_workers', 'check_start_worker')]
  }
  const unserved = await unservedTasks(database)
  if (unserved.length === 0) return [ok('workers', 'check_workers', { count: workers })]
  const waiting = unserved.reduce((sum, { count }) => sum + count, 0)
  return [
    {
      ...ok('workers', 'check_tasks_wait', { count: workers, waiting }),
      state: 'warning',
      remedy: unservedMessage(unserved),
    },
  ]
}

/** Warns about groups in RIGHTS of providers that do not exist. */
export async function checkProviderGroups(
  database: Database,
  settings: Pick<Settings, 'OIDC_PROVIDERS'>,
): Promise<readonly Finding[]> {
  return (await unknownGroups(database, settings)).map(({ provider, groups }) =>
    warning('settings', 'check_provider_groups', 'check_create_group', {
      provider,
      groups: groups.join(', '),
    }),
  )
}
