/** Tests that chosen changes of a scenario are merged together with the changes that they need. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createTestContext, createTestDatabase, type TestDatabase } from '../../../test/support/database.ts'
import { deleteWhere, write } from '../../../test/support/records.ts'
import { scenarioWork } from '../../../test/support/scenarios.ts'
import { operatorPrincipal } from '../../auth/operator.ts'
import type { Principal } from '../../auth/principal.ts'
import type { DataContext } from '../../data/context.ts'
import { copyScenario } from '../../scenarios/copy-scenario.ts'
import { applyProposal } from '../apply-proposal.ts'
import { createMergeProposal, type MergeRequest, readNeeded } from './merge-proposal.ts'

let held: TestDatabase
let production: DataContext
let trial: DataContext
let principal: Principal

beforeAll(async () => {
  held = await createTestDatabase()
  production = createTestContext(held.database)
  trial = { ...production, scenario: 'trial' }
  await held.database.query({ text: `INSERT INTO control."scenario" ("name") VALUES ('trial')` })
  principal = await operatorPrincipal(held.database, 'en')
  await write(production, 'input.calendar', [{ name: 'day' }, { name: 'old' }])
  await write(production, 'input.resource', [{ name: 'Carla', available: 'old' }])
  await write(production, 'input.item', [{ name: 'frame' }])
  await write(production, 'input.location', [{ name: 'hall' }])
})
afterAll(() => held[Symbol.asyncDispose]())
beforeEach(() =>
  copyScenario(scenarioWork(held.database), {
    source: 'default',
    destination: 'trial',
    force: true,
    user: null,
  }),
)

const request = (chosen: Partial<MergeRequest>): MergeRequest => ({
  source: 'trial',
  entities: [],
  records: undefined,
  alone: false,
  title: 'A part',
  description: '',
  submit: false,
  rules: {},
  authorize: () => undefined,
  ...chosen,
})

/** Merges the chosen changes; returns the names of the needed ones and the number of all edits. */
async function merge(chosen: Partial<MergeRequest>) {
  const needed = (await readNeeded(production, request(chosen))).map(({ entity, key }) => `${entity} ${key}`)
  const { proposal, edits, needed: added } = await createMergeProposal(production, request(chosen))
  expect(added).toBe(needed.length)
  await applyProposal(production, proposal ?? 0, { principal, rules: {} })
  return { needed, edits }
}

const bucket = (calendar: string, priority: number) => ({
  calendar,
  priority,
  value: 1,
  startdate: '2026-12-01T00:00:00',
  enddate: '2027-01-01T00:00:00',
})

it('takes along a new calendar that a resource refers to, with its buckets', async () => {
  await write(trial, 'input.calendar', [{ name: 'day, Carla' }, { name: 'another' }])
  await write(trial, 'input.calendarbucket', [
    bucket('day, Carla', 1),
    bucket('day, Carla', 2),
    bucket('day', 3),
  ])
  await write(trial, 'input.resource', [{ name: 'Carla', available: 'day, Carla' }])
  const { needed, edits } = await merge({ records: [{ entity: 'input.resource', key: 'Carla' }] })
  expect(needed).toEqual([
    'input.calendar day, Carla',
    expect.stringMatching(/^input.calendarbucket \["day, Carla", .* 1\]$/),
    expect.stringMatching(/^input.calendarbucket \["day, Carla", .* 2\]$/),
  ])
  expect(edits).toBe(4)
})

it('takes along the steps of a new routing that only name it as their owner', async () => {
  await write(trial, 'input.operation', [
    { name: 'build', type: 'routing', location: 'hall' },
    { name: 'build 1', type: 'fixed_time', location: 'hall', owner: 'build' },
    { name: 'build 2', type: 'fixed_time', location: 'hall', owner: 'build' },
    { name: 'another', type: 'fixed_time', location: 'hall' },
  ])
  await write(trial, 'input.operationresource', [{ operation: 'build 1', resource: 'Carla', quantity: 1 }])
  const { needed, edits } = await merge({ records: [{ entity: 'input.operation', key: 'build' }] })
  expect(needed).toEqual([
    'input.operation build 1',
    'input.operation build 2',
    expect.stringContaining('input.operationresource'),
  ])
  expect(edits).toBe(4)
})

it('takes along what the records of a whole entity need, through several references', async () => {
  await write(trial, 'input.item', [{ name: 'city bikes' }, { name: 'bike', owner: 'city bikes' }])
  await write(trial, 'input.customer', [{ name: 'shop' }])
  await write(trial, 'input.location', [{ name: 'plant' }])
  await write(trial, 'input.demand', [
    { name: 'SO-1', item: 'bike', customer: 'shop', location: 'plant', quantity: 1, due: '2027-01-01' },
  ])
  const { needed, edits } = await merge({ entities: ['input.demand'] })
  expect(needed).toEqual([
    'input.customer shop',
    'input.location plant',
    'input.item bike',
    'input.item city bikes',
  ])
  expect(edits).toBe(5)
})

it('takes along the changes that remove the references to a deleted record', async () => {
  await write(production, 'input.calendar', [{ name: 'old' }])
  await write(production, 'input.resource', [{ name: 'Carla', available: 'old' }])
  await copyScenario(scenarioWork(held.database), {
    source: 'default',
    destination: 'trial',
    force: true,
    user: null,
  })
  await write(trial, 'input.resource', [{ name: 'Carla', available: 'day' }])
  await deleteWhere(trial, 'input.calendar', `t."name" = 'old'`)
  const { needed } = await merge({ records: [{ entity: 'input.calendar', key: 'old' }] })
  expect(needed).toEqual(['input.resource Carla'])
})

it('takes along a new resource to which an order is assigned', async () => {
  await write(production, 'input.location', [{ name: 'hall' }])
  await write(production, 'input.operation', [
    { name: 'weld', item: 'frame', location: 'hall', type: 'fixed_time', duration: 3600 },
  ])
  await write(production, 'input.manufacturingorder', [
    {
      reference: 'MO-1',
      operation: 'weld',
      quantity: 1,
      status: 'approved',
      startdate: '2026-12-01T08:00:00',
    },
  ])
  await copyScenario(scenarioWork(held.database), {
    source: 'default',
    destination: 'trial',
    force: true,
    user: null,
  })
  await write(trial, 'input.resource', [{ name: 'new cell' }])
  await write(trial, 'input.manufacturingorder', [
    { reference: 'MO-1', resources: [{ resource: 'new cell', quantity: 1 }] },
  ])
  const { needed } = await merge({ records: [{ entity: 'input.manufacturingorder', key: 'MO-1' }] })
  expect(needed).toEqual(['input.resource new cell'])
})

it('takes the records of a decision, whatever they are', async () => {
  await write(trial, 'input.item', [
    { name: 'frame', cost: 7 },
    { name: 'fork', cost: 2 },
  ])
  const { rows } = await held.database.query<{ last: number }>({
    text: 'SELECT max("id")::float8 AS "last" FROM "trial"."changeset"',
  })
  await write(trial, 'input.item', [{ name: 'pedal' }])
  const { needed, edits } = await merge({ changesets: rows.map(({ last }) => last) })
  expect({ needed, edits }).toEqual({ needed: [], edits: 2 })
})
