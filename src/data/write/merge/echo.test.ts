/** Tests the stored records that a write returns: as texts, and as a list in bytes. */
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  createTestContext,
  createTestDatabase,
  type TestDatabase,
} from '../../../../test/support/database.ts'
import { type JsonRecord, write } from '../../../../test/support/records.ts'
import type { DataContext } from '../../context.ts'
import { streamChunks } from '../../chunk-stream.ts'

let test: TestDatabase
let context: DataContext

beforeAll(async () => {
  test = await createTestDatabase()
  context = createTestContext(test.database)
})
afterAll(() => test[Symbol.asyncDispose]())

async function writeList(rows: readonly JsonRecord[]): Promise<{ chunks: number; list: unknown }> {
  const { list, records } = await write(context, 'input.item', rows, { returning: 'list' })
  expect(records).toEqual([])
  const chunks = list.length
  return { chunks, list: JSON.parse((await buffer(streamChunks(list))).toString()) }
}

const names = (list: unknown): unknown => (Array.isArray(list) ? list.map(({ name }) => name) : list)

// Sorting by name would return another order.
const many = Array.from({ length: 3_000 }, (_, index) => ({ name: `item ${(index * 7) % 3_000}` }))

it.each([
  ['no record', []],
  ['few records', many.slice(0, 3)],
  ['many records', many],
])('%s come back in the order of the request', async (_, rows) => {
  const { chunks, list } = await writeList(rows)
  expect(names(list)).toEqual(rows.map(({ name }) => name))
  expect(chunks > 1).toBe(rows.length > 100)
})

it.each(['list', 'records'] as const)(
  'a record that occurs twice comes back twice (%s)',
  async (returning) => {
    const rows = [
      { name: 'twice', description: 'first' },
      { name: 'once', description: 'only' },
      { name: 'twice', description: 'last' },
    ]
    const { list, stored } = await write(context, 'input.item', rows, { returning })
    const found: unknown = returning === 'list' ? JSON.parse(Buffer.concat(list).toString()) : stored
    expect(found).toMatchObject(rows.map((row) => (row.name === 'twice' ? rows[2] : row)))
  },
)

it('no list is returned unless it is requested', async () => {
  const { list, records } = await write(context, 'input.item', many, { returning: 'counts' })
  expect([list, records]).toEqual([[], []])
})
