/** Tests that large values are read and written unchanged. */
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts'
import { readBytes, replaceBytes } from './bytes.ts'

const table = '"default"."plandigest"'
let test: TestDatabase
beforeAll(async () => void (test = await createTestDatabase()))
afterAll(() => test[Symbol.asyncDispose]())

it('says that there is no value', async () => {
  const read = await test.database.withTransaction((client) => readBytes(client, table, 'content'))
  expect(read).toBeUndefined()
})

it.each([0, 1, 65_535, 65_536, 65_560, 3_000_001])(
  'reads the %i bytes that were written last',
  async (size) => {
    const bytes = randomBytes(size)
    const parts = [bytes.subarray(0, size >> 1), Buffer.alloc(0), bytes.subarray(size >> 1)]
    const read = await test.database.withTransaction(async (client) => {
      await replaceBytes(client, table, 'content', [randomBytes(10)])
      await replaceBytes(client, table, 'content', parts)
      return readBytes(client, table, 'content')
    })
    expect(read?.equals(bytes)).toBe(true)
    expect(read?.byteOffset).toBe(0)
  },
)
