/** Tests that a bulk write, which checks foreign keys itself, locks the records that it refers to. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  createTestContext,
  createTestDatabase,
  type TestDatabase,
} from '../../../../test/support/database.ts'
import { lockWaits } from '../../../../test/support/lock-waits.ts'
import { rowsOf, write } from '../../../../test/support/records.ts'
import { until } from '../../../../test/support/wait.ts'
import { bulkRows } from '../merge/bulk.ts'

let test: TestDatabase

beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test[Symbol.asyncDispose]())

it('refuses records that refer to one that a transaction deletes which began before', async () => {
  const { database } = test
  const context = createTestContext(database)
  await write(context, 'input.item', [{ name: 'going' }])
  const rows = Array.from({ length: bulkRows }, (_, index) => ({
    name: `demand ${index}`,
    item: 'going',
    quantity: 1,
  }))
  const { writing } = await database.withTransaction(async (client) => {
    await client.query(`DELETE FROM "default"."item" WHERE "name" = 'going'`)
    const settled = Promise.allSettled([write(context, 'input.demand', rows, { createMissing: [] })])
    await until('the write waits for the deletion', async () => (await lockWaits(database)) > 0)
    return { writing: settled }
  })
  expect(await writing).toMatchObject([{ status: 'rejected', reason: { code: 'invalid_record' } }])
  expect(await rowsOf(context, 'demand', '"name"')).toEqual([])
})
