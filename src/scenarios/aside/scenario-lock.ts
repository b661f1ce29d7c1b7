/**
 * Locks that hold a scenario's data in place while it is copied, replaced or taken away. They belong to the
 * session, so they end with the process that took them, whatever becomes of it; `Busy` in the registry only
 * shows them, and is taken back by whoever finds it without a lock.
 */
import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import type { Database } from '../../database/database.ts'
import { ServiceError } from '../../errors/service-error.ts'
import { listScenarios, scenarioLockKey } from '../registry.ts'
import type { Scenario } from '../scenario.ts'
import type { ScenarioWork } from './work.ts'

const lockKey = scenarioLockKey('$1')

export interface ScenarioLocks {
  /** Whose data must stay: several may read it at once. */
  readonly reads?: readonly string[]
  /** Whose data is replaced or removed: by one at a time. */
  readonly replaces: readonly string[]
  /** Milliseconds to wait for whoever has a lock; by default for holders that release it within moments. */
  readonly waitMs?: number
}

/**
 * Runs the callback with the locks, on the connection that holds them. Throws `scenario_busy` when somebody else
 * has one of them and keeps it.
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
  return database.withClient(
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
        for (const { name, shared } of held) {
          // Fails on a connection that is broken or canceled: it is closed, which frees the lock as well.
          await client
            .query(`SELECT pg_catalog.pg_advisory_unlock${shared}(${lockKey})`, [name])
            .catch(() => undefined)
        }
      }
    },
    { signal },
  )
}

interface WantedLock {
  readonly name: string
  /** Ending of the name of PostgreSQL's function. */
  readonly shared: '' | '_shared'
}

/** Wait for holders that release the lock within moments, such as the cleanup. */
const lockTimeoutMs = 1_500
const retryDelayMs = 100

async function takeLock(
  database: Database,
  client: pg.ClientBase,
  { name, shared }: WantedLock,
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

/** Shows a scenario as Busy for the duration of the callback; afterwards it is what its data says. */
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
    // Without the database the status cannot be corrected now; the cleanup corrects it.
    await settleStatus(database, name).catch(() => undefined)
  }
}

/** Ends Busy: a scenario with data is in use, one without is free. */
export async function settleStatus(database: Database, name: string): Promise<void> {
  await database.query({
    text: `UPDATE control."scenario" SET "status" =
        CASE WHEN EXISTS (SELECT FROM pg_catalog.pg_namespace WHERE nspname = $1) THEN 'In use' ELSE 'Free' END
      WHERE "name" = $1 AND "status" = 'Busy'`,
    values: [name],
  })
}

/** The scenario as it is once its locks are held: until then its status may still change. */
export async function lockedScenario(database: Database, name: string): Promise<Scenario> {
  const scenarios = await listScenarios(database)
  const found = scenarios.find((scenario) => scenario.name === name)
  if (found === undefined) throw new ServiceError('scenario_missing', { name })
  if (found.status !== 'Busy') return found
  // Nobody holds the lock any more, so this is what a killed process has left.
  await settleStatus(database, name)
  return { ...found, status: found.hasSchema ? 'In use' : 'Free' }
}
