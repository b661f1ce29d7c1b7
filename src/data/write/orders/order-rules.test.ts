import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  createTestContext,
  createTestDatabase,
  type TestDatabase,
} from '../../../../test/support/database.ts'
import { type JsonRecord, rowsOf, write } from '../../../../test/support/records.ts'
import { ServiceError } from '../../../errors/service-error.ts'
import type { DataContext } from '../../context.ts'
import type { WriteRequest } from '../request.ts'

let test: TestDatabase
let context: DataContext

beforeAll(async () => {
  test = await createTestDatabase()
  context = createTestContext(test.database)
  await write(context, 'input.item', [{ name: 'bike' }, { name: 'frame' }])
  await write(context, 'input.operation', [
    { name: 'make', type: 'routing', item: 'bike', location: 'plant' },
    { name: 'weld', location: 'plant', owner: 'make', priority: 1 },
    { name: 'paint', location: 'plant', owner: 'make', priority: 2 },
    { name: 'produce', location: 'plant' },
  ])
  await write(context, 'input.operationmaterial', [
    { operation: 'produce', item: 'frame', quantity: 1, type: 'end' },
    { operation: 'produce', item: 'bike', quantity: -1 },
  ])
  await write(context, 'input.resource', [{ name: 'torch' }, { name: 'booth' }])
  await write(context, 'input.location', [{ name: 'depot' }, { name: 'shop' }])
  await write(context, 'input.demand', [{ name: 'SO', item: 'bike', location: 'shop', due: '2026-12-01' }])
})
afterAll(() => test[Symbol.asyncDispose]())

let count = 0
let mo = ''

/** A manufacturing order with its two steps, both using capacity. */
beforeEach(async () => {
  count += 1
  mo = `MO ${count}`
  await write(context, 'input.manufacturingorder', [
    { reference: mo, operation: 'make', quantity: 5, startdate: '2099-01-01', enddate: '2099-01-09' },
  ])
  await write(context, 'input.workorder', [
    {
      reference: `${mo}/1`,
      operation: 'weld',
      owner: mo,
      enddate: '2099-01-05',
      resources: [{ resource: 'torch' }],
    },
    {
      reference: `${mo}/2`,
      operation: 'paint',
      owner: mo,
      resources: [{ resource: 'booth' }],
      materials: [{ item: 'frame', location: 'plant', quantity: -5, flowdate: '2099-01-05' }],
    },
  ])
})

async function statuses(): Promise<readonly unknown[]> {
  const orders = await rowsOf(context, 'operationplan', '"reference"')
  return orders.filter(({ reference }) => String(reference).startsWith(mo)).map(({ status }) => status)
}

const order = async (reference: string): Promise<JsonRecord> => {
  const orders = await rowsOf(context, 'operationplan', '"reference"')
  return orders.find((found) => found['reference'] === reference)!
}

const children = async (table: string): Promise<readonly JsonRecord[]> =>
  (await rowsOf(context, table, '"id"')).filter(({ operationplan }) => String(operationplan).startsWith(mo))

describe('a new order', () => {
  it('is proposed unless told otherwise', async () => {
    expect(await statuses()).toEqual(['proposed', 'proposed', 'proposed'])
    const { stored } = await write(context, 'input.purchaseorder', [
      { reference: `PO ${count}`, item: 'frame', status: 'confirmed' },
    ])
    expect(stored[0]).toMatchObject({ status: 'confirmed', type: 'PO' })
  })

  it('that is a step has the status of its order, in one batch or later', async () => {
    const { stored } = await write(context, 'input.operationplan', [
      { reference: `${mo}-B/1`, type: 'WO', owner: `${mo}-B`, operation: 'weld' },
      { reference: `${mo}-B`, type: 'MO', operation: 'make', status: 'confirmed' },
    ])
    expect(stored.map(({ status }) => status)).toEqual(['confirmed', 'confirmed'])
    const later = await write(context, 'input.workorder', [{ reference: `${mo}-B/2`, owner: `${mo}-B` }])
    expect(later.stored[0]).toMatchObject({ status: 'confirmed' })
  })

  it('that is a step belongs to a manufacturing order', async () => {
    await write(context, 'input.purchaseorder', [{ reference: `PO ${count} parent`, item: 'frame' }])
    await expect(
      write(context, 'input.workorder', [{ reference: `${mo}/x`, owner: `PO ${count} parent` }]),
    ).rejects.toMatchObject({ code: 'invalid_record' })
    await expect(
      write(context, 'input.workorder', [{ reference: `${mo}/own`, owner: `${mo}/own` }]),
    ).rejects.toMatchObject({ records: { byIndex: new Map([[0, { owner: [{ code: 'own_ancestor' }] }]]) } })
  })

  it('that is a step has a quantity of 1 if none is given, whatever its order has', async () => {
    const { stored } = await write(context, 'input.operationplan', [
      { reference: `${mo}-Q`, type: 'MO', operation: 'make', quantity: 4 },
      { reference: `${mo}-Q/1`, type: 'WO', owner: `${mo}-Q`, operation: 'weld' },
    ])
    expect(stored.map(({ quantity }) => quantity)).toEqual([4, 1])
  })

  it('takes item and location from its operation, or from what that produces', async () => {
    expect(await order(mo)).toMatchObject({ item: 'bike', location: 'plant' })
    const { stored } = await write(context, 'input.manufacturingorder', [
      { reference: `${mo} own`, operation: 'produce' },
    ])
    expect(stored[0]).toMatchObject({ item: 'frame', location: 'plant' })
  })

  it('shows item, location and due date of the sales order it delivers', async () => {
    const { stored } = await write(context, 'input.deliveryorder', [
      { reference: `D ${count}`, demand: 'SO' },
    ])
    expect(stored[0]).toMatchObject({ item: 'bike', location: 'shop', due: '2026-12-01T00:00:00' })
  })

  it('accepts either name of its dates but not two different ones', async () => {
    const base = { reference: `PA ${count}`, item: 'frame' }
    const { stored } = await write(context, 'input.purchaseorder', [{ ...base, ordering_date: '2026-12-01' }])
    expect(stored[0]).toMatchObject({
      startdate: '2026-12-01T00:00:00',
      ordering_date: '2026-12-01T00:00:00',
    })
    await expect(
      write(context, 'input.purchaseorder', [
        { ...base, ordering_date: '2026-12-01', startdate: '2026-12-02' },
      ]),
    ).rejects.toMatchObject({ code: 'invalid_record' })
  })

  it('cannot take the reference of another type of order', async () => {
    await expect(
      write(context, 'input.purchaseorder', [{ reference: mo, item: 'frame' }]),
    ).rejects.toMatchObject({
      code: 'invalid_record',
    })
  })
})

describe('an order that exists', () => {
  const purchase = { item: 'frame', location: 'plant', supplier: 'Steel & Co' }
  const cells = ['reference', 'quantity', 'status'].map((field) => ({ field }))

  it.each<[string, (reference: string) => unknown, Partial<WriteRequest>]>([
    [
      'a replacement without it',
      (reference) => ({ reference, ...purchase, quantity: 8 }),
      { mode: 'replace' },
    ],
    ['an empty value', (reference) => ({ reference, quantity: 8, status: '' }), {}],
    ['an empty cell', (reference) => [reference, '8', ''], { columns: cells }],
  ])('keeps its status with %s', async (_, row, request) => {
    const reference = `K ${count}`
    await write(context, 'input.purchaseorder', [{ reference, ...purchase, status: 'approved' }])
    await write(context, 'input.purchaseorder', [row(reference)], request)
    expect(await order(reference)).toMatchObject({ status: 'approved', quantity: 8 })
  })
})

describe('the name of an order', () => {
  it('says what is bought, moved or delivered from where, as the planner calls it', async () => {
    await write(context, 'input.supplier', [{ name: 'Steel & Co' }])
    const named = async (entity: string, record: JsonRecord): Promise<unknown> => {
      const { stored } = await write(context, entity, [
        { reference: `N ${count}`, status: 'confirmed', ...record },
      ])
      await context.home.query({
        text: `DELETE FROM "default"."operationplan" WHERE "reference" = 'N ${count}'`,
      })
      return stored[0]!['name']
    }
    const bought = { item: 'frame', location: 'plant' }
    expect(await named('input.purchaseorder', { ...bought, supplier: 'Steel & Co' })).toBe(
      'Purchase frame @ plant from Steel & Co',
    )
    expect(await named('input.purchaseorder', bought)).toBe('Purchase frame @ plant')
    expect(await named('input.purchaseorder', { item: 'frame' })).toBeNull()
    const moved = { item: 'frame', origin: 'depot', destination: 'plant' }
    expect(await named('input.distributionorder', moved)).toBe('Ship frame from depot to plant')
    expect(await named('input.deliveryorder', { demand: 'SO' })).toBe('Ship bike @ shop')
    expect(await named('input.manufacturingorder', { operation: 'produce' })).toBe('produce')
    expect(await named('input.operationplan', { ...moved, type: 'DO' })).toBe(
      'Ship frame from depot to plant',
    )
    expect(await named('input.operationplan', { operation: 'produce', type: 'MO' })).toBe('produce')
    expect(await named('input.operationplan', { demand: 'SO', type: 'DLVR' })).toBe('Ship bike @ shop')
  })

  it('follows what the order becomes', async () => {
    const reference = `NF ${count}`
    const purchase = { reference, item: 'frame', location: 'plant', supplier: 'Steel & Co' }
    await write(context, 'input.purchaseorder', [purchase])
    const { stored } = await write(context, 'input.purchaseorder', [{ reference, item: 'bike' }])
    expect(stored[0]).toMatchObject({ name: 'Purchase bike @ plant from Steel & Co' })
    await write(context, 'input.operationplan', [{ reference, supplier: null, remark: 'seen' }])
    expect(await order(reference)).toMatchObject({ name: 'Purchase bike @ plant' })
    await write(context, 'input.demand', [
      { name: `SO ${count}`, item: 'bike', location: 'shop', due: '2026-12-01' },
    ])
    const delivery = { reference: `NF ${count} D`, demand: `SO ${count}` }
    await write(context, 'input.deliveryorder', [delivery])
    await write(context, 'input.demand', [{ name: `SO ${count}`, item: 'frame' }])
    await write(context, 'input.deliveryorder', [delivery])
    expect(await order(delivery.reference)).toMatchObject({ item: 'frame', name: 'Ship frame @ shop' })
  })
})

describe('a status', () => {
  it('spreads from an order to its steps', async () => {
    await write(context, 'input.manufacturingorder', [{ reference: mo, status: 'confirmed' }])
    expect(await statuses()).toEqual(['confirmed', 'confirmed', 'confirmed'])
  })

  it('of a step that is no longer proposed makes the order and its other steps approved', async () => {
    await write(context, 'input.workorder', [{ reference: `${mo}/1`, status: 'confirmed' }])
    expect(await statuses()).toEqual(['approved', 'confirmed', 'approved'])
  })

  it('of a step that is no longer proposed leaves the steps that the same write gives', async () => {
    await write(context, 'input.workorder', [
      { reference: `${mo}/1`, status: 'confirmed' },
      { reference: `${mo}/2`, status: 'proposed' },
    ])
    expect(await statuses()).toEqual(['approved', 'confirmed', 'proposed'])
  })

  it('completed takes earlier steps and, with the last step, the order along', async () => {
    await write(context, 'input.workorder', [{ reference: `${mo}/1`, status: 'completed' }])
    expect(await statuses()).toEqual(['approved', 'completed', 'approved'])
    await write(context, 'input.workorder', [{ reference: `${mo}/2`, status: 'completed' }])
    expect(await statuses()).toEqual(['completed', 'completed', 'completed'])
  })

  it.each([
    ['of their suboperations', 1, 1, [2, 3]],
    ['of their suboperations against their own', 2, 1, [2, 3]],
    ['that are empty, of their names', null, null, [null, null]],
  ])('completed takes earlier steps by the priorities %s', async (_by, weld, paint, [first, second]) => {
    const routing = `cure ${count}`
    const names = [`a first ${count}`, `b second ${count}`] as const
    const owner = first === null ? { owner: routing } : {}
    await write(context, 'input.operation', [
      { name: routing, type: 'routing', location: 'plant' },
      { name: names[0], location: 'plant', ...owner, priority: weld },
      { name: names[1], location: 'plant', ...owner, priority: paint },
    ])
    if (first !== null) {
      await write(context, 'input.suboperation', [
        { operation: routing, suboperation: names[0], priority: first },
        { operation: routing, suboperation: names[1], priority: second },
      ])
    }
    await write(context, 'input.manufacturingorder', [
      { reference: routing, operation: routing, quantity: 1, startdate: '2099-01-01' },
    ])
    const order = (step: string) => ({ reference: `${routing}/${step}`, operation: step, owner: routing })
    await write(context, 'input.workorder', names.map(order))
    await write(context, 'input.workorder', [{ ...order(names[1]), status: 'completed' }])
    const rows = await rowsOf(context, 'operationplan', '"reference"')
    expect(
      rows.flatMap(({ reference, status }) => (String(reference).startsWith(routing) ? [status] : [])),
    ).toEqual(['completed', 'completed', 'completed'])
  })

  it('completed of the last step completes the steps before it', async () => {
    await write(context, 'input.workorder', [{ reference: `${mo}/2`, status: 'completed' }])
    expect(await statuses()).toEqual(['completed', 'completed', 'completed'])
  })

  it('completed frees capacity and pulls future dates to now, empty dates staying empty', async () => {
    await write(context, 'input.manufacturingorder', [{ reference: mo, status: 'completed' }])
    const now = Date.now()
    const { startdate, enddate } = await order(mo)
    expect(Math.abs(Date.parse(`${String(startdate)}Z`) - now)).toBeLessThan(60_000)
    expect(enddate).toBe(startdate)
    expect((await order(`${mo}/2`))['startdate']).toBeNull()
    expect(await children('operationplanresource')).toEqual([])
    const [movement] = await children('operationplanmaterial')
    expect(Date.parse(`${String(movement!['flowdate'])}Z`)).toBeLessThanOrEqual(now + 60_000)
  })

  it('completed keeps future dates where the parameter allows them', async () => {
    await write(context, 'common.parameter', [{ name: 'COMPLETED.allow_future', value: 'true' }])
    await write(context, 'input.manufacturingorder', [{ reference: mo, status: 'completed' }])
    await write(context, 'common.parameter', [{ name: 'COMPLETED.allow_future', value: 'false' }])
    expect(await order(mo)).toMatchObject({ enddate: '2099-01-09 00:00:00' })
  })

  it('that stays the same entails nothing', async () => {
    await write(context, 'input.workorder', [{ reference: `${mo}/1`, status: 'confirmed' }])
    await write(context, 'input.manufacturingorder', [{ reference: mo, status: 'approved', remark: 'seen' }])
    expect(await statuses()).toEqual(['approved', 'confirmed', 'approved'])
  })
})

describe('nested lists', () => {
  it('are written with the order and replaced as a whole', async () => {
    expect((await children('operationplanresource')).map(({ resource }) => resource)).toEqual([
      'torch',
      'booth',
    ])
    await write(context, 'input.workorder', [
      { reference: `${mo}/1`, resources: [{ resource: 'booth', quantity: 2 }, { resource: 'torch' }] },
    ])
    await write(context, 'input.workorder', [{ reference: `${mo}/1`, resources: [{ resource: 'booth' }] }])
    const rows = await children('operationplanresource')
    expect(rows.map(({ operationplan, resource, quantity }) => [operationplan, resource, quantity])).toEqual([
      [`${mo}/2`, 'booth', 1],
      [`${mo}/1`, 'booth', 2],
    ])
  })

  it('refuse the order when one of their rows is bad', async () => {
    const change = { reference: `${mo}/1`, remark: 'lost', resources: [{ resource: 'unknown' }] }
    await expect(write(context, 'input.workorder', [change])).rejects.toMatchObject({
      code: 'invalid_record',
    })
    expect((await order(`${mo}/1`))['remark']).toBeNull()
    const faults = await write(context, 'input.workorder', [
      {
        reference: `${mo}/1`,
        resources: [{ resource: 'torch' }, { resource: 'unknown' }, { quantity: 1 }],
        materials: [{ item: 'unknown', location: 'plant', quantity: 'x', flowdate: '2099-01-01' }],
      },
    ]).catch((error: unknown) => error)
    const [record] = faults instanceof ServiceError ? [...faults.records!.byIndex.values()] : []
    const places = Object.entries(record ?? {}).map(([list, messages]) => [
      list,
      messages.map(({ params }) => params?.['field']),
    ])
    expect(places).toEqual([
      ['resources', ['[2].resource', '[1].resource']],
      ['materials', ['[0].quantity']],
    ])
    await expect(
      write(context, 'input.workorder', [{ reference: `${mo}/1`, resources: 'torch' }]),
    ).rejects.toMatchObject({ code: 'invalid_record' })
  })
})

describe('rows of an order that come alone', () => {
  it('take place and date from their order, which may be called reference', async () => {
    await write(context, 'input.manufacturingorder', [
      { reference: mo, startdate: '2099-01-01', enddate: '2099-01-09' },
    ])
    const { stored } = await write(context, 'input.operationplanmaterial', [
      { operationplan: mo, item: 'frame', quantity: -2 },
      { reference: mo, item: 'bike', quantity: 1, location: '', flowdate: null },
      { reference: mo, item: 'frame', quantity: -1, location: 'shop', flowdate: '2099-01-02' },
    ])
    expect(
      stored.map(({ operationplan, location, flowdate }) => [operationplan, location, flowdate]),
    ).toEqual([
      [mo, 'plant', '2099-01-01T00:00:00'],
      [mo, 'plant', '2099-01-09T00:00:00'],
      [mo, 'shop', '2099-01-02T00:00:00'],
    ])
    const again = await write(context, 'input.operationplanmaterial', [
      { operationplan: mo, item: 'frame', quantity: -3 },
    ])
    expect([again.created, again.updated]).toEqual([0, 1])
    const resources = await write(context, 'input.operationplanresource', [
      { reference: mo, resource: 'torch' },
    ])
    expect(resources.stored[0]).toMatchObject({ operationplan: mo, resource: 'torch' })
  })

  it('are rejected where the order does not know the date, and where both names differ', async () => {
    const faults = async (record: JsonRecord): Promise<unknown> => {
      const error = await write(context, 'input.operationplanmaterial', [record]).catch(
        (reason: unknown) => reason,
      )
      return error instanceof ServiceError ? [...error.records!.byIndex.values()] : error
    }
    const reference = `PX ${count}`
    await write(context, 'input.purchaseorder', [{ reference, item: 'frame', location: 'plant' }])
    expect(await faults({ reference, item: 'frame', quantity: 1 })).toEqual([
      { flowdate: [{ code: 'required' }] },
    ])
    expect(await faults({ reference, operationplan: mo, item: 'frame', quantity: 1 })).toMatchObject([
      { operationplan: [{ code: 'alias_conflict', params: { other: 'reference' } }] },
    ])
  })
})

/** Returns the days on which orders start and end. */
const datesOf = async (...references: readonly string[]): Promise<readonly (readonly string[])[]> =>
  Promise.all(
    references.map(async (reference) => {
      const { startdate, enddate } = await order(reference)
      return [startdate, enddate].map((date) => String(date).slice(0, 10))
    }),
  )

describe('dates of an order and of its steps', () => {
  beforeEach(async () => {
    await write(context, 'input.workorder', [
      { reference: `${mo}/1`, startdate: '2099-01-01', enddate: '2099-01-05' },
      { reference: `${mo}/2`, startdate: '2099-01-06', enddate: '2099-01-09' },
    ])
  })

  it('moves the open steps with their order, and leaves those that are done', async () => {
    await write(context, 'input.workorder', [{ reference: `${mo}/1`, status: 'closed' }])
    const [before] = await datesOf(`${mo}/1`)
    await write(context, 'input.manufacturingorder', [
      { reference: mo, startdate: '2099-02-01', enddate: '2099-02-09', status: 'approved' },
    ])
    expect(await datesOf(mo, `${mo}/1`, `${mo}/2`)).toEqual([
      ['2099-02-01', '2099-02-09'],
      before,
      ['2099-02-06', '2099-02-09'],
    ])
  })

  it('lets the order span its steps when one of them is moved', async () => {
    await write(context, 'input.workorder', [
      { reference: `${mo}/2`, startdate: '2099-01-10', enddate: '2099-01-14' },
    ])
    expect(await datesOf(mo, `${mo}/1`)).toEqual([
      ['2099-01-01', '2099-01-14'],
      ['2099-01-01', '2099-01-05'],
    ])
  })

  it('lets the steps behind a step that is moved make room, in the working time of their operations', async () => {
    const [calendar, operation] = [`days ${count}`, `paint ${count}`]
    await write(context, 'input.calendar', [{ name: calendar, defaultvalue: 0 }])
    await write(context, 'input.calendarbucket', [
      { calendar, value: 1, starttime: '08:00', endtime: '16:00', saturday: false, sunday: false },
    ])
    await write(context, 'input.operation', [{ name: operation, location: 'plant', available: calendar }])
    // 2099-01-01 is a Thursday.
    await write(context, 'input.workorder', [
      { reference: `${mo}/2`, operation, startdate: '2099-01-08 12:00', enddate: '2099-01-09 12:00' },
    ])
    await write(context, 'input.workorder', [
      { reference: `${mo}/1`, startdate: '2099-01-05', enddate: '2099-01-09 12:00' },
    ])
    expect(await order(`${mo}/2`)).toMatchObject({
      startdate: '2099-01-09 12:00:00',
      enddate: '2099-01-12 12:00:00',
    })
    expect(await order(mo)).toMatchObject({
      startdate: '2099-01-05 00:00:00',
      enddate: '2099-01-12 12:00:00',
    })
  })

  it('lets steps make room in the working time of the resources they were given', async () => {
    const [calendar, resource] = [`shift ${count}`, `press ${count}`]
    await write(context, 'input.calendar', [{ name: calendar, defaultvalue: 0 }])
    await write(context, 'input.calendarbucket', [
      { calendar, value: 1, starttime: '08:00', endtime: '16:00', saturday: false, sunday: false },
    ])
    await write(context, 'input.resource', [{ name: resource, available: calendar }])
    await write(context, 'input.workorder', [
      {
        reference: `${mo}/2`,
        startdate: '2099-01-08 12:00',
        enddate: '2099-01-09 12:00',
        resources: [{ resource }],
      },
    ])
    await write(context, 'input.workorder', [
      { reference: `${mo}/1`, startdate: '2099-01-05', enddate: '2099-01-09 12:00' },
    ])
    expect(await order(`${mo}/2`)).toMatchObject({
      startdate: '2099-01-09 12:00:00',
      enddate: '2099-01-12 12:00:00',
    })
  })

  it('leaves dates as they are that the same write gives', async () => {
    await write(context, 'input.operationplan', [
      { reference: mo, startdate: '2099-03-01', enddate: '2099-03-31' },
      { reference: `${mo}/2`, startdate: '2099-03-10', enddate: '2099-03-12' },
    ])
    expect(await datesOf(mo, `${mo}/1`, `${mo}/2`)).toEqual([
      ['2099-03-01', '2099-03-31'],
      ['2099-03-01', '2099-03-05'],
      ['2099-03-10', '2099-03-12'],
    ])
  })
})
