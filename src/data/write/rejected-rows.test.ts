import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestContext, createTestDatabase, type TestDatabase } from '../../../test/support/database.ts'
import { rowsOf, write } from '../../../test/support/records.ts'
import type { DataContext } from '../context.ts'
import type { WriteRequest } from './request.ts'

let test: TestDatabase
let context: DataContext

beforeAll(async () => {
  test = await createTestDatabase()
  context = createTestContext(test.database)
})
afterAll(() => test[Symbol.asyncDispose]())

/** Writes rows of which the invalid ones are rejected, and returns outcome, key and codes of errors of each. */
async function outcomesOf(
  entity: string,
  rows: readonly unknown[],
  overrides: Partial<WriteRequest> = {},
): Promise<readonly (readonly unknown[])[]> {
  const { outcomes } = await write(context, entity, rows, {
    onError: 'skip',
    returning: 'outcomes',
    ...overrides,
  })
  return outcomes.map(({ outcome, key, errors }) =>
    errors === undefined
      ? [outcome, key]
      : [
          outcome,
          key,
          Object.fromEntries(
            Object.entries(errors).map(([field, messages]) => [field, messages.map(({ code }) => code)]),
          ),
        ],
  )
}

const mayWriteNothing = (): boolean => false

const namesOf = async (table: string, key = 'name'): Promise<readonly unknown[]> =>
  (await rowsOf(context, table, `"${key}"`)).map((row) => row[key])

const steps = (owner: string, count: number): readonly unknown[] =>
  Array.from({ length: count }, (_, index) => ({
    name: `${owner} step ${index}`,
    owner,
    type: 'time_per',
    location: 'plant',
  }))
const routing = (name: string, more: object = {}): unknown => ({
  name,
  type: 'routing',
  location: 'plant',
  ...more,
})

const invalid = (value: string): unknown => ({ owner: [{ code: 'invalid_reference', params: { value } }] })

describe('a row that comes again later', () => {
  it('has the outcome of the later one also where that is rejected', async () => {
    const outcomes = await outcomesOf('input.demand', [
      { name: 'again A', quantity: 1 },
      { name: 'again D', quantity: 1 },
      { name: 'again D', operation: 'nope' },
    ])
    const rejected = ['failed', 'again D', { operation: ['invalid_reference'] }]
    expect(outcomes).toEqual([['created', 'again A'], rejected, rejected])
    expect(await namesOf('demand')).toEqual(['again A'])
  })

  it.each(['counts', 'failures'] as const)(
    'is rejected with it, whatever is returned: %s',
    async (returning) => {
      const rows = [
        { name: `both ${returning}`, quantity: 1 },
        { name: `both ${returning}`, quantity: 2 },
        { name: `lost ${returning}`, quantity: 1 },
        { name: `lost ${returning}`, operation: 'nope' },
      ]
      const result = await write(context, 'input.demand', rows, { onError: 'skip', returning })
      expect(result).toMatchObject({ created: 1, failed: 2, overridden: 1 })
      expect(new Set(result.errors.byIndex.keys())).toEqual(new Set([2, 3]))
      expect(result.outcomes.map(({ index, key }) => [index, key])).toEqual(
        returning === 'counts'
          ? []
          : [
              [2, 'lost failures'],
              [3, 'lost failures'],
            ],
      )
    },
  )

  it('leaves the lists of its order as they are where the later one is rejected', async () => {
    await write(context, 'input.resource', [{ name: 'again saw' }])
    await write(context, 'input.operation', [{ name: 'again cut', location: 'plant' }])
    const order = { reference: 'again MO', operation: 'again cut', quantity: 1, enddate: '2026-01-05' }
    await write(context, 'input.manufacturingorder', [order])
    const outcomes = await outcomesOf('input.manufacturingorder', [
      { ...order, resources: [{ resource: 'again saw', quantity: 1 }] },
      { ...order, operation: 'nope' },
    ])
    expect(outcomes.map(([outcome]) => outcome)).toEqual(['failed', 'failed'])
    expect(await rowsOf(context, 'operationplanresource', '"id"')).toEqual([])
  })
})

describe('a row that refers to a row of the same batch', () => {
  it.each([3, 2_500])('is rejected with it, and with it alone (%i rows)', async (count) => {
    await write(context, 'input.operation', [routing(`stored ${count}`)])
    const bad = `bad ${count}`
    const rows = [
      ...steps(bad, count),
      { name: `below ${count}`, owner: `${bad} step 0`, location: 'plant' },
      routing(bad, { available: 'unknown calendar' }),
      ...steps(`good ${count}`, 1),
      routing(`good ${count}`),
      ...steps(`stored ${count}`, 1),
      routing(`stored ${count}`, { available: 'unknown calendar' }),
    ]
    const result = await write(context, 'input.operation', rows, { onError: 'skip', returning: 'counts' })
    expect(result).toMatchObject({ created: 3, failed: count + 3 })
    const faults = result.errors.byIndex
    expect(faults.get(0)).toEqual(invalid(bad))
    expect(faults.get(count)).toEqual(invalid(`${bad} step 0`))
    expect(Object.keys(faults.get(count + 1) ?? {})).toEqual(['available'])
    const stored = await namesOf('operation')
    expect(stored).toEqual(expect.arrayContaining([`good ${count}`, `good ${count} step 0`]))
    expect(stored).toContain(`stored ${count} step 0`)
    expect(stored.filter((name) => String(name).startsWith(bad))).toEqual([])
  })

  it('is rejected with an order that ends before it starts', async () => {
    await write(context, 'input.operation', [
      routing('frame'),
      { name: 'saw', owner: 'frame', location: 'plant' },
    ])
    const dates = { startdate: '2026-01-05', enddate: '2026-01-06' }
    const outcomes = await outcomesOf('input.operationplan', [
      { type: 'MO', reference: 'M', operation: 'frame', quantity: 1, ...dates, enddate: '2026-01-01' },
      { type: 'WO', reference: 'W', operation: 'saw', quantity: 1, owner: 'M', ...dates },
      { type: 'MO', reference: 'N', operation: 'frame', quantity: 1, ...dates },
      { type: 'WO', reference: 'V', operation: 'saw', quantity: 1, owner: 'N', ...dates },
    ])
    expect(outcomes).toEqual([
      ['failed', 'M', expect.anything()],
      ['failed', 'W', { owner: ['invalid_reference'] }],
      ['created', 'N'],
      ['created', 'V'],
    ])
  })
})

describe('a row that is found invalid when it is stored', () => {
  it('is rejected alone if a list of an order is invalid', async () => {
    await write(context, 'input.resource', [{ name: 'late saw' }])
    await write(context, 'input.operation', [{ name: 'late cut', location: 'plant' }])
    const order = { operation: 'late cut', quantity: 1, enddate: '2026-01-05' }
    const rows = [
      { ...order, reference: 'late 1', resources: [{ resource: 'late saw' }] },
      { ...order, reference: 'late 2', resources: [{ resource: 'late saw' }, { resource: 'nope' }] },
      { ...order, reference: 'late 3' },
      { ...order, reference: 'late 3', materials: [{ item: 'x', quantity: 'y' }] },
    ]
    expect(await outcomesOf('input.manufacturingorder', rows)).toEqual([
      ['created', 'late 1'],
      ['failed', 'late 2', { resources: ['nested'] }],
      ['failed', 'late 3', { materials: ['nested'] }],
      ['failed', 'late 3', { materials: ['nested'] }],
    ])
    const carried = await rowsOf(context, 'operationplanresource', '"id"')
    expect(carried.map(({ operationplan }) => operationplan)).toEqual(['late 1'])
    const orders = await namesOf('operationplan', 'reference')
    expect(orders.filter((key) => String(key).startsWith('late'))).toEqual(['late 1'])
  })

  it('is rejected with all others if its writer may not write its list', async () => {
    const restricted = { ...context, actor: { ...context.actor, permits: mayWriteNothing } }
    const order = { operation: 'late cut', quantity: 1, enddate: '2026-01-05' }
    const rows = [
      { ...order, reference: 'kept out' },
      { ...order, reference: 'kept out too', resources: [{ resource: 'late saw' }] },
    ]
    await expect(
      write(restricted, 'input.manufacturingorder', rows, { onError: 'skip', returning: 'outcomes' }),
    ).rejects.toMatchObject({ code: 'permission_denied' })
  })

  it('is rejected alone if records would own each other, with those below them', async () => {
    await write(context, 'input.item', [
      { name: 'upper', owner: null },
      { name: 'lower', owner: 'upper' },
    ])
    const circle = { owner: ['own_ancestor'] }
    const rows = [
      { name: 'egg', owner: 'hen' },
      { name: 'fine' },
      { name: 'hen', owner: 'egg' },
      { name: 'chick', owner: 'hen' },
      { name: 'upper', owner: 'lower' },
      { name: 'lower', description: 'changed' },
    ]
    const outcomes = await outcomesOf('input.item', rows, { createMissing: [] })
    expect(outcomes).toEqual([
      ['failed', 'egg', circle],
      ['created', 'fine'],
      ['failed', 'hen', circle],
      ['failed', 'chick', { owner: ['invalid_reference'] }],
      ['failed', 'upper', circle],
      ['updated', 'lower'],
    ])
    const [counted] = await rowsOf(context, 'changesetentity', '"changeset" DESC')
    expect(counted).toMatchObject({ entity: 'input.item', created: 1, updated: 1 })
    expect(await namesOf('item')).toEqual(expect.arrayContaining(['fine', 'lower', 'upper']))
    expect(await namesOf('item')).not.toContain('hen')
  })

  it('is rejected, too, if it makes a circle only without another rejected row', async () => {
    await write(context, 'input.item', [{ name: 'A' }, { name: 'B', owner: 'A' }])
    const outcomes = await outcomesOf('input.item', [
      { name: 'A', owner: 'B' },
      { name: 'B', owner: 'B' },
      { name: 'C', owner: 'B' },
    ])
    expect(outcomes.map(([outcome]) => outcome)).toEqual(['failed', 'failed', 'created'])
  })
})

describe('a rejected row', () => {
  beforeEach(async () => {
    await test.database.query({ text: 'TRUNCATE "default"."item", "default"."location" CASCADE' })
  })

  it('creates none of the records that it refers to', async () => {
    const { createdReferences, failed } = await write(
      context,
      'input.demand',
      [
        { name: 'wrong', item: 'TYPO', operation: 'unknown', quantity: 1 },
        { name: 'right', item: 'wheel', quantity: 1 },
      ],
      { onError: 'skip', returning: 'outcomes' },
    )
    expect(failed).toBe(1)
    expect(createdReferences).toEqual([{ entity: 'input.item', keys: ['wheel'] }])
    expect(await namesOf('item')).toEqual(['wheel'])
  })

  it('creates none where its user may not add it, or where its dates are wrong', async () => {
    const rejected = await write(context, 'input.demand', [{ name: 'foreign', item: 'TYPO', quantity: 1 }], {
      onError: 'skip',
      returning: 'counts',
      mayAdd: false,
    })
    expect(rejected).toMatchObject({ failed: 1, createdReferences: [] })
    const order = { reference: 'P', item: 'TYPO', supplier: 'maker', location: 'plant', quantity: 1 }
    const reversed = await write(
      context,
      'input.purchaseorder',
      [{ ...order, startdate: '2026-01-05', enddate: '2026-01-01' }],
      { onError: 'skip', returning: 'counts' },
    )
    expect(reversed).toMatchObject({ failed: 1, createdReferences: [] })
    expect(await namesOf('item')).toEqual([])
  })

  it('counts neither as a row that refers to a record which is created', async () => {
    const { missing = [] } = await write(
      context,
      'input.demand',
      [
        { name: 'wrong', item: 'wheel', operation: 'unknown', quantity: 1 },
        { name: 'right', item: 'wheel', quantity: 1 },
      ],
      { onError: 'skip', returning: 'counts', reportMissing: () => true },
    )
    expect(missing.map(({ entity, created, first }) => [entity.name, created, first])).toEqual([
      ['input.operation', false, [{ key: 'unknown', rows: 1, nearest: undefined }]],
      ['input.item', true, [{ key: 'wheel', rows: 1, nearest: undefined }]],
    ])
  })
})
