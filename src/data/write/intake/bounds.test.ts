import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  createTestContext,
  createTestDatabase,
  type TestDatabase,
} from '../../../../test/support/database.ts'
import { write } from '../../../../test/support/records.ts'
import { ServiceError } from '../../../errors/service-error.ts'
import { messageText } from '../../../errors/messages.ts'
import { requireEntity } from '../../../model/model.ts'
import { plannableDates } from '../../../model/values/dates.ts'
import { endOfData } from '../../../planner/time.ts'
import type { DataContext } from '../../context.ts'
import { parseRead } from '../../read/parse-read.ts'

let test: TestDatabase
let context: DataContext

beforeAll(async () => {
  test = await createTestDatabase()
  context = createTestContext(test.database)
  await write(context, 'input.operation', [{ name: 'drill', location: 'plant', item: 'bike' }])
  await write(context, 'input.manufacturingorder', [{ reference: 'MO', operation: 'drill' }])
})
afterAll(() => test[Symbol.asyncDispose]())

/** Returns the errors of a rejected record, in English by field. */
async function faultsOf(entity: string, record: object): Promise<unknown> {
  try {
    await write(context, entity, [{ ...record }])
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    const faults = error.records?.byIndex.get(0) ?? error.fields ?? {}
    return Object.fromEntries(
      Object.entries(faults).map(([name, messages]) => [name, messages.map((one) => messageText(one))]),
    )
  }
  return 'stored'
}

const tooLow = ['Ensure this value is greater than or equal to 0.']
const notPlannable = ['Write a date from 1970-01-01 on and before 2200-01-01: others cannot be planned.']

it.each<[string, object, object]>([
  [
    'input.demand',
    { name: 'D', quantity: -1, minshipment: '-0.5' },
    { quantity: tooLow, minshipment: tooLow },
  ],
  ['input.demand', { name: 'D', maxlateness: '-1' }, { maxlateness: tooLow }],
  ['input.demand', { name: 'D', maxlateness: '-1 day, 22:00:00' }, { maxlateness: tooLow }],
  ['input.operationplan', { reference: 'O', quantity: -1 }, { quantity: tooLow }],
  ['input.purchaseorder', { reference: 'O', quantity: -1 }, { quantity: tooLow }],
  ['input.operation', { name: 'drill', duration: '-PT1H' }, { duration: tooLow }],
  ['input.operationplan', { reference: 'O', enddate: '2200-01-01' }, { enddate: notPlannable }],
  ['input.purchaseorder', { reference: 'O', receipt_date: '9999-12-31' }, { receipt_date: notPlannable }],
  ['input.workorder', { reference: 'O', startdate: '1969-12-31 23:59:59' }, { startdate: notPlannable }],
])('a value of %s beyond the bounds of its field is rejected: %j', async (entity, record, faults) => {
  expect(await faultsOf(entity, record)).toEqual(faults)
})

it('a row within an order obeys the same bounds', async () => {
  expect(
    await faultsOf('input.manufacturingorder', {
      reference: 'MO',
      resources: [{ resource: 'x', quantity: -1 }],
      materials: [{ item: 'bike', quantity: -1, flowdate: '2300-01-01' }],
    }),
  ).toMatchObject({
    resources: [`[0].quantity: ${tooLow[0]}`],
    materials: [`[0].flowdate: ${notPlannable[0]}`],
  })
})

it('values at the bounds are stored, and signed quantities stay signed', async () => {
  const demand = { name: 'D', quantity: 0, maxlateness: 0, due: '2200-01-01' }
  expect(await faultsOf('input.demand', demand)).toBe('stored')
  const order = { reference: 'O', item: 'bike', startdate: '1970-01-01', enddate: '2199-12-31 23:59:59' }
  expect(await faultsOf('input.purchaseorder', order)).toBe('stored')
  expect(await faultsOf('input.operationmaterial', { operation: 'drill', item: 'bike', quantity: -2 })).toBe(
    'stored',
  )
  expect(await faultsOf('input.buffer', { item: 'bike', location: 'plant', onhand: -3 })).toBe('stored')
})

it('a filter may compare with any value', () => {
  const { model } = context
  const parameters = new URLSearchParams('quantity__gt=-1&maxlateness__gt=-1')
  const options = { timeZone: 'UTC', strict: true }
  expect(() => parseRead(model, requireEntity(model, 'input.demand'), parameters, options)).not.toThrow()
})

it('the dates that can be planned end where the planner takes dates for mistakes', () => {
  expect(Date.parse(`${plannableDates.before}T00:00:00Z`) / 1000).toBe(endOfData)
})
