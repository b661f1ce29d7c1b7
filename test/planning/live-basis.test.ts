/**
 * Tests what a plan in memory is made from: how the stored plan was made, parameters, and data that others write, in
 * bulk, without a log or in a transaction that ends late.
 */
import { expect, it } from 'vitest'
import { openChangeSet } from '../../src/data/write/log/change-set.ts'
import { loggedUpdate } from '../../src/data/write/log/logged.ts'
import { inTransaction } from '../../src/data/write/transaction.ts'
import { requireEntity } from '../../src/model/model.ts'
import { copyScenario } from '../../src/scenarios/copy-scenario.ts'
import { promoteScenario } from '../../src/scenarios/promote-scenario.ts'
import { day } from '../../src/planner/time.ts'
import { readPlanAge } from '../../src/planning/history/plan-age.ts'
import { LiveScenario } from '../../src/planning/live/live-scenario.ts'
import { loadedSize } from '../../src/planning/run/plan-memory.ts'
import type { PlanEdit, Trial } from '../../src/planning/live/questions.ts'
import type { PlanRequest } from '../../src/planning/run/run-plan.ts'
import { detail } from '../support/detail.ts'
import { loadModel, type ModelRow, planScenario, storedPlan } from '../support/plans.ts'
import { write } from '../support/records.ts'
import { scenarioWork } from '../support/scenarios.ts'
import { openBench, parameter, row } from '../support/workshop.ts'

const { context, query, test } = openBench()

const order = (name: string, due: string, fields: object = {}): ModelRow =>
  row('demand', { name, item: 'chair', location: 'plant', quantity: 24, due, minshipment: 24, ...fields })

/** A saw on which 24 chairs take a day, and three sales orders, of which the second one is late. */
const sawShop: readonly ModelRow[] = [
  parameter('currentdate', '2026-01-05'),
  row('location', { name: 'plant' }),
  row('item', { name: 'chair' }),
  row('resource', { name: 'saw', maximum: 1 }),
  row('operation', {
    name: 'make',
    type: 'time_per',
    item: 'chair',
    location: 'plant',
    duration_per: '01:00:00',
  }),
  row('operationmaterial', { operation: 'make', item: 'chair', quantity: 1, type: 'end' }),
  row('operationresource', { operation: 'make', resource: 'saw', quantity: 1 }),
  order('first', '2026-01-06', { priority: 1 }),
  order('second', '2026-01-06', { priority: 2 }),
  order('third', '2026-02-01', { priority: 3 }),
]

const wallClock = '2026-01-12T00:00:00'
const openLive = (): LiveScenario => new LiveScenario(Date.now, () => wallClock)

const trialOf = (edits: readonly PlanEdit[], mode: Trial['mode'] = 'repair'): Trial => ({
  edits,
  mode,
  displace: false,
})
const update = (key: string, fields: PlanEdit['fields']): PlanEdit => ({
  entity: 'input.demand',
  action: 'update',
  key,
  fields,
})

/** Tries the edits, does something, and accepts the trial. */
async function acceptAfter(
  live: LiveScenario,
  edits: readonly PlanEdit[],
  meanwhile: () => Promise<unknown> = async () => undefined,
): Promise<unknown> {
  const { kept } = await live.answer(context(), { kind: 'trial', trial: trialOf(edits) })
  await meanwhile()
  return live.answer(context(), { kind: 'accept', ...kept! })
}

/** Opens a transaction that has its number of the change log, and returns a function that changes an order and ends it. */
async function openLateWrite(
  key: string,
  values: Readonly<Record<string, string>> = { description: `'late'` },
): Promise<() => Promise<void>> {
  const begun = Promise.withResolvers<void>()
  const going = Promise.withResolvers<void>()
  const writing = inTransaction(context(), { dryRun: false, attempts: 1 }, async (client) => {
    const changes = await openChangeSet(client, context())
    begun.resolve()
    await going.promise
    const demand = requireEntity(context().model, 'input.demand')
    await loggedUpdate({ client, context: context(), changes }, demand, values, `o."name" = '${key}'`)
    await changes.close(client)
  })
  await begun.promise
  return async () => {
    going.resolve()
    await writing
  }
}

const datesOf = async () =>
  (await storedPlan(context())).orders.map(({ demand, type, startdate, enddate }) => ({
    demand,
    type,
    startdate,
    enddate,
  }))

const noConstraints = { capacity: false, manufacturingLeadTime: false, purchasingLeadTime: false }

it.each<[string, Partial<PlanRequest>]>([
  ['without capacity', { constraints: { ...noConstraints, manufacturingLeadTime: true } }],
  ['without constraints', { constraints: noConstraints }],
  ['of all orders on their dates', { plantype: 2 }],
  ['from another date', { current: '2026-01-03' }],
])('tries and accepts a change in a plan %s as it was made', async (_, request) => {
  await loadModel(context(), sawShop)
  await planScenario(context(), request)
  const before = await datesOf()
  const [{ made } = { made: undefined }] = await query(
    `SELECT json_build_array("plantype", "constraints", "start") AS "made" FROM "default"."storedplan"`,
  )
  const late = await query(
    `SELECT count(*)::integer AS "late" FROM "default"."demand" WHERE "delay" > interval '0'`,
  )
  const live = openLive()
  const { shown } = await live.answer(context(), { kind: 'trial', trial: trialOf([]) })
  expect(shown).toMatchObject({ keyfigures: { before: late[0] } })
  await acceptAfter(live, [update('third', { priority: 4 })])
  expect(await datesOf()).toEqual(before)
  expect(
    await query(
      `SELECT json_build_array("plantype", "constraints", "start") AS "made" FROM "default"."storedplan"`,
    ),
  ).toEqual([{ made }])
})

it('keeps orders inside the frozen horizon where a move has a price, as the next plan does', async () => {
  // An item for each sales order, so that no order is made for two of them.
  const make = { type: 'time_per', location: 'plant', duration_per: '01:00:00' }
  const own = (name: string, due: string): readonly ModelRow[] => [
    row('item', { name }),
    row('operation', { name: `make ${name}`, item: name, ...make }),
    row('operationmaterial', { operation: `make ${name}`, item: name, quantity: 1, type: 'end' }),
    row('operationresource', { operation: `make ${name}`, resource: 'saw', quantity: 1 }),
    order(name, due, { item: name }),
  ]
  const urgent = own('fourth', '2026-01-10')
  await loadModel(context(), [
    ...sawShop.slice(0, 4),
    parameter('plan.stability', '0.5'),
    ...[own('first', '2026-01-08'), own('second', '2026-01-09'), own('third', '2026-01-10')].flat(),
    ...urgent.slice(0, -1),
  ])
  await planScenario(context())
  const fields = { ...urgent.at(-1)!.fields, priority: 0 }
  const edits: readonly PlanEdit[] = [{ entity: 'input.demand', action: 'create', fields }]
  const { shown } = await openLive().answer(context(), { kind: 'trial', trial: trialOf(edits, 'replan') })
  await write(context(), 'input.demand', [fields])
  const { changes } = await planScenario(context())
  expect(changes).toMatchObject({ moved: 0, added: 1 })
  expect(shown).toMatchObject({ orders: { moved: 0, added: 1 } })
})

const seconds = (text: string): number => Date.parse(`${text}Z`) / 1000

it('starts on the date that a parameter says, and counts as frozen what it says, once it is changed', async () => {
  await loadModel(context(), sawShop)
  await planScenario(context())
  const live = openLive()
  const { data } = await live.current(context())
  expect(data.frozenUntil).toBe(seconds('2026-01-12T00:00:00'))
  await write(context(), 'common.parameter', [{ name: 'plan.frozenHorizon', value: '3' }])
  expect((await live.current(context())).data.frozenUntil).toBe(seconds('2026-01-08T00:00:00'))
  await write(context(), 'common.parameter', [{ name: 'currentdate', value: 'now' }])
  const now = (await live.current(context())).data
  expect(now.input.settings.current).toBe(seconds(wallClock))
  expect(now.frozenUntil).toBe(seconds(wallClock) + 3 * day)
})

const imported = (count: number): readonly Record<string, unknown>[] => [
  ...['first', 'second'].map((name) => ({ name, description: 'imported' })),
  ...Array.from({ length: count }, (_, index) => ({
    name: `bulk ${index}`,
    item: 'chair',
    quantity: 1,
    due: '2026-03-01T00:00:00',
    status: 'canceled',
  })),
]

it.each<[string, () => Promise<unknown>]>([
  ['in bulk', () => write(context(), 'input.demand', imported(2_500))],
  ['without a log', () => write(context(), 'input.demand', imported(1), { withoutChangeLog: true })],
])('refuses to accept a change of a record that others have written %s since', async (_, importing) => {
  await loadModel(context(), sawShop)
  await planScenario(context())
  await expect(
    acceptAfter(openLive(), [update('second', { description: 'mine' })], importing),
  ).rejects.toMatchObject({ code: 'trial_outdated', conflicts: [{ edit: 0, key: 'second' }] })
  expect(await query(`SELECT "description" FROM "default"."demand" WHERE "name" = 'second'`)).toEqual([
    { description: 'imported' },
  ])
})

it(
  'accepts a change if others have written other records in bulk since, and several of one record',
  detail,
  async () => {
    await loadModel(context(), sawShop)
    await planScenario(context())
    const live = openLive()
    await acceptAfter(live, [update('third', { description: 'mine' })], () =>
      write(context(), 'input.demand', imported(2_500)),
    )
    await acceptAfter(live, [update('third', { description: 'again mine' })])
    expect(await readPlanAge(context())).toMatchObject({ changes: { records: 0 } })
    await acceptAfter(live, [update('third', { description: 'mine at last' })])
    expect(await readPlanAge(context())).toMatchObject({ changes: { records: 0 } })
  },
)

it('refuses to accept a change of a record that a transaction with a lower number has changed since', async () => {
  await loadModel(context(), sawShop)
  await planScenario(context())
  const endWrite = await openLateWrite('first')
  await write(context(), 'input.demand', [{ name: 'third', description: 'earlier' }])
  await expect(
    acceptAfter(openLive(), [update('first', { description: 'mine' })], endWrite),
  ).rejects.toMatchObject({ code: 'trial_outdated', conflicts: [{ edit: 0, key: 'first' }] })
})

it(
  'counts a transaction with a lower number that ended after the plan was made as a change since',
  detail,
  async () => {
    await loadModel(context(), sawShop)
    const endWrite = await openLateWrite('first')
    await write(context(), 'input.demand', [{ name: 'third', description: 'earlier' }])
    // The plan is stored once the transaction has ended, which has locked the sales orders.
    await planScenario(context())
    expect(await readPlanAge(context())).toMatchObject({ changes: { records: 0 } })
    await endWrite()
    expect(await readPlanAge(context())).toMatchObject({ changes: { records: 1, changesets: 1 } })
  },
)

it(
  'takes a plan of an earlier release, of which it is not known how it was made, for one with all constraints',
  detail,
  async () => {
    await loadModel(context(), sawShop)
    await planScenario(context())
    await query(
      'UPDATE "default"."storedplan" SET "plantype" = NULL, "constraints" = NULL, "start" = NULL, "snapshot" = NULL',
    )
    expect(await readPlanAge(context())).toMatchObject({ changes: { records: 0 } })
    const { plantype, constraints } = (await openLive().current(context())).data.making
    expect(plantype).toBe(1)
    expect(Object.values(constraints)).toEqual([true, true, true])
  },
)

it('refuses trials of a plan that does not fit into its memory, before it is loaded', async () => {
  await loadModel(context(), sawShop)
  const live = new LiveScenario(Date.now, () => wallClock, { loadsToEnd: true, mostBytes: 1_000 })
  await expect(live.answer(context(), { kind: 'trial', trial: trialOf([]) })).rejects.toMatchObject({
    code: 'live_plan_too_large',
    params: { limit: '0.0 GB' },
  })
})

it('refuses edits that need a second plan without memory for it, and keeps the first', async () => {
  await loadModel(context(), sawShop)
  await planScenario(context())
  const { data } = await openLive().current(context())
  const mostBytes = 2 * loadedSize(data.input).bytes
  const live = new LiveScenario(Date.now, () => wallClock, { loadsToEnd: true, mostBytes })
  const edits = [update('first', { priority: 3 })]
  const { plan } = await live.current(context())
  await expect(
    live.answer(context(), { kind: 'trial', trial: trialOf(edits, 'replan') }),
  ).rejects.toMatchObject({ code: 'live_plan_no_room', params: { orders: expect.any(Number) } })
  expect(await live.answer(context(), { kind: 'trial', trial: trialOf(edits) })).toMatchObject({
    kind: 'trial',
  })
  expect((await live.current(context())).plan).toBe(plan)
})

it('loads the plan anew after changes that need a second plan without memory for it', async () => {
  await loadModel(context(), sawShop)
  await planScenario(context())
  const { data } = await openLive().current(context())
  const mostBytes = 2 * loadedSize(data.input).bytes
  const live = new LiveScenario(Date.now, () => wallClock, { loadsToEnd: true, mostBytes })
  const { plan } = await live.current(context())
  await write(context(), 'input.resource', [{ name: 'saw', maximum: 3 }])
  const current = await live.current(context())
  expect(current.plan).not.toBe(plan)
  expect(current.data.input.resources.find(({ name }) => name === 'saw')).toMatchObject({ maximum: 3 })
})

it('reads all of many changes of single records that came after a state without any', detail, async () => {
  await loadModel(context(), sawShop)
  await planScenario(context())
  await query(
    'DELETE FROM "default"."changeset" WHERE "id" NOT IN (SELECT "changeset" FROM "default"."storedplan")',
  )
  await query('DELETE FROM "default"."changesetentity"')
  const live = openLive()
  await live.current(context())
  await write(context(), 'input.demand', [{ name: 'second', quantity: 12, minshipment: 12 }])
  for (let index = 0; index < 64; index += 1)
    await write(context(), 'input.demand', [{ name: 'third', description: String(index) }])
  const { data } = await live.current(context())
  expect(data.input.demands.find(({ name }) => name === 'second')).toMatchObject({ quantity: 12 })
})

it('is read anew after other data have replaced them, whose change sets have the same numbers', async () => {
  await loadModel(context(), sawShop)
  const work = scenarioWork(test().database)
  const user = null
  await copyScenario(work, { source: 'default', destination: 'scenario1', force: true, user })
  const copy = { ...context(), scenario: 'scenario1' }
  await write(context(), 'input.location', [{ name: 'plant', description: 'moves the numbers on' }])
  await write(context(), 'input.demand', [{ name: 'second', quantity: 12, minshipment: 12 }])
  const live = openLive()
  await live.current(context())
  const order = {
    reference: 'MO 1',
    operation: 'make',
    status: 'approved',
    quantity: 1,
    enddate: '2026-02-01T00:00:00',
  }
  await write(copy, 'input.manufacturingorder', [order])
  await write(copy, 'input.demand', [{ name: 'third', quantity: 6, minshipment: 6 }])
  await write(copy, 'input.demand', [{ name: 'first', description: 'edited as well' }])
  await promoteScenario(work, { source: 'scenario1', destination: 'default', user })
  const { data } = await live.current(context())
  expect(Object.fromEntries(data.input.demands.map(({ name, quantity }) => [name, quantity]))).toEqual({
    first: 24,
    second: 24,
    third: 6,
  })
})

it('sees a change whose transaction ends late, after many others', detail, async () => {
  await loadModel(context(), sawShop)
  await planScenario(context())
  const live = openLive()
  const quantities = async () =>
    Object.fromEntries(
      (await live.current(context())).data.input.demands.map((demand) => [demand.name, demand.quantity]),
    )
  const endWrite = await openLateWrite('second', { quantity: '48' })
  // As many as are remembered of an entity, and more.
  for (let turn = 1; turn <= 70; turn += 1)
    await write(context(), 'input.demand', [{ name: 'third', description: `change ${turn}` }])
  expect(await quantities()).toMatchObject({ second: 24 })
  await endWrite()
  await write(context(), 'input.demand', [{ name: 'third', quantity: 12 }])
  expect(await quantities()).toMatchObject({ second: 48, third: 12 })
})
