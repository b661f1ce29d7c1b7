/** Tests the comparison of stored plans: last plans of scenarios and plans of their histories, and the rights to them. */
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ApiServer, type Kind, startApiServer } from '../support/api.ts'
import { createTestContext } from '../support/database.ts'
import { planScenario } from '../support/plans.ts'
import { createSawShop } from './saw-shop.ts'

let server: ApiServer
/** Numbers of the two plans of production, the older first. */
let older: number
let newer: number

const answerShape = Type.Object({
  plans: Type.Array(
    Type.Object({
      scenario: Type.String(),
      last: Type.Boolean(),
      plan: Type.Union([
        Type.Null(),
        Type.Object({
          id: Type.Number(),
          time: Type.String(),
          figures: Type.Object({ late: Type.Number(), ontime: Type.Number() }),
        }),
      ]),
    }),
  ),
})

const compared = async (plans: string) =>
  Value.Parse(answerShape, (await server.api.get(`/api/plan/comparison/?plans=${plans}`)).json).plans

const statusFor = async (plans: string, as: Kind): Promise<number> =>
  (await server.api.get(`/api/plan/comparison/?plans=${plans}`, { as })).status

beforeAll(async () => {
  server = await startApiServer()
  const context = createTestContext(server.database)
  await createSawShop(server)
  const order = {
    item: 'chair',
    location: 'plant',
    quantity: 24,
    minshipment: 24,
    due: '2026-01-06T00:00:00',
  }
  await server.api.create('/api/input/demand/', [{ ...order, name: 'first' }])
  await planScenario(context)
  await server.api.create('/api/input/demand/', [{ ...order, name: 'second' }])
  await planScenario(context)
  const { json } = await server.api.get('/api/plan/history/')
  const { plans } = Value.Parse(Type.Object({ plans: Type.Array(Type.Object({ id: Type.Number() })) }), json)
  ;[newer, older] = [plans[0]!.id, plans[1]!.id]
})
afterAll(() => server[Symbol.asyncDispose]())

it('returns the last plan and a plan of the history of one scenario, in the given order', async () => {
  const [first, second, third] = await compared(`default@${older},default,default@${newer}`)
  expect(first).toMatchObject({ last: false, plan: { id: older, figures: { ontime: 1, late: 0 } } })
  expect(second).toMatchObject({ last: true, plan: { id: newer, figures: { ontime: 1, late: 1 } } })
  expect(third).toEqual(second)
})

it('says which plans are not there', async () => {
  expect(await compared(`scenario1,default@${newer + 1000},scenario1@${newer}`)).toEqual([
    { scenario: 'scenario1', last: true, plan: null },
    { scenario: 'default', last: false, plan: null },
    // The plan of another scenario.
    { scenario: 'scenario1', last: false, plan: null },
  ])
})

it('requires the right to view the plan of each scenario', async () => {
  expect(await statusFor('default,scenario1', 'anonymous')).toBe(401)
  expect(await statusFor('default,default@1', 'norights')).toBe(403)
  expect(await statusFor('default,scenario1', 'outsider')).toBe(404)
  expect(await statusFor('scenario1,scenario1@1', 'outsider')).toBe(200)
  expect(await statusFor('default,nowhere', 'superuser')).toBe(404)
})

it('explains what it compares when asked for one plan, six, the same twice, or something else', async () => {
  const six = [1, 2, 3, 4, 5, 6].map((id) => `default@${id}`).join(',')
  for (const plans of [
    'default',
    six,
    'default,default',
    'default,default@x',
    'default,',
    'default@0,default',
  ]) {
    const { status, json } = await server.api.get(`/api/plan/comparison/?plans=${plans}`)
    expect([status, json]).toEqual([400, { plans: [expect.stringContaining(`2 to 5 different plans`)] }])
  }
  expect((await server.api.get('/api/plan/comparison/')).status).toBe(400)
})
