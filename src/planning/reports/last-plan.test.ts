/** Tests which run counts as the one that made the plan of a scenario. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts'
import { originsOf } from '../../scenarios/scenario-facts.ts'
import { lastPlansOf } from './last-plan.ts'

let test: TestDatabase

beforeEach(async () => {
  test = await createTestDatabase()
})
afterEach(() => test[Symbol.asyncDispose]())

type Done = readonly [name: string, scenario: string, parameters?: Readonly<Record<string, unknown>>]

/** Records tasks as done, one after the other, with numbers from 1. */
async function record(...tasks: readonly Done[]): Promise<void> {
  for (const [index, [name, scenario, parameters = {}]] of tasks.entries())
    await test.database.query({
      text: `INSERT INTO control."task" ("id", "name", "scenario", "parameters", "status", "submitted", "started", "finished")
        OVERRIDING SYSTEM VALUE VALUES ($1, $2, $3, $4, 'Done', $5, $5, $5)`,
      values: [index + 1, name, scenario, JSON.stringify(parameters), `2026-01-05 ${10 + index}:00:00`],
    })
}

const runs = async () =>
  Object.fromEntries(
    [...(await lastPlansOf(test.database, ['default', 'scenario1']))].map(([name, { task }]) => [name, task]),
  )

const copied = { source: 'default', destination: 'scenario1' }
const promoted = { source: 'scenario1', destination: 'default', promote: true }

it('the run of the source made the plan of a copy, and that of a promoted scenario', async () => {
  await record(['runplan', 'default'], ['scenario_copy', 'default', copied])
  expect(await runs()).toEqual({ default: 1, scenario1: 1 })
})

it.each([
  ['a merge', { ...promoted, merge: true }],
  ['a refresh', { ...copied, refresh: true }],
])('%s keeps the plan, and the scenario of origin', async (_, parameters) => {
  await record(
    ['runplan', 'default'],
    ['scenario_copy', 'default', copied],
    ['runplan', 'scenario1'],
    ['scenario_copy', 'default', parameters],
  )
  expect(await runs()).toEqual({ default: 1, scenario1: 3 })
  const origins = await originsOf(test.database, ['default', 'scenario1'])
  expect([...origins].map(([name, { source }]) => [name, source])).toEqual([['scenario1', 'default']])
})

it('no run made the plan of a restored backup, until the next run', async () => {
  await record(['runplan', 'default'], ['restore', 'default'])
  expect(await runs()).toEqual({})
})
