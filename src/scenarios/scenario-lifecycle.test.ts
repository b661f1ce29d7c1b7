import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts'
import { expectNoLeftovers, scenarioWork } from '../../test/support/scenarios.ts'
import type { Database } from '../database/database.ts'
import { copyScenario } from './copy-scenario.ts'
import { listScenarios } from './registry.ts'
import { createScenario, deleteScenario, releaseScenario } from './scenario-lifecycle.ts'

let test: TestDatabase
let database: Database

beforeAll(async () => {
  test = await createTestDatabase()
  database = test.database
})
afterAll(async () => {
  await expectNoLeftovers(database)
  await test[Symbol.asyncDispose]()
})

const names = async () => (await listScenarios(database)).map(({ name }) => name)

it.each([
  '',
  'Upper',
  '1st',
  'a__b',
  'a_',
  'api',
  'control',
  'pg_x',
  'public',
  'default',
  'scenario1',
  'x'.repeat(60),
])('the name "%s" is refused', async (name) => {
  const before = await names()
  await expect(createScenario({ database }, { name })).rejects.toMatchObject({ code: 'scenario_refused' })
  expect(await names()).toEqual(before)
})

it('neither production nor a scenario in use is deleted, nor production released', async () => {
  const work = scenarioWork(database)
  await expect(deleteScenario(work, 'default')).rejects.toMatchObject({ code: 'scenario_refused' })
  await expect(deleteScenario(work, 'scenario1')).rejects.toMatchObject({
    code: 'scenario_not_free',
    message: expect.stringMatching(/ Free it first with scenario_release\.$/),
  })
  await expect(deleteScenario(work, 'nowhere')).rejects.toMatchObject({ code: 'scenario_missing' })
  await expect(releaseScenario(work, 'default')).rejects.toMatchObject({ code: 'scenario_refused' })
  await expect(releaseScenario(work, 'scenario2')).rejects.toMatchObject({ code: 'scenario_not_in_use' })
})

it('a scenario is created free, and deleted with what refers to it', async () => {
  await createScenario({ database }, { name: 'what_if', description: 'What if' })
  expect((await listScenarios(database)).find(({ name }) => name === 'what_if')).toMatchObject({
    status: 'Free',
    description: 'What if',
    hasSchema: false,
  })
  await database.query({
    text: `INSERT INTO control."user" ("id", "username", "default_scenario") VALUES (1, 'ann', 'what_if')`,
  })
  await deleteScenario(scenarioWork(database), 'what_if')
  expect(await names()).not.toContain('what_if')
  const { rows } = await database.query({ text: 'SELECT "default_scenario" FROM control."user"' })
  expect(rows).toEqual([{ default_scenario: null }])
})

it.each(['released', 'deleted'])('schedules of a scenario that is %s are deleted with it', async (way) => {
  await createScenario({ database }, { name: 'nightly' })
  const copy = { source: 'default', destination: 'nightly', force: false, user: null }
  if (way === 'released') await copyScenario(scenarioWork(database), copy)
  const step = { task: 'scheduletasks', arguments: { schedule: 'of it' } }
  for (const [name, scenario, steps] of [
    ['of it', 'nightly', []],
    ['also', 'nightly', [step]],
    ['of another', 'default', [step]],
  ] as const)
    await database.query({
      text: `INSERT INTO control."scheduledtask" ("name", "scenario", "enabled", "steps", "due")
        VALUES ($1, $2, true, $3, now())`,
      values: [name, scenario, JSON.stringify(steps)],
    })
  const lines: string[] = []
  const work = scenarioWork(database, {
    log: (line, level?: string) => lines.push(`${level ?? 'info'}: ${line}`),
  })
  await (way === 'released' ? releaseScenario : deleteScenario)(work, 'nightly')
  const { rows } = await database.query({ text: `SELECT "name" FROM control."scheduledtask"` })
  expect(rows).toEqual([{ name: 'of another' }])
  expect(lines).toEqual([
    'info: Deleted the groups of tasks of "nightly": also, of it.',
    'warning: The group of tasks "of another" of "default" runs a deleted one. Change its steps, because it cannot be run any more.',
  ])
  await database.query({ text: 'DELETE FROM control."scheduledtask"' })
  if (way === 'released') await deleteScenario(work, 'nightly')
})

it('a released scenario loses its data and its users at once, while a reader finishes', async () => {
  await database.query({
    text: `UPDATE control."scenario" SET "description" = 'Strike in May' WHERE "name" = 'scenario1'`,
  })
  await database.query({
    text: `INSERT INTO control."membership" ("user", "scenario") VALUES (1, 'scenario1')`,
  })
  await database.withTransaction(async (reader) => {
    await reader.query('SELECT FROM scenario1.item')
    const released = releaseScenario(scenarioWork(database), 'scenario1')
    await expect
      .poll(async () => (await listScenarios(database)).find(({ name }) => name === 'scenario1')?.status, {
        timeout: 15_000,
      })
      .toBe('Free')
    await reader.query('COMMIT')
    await released
  })
  // The label described the data that is gone.
  expect((await listScenarios(database)).find(({ name }) => name === 'scenario1')?.description).toBe(
    'Scenario 1',
  )
  const { rowCount } = await database.query({
    text: `SELECT FROM control."membership" WHERE "scenario" = 'scenario1'`,
  })
  expect(rowCount).toBe(0)
})
