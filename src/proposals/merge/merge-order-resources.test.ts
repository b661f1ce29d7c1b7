/** Tests that orders keep the machines that were chosen for them in another scenario when they are merged. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestContext, createTestDatabase, type TestDatabase } from '../../../test/support/database.ts'
import { write } from '../../../test/support/records.ts'
import { scenarioWork } from '../../../test/support/scenarios.ts'
import { operatorPrincipal } from '../../auth/operator.ts'
import type { Principal } from '../../auth/principal.ts'
import type { DataContext } from '../../data/context.ts'
import { copyScenario } from '../../scenarios/copy-scenario.ts'
import { applyProposal } from '../apply-proposal.ts'
import { checkProposal } from '../check-proposal.ts'
import { readProposal } from '../read-proposals.ts'
import { resolveConflicts } from '../resolve-conflicts.ts'
import { createMergeProposal } from './merge-proposal.ts'

let held: TestDatabase
let production: DataContext
let trial: DataContext
let principal: Principal

const order = { operation: 'weld', quantity: 1, status: 'approved', startdate: '2026-01-05T08:00:00' }

beforeAll(async () => {
  held = await createTestDatabase()
  production = createTestContext(held.database)
  trial = { ...production, scenario: 'trial' }
  await held.database.query({ text: `INSERT INTO control."scenario" ("name") VALUES ('trial')` })
  principal = await operatorPrincipal(held.database, 'en')
  await write(production, 'input.location', [{ name: 'plant' }])
  await write(production, 'input.item', [{ name: 'frame' }])
  await write(production, 'input.resource', [{ name: 'cell 1' }, { name: 'cell 2' }, { name: 'cell 3' }])
  await write(production, 'input.operation', [
    { name: 'weld', item: 'frame', location: 'plant', type: 'fixed_time', duration: 3600 },
  ])
  await write(production, 'input.manufacturingorder', [
    { reference: 'moved', ...order, resources: [{ resource: 'cell 2', quantity: 1 }] },
    { reference: 'resized', ...order, resources: [{ resource: 'cell 2', quantity: 1 }] },
    { reference: 'only moved', ...order, resources: [{ resource: 'cell 2', quantity: 1 }] },
    { reference: 'kept', ...order, resources: [{ resource: 'cell 2', quantity: 1 }] },
  ])
  await copyScenario(scenarioWork(held.database), {
    source: 'default',
    destination: 'trial',
    force: true,
    user: null,
  })
})
afterAll(() => held[Symbol.asyncDispose]())

const resources = async (): Promise<readonly string[]> => {
  const { rows } = await held.database.query<{ line: string }>({
    text: `SELECT concat_ws(' on ', "operationplan", "resource") AS "line" FROM "default"."operationplanresource" ORDER BY 1`,
  })
  return rows.map(({ line }) => line)
}

const propose = () =>
  createMergeProposal(production, {
    source: 'trial',
    entities: [],
    records: undefined,
    alone: false,
    title: 'Other machines',
    description: '',
    submit: false,
    rules: {},
    authorize: () => undefined,
  })

it('takes the machines along that were chosen in the copy, and keeps those that were chosen in production', async () => {
  await write(trial, 'input.manufacturingorder', [
    {
      reference: 'moved',
      startdate: '2026-01-06T08:00:00',
      enddate: null,
      resources: [{ resource: 'cell 1', quantity: 1 }],
    },
    { reference: 'resized', quantity: 2 },
    { reference: 'only moved', resources: [{ resource: 'cell 1', quantity: 1 }] },
    { reference: 'new', ...order, resources: [{ resource: 'cell 1', quantity: 1 }] },
  ])
  // Meanwhile in production.
  await write(production, 'input.manufacturingorder', [
    { reference: 'resized', resources: [{ resource: 'cell 1', quantity: 1 }] },
    { reference: 'kept', resources: [{ resource: 'cell 1', quantity: 1 }] },
  ])
  const { proposal, conflicts } = await propose()
  expect(conflicts).toBe(0)
  await applyProposal(production, proposal ?? 0, { principal, rules: {} })
  expect(await resources()).toEqual([
    'kept on cell 1',
    'moved on cell 1',
    'new on cell 1',
    'only moved on cell 1',
    'resized on cell 1',
  ])
})

const on = (resource: string) => [{ resource, quantity: 1 }]

const assign = (context: DataContext, resource: string) =>
  write(context, 'input.manufacturingorder', [{ reference: 'kept', resources: [{ resource, quantity: 1 }] }])

it('finds a conflict where both have chosen another machine for an order, and takes the chosen one', async () => {
  await assign(trial, 'cell 1')
  await assign(production, 'cell 3')
  const { proposal, conflicts } = await propose()
  expect(conflicts).toBe(1)
  const id = proposal ?? 0
  const found = async () => {
    const stored = await held.database.withClient((client) => readProposal(client, 'default', id))
    return (await checkProposal(production, stored)).conflicts
  }
  expect(await found()).toMatchObject([
    {
      key: 'kept',
      problem: 'changed',
      fields: { resources: { base: on('cell 2'), present: on('cell 3'), proposed: on('cell 1') } },
    },
  ])
  await expect(applyProposal(production, id, { principal, rules: {} })).rejects.toMatchObject({
    code: 'proposal_conflict',
  })
  const choice = {
    entity: 'input.manufacturingorder',
    key: 'kept',
    field: 'resources',
    take: 'proposed',
  } as const
  await resolveConflicts(production, id, { choices: [choice] }, {})
  expect(await found()).toEqual([])
  await applyProposal(production, id, { principal, rules: {} })
  expect(await resources()).toContain('kept on cell 1')
})
