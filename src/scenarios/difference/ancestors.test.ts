/**
 * Tests the common ancestor of two scenarios after their data were promoted, reverted and restored: the reported base
 * is the state at which both scenarios diverged, and the changes of each side follow from it.
 */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestContext, createTestDatabase, type TestDatabase } from '../../../test/support/database.ts'
import { detail } from '../../../test/support/detail.ts'
import { deleteWhere, write } from '../../../test/support/records.ts'
import { scenarioWork } from '../../../test/support/scenarios.ts'
import { withTempFolder } from '../../../test/support/temp-folder.ts'
import { buildModel } from '../../model/model.ts'
import { copyScenario } from '../copy-scenario.ts'
import { backupScenario } from '../dump/backup-scenario.ts'
import { restoreScenario } from '../dump/restore-scenario.ts'
import { promoteScenario, revertPromote } from '../promote-scenario.ts'
import { openDifference } from './open-difference.ts'
import { readDifferences } from './read-differences.ts'

let test: TestDatabase
const model = buildModel()
const promotion = { source: 'scenario1', destination: 'default', user: null }

beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test[Symbol.asyncDispose]())

type Scenario = 'default' | 'scenario1'
type Costs = Readonly<Record<string, number>>

const at = (scenario: Scenario) => ({ ...createTestContext(test.database), scenario })
const setCosts = (scenario: Scenario, costs: Costs): Promise<unknown> =>
  write(
    at(scenario),
    'input.item',
    Object.entries(costs).map(([name, cost]) => ({ name, cost })),
  )
const remove = (scenario: Scenario, name: string): Promise<unknown> =>
  deleteWhere(at(scenario), 'input.item', `t."name" = '${name}'`)

async function costsOf(scenario: Scenario): Promise<Costs> {
  const { rows } = await test.database.query<{ name: string; cost: number }>({
    text: `SELECT "name", "cost"::float8 AS "cost" FROM "${scenario}"."item"`,
  })
  return Object.fromEntries(rows.map(({ name, cost }) => [name, cost]))
}

/** Returns the changed items with their old and new values, according to the ancestor. */
async function told() {
  const { ancestor, records } = await test.database.withTransaction(
    async (client) => {
      const request = { a: 'scenario1', b: 'default', entities: ['input.item'] }
      const difference = await openDifference(client, model, request)
      const page = { limit: 1_000, offset: 0, withBase: true }
      return { ...difference, records: await readDifferences(client, difference, page) }
    },
    { isolation: 'repeatable read' },
  )
  const costs = records.map(({ key, changed, fields }) => {
    const { base, a, b } = fields['cost'] ?? { a: null, b: null }
    return [key, { changed, before: base ?? null, a, b }] as const
  })
  return { kind: ancestor?.kind, scenario: ancestor?.scenario, costs: Object.fromEntries(costs) }
}

/** Returns the same, computed from the three states. */
async function expected(before: Costs) {
  const [a, b] = [await costsOf('scenario1'), await costsOf('default')]
  const names = [...new Set([...Object.keys(before), ...Object.keys(a), ...Object.keys(b)])]
  const costs = names
    .filter((name) => a[name] !== b[name])
    .map((name) => {
      const [byA, byB] = [a[name] !== before[name], b[name] !== before[name]]
      const value = (costsOfSide: Costs): number | null => costsOfSide[name] ?? null
      const changed = byA && byB ? 'both' : byA ? 'a' : 'b'
      return [name, { changed, before: value(before), a: value(a), b: value(b) }] as const
    })
  return Object.fromEntries(costs)
}

it(
  'is the state of the promotion after it, that of the copy again once it is reverted, and lies further back after a restore',
  { ...detail, timeout: 300_000 },
  async () => {
    await withTempFolder(async (folder) => {
      const work = scenarioWork(test.database)
      await setCosts('default', { ball: 1, bat: 2, net: 3, gone: 4 })
      const old = await costsOf('default')
      const backup = await backupScenario(work, { scenario: 'default', folder })
      await setCosts('default', { net: 30, late: 5 })
      await copyScenario(work, { source: 'default', destination: 'scenario1', force: true, user: null })
      const copied = await costsOf('default')
      await setCosts('scenario1', { ball: 10, made: 6 })
      await setCosts('default', { bat: 20, ball: 11 })
      await remove('scenario1', 'gone')
      const parted = await told()
      expect(parted).toEqual({ kind: 'copy', scenario: 'default', costs: await expected(copied) })
      expect(parted.costs).toMatchObject({ ball: { changed: 'both', before: 1 }, gone: { changed: 'a' } })

      await promoteScenario(work, promotion)
      const promoted = await costsOf('scenario1')
      expect(await told()).toEqual({ kind: 'copy', scenario: 'scenario1', costs: {} })
      await setCosts('scenario1', { ball: 12, bat: 21 })
      await setCosts('default', { bat: 22, net: 31 })
      await remove('default', 'made')
      expect(await told()).toEqual({ kind: 'copy', scenario: 'scenario1', costs: await expected(promoted) })

      await revertPromote(work, promotion)
      expect(await told()).toEqual({ kind: 'copy', scenario: 'default', costs: await expected(copied) })
      await setCosts('default', { late: 50 })
      expect(await told()).toEqual({ kind: 'copy', scenario: 'default', costs: await expected(copied) })

      // Promoted again: the base is the state of this promote, whatever was promoted and reverted before.
      await promoteScenario(work, promotion)
      const again = await costsOf('scenario1')
      await setCosts('default', { ball: 13 })
      expect(await told()).toEqual({ kind: 'copy', scenario: 'scenario1', costs: await expected(again) })

      // The backup is older than the copy, so records that production wrote before the copy are changes of the
      // scenario.
      await restoreScenario(work, { path: backup.path, scenario: 'default', user: null })
      expect(await told()).toEqual({ kind: 'copy', scenario: 'default', costs: await expected(old) })
      await setCosts('default', { ball: 14, after: 7 })
      await remove('default', 'bat')
      expect(await told()).toEqual({ kind: 'copy', scenario: 'default', costs: await expected(old) })

      // A restored scenario continues from its own state in the dump.
      const own = await backupScenario(work, { scenario: 'scenario1', folder })
      await setCosts('scenario1', { net: 300 })
      await restoreScenario(work, { path: own.path, scenario: 'scenario1', user: null })
      await setCosts('scenario1', { ball: 15 })
      expect(await told()).toEqual({ kind: 'copy', scenario: 'default', costs: await expected(old) })
    })
  },
)
