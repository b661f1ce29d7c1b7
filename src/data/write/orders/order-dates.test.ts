import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  createTestContext,
  createTestDatabase,
  type TestDatabase,
} from '../../../../test/support/database.ts'
import { type JsonRecord, write } from '../../../../test/support/records.ts'
import { ServiceError } from '../../../errors/service-error.ts'
import type { ScenarioDatabase } from '../../../database/database.ts'
import type { DataContext } from '../../context.ts'

let test: TestDatabase
let context: DataContext
let count = 0

beforeAll(async () => {
  test = await createTestDatabase()
  context = createTestContext(test.database)
  await write(context, 'input.calendar', [{ name: 'shifts', defaultvalue: 0 }])
  await write(context, 'input.calendarbucket', [
    {
      calendar: 'shifts',
      value: 1,
      starttime: '08:00:00',
      endtime: '16:00:00',
      saturday: false,
      sunday: false,
    },
  ])
  await write(context, 'input.location', [
    { name: 'Belgium' },
    { name: 'plant', owner: 'Belgium' },
    { name: 'depot' },
    { name: 'shop', available: 'shifts' },
  ])
  await write(context, 'input.item', [{ name: 'parts' }, { name: 'frame', owner: 'parts' }, { name: 'bike' }])
  await write(context, 'input.supplier', [{ name: 'Steel' }, { name: 'Wood', available: 'shifts' }])
  await write(context, 'input.itemsupplier', [
    { item: 'parts', supplier: 'Steel', leadtime: '7 days' },
    { item: 'frame', supplier: 'Steel', location: 'Belgium', leadtime: '3 d' },
    { item: 'frame', supplier: 'Wood', leadtime: '16:00:00', priority: 2 },
    { item: 'bike', supplier: 'Steel', leadtime: '1 week', effective_end: '2026-06-01' },
    { item: 'bike', supplier: 'Steel', leadtime: '2 weeks', effective_start: '2026-06-01' },
  ])
  await write(context, 'input.itemdistribution', [
    { item: 'parts', origin: 'depot', location: 'plant', leadtime: '2 d' },
    { item: 'parts', origin: 'depot', location: 'shop', leadtime: '12 h' },
  ])
  await write(context, 'input.operation', [
    { name: 'weld', location: 'plant', duration: '1 h' },
    {
      name: 'paint',
      location: 'plant',
      type: 'time_per',
      duration: '30 min',
      duration_per: '1 h',
      available: 'shifts',
    },
    { name: 'make', location: 'plant', type: 'routing', duration: '1 h' },
    { name: 'make 1', location: 'plant', owner: 'make', priority: 1, duration: '2 h' },
    { name: 'make 2', location: 'plant', owner: 'make', priority: 2, type: 'time_per', duration_per: '1 h' },
    { name: 'cut', location: 'plant', duration: '6 h' },
    { name: 'drill', location: 'plant', duration: '6 h' },
    { name: 'bend', location: 'plant', duration: '6 h' },
    { name: 'in turns', location: 'plant', type: 'routing' },
    { name: 'by day', location: 'plant', owner: 'in turns', priority: 1, duration: '6 h' },
    { name: 'by night', location: 'plant', owner: 'in turns', priority: 2, duration: '6 h' },
  ])
  await write(context, 'input.calendar', [{ name: 'nights', defaultvalue: 0 }])
  await write(context, 'input.calendarbucket', [
    { calendar: 'nights', value: 1, starttime: '20:00:00', endtime: '23:59:59' },
  ])
  await write(context, 'input.resource', [
    { name: 'saw', available: 'shifts' },
    { name: 'old saw', available: 'nights' },
    { name: 'oven', location: 'shop' },
    { name: 'team' },
    { name: 'ann', owner: 'team', available: 'shifts' },
    { name: 'bob', owner: 'team', available: 'nights' },
    { name: 'lathe', available: 'nights' },
  ])
  await write(context, 'input.skill', [{ name: 'drilling' }])
  await write(context, 'input.resourceskill', [
    { resource: 'ann', skill: 'drilling', priority: 2 },
    { resource: 'bob', skill: 'drilling', priority: 1 },
  ])
  await write(context, 'input.operationresource', [
    { operation: 'cut', resource: 'saw', name: 'saws', priority: 1 },
    { operation: 'cut', resource: 'old saw', name: 'saws', priority: 2 },
    { operation: 'drill', resource: 'team', skill: 'drilling' },
    { operation: 'bend', resource: 'oven' },
    { operation: 'by day', resource: 'saw' },
    { operation: 'by night', resource: 'lathe' },
  ])
})
afterAll(() => test[Symbol.asyncDispose]())
beforeEach(() => {
  count += 1
})

const purchase = { item: 'frame', location: 'plant', supplier: 'Steel' }
// 2026-03-02 is a Monday.
const cases: readonly (readonly [
  what: string,
  type: string,
  given: JsonRecord,
  start: string | null,
  end: string | null,
])[] = [
  [
    'its own lead time, at a group of places',
    'PO',
    { ...purchase, enddate: '2026-03-10' },
    '2026-03-07T00:00:00',
    '2026-03-10T00:00:00',
  ],
  [
    'that of its group elsewhere',
    'PO',
    { ...purchase, location: 'depot', startdate: '2026-03-01' },
    '2026-03-01T00:00:00',
    '2026-03-08T00:00:00',
  ],
  [
    'that of the preferred supplier',
    'PO',
    { item: 'frame', location: 'plant', enddate: '2026-03-10' },
    '2026-03-07T00:00:00',
    '2026-03-10T00:00:00',
  ],
  [
    'the working time of the supplier',
    'PO',
    { ...purchase, supplier: 'Wood', startdate: '2026-03-06T08:00:00' },
    '2026-03-06T08:00:00',
    '2026-03-09T16:00:00',
  ],
  [
    'the lead time that is valid then',
    'PO',
    { ...purchase, item: 'bike', receipt_date: '2026-07-20' },
    '2026-07-06T00:00:00',
    '2026-07-20T00:00:00',
  ],
  [
    'its date where no supplier is known',
    'PO',
    { item: 'bike', location: 'plant', supplier: 'Wood', enddate: '2026-07-20' },
    '2026-07-20T00:00:00',
    '2026-07-20T00:00:00',
  ],
  [
    'the transport time',
    'DO',
    { item: 'frame', origin: 'depot', destination: 'plant', shipping_date: '2026-03-01' },
    '2026-03-01T00:00:00',
    '2026-03-03T00:00:00',
  ],
  [
    'the working time of who receives',
    'DO',
    { item: 'frame', origin: 'depot', destination: 'shop', enddate: '2026-03-10T12:00:00' },
    '2026-03-09T08:00:00',
    '2026-03-10T12:00:00',
  ],
  [
    'the duration of its operation',
    'MO',
    { operation: 'weld', startdate: '2026-03-01' },
    '2026-03-01T00:00:00',
    '2026-03-01T01:00:00',
  ],
  [
    'the duration of its quantity in working time',
    'MO',
    { operation: 'paint', quantity: 10, enddate: '2026-03-10T12:00:00' },
    '2026-03-09T09:30:00',
    '2026-03-10T12:00:00',
  ],
  [
    'that of the steps of a routing',
    'MO',
    { operation: 'make', quantity: 3, startdate: '2026-03-02' },
    '2026-03-02T00:00:00',
    '2026-03-02T06:00:00',
  ],
  [
    'the working time of the preferred resource',
    'MO',
    { operation: 'cut', startdate: '2026-03-02T14:00:00' },
    '2026-03-02T14:00:00',
    '2026-03-03T12:00:00',
  ],
  [
    'that of the place of its resource, backward too',
    'MO',
    { operation: 'bend', enddate: '2026-03-09T10:00:00' },
    '2026-03-06T12:00:00',
    '2026-03-09T10:00:00',
  ],
  [
    'that of the member of a pool with the best skill',
    'MO',
    { operation: 'drill', startdate: '2026-03-02T20:00:00' },
    '2026-03-02T20:00:00',
    '2026-03-03T22:00:00',
  ],
  [
    'that of each step of a routing in turn',
    'MO',
    { operation: 'in turns', startdate: '2026-03-02T08:00:00' },
    '2026-03-02T08:00:00',
    '2026-03-03T22:00:00',
  ],
]
const entities: Readonly<Record<string, string>> = {
  PO: 'input.purchaseorder',
  DO: 'input.distributionorder',
  MO: 'input.manufacturingorder',
}

describe('an order with one date', () => {
  it.each(cases)('gets the other from %s', async (_what, type, given, start, end) => {
    const reference = `${type} ${count}`
    const { stored } = await write(context, entities[type]!, [{ reference, ...given }])
    expect(stored[0]).toMatchObject({ startdate: start, enddate: end })
    const again = await write(context, entities[type]!, [{ reference, ...given }])
    expect([again.created, again.updated, again.unchanged]).toEqual([0, 0, 1])
  })

  it('among others in a batch, through the table of all orders too', async () => {
    const { stored } = await write(context, 'input.operationplan', [
      { reference: `B1 ${count}`, type: 'MO', operation: 'weld', enddate: '2026-03-01T01:00:00' },
      { reference: `B2 ${count}`, type: 'MO', operation: 'weld' },
      { reference: `B3 ${count}`, type: 'PO', ...purchase, startdate: '2026-03-01' },
      { reference: `B4 ${count}`, type: 'PO', ...purchase, startdate: '2026-03-01', enddate: '2026-03-02' },
      { reference: `B5 ${count}`, type: 'STCK', item: 'frame', startdate: '2026-03-01' },
    ])
    expect(stored.map(({ startdate, enddate }) => [startdate, enddate])).toEqual([
      ['2026-03-01T00:00:00', '2026-03-01T01:00:00'],
      [null, null],
      ['2026-03-01T00:00:00', '2026-03-04T00:00:00'],
      ['2026-03-01T00:00:00', '2026-03-02T00:00:00'],
      ['2026-03-01T00:00:00', null],
    ])
  })

  it('gets the other from the working time of the resource that it was given', async () => {
    const reference = `A ${count}`
    const dates = { startdate: '2026-03-02T20:00:00', enddate: '2026-03-03T22:00:00' }
    await write(context, 'input.manufacturingorder', [
      { reference, operation: 'cut', ...dates, resources: [{ resource: 'old saw' }] },
    ])
    const { stored } = await write(context, 'input.manufacturingorder', [
      { reference, startdate: '2026-03-04T20:00:00', enddate: null },
    ])
    expect(stored[0]).toMatchObject({ enddate: '2026-03-05T22:00:00' })
  })

  it('that has both keeps the other when one is changed', async () => {
    const reference = `K ${count}`
    await write(context, 'input.purchaseorder', [{ reference, ...purchase, startdate: '2026-03-01' }])
    const { stored } = await write(context, 'input.purchaseorder', [{ reference, enddate: '2026-04-01' }])
    expect(stored[0]).toMatchObject({ startdate: '2026-03-01T00:00:00', enddate: '2026-04-01T00:00:00' })
  })
})

let batches = 0
/** Returns the number of statements of a write of orders, each of a different item. */
async function statements(rows: number, record: JsonRecord): Promise<number> {
  let queries = 0
  const batch = (batches += 1)
  const watched: ScenarioDatabase = {
    ...context.home,
    withTransaction: (run, options) =>
      context.home.withTransaction((client) => {
        const counting = new Proxy(client, {
          get: (object, name) => {
            const member: unknown = Reflect.get(object, name)
            if (typeof member !== 'function') return member
            return (...args: readonly unknown[]): unknown => {
              if (name === 'query') queries += 1
              return Reflect.apply(member, object, args)
            }
          },
        })
        return run(counting)
      }, options),
  }
  const orders = Array.from({ length: rows }, (_, index) => ({
    reference: `S ${batch} ${index}`,
    item: `part ${index}`,
    location: 'plant',
    ...record,
  }))
  const answer = await write({ ...context, home: watched }, 'input.purchaseorder', orders)
  expect(answer.created).toBe(rows)
  return queries
}

describe('a batch', () => {
  beforeAll(async () => {
    const items = Array.from({ length: 300 }, (_, index) => `part ${index}`)
    await write(
      context,
      'input.item',
      items.map((name) => ({ name, owner: 'parts' })),
    )
  })

  it('takes as many statements for a few orders as for many, and fewer where no date is missing', async () => {
    const dates = { startdate: '2026-03-01', enddate: '2026-03-09' }
    const complete = await statements(2, { supplier: 'Steel', ...dates })
    expect(await statements(300, { supplier: 'Steel', ...dates })).toBe(complete)
    const filled = await statements(2, { supplier: 'Steel', enddate: '2026-03-09' })
    expect(await statements(300, { supplier: 'Steel', enddate: '2026-03-09' })).toBe(filled)
    expect(filled - complete).toBe(4)
    expect(await statements(2, { supplier: 'Steel' })).toBe(complete - 1)
  })

  it('takes as many for a few as for many in working time', async () => {
    await write(context, 'input.itemsupplier', [{ item: 'parts', supplier: 'Wood', leadtime: '2 d' }])
    const few = await statements(2, { supplier: 'Wood', enddate: '2026-03-09' })
    expect(await statements(300, { supplier: 'Wood', enddate: '2026-03-09' })).toBe(few)
  })

  it('of orders with groups in a circle comes to an end', async () => {
    await write(context, 'input.item', [{ name: 'ring' }, { name: 'chain', owner: 'ring' }])
    await context.home.query({
      text: `UPDATE "default"."item" SET "owner" = 'chain' WHERE "name" = 'ring'`,
    })
    const order = { reference: `R ${count}`, item: 'chain', location: 'plant', enddate: '2026-03-09' }
    const { stored } = await write(context, 'input.purchaseorder', [order])
    expect(stored[0]).toMatchObject({ startdate: '2026-03-09T00:00:00' })
  })
})

describe('an order with one date whose duration is not known', () => {
  it('takes no time, and is reported', async () => {
    await write(context, 'input.calendar', [{ name: 'closed', defaultvalue: 0 }])
    await write(context, 'input.supplier', [{ name: 'Asleep', available: 'closed' }])
    await write(context, 'input.itemsupplier', [
      { item: 'bike', supplier: 'Asleep', leadtime: '1 d' },
      { item: 'bike', location: 'depot', supplier: 'Wood', leadtime: '90000 d' },
    ])
    const at = { item: 'bike', location: 'plant', enddate: '2026-05-05' }
    const { stored, assumed } = await write(context, 'input.purchaseorder', [
      { reference: `N1 ${count}`, ...at, supplier: 'Wood' },
      { reference: `N2 ${count}`, ...at, supplier: 'Asleep' },
      { reference: `N3 ${count}`, ...at, supplier: 'Steel' },
      { reference: `N4 ${count}`, ...at, supplier: 'Wood', location: 'depot' },
      { reference: `N5 ${count}`, ...at, supplier: 'Wood', startdate: '2026-05-01' },
    ])
    expect(stored.map(({ startdate }) => startdate)).toEqual([
      '2026-05-05T00:00:00',
      '2026-05-05T00:00:00',
      '2026-04-28T00:00:00',
      '2026-05-05T00:00:00',
      '2026-05-01T00:00:00',
    ])
    expect(assumed).toEqual({ total: 3, first: [`N1 ${count}`, `N2 ${count}`, `N4 ${count}`] })
    const transport = await write(context, 'input.distributionorder', [
      {
        reference: `N6 ${count}`,
        item: 'bike',
        origin: 'depot',
        destination: 'shop',
        startdate: '2026-05-05',
      },
    ])
    expect(transport.stored[0]).toMatchObject({ enddate: '2026-05-05T00:00:00' })
    expect(transport.assumed).toMatchObject({ total: 1 })
    const known = await write(context, 'input.purchaseorder', [
      { reference: `N7 ${count}`, ...at, supplier: 'Steel' },
    ])
    expect(known.assumed).toBeUndefined()
  })
})

const batchFaults = async (records: readonly JsonRecord[]): Promise<ReadonlyMap<number, unknown>> => {
  const error = await write(context, 'input.manufacturingorder', records).catch((fault: unknown) => fault)
  return error instanceof ServiceError ? (error.records?.byIndex ?? new Map()) : new Map()
}
const faultsOf = async (record: JsonRecord): Promise<unknown> => (await batchFaults([record])).get(0)
const named = (startfield: string, endfield: string) => ({
  [endfield]: [{ code: 'period_reversed', params: expect.objectContaining({ startfield, endfield }) }],
})

describe('an order that ends before it starts', () => {
  const fault = [
    {
      code: 'period_reversed',
      params: {
        start: '2026-03-02 00:00:00',
        end: '2026-03-01 12:00:00',
        startfield: 'startdate',
        endfield: 'enddate',
      },
    },
  ]

  it('is a fault of the date that its record gives, whatever others give', async () => {
    const base = { operation: 'weld', startdate: '2026-03-01', enddate: '2026-03-01T12:00:00' }
    const [one, other] = [`F ${count}`, `G ${count}`]
    await write(context, 'input.manufacturingorder', [
      { ...base, reference: one },
      { ...base, reference: other },
    ])
    const found = await batchFaults([
      { reference: one, startdate: '2026-03-02' },
      { reference: other, enddate: '2026-02-01' },
    ])
    expect([0, 1].map((index) => Object.keys(Object(found.get(index))))).toEqual([['startdate'], ['enddate']])
  })

  it('is refused whether it is made so or becomes so', async () => {
    const reference = `E ${count}`
    const base = { reference, operation: 'weld' }
    expect(await faultsOf({ ...base, startdate: '2026-03-02', enddate: '2026-03-01T12:00:00' })).toEqual({
      enddate: fault,
    })
    await write(context, 'input.manufacturingorder', [
      { ...base, startdate: '2026-03-01', enddate: '2026-03-01T12:00:00' },
    ])
    expect(await faultsOf({ reference, startdate: '2026-03-02' })).toEqual({ startdate: fault })
    await write(context, 'input.manufacturingorder', [{ reference, startdate: '2026-03-01T12:00:00' }])
  })

  it('names the fields that its record gives, and as it gives them', async () => {
    const base = { reference: `A ${count}`, item: 'board', location: 'depot', supplier: 'Steel' }
    const faults = async (entity: string, records: readonly JsonRecord[]): Promise<readonly unknown[]> => {
      const error = await write(context, entity, records).catch((fault: unknown) => fault)
      const byIndex = error instanceof ServiceError ? [...(error.records?.byIndex ?? [])] : []
      return byIndex.toSorted(([one], [other]) => one - other).map(([, fault]) => fault)
    }
    const [start, end] = ['2026-03-02', '2026-03-01']
    expect(
      await faults('input.purchaseorder', [
        { ...base, ordering_date: start, receipt_date: end },
        { ...base, reference: `B ${count}`, startdate: start, enddate: end },
        { ...base, reference: `C ${count}`, startdate: start, receipt_date: end },
      ]),
    ).toEqual([
      named('ordering_date', 'receipt_date'),
      named('startdate', 'enddate'),
      named('startdate', 'receipt_date'),
    ])
    await write(context, 'input.purchaseorder', [{ ...base, ordering_date: start, receipt_date: start }])
    expect(await faults('input.purchaseorder', [{ reference: base.reference, receipt_date: end }])).toEqual([
      named('ordering_date', 'receipt_date'),
    ])
  })

  it('since before orders were looked at can be changed otherwise', async () => {
    const reference = `O ${count}`
    await write(context, 'input.manufacturingorder', [{ reference, operation: 'weld' }])
    await context.home.query({
      text: `UPDATE "default"."operationplan" SET "startdate" = '2026-03-02', "enddate" = '2026-03-01'
        WHERE "reference" = '${reference}'`,
    })
    const { stored } = await write(context, 'input.manufacturingorder', [{ reference, quantity: 7 }])
    expect(stored[0]).toMatchObject({ quantity: 7 })
  })
})
