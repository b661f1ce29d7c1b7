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
      for await (const bytes of copiedBytes(client.query(copyTo(statement)))) size += bytes.length
    })
    expect(size).toBe(1000 * rows)
  })

  it('leave a usable connection when their reader fails', async () => {
    const one = await test.database.withTransaction(async (client) => {
      const read = async (): Promise<void> => {
        for await (const bytes of copiedBytes(client.query(copyTo(statement))))
          throw new Error(`No space for ${bytes.length > 0}`)
      }
      await expect(read()).rejects.toThrow('No space for true')
      return await client.query<{ one: number }>('SELECT 1 AS "one"')
    })
    expect(one.rows).toEqual([{ one: 1 }])
  })

  it('fail with the copy', async () => {
    const read = test.database.withTransaction(async (client) => {
      const broken = `COPY (SELECT 1 / (g - 5000) FROM generate_series(1, 9999) g) TO STDOUT`
      for await (const _ of copiedBytes(client.query(copyTo(broken)))) continue
    })
    await expect(read).rejects.toThrow('division by zero')
  })
})
