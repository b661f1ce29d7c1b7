import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts'
import { fillScenario, scenarioWork } from '../../test/support/scenarios.ts'
import { compareScenarios, type CompareRequest, type EntityDifference } from './compare-scenarios.ts'
import { copyScenario } from './copy-scenario.ts'

let test: TestDatabase

beforeAll(async () => {
  test = await createTestDatabase()
  await fillScenario(test.database, 'default')
  const request = { source: 'default', destination: 'scenario2', force: false, user: null }
  await copyScenario(scenarioWork(test.database), request)
})
afterAll(() => test[Symbol.asyncDispose]())

async function differences(request: Partial<CompareRequest> = {}): Promise<readonly EntityDifference[]> {
  const found: EntityDifference[] = []
  const work = scenarioWork(test.database)
  for await (const entity of compareScenarios(work, { a: 'default', b: 'scenario2', ...request }))
    found.push(entity)
  return found
}

it.each([
  [{ b: 'default' }, 'scenario_refused'],
  [{ b: 'scenario3' }, 'scenario_not_in_use'],
  [{ b: 'nowhere' }, 'scenario_missing'],
  [{ entities: ['common.user'] }, 'scenario_refused'],
])('%j is refused', async (request, code) => {
  await expect(differences(request)).rejects.toMatchObject({ code })
})

it('a copy differs only in who follows what', async () => {
  expect(await differences()).toMatchObject([{ entity: 'common.follower', onlyA: 1, onlyB: 0, different: 0 }])
})

it('the numbers of a tree, which change with every new record, are no differences', async () => {
  const text = `UPDATE scenario2.item SET "lft" = 7, "rght" = 8, "lvl" = 1`
  await test.database.query({ text })
  expect(await differences({ entities: ['input.item'] })).toEqual([])
})

it('differences are told by entity, field and record', async () => {
  for (const text of [
    `DELETE FROM scenario2.demand WHERE "name" IN ('SO 1', 'SO 2')`,
    `UPDATE scenario2.demand SET "quantity" = 0, "lastmodified" = now() WHERE "name" IN ('SO 3', 'SO 4')`,
    `UPDATE scenario2.demand SET "due" = NULL WHERE "name" = 'SO 4'`,
    `UPDATE scenario2.demand SET "lastmodified" = '2000-01-01' WHERE "name" = 'SO 9'`,
    `INSERT INTO scenario2.item ("name") VALUES ('new')`,
    `UPDATE scenario2.calendarbucket SET "id" = "id" + 1000, "value" = CASE WHEN "priority" = 2 THEN 9 ELSE "value" END`,
  ]) {
    await test.database.query({ text })
  }
  const found = await differences({ entities: ['demand', 'input.item', 'calendarbucket'], samples: 1 })
  expect(found).toEqual([
    {
      entity: 'input.calendarbucket',
      onlyA: 0,
      onlyB: 0,
      different: 1,
      edited: 1,
      replanned: 0,
      plan: false,
      computed: [],
      fields: { value: 1 },
      samples: [{ key: expect.stringContaining('week'), in: 'both', changes: { value: [2, 9] } }],
    },
    {
      entity: 'input.item',
      onlyA: 0,
      onlyB: 1,
      different: 0,
      edited: 0,
      replanned: 0,
      plan: false,
      computed: [],
      fields: {},
      samples: [{ key: 'new', in: 'B', changes: {} }],
    },
    {
      entity: 'input.demand',
      onlyA: 2,
      onlyB: 0,
      different: 2,
      edited: 2,
      replanned: 0,
      plan: false,
      computed: [],
      fields: { quantity: 2, due: 1 },
      samples: [
        { key: 'SO 1', in: 'A', changes: {} },
        { key: 'SO 3', in: 'both', changes: { quantity: [3, 0] } },
      ],
    },
  ])
})

it('what people have changed is told apart from what the plan computes', async () => {
  for (const text of [
    `UPDATE scenario2.demand SET "priority" = 77 WHERE "name" = 'SO 5'`,
    `UPDATE scenario2.demand SET "delay" = interval '1 day' WHERE "name" IN ('SO 5', 'SO 6', 'SO 7')`,
  ]) {
    await test.database.query({ text })
  }
  const [demand] = await differences({ entities: ['demand'], samples: 0 })
  expect(demand).toMatchObject({ plan: false, edited: 3, replanned: 3, computed: ['delay'] })
  expect(demand?.fields).toMatchObject({ priority: 1, delay: 3 })
})
