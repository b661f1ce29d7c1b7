/** Tests that an order of a routing and its steps keep one quantity. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  createTestContext,
  createTestDatabase,
  type TestDatabase,
} from '../../../../test/support/database.ts'
import { type JsonRecord, rowsOf, write } from '../../../../test/support/records.ts'
import type { DataContext } from '../../context.ts'

let test: TestDatabase
let context: DataContext

/** Both steps take an hour per piece, one after the other. */
beforeAll(async () => {
  test = await createTestDatabase()
  context = createTestContext(test.database)
  await write(context, 'input.item', [{ name: 'bike' }])
  await write(context, 'input.operation', [
    { name: 'make', type: 'routing', item: 'bike', location: 'plant' },
    ...[1, 2].map((priority) => ({
      name: ['weld', 'paint'][priority - 1],
      location: 'plant',
      owner: 'make',
      type: 'time_per',
      duration_per: '01:00:00',
      priority,
    })),
  ])
})
afterAll(() => test[Symbol.asyncDispose]())

let count = 0
let mo = ''

beforeEach(async () => {
  count += 1
  mo = `MO ${count}`
  const quantity = 5
  await write(context, 'input.manufacturingorder', [
    { reference: mo, operation: 'make', quantity, startdate: '2099-01-01', enddate: '2099-01-01 11:00' },
  ])
  const step = { owner: mo, quantity }
  await write(context, 'input.workorder', [
    {
      ...step,
      reference: `${mo}/1`,
      operation: 'weld',
      startdate: '2099-01-01',
      enddate: '2099-01-01 05:00',
    },
    {
      ...step,
      reference: `${mo}/2`,
      operation: 'paint',
      startdate: '2099-01-01 06:00',
      enddate: '2099-01-01 11:00',
    },
  ])
})

const order = async (reference: string): Promise<JsonRecord> => {
  const orders = await rowsOf(context, 'operationplan', '"reference"')
  return orders.find((found) => found['reference'] === reference)!
}

const quantities = async (): Promise<readonly unknown[]> =>
  Promise.all([mo, `${mo}/1`, `${mo}/2`].map(async (name) => (await order(name))['quantity']))

describe('the quantity of a routing', () => {
  it('changes with that of a step, and later steps make room', async () => {
    await write(context, 'input.workorder', [{ reference: `${mo}/1`, quantity: 10, enddate: null }])
    expect(await quantities()).toEqual([10, 10, 10])
    expect(await order(`${mo}/2`)).toMatchObject({
      startdate: '2099-01-01 10:00:00',
      enddate: '2099-01-01 20:00:00',
    })
    expect(await order(mo)).toMatchObject({
      startdate: '2099-01-01 00:00:00',
      enddate: '2099-01-01 20:00:00',
    })
  })

  it('changes with that of the last step, and earlier steps make room', async () => {
    await write(context, 'input.workorder', [{ reference: `${mo}/2`, quantity: 10, enddate: null }])
    expect(await quantities()).toEqual([10, 10, 10])
    expect(await order(`${mo}/1`)).toMatchObject({
      startdate: '2098-12-31 20:00:00',
      enddate: '2099-01-01 06:00:00',
    })
    expect(await order(mo)).toMatchObject({
      startdate: '2098-12-31 20:00:00',
      enddate: '2099-01-01 16:00:00',
    })
  })

  it('changes with that of the order, which spans its steps', async () => {
    await write(context, 'input.manufacturingorder', [{ reference: mo, quantity: 2 }])
    expect(await quantities()).toEqual([2, 2, 2])
    expect(await order(`${mo}/2`)).toMatchObject({
      startdate: '2099-01-01 06:00:00',
      enddate: '2099-01-01 08:00:00',
    })
    expect(await order(mo)).toMatchObject({ enddate: '2099-01-01 08:00:00' })
  })

  it('stays where the same write gives several steps, and in steps that had another one or are done', async () => {
    await write(context, 'input.workorder', [
      { reference: `${mo}/1`, quantity: 4 },
      { reference: `${mo}/2`, quantity: 3 },
    ])
    expect(await quantities()).toEqual([5, 4, 3])
    await write(context, 'input.manufacturingorder', [{ reference: mo, quantity: 4 }])
    expect(await quantities()).toEqual([4, 4, 3])
    await write(context, 'input.workorder', [{ reference: `${mo}/1`, status: 'completed' }])
    await write(context, 'input.manufacturingorder', [{ reference: mo, quantity: 3 }])
    expect(await quantities()).toEqual([3, 4, 3])
  })
})
