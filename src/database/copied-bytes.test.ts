import { to as copyTo } from 'pg-copy-streams'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts'
import { copiedBytes } from './copied-bytes.ts'

let test: TestDatabase

beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test[Symbol.asyncDispose]())

const rows = 20_000
const statement = `COPY (SELECT repeat('x', 999) FROM generate_series(1, ${rows})) TO STDOUT`

describe('the bytes of a copy', () => {
  it('are complete', async () => {
    let size = 0
    await test.database.withTransaction(async (client) => {
      for await (const bytes of copiedBytes(client, client.query(copyTo(statement)))) size += bytes.length
    })
    expect(size).toBe(1000 * rows)
  })

  it('are not read to their end when their reader fails', async () => {
    const endless = `COPY (SELECT repeat('x', 999) FROM generate_series(1, 20000000)) TO STDOUT`
    const read = test.database.withTransaction(async (client) => {
      for await (const bytes of copiedBytes(client, client.query(copyTo(endless))))
        throw new RangeError(`No space for ${bytes.length > 0}`)
    })
    await expect(read).rejects.toThrow(new RangeError('No space for true'))
    const { rows } = await test.database.query<{ one: number }>({ text: 'SELECT 1 AS "one"' })
    expect(rows).toEqual([{ one: 1 }])
  }, 5_000)

  it('fail with the copy', async () => {
    const read = test.database.withTransaction(async (client) => {
      const broken = `COPY (SELECT 1 / (g - 5000) FROM generate_series(1, 9999) g) TO STDOUT`
      for await (const _ of copiedBytes(client, client.query(copyTo(broken)))) continue
    })
    await expect(read).rejects.toThrow('division by zero')
  })
})
