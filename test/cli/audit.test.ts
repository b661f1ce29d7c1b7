import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { detail } from '../support/detail.ts'
import { cleanEnvironment, planctl, planctlPath } from '../support/planctl.ts'
import { until } from '../support/wait.ts'

let test: TestDatabase
let folder: string
/** More than fits between two processes. */
const events = 20_000

beforeAll(async () => {
  test = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'audit-'))
  await test.database.query({
    text: `INSERT INTO control."securityevent" ("event", "username", "details")
      SELECT 'signin_failed', 'user ' || n, jsonb_build_object('text', repeat('x', 100)) FROM generate_series(1, ${events}) n`,
  })
})
afterAll(async () => {
  await test[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

it('an export of account events goes on where its reader stopped reading, not after it', detail, async () => {
  const args = ['audit', 'export', `--state=${join(folder, 'cursor')}`]
  const options = { cwd: folder, env: { DATABASE_URL: test.url, PLANCTL_VAR: join(folder, 'var') } }
  // Nobody reads its output.
  const stuck = spawn(planctlPath, args, {
    env: cleanEnvironment(options.env),
    cwd: folder,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  await until('events are read', async () => {
    const { rowCount } = await test.database.query({
      text: `SELECT FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
        AND query LIKE '%row_to_json(line)%' AND state = 'idle'`,
    })
    return rowCount === 1
  })
  await delay(2_000)
  expect(await readdir(folder)).not.toContain('cursor')
  stuck.kill('SIGKILL')
  await once(stuck, 'exit')
  const whole = await planctl(args, options)
  expect([whole.exitCode, whole.stderr]).toEqual([0, ''])
  expect(whole.stdout.split('\n').filter((line) => line.includes('signin_failed'))).toHaveLength(events)
  expect((await planctl(args, options)).stdout).not.toContain('signin_failed')
})
