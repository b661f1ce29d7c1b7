/**
 * Advisory locks on scenarios while their data is copied, replaced or deleted. The locks belong to the session, so
 * they end with the process in every case, and are held on connections without a pooler. The status `Busy` in the
 * registry only shows them; a process that finds it without a lock resets it.
 */
import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import type { Database } from '../../database/database.ts'
import { ServiceError } from '../../errors/service-error.ts'
import { homeOf, isSameDatabase } from '../../database/homes.ts'
import { listScenarios, scenarioLockKey } from '../registry.ts'
import type { Scenario } from '../scenario.ts'
import { settleReplacement, wasReplaced } from './settle-replacement.ts'
import { hasControl, type ScenarioWork } from './work.ts'

/** Errors after which what is left of a killed process can be completed later: others are not affected. */
export const laterCodes: ReadonlySet<string> = new Set(['scenario_busy', 'scenario_server_unavailable'])

const lockKey = scenarioLockKey('$1')

export interface ScenarioLocks {
  /** Scenarios whose data must not be replaced; several processes may hold this shared lock. */
  readonly reads?: readonly string[]
  /** Scenarios whose data is replaced or deleted; one process at a time may hold this lock. */
  readonly replaces: readonly string[]
  /** Timeout for acquiring a lock, in milliseconds; the default is meant for locks that are held only briefly. */
  readonly waitMs?: number
}

/**
 * Runs the callback with the locks, on the connection that holds them. Throws `scenario_busy` if another session
 * holds one of them until the timeout.
 */
export async function withScenarioLocks<Result>(
  { database, signal }: Pick<ScenarioWork, 'database' | 'signal'>,
  { reads = [], replaces, waitMs = lockTimeoutMs }: ScenarioLocks,
  run: (holder: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const wanted: readonly WantedLock[] = [
    ...replaces.map((name) => ({ name, shared: '' as const })),
    ...reads.map((name) => ({ name, shared: '_shared' as const })),
  ]
  return database.direct.withClient(
    async (client) => {
      const held: WantedLock[] = []
      try {
        for (const lock of wanted) {
          if (!(await takeLock(database, client, lock, waitMs))) throw scenarioBusy(lock.name)
          held.push(lock)
        }
        return await run(client)
      } finally {
        await client.query('ROLLBACK').catch(() => undefined)
        for (const { name, shared = '' } of held) {
          // Fails on a broken or canceled connection; such a connection is closed, which releases the lock.
          await client
            .query(`SELECT pg_catalog.pg_advisory_unlock${shared}(${lockKey})`, [name])
            .catch(() => undefined)
        }
      }
    },
    { signal },
  )
}

/**
 * Runs the callback with the exclusive lock of a scenario in the database of the work, if that is not the one with the
 * schema `control`, whose lock `holder` holds. Throws `scenario_busy`.
 */
export async function withHomeLock<Result>(
  work: Pick<ScenarioWork, 'database' | 'control' | 'signal'>,
  { holder, name, shared = '' }: WantedLock & { readonly holder: pg.PoolClient },
  run: (mover: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const { database, control = database, signal } = work
  if (hasControl(work)) return run(holder)
  return database.direct.withClient(
    async (client) => {
      if (!(await takeLock(control, client, { name, shared }, lockTimeoutMs))) throw scenarioBusy(name)
      try {
        return await run(client)
      } finally {
        await client.query('ROLLBACK').catch(() => undefined)
        await client
          .query(`SELECT pg_catalog.pg_advisory_unlock${shared}(${lockKey})`, [name])
          .catch(() => undefined)
      }
    },
    { signal },
  )
}

interface WantedLock {
  readonly name: string
  /** Suffix of the name of the PostgreSQL function. */
  readonly shared?: '' | '_shared'
}

/** Timeout for locks that are held only briefly, such as that of the cleanup, in milliseconds. */
const lockTimeoutMs = 1_500
const retryDelayMs = 100

async function takeLock(
  database: Database,
  client: pg.ClientBase,
  { name, shared = '' }: WantedLock,
  waitMs: number,
): Promise<boolean> {
  for (const end = performance.now() + waitMs; ; await delay(retryDelayMs)) {
    const { rows } = await client.query<{ mine: boolean }>(
      `SELECT pg_catalog.pg_try_advisory_lock${shared}(${lockKey}) AS "mine"`,
      [name],
    )
    if (rows[0]!.mine || performance.now() > end) return rows[0]!.mine
    const scenarios = await listScenarios(database)
    if (scenarios.some((scenario) => scenario.name === name && scenario.status === 'Busy')) return false
  }
}

export const scenarioBusy = (scenario: string): ServiceError =>
  new ServiceError('scenario_busy', { scenario }, { headers: { 'Retry-After': '10' } })

/**
 * Sets the status of a scenario to Busy while the callback runs; afterward the status depends on whether the scenario
 * has data.
 */
export async function whileBusy<Result>(
  { database }: Pick<ScenarioWork, 'database'>,
  name: string,
  run: () => Promise<Result>,
): Promise<Result> {
  await database.query({
    text: `UPDATE control."scenario" SET "status" = 'Busy' WHERE "name" = $1`,
    values: [name],
  })
  try {
    return await run()
  } finally {
    // Without the database, the status cannot be reset now; the cleanup resets it.
    await settleStatus(database, name).catch(() => undefined)
  }
}

/**
 * Resets the status Busy: a scenario with data is in use, one without data is free. Before, completes what a killed
 * process has begun in the database of another server. The caller holds the lock of the scenario.
 */
export async function settleStatus(database: Database, name: string): Promise<void> {
  const home = homeOf(database, name)
  if (!isSameDatabase(database, home)) await settleAt(database, home, name)
  await database.query({
    text: `UPDATE control."scenario" SET "status" = CASE
        WHEN "home" IS NULL AND EXISTS (SELECT FROM pg_catalog.pg_namespace WHERE nspname = $1) THEN 'In use'
        WHEN "stored" THEN 'In use' ELSE 'Free' END, "home" = CASE WHEN "stored" THEN "home" END
      WHERE "name" = $1 AND "status" = 'Busy'`,
    values: [name],
  })
}

/**
 * Completes or discards what a killed process has left of a scenario that is Busy. Does nothing while a process works on
 * it or its server cannot be reached.
 */
export async function settleIfAbandoned(database: Database, { name, status }: Scenario): Promise<void> {
  if (status !== 'Busy') return
  const settling = withScenarioLocks({ database }, { replaces: [name], waitMs: 0 }, () =>
    settleStatus(database, name),
  )
  await settling.catch((error: unknown) => {
    if (!(error instanceof ServiceError && laterCodes.has(error.code))) throw error
  })
}

/** Completes or discards a replacement in the database of another server, while nobody else changes the schema. */
async function settleAt(control: Database, home: Database, name: string): Promise<void> {
  await home.direct.withClient(async (client) => {
    if (!(await takeLock(control, client, { name }, lockTimeoutMs))) throw scenarioBusy(name)
    try {
      await settleReplacement(control, name, (kept) => wasReplaced(client, name, kept))
    } finally {
      await client.query(`SELECT pg_catalog.pg_advisory_unlock(${lockKey})`, [name]).catch(() => undefined)
    }
  })
}

/**
 * Returns the scenario, whose locks the caller must hold because otherwise its status may still change. Throws
 * `scenario_missing`.
 */
export async function lockedScenario(database: Database, name: string): Promise<Scenario> {
  const scenarios = await listScenarios(database)
  const found = scenarios.find((scenario) => scenario.name === name)
  if (found === undefined) throw new ServiceError('scenario_missing', { name })
  if (found.status !== 'Busy') return found
  // No session holds the lock any more, so a killed process has left this status.
  await settleStatus(database, name)
  if (found.home === null) return { ...found, status: found.hasSchema ? 'In use' : 'Free' }
  const settled = (await listScenarios(database)).find((scenario) => scenario.name === name)
  return settled ?? found
}
