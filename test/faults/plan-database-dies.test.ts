/**
 * Kills PostgreSQL while a plan is stored: after the restart the previous plan exists, and another run replaces it.
 */
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '../../src/database/database.ts'
import { embeddedPaths } from '../../src/database/embedded/paths.ts'
import { isRunning } from '../../src/database/embedded/process-state.ts'
import { embeddedFolder, withDatabase } from '../../src/database/with-database.ts'
import { createInstallation } from '../../src/scenarios/installation.ts'
import { createTestContext } from '../support/database.ts'
import { planctl, startPlanctl } from '../support/planctl.ts'
import { storedPlan, type StoredPlanRows } from '../support/plans.ts'
import { until } from '../support/wait.ts'

let folder: string
let env: Readonly<Record<string, string>>

const open = <Result>(run: (database: Database) => Promise<Result>): Promise<Result> =>
  withDatabase({ VAR: folder, TIME_ZONE: 'UTC', POOL_SIZE: 2 }, pino({ level: 'silent' }), run, {
    applicationName: 'test',
  })

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'planning-test-'))
  // The account that runs the server on behalf of root needs access to the folder.
  await chmod(folder, 0o755)
  env = { PLANCTL_VAR: folder, PLANCTL_TIME_ZONE: 'UTC' }
  await open(async (database) => void (await createInstallation(database)))
}, 120_000)
afterAll(async () => {
  // The database server stops a moment after its last user has disconnected.
  await rm(folder, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 })
})

const plan = (): Promise<StoredPlanRows> => open((database) => storedPlan(createTestContext(database)))

async function run(...args: readonly string[]): Promise<void> {
  const { exitCode, stderr } = await planctl(args, { env, cwd: folder })
  expect(exitCode, stderr).toBe(0)
}

/** Returns the process id of PostgreSQL. */
async function postmaster(): Promise<number> {
  const { data } = embeddedPaths(embeddedFolder({ VAR: folder }))
  const [pid] = (await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n')
  return Number(pid)
}

it('leaves the previous plan', async () => {
  await run('loaddata', 'distribution_demo', '--no-shift')
  await run('runplan', '--current=2026-01-05')
  const before = await plan()
  const killed = open(async (database) => {
    await database.withTransaction(async (client) => {
      await client.query(`SELECT FROM "default"."demand" FOR UPDATE`)
      await using command = startPlanctl(['runplan', '--current=2026-01-08'], { env, cwd: folder })
      await until('the run waits in the middle of storing', () => somebodyWaits(database), 120_000)
      const pid = await postmaster()
      process.kill(pid, 'SIGKILL')
      await until('the server is gone', () => !isRunning(pid))
      expect(await command.ended).toBe(1)
    })
  })
  await expect(killed).rejects.toMatchObject({ code: 'database_unavailable' })
  expect(await plan()).toEqual(before)
  await run('runplan', '--current=2026-01-08')
  expect(await plan()).not.toEqual(before)
}, 240_000)

async function somebodyWaits(database: Database): Promise<boolean> {
  const { rows } = await database.query({
    text: `SELECT FROM pg_stat_activity WHERE "wait_event_type" = 'Lock' AND "datname" = current_database()`,
  })
  return rows.length > 0
}
