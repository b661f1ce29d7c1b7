/**
 * Tests that changing the label of a free scenario is rejected with the same message, for single records and in a
 * list.
 */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ApiServer, startApiServer } from '../support/api.ts'

let server: ApiServer

beforeAll(async () => {
  server = await startApiServer()
})
afterAll(() => server[Symbol.asyncDispose]())

const fault = {
  non_field_errors: [
    'Scenario "scenario2" is free: it holds no data and nobody has access to it. Copy a scenario into it first.',
  ],
}
const path = '/api/common/scenario/'

it.each(['superuser', 'planner'] as const)('says so to a %s', async (as) => {
  const change = { description: 'What if' }
  const one = await server.api.patch(`${path}scenario2/`, change, { as })
  expect([one.status, one.json]).toEqual([400, fault])
  const replaced = await server.api.put(`${path}scenario2/`, change, { as })
  expect([replaced.status, replaced.json]).toEqual([400, fault])
  const list = await server.api.patch(path, [{ name: 'scenario2', ...change }], { as })
  expect([list.status, list.json]).toEqual([400, [fault]])
  const none = await server.api.patch(`${path}nowhere/`, change, { as })
  expect(none.status).toBe(404)
})

it('says so to nobody who may not change labels here', async () => {
  const { status } = await server.api.patch(`${path}scenario2/`, { description: 'x' }, { as: 'viewer' })
  expect(status).toBe(403)
})
