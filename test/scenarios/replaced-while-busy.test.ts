import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { flushInstallation } from '../../src/scenarios/flush.ts'
import { dropInstallation } from '../../src/scenarios/installation.ts'
import { listScenarios } from '../../src/scenarios/registry.ts'
import { recreateScenario } from '../../src/scenarios/scenario-schema.ts'
import { whileScenarioBusy } from '../support/busy-scenario.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { detail } from '../support/detail.ts'
import { type Outcome, startPlanctl } from '../support/planctl.ts'
import { fillScenario } from '../support/scenarios.ts'
import { until } from '../support/wait.ts'
import { warmPlanctl } from '../support/warm-planctl.ts'

// Replacing or emptying a scenario must not happen while a task runs in it, because the changes of one of the two
// would be lost.
let test: TestDatabase
let folder: string

beforeAll(async () => {
  test = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'replaced-'))
  await fillScenario(test.database, 'default', 40_000)
})
afterAll(async () => {
  await test[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

const options = () => ({ cwd: folder, env: { DATABASE_URL: test.url, PLANCTL_VAR: join(folder, 'var') } })
const run = (...args: readonly string[]): Promise<Outcome> => warmPlanctl(args, options())

const state = async (name: string): Promise<string | undefined> =>
  (await listScenarios(test.database)).find((scenario) => scenario.name === name)?.status

it('createdatabase does nothing while a copy is under way, and says which', detail, async () => {
  await using copy = startPlanctl(['scenario_copy', 'default', 'scenario3'], options())
  await until('the copy is under way', async () => (await state('scenario3')) === 'Busy')
  copy.kill('SIGSTOP')
  try {
    for (const args of [['--database=scenario3'], []]) {
      const { exitCode, stderr } = await run('createdatabase', '--noinput', ...args)
      expect([exitCode, stderr]).toEqual([
        1,
        expect.stringMatching(/scenario_copy \(task 1 in default\) is at work\. .*planctl cancel 1/),
      ])
    }
    // Other scenarios are not affected.
    expect((await run('createdatabase', '--noinput', '--database=scenario2')).exitCode).toBe(0)
  } finally {
    copy.kill('SIGCONT')
  }
  expect(await copy.ended).toBe(0)
  const { rows } = await test.database.query({ text: 'SELECT count(*)::integer AS n FROM scenario3.demand' })
  expect(rows).toEqual([{ n: 40_000 }])
  expect((await run('createdatabase', '--noinput', '--database=scenario3')).stdout).toContain(
    'ready and empty',
  )
  expect(await state('scenario3')).toBe('In use')
})

it('neither is a scenario that is locked without a task replaced, nor all of them emptied or dropped', async () => {
  await whileScenarioBusy(test.database, 'scenario1', async () => {
    for (const work of [
      () => recreateScenario(test.database, 'scenario1'),
      () => flushInstallation(test.database),
      () => dropInstallation(test.database),
    ]) {
      await expect(work()).rejects.toMatchObject({ code: 'scenario_busy' })
    }
  })
})

it('flush leaves the groups of a new installation, with their rights', detail, async () => {
  const groups = async (): Promise<unknown> => {
    const text = `SELECT "name", "permission" FROM control."group" g JOIN control."grouppermission" p ON p."group" = g."id"
      ORDER BY 1, 2`
    return (await test.database.query({ text })).rows
  }
  expect((await run('createdatabase', '--noinput')).exitCode).toBe(0)
  const before = await groups()
  await test.database.query({ text: `INSERT INTO control."group" ("name") VALUES ('ours')` })
  await test.database.query({ text: `DELETE FROM control."group" WHERE "name" = 'viewer'` })
  const { stdout } = await run('flush', '--noinput')
  expect(stdout).toContain('viewer, planner, administrator')
  expect(await groups()).toEqual(before)
  const { rows } = await test.database.query({ text: `SELECT "name" FROM control."group" ORDER BY 1` })
  expect(rows.map(({ name }) => name)).toEqual(['administrator', 'planner', 'viewer'])
})
