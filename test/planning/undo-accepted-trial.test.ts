/** Tests undoing change sets of accepted trials: their edits are undone, the plan that was stored with them is not. */
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { type ApiServer, startApiServer } from '../support/api.ts'
import { createTestContext } from '../support/database.ts'
import { detail } from '../support/detail.ts'
import { planScenario } from '../support/plans.ts'
import { createSawShop } from './saw-shop.ts'

// A separate process holds the plan.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let server: ApiServer

beforeAll(async () => {
  server = await startApiServer()
  await createSawShop(server)
})
afterAll(() => server[Symbol.asyncDispose]())

const order = (name: string, due: string, priority: number) => ({
  name,
  item: 'chair',
  location: 'plant',
  quantity: 24,
  due,
  priority,
})

beforeEach(async () => {
  await server.api.create('/api/input/demand/', [
    order('first', '2026-01-06T00:00:00', 1),
    order('second', '2026-01-06T12:00:00', 2),
  ])
  await planScenario(createTestContext(server.database))
})

const accepted = Type.Object({ changeset: Type.Number() })

/** Accepts the trial of a question, and returns the number of its change set. */
async function acceptTrial(path: string, body: object): Promise<number> {
  const { json } = await server.api.post(`/api/plan/${path}/`, body)
  const { token } = Value.Parse(Type.Object({ token: Type.String() }), json)
  const answer = await server.api.post('/api/plan/accept/', { token })
  expect(answer).toMatchObject({ status: 200 })
  return Value.Parse(accepted, answer.json).changeset
}

const update = (entity: string, key: string, fields: object) => ({
  edits: [{ entity, action: 'update', key, fields }],
  displace: true,
})

/** Returns why the newest change set cannot be undone. */
async function newestObstacle(): Promise<unknown> {
  const { json } = await server.api.get('/api/audit/?limit=1')
  return Value.Parse(
    Type.Object({
      sets: Type.Array(
        Type.Object({ undo: Type.Object({ obstacle: Type.Union([Type.String(), Type.Null()]) }) }),
      ),
    }),
    json,
  ).sets[0]?.undo.obstacle
}

const undo = (changeset: number) => server.api.post(`/api/audit/${changeset}/undo/?apply=1`, undefined)

it('removes the sales order of an accepted promise', async () => {
  const changeset = await acceptTrial('promise', order('third', '2026-01-06T00:00:00', 1))
  expect(await newestObstacle()).toBeNull()
  expect(await undo(changeset)).toMatchObject({ status: 200 })
  expect((await server.api.get('/api/input/demand/third/')).status).toBe(404)
})

it('restores the values that an accepted trial has changed', async () => {
  const changeset = await acceptTrial(
    'trial',
    update('input.demand', 'second', { priority: 0, quantity: 30 }),
  )
  expect((await server.api.get('/api/input/demand/second/')).json).toMatchObject({
    priority: 0,
    quantity: 30,
  })
  expect(await undo(changeset)).toMatchObject({ status: 200 })
  expect((await server.api.get('/api/input/demand/second/')).json).toMatchObject({
    priority: 2,
    quantity: 24,
  })
})

it('names what the accepted trial was for', async () => {
  const trial = update('input.resource', 'saw', { maximum: 3 })
  const purpose = { kind: 'downtime', resource: 'saw' }
  const changeset = await acceptTrial('trial', { ...trial, purpose })
  const { json } = await server.api.get('/api/audit/?limit=1')
  expect(json).toMatchObject({ sets: [{ changeset, origin: 'trial downtime saw' }] })
  expect(await undo(changeset)).toMatchObject({ status: 200 })
  const faulty = { ...trial, purpose: { ...purpose, kind: 'anything' } }
  expect(await server.api.post('/api/plan/trial/', faulty)).toMatchObject({ status: 400 })
})

it('restores the dates of an order that an accepted trial has moved', detail, async () => {
  const made = { reference: 'MO-1', operation: 'make', quantity: 5, status: 'confirmed' }
  const dates = { startdate: '2026-01-20T00:00:00', enddate: '2026-01-20T05:00:00' }
  await server.api.create('/api/input/manufacturingorder/', [{ ...made, ...dates }])
  const moved = { startdate: '2026-01-21T00:00:00', enddate: '2026-01-21T05:00:00' }
  const changeset = await acceptTrial('trial', update('input.manufacturingorder', 'MO-1', moved))
  expect((await server.api.get('/api/input/manufacturingorder/MO-1/')).json).toMatchObject(moved)
  expect(await undo(changeset)).toMatchObject({ status: 200 })
  expect((await server.api.get('/api/input/manufacturingorder/MO-1/')).json).toMatchObject(dates)
})

it('is named as the last plan of its scenario, with the moment of the stored plan', detail, async () => {
  await acceptTrial('trial', update('input.demand', 'second', { priority: 0 }))
  const { stored } = Value.Parse(
    Type.Object({ stored: Type.String() }),
    (await server.api.get('/api/plan/current/')).json,
  )
  const scenarios = await server.api.list('/api/scenarios/')
  expect(scenarios.find(({ name }) => name === 'default')).toMatchObject({
    last_plan: { task: null, at: stored.slice(0, 19) },
  })
})

it('refuses to undo a plan, also one that was accepted without edits', async () => {
  await server.api.create('/api/input/demand/', [order('second', '2026-01-08T12:00:00', 2)])
  const changeset = await acceptTrial('trial', { edits: [], mode: 'replan' })
  expect(await newestObstacle()).toBe('plan')
  expect(await undo(changeset)).toMatchObject({ status: 409 })
})
