/** Tests the age of a plan: the number of data changes since the plan was made. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { DataContext } from '../../src/data/context.ts'
import { readPlanAge } from '../../src/planning/history/plan-age.ts'
import { runPlan } from '../../src/planning/run/run-plan.ts'
import { copyScenario } from '../../src/scenarios/copy-scenario.ts'
import { type ApiServer, startApiServer } from '../support/api.ts'
import { createTestContext } from '../support/database.ts'
import { planScenario } from '../support/plans.ts'
import { scenarioWork } from '../support/scenarios.ts'

let server: ApiServer
let context: DataContext

beforeAll(async () => {
  server = await startApiServer()
  context = createTestContext(server.database)
  const create = server.api.create.bind(server.api)
  await create('/api/common/parameter/', [{ name: 'currentdate', value: '2026-01-05 00:00:00' }])
  await create('/api/input/location/', [{ name: 'shop' }])
  await create('/api/input/supplier/', [{ name: 'Parts Inc' }])
  await create('/api/input/item/', [{ name: 'chair' }])
  await create('/api/input/itemsupplier/', [{ item: 'chair', supplier: 'Parts Inc', location: 'shop' }])
  await create('/api/input/demand/', [
    { name: 'first', item: 'chair', location: 'shop', quantity: 3, due: '2026-02-01T00:00:00' },
    { name: 'second', item: 'chair', location: 'shop', quantity: 5, due: '2026-02-02T00:00:00' },
  ])
})
afterAll(() => server[Symbol.asyncDispose]())

const age = async () => (await server.api.get('/api/plan/current/')).json

it('is unknown before the first plan', async () => {
  expect(await age()).toEqual({
    stored: null,
    changeset: null,
    changes: { records: 0, changesets: 0, last: null },
    now: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/),
  })
})

it('comes with the current date of the plan', async () => {
  const parameter = { name: 'currentdate', value: '2026-03-02 08:00:00' }
  await server.api.create('/api/common/parameter/', [parameter])
  expect(await age()).toMatchObject({ now: '2026-03-02T08:00:00' })
  await server.api.patch('/api/common/parameter/currentdate/', { value: 'today' })
  expect(await age()).toMatchObject({ now: expect.stringMatching(/T00:00:00$/) })
  await server.api.patch('/api/common/parameter/currentdate/', { value: 'now' })
})

it('counts records that plans are made from, whoever writes them, and none that the plan itself writes', async () => {
  await planScenario(context)
  const fresh = await readPlanAge(context)
  expect(fresh).toMatchObject({
    stored: expect.stringMatching(/^\d{4}-/),
    changes: { records: 0, changesets: 0, last: null },
  })
  await server.api.create('/api/common/comment/', [
    { content_type: 'input.demand', object_pk: 'first', comment: 'Call first' },
  ])
  expect(await age()).toMatchObject({ ...fresh })
  await server.api.patch('/api/input/demand/first/', { quantity: 4 })
  await server.api.create('/api/input/demand/', [
    { name: 'third', item: 'chair', location: 'shop', quantity: 1, due: '2026-02-03T00:00:00' },
    { name: 'fourth', item: 'chair', location: 'shop', quantity: 1, due: '2026-02-03T00:00:00' },
  ])
  expect(await age()).toMatchObject({ changes: { records: 3, changesets: 2, last: expect.any(String) } })
  expect((await server.api.get('/api/plan/current/', { as: 'norights' })).status).toBe(403)
})

it('goes into a copy with the plan', async () => {
  const before = await readPlanAge(context)
  await copyScenario(scenarioWork(server.database), {
    source: 'default',
    destination: 'scenario1',
    user: null,
    force: true,
  })
  expect(await readPlanAge(createTestContext(server.database, { scenario: 'scenario1' }))).toEqual(before)
})

it('counts what was written while the plan was made', async () => {
  let written: Promise<unknown> | undefined
  const constraints = { capacity: true, manufacturingLeadTime: true, purchasingLeadTime: true }
  await runPlan(
    context,
    { plantype: 1, constraints, now: '2026-01-05T00:00:00' },
    {
      progress: () => undefined,
      // Writes after the run has read the data.
      log: () => void (written ??= server.api.patch('/api/input/demand/second/', { quantity: 6 })),
    },
  )
  await written
  expect(await age()).toMatchObject({ changes: { records: 1, changesets: 1 } })
  await planScenario(context)
  expect(await age()).toMatchObject({ changes: { records: 0 } })
})
