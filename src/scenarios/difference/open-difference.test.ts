import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestContext, createTestDatabase, type TestDatabase } from '../../../test/support/database.ts'
import { scenarioWork } from '../../../test/support/scenarios.ts'
import { allOrNothing } from '../../data/write/request.ts'
import { writeRecords } from '../../data/write/write-records.ts'
import type { Database } from '../../database/database.ts'
import { buildModel, requireEntity } from '../../model/model.ts'
import { copyScenario } from '../copy-scenario.ts'
import { type Difference, type DifferenceRequest, openDifference } from './open-difference.ts'
import { readDecisions } from './last-sets.ts'
import { type DifferentRecord, readDifferences } from './read-differences.ts'

let test: TestDatabase
let database: Database
const model = buildModel()

beforeAll(async () => {
  test = await createTestDatabase()
  database = test.database
  await write('default', 'input.location', [{ name: 'here' }, { name: 'there' }])
  await write('default', 'input.item', [{ name: 'ball', cost: 1 }, { name: 'bat', cost: 2 }, { name: 'net' }])
  await write('default', 'input.buffer', [
    { item: 'ball', location: 'here', onhand: 1 },
    { item: 'bat', location: 'here', onhand: 1 },
  ])
  await copyScenario(scenarioWork(database), {
    source: 'default',
    destination: 'scenario1',
    force: true,
    user: null,
  })
  await write('scenario1', 'input.item', [
    { name: 'ball', cost: 5 },
    { name: 'new', cost: 9 },
  ])
  await write('default', 'input.item', [{ name: 'bat', cost: 3, description: 'wood' }])
})
afterAll(() => test[Symbol.asyncDispose]())

const write = (scenario: string, entity: string, rows: readonly unknown[]) =>
  writeRecords({ ...createTestContext(database), scenario }, requireEntity(model, entity), {
    ...allOrNothing,
    rows,
  })

const differences = (
  request: Partial<DifferenceRequest> = {},
): Promise<{ readonly difference: Difference; readonly records: readonly DifferentRecord[] }> =>
  database.withTransaction(
    async (client) => {
      const difference = await openDifference(client, model, {
        a: 'scenario1',
        b: 'default',
        entities: [],
        ...request,
      })
      const page = { limit: 100, offset: 0, withBase: true }
      return { difference, records: await readDifferences(client, difference, page) }
    },
    { isolation: 'repeatable read' },
  )

describe('differences of two scenarios', () => {
  it('tell who changed what since the copy', async () => {
    const { difference, records } = await differences()
    expect(difference.ancestor).toMatchObject({ kind: 'copy', scenario: 'default' })
    expect(difference.entities.map(({ method }) => method)).toEqual(['log'])
    expect(records).toEqual([
      {
        entity: 'input.item',
        key: 'ball',
        key_a: 'ball',
        key_b: 'ball',
        changed: 'a',
        conflict: false,
        fields: { cost: { base: 1, a: 5, b: 1 } },
      },
      {
        entity: 'input.item',
        key: 'bat',
        key_a: 'bat',
        key_b: 'bat',
        changed: 'b',
        conflict: false,
        fields: { cost: { base: 2, a: 2, b: 3 }, description: { base: null, a: null, b: 'wood' } },
      },
      expect.objectContaining({ key: 'new', key_a: 'new', key_b: null, changed: 'a' }),
    ])
  })

  it('do not contain orders without a status that a plan has replaced, because these are proposals', async () => {
    const order = `"reference", "type", "status", "quantity", "item", "plan"`
    await database.query({
      text: `INSERT INTO "default"."operationplan" (${order}) VALUES
        ('only there', 'PO', NULL, 1, 'ball', '{}'), ('firm', 'PO', 'confirmed', 1, 'ball', '{}')`,
    })
    await database.query({
      text: `INSERT INTO "scenario1"."operationplan" (${order}) VALUES ('only here', 'PO', NULL, 1, 'ball', '{}')`,
    })
    // Compared by the data, because nothing is logged.
    const { records } = await differences({ alone: true, entities: ['input.purchaseorder'] })
    expect(records.map(({ key }) => key)).toEqual(['firm'])
  })

  it('name the decision behind each record that the first scenario changed', async () => {
    const { difference, records } = await differences({ decisions: true })
    const sets = Object.fromEntries(records.map(({ key, changeset }) => [key, changeset]))
    expect(sets).toMatchObject({ bat: null, ball: sets['new'] })
    const decisions = await database.withTransaction(async (client) => {
      const { entities } = await openDifference(client, model, {
        a: 'scenario1',
        b: 'default',
        entities: [],
        decisions: true,
      })
      return readDecisions(client, { ...difference, entities })
    })
    expect(decisions).toEqual([
      {
        changeset: sets['ball'],
        records: 2,
        entities: [{ entity: 'input.item', created: 1, updated: 1, deleted: 0 }],
      },
    ])
  })
})
