import type { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts'
import { runPlan } from './read-stream.ts'

const rowCount = 30_000
const plan = {
  text: `SELECT repeat('x', 500) || n::text FROM generate_series(1, ${rowCount}) n`,
  values: [],
  settings: {},
}
let opened: TestDatabase

beforeAll(async () => {
  opened = await createTestDatabase({ poolSize: 2, streamPoolSize: 2 })
})
afterAll(async () => {
  await opened[Symbol.asyncDispose]()
})

async function open(owner: string, signal?: AbortSignal): Promise<Readable> {
  const framing = { head: '', separator: '\n', tail: '' }
  const body = await runPlan(opened.database, plan, framing, { timeout: 60, owner, signal })
  if (Buffer.isBuffer(body)) throw new Error('A stream was expected.')
  return body
}

async function lines(body: Readable): Promise<number> {
  let count = 1
  for await (const chunk of body) count += String(chunk).split('\n').length - 1
  return count
}

const inUse = (): number => opened.database.pool.totalCount - opened.database.pool.idleCount

test('streams that nobody reads leave the connections of the pool to others', async () => {
  const bodies = [await open('ann'), await open('bob')]
  expect(inUse()).toBe(2)
  // As many at the same time as the pool has connections.
  const others = Array.from({ length: 2 }, () =>
    opened.database.withClient(async (client) => client.query('SELECT pg_sleep(0.05)')),
  )
  await Promise.all(others)
  await vi.waitFor(() => expect(inUse()).toBe(2), 45_000)
  for (const body of bodies) body.destroy()
  await vi.waitFor(() => expect(inUse()).toBe(0), 45_000)
  expect(opened.database.pool.options.max).toBe(2)
})

test('a stream beyond the share of its owner waits for its turn, and is whole', async () => {
  const first = await open('ann')
  const second = open('ann')
  const third = open('ann')
  const other = await open('bob')
  expect(await lines(other)).toBe(rowCount)
  first.destroy()
  expect(await lines(await second)).toBe(rowCount)
  expect(await lines(await third)).toBe(rowCount)
  await vi.waitFor(() => expect(inUse()).toBe(0), 45_000)
})

test('who leaves while waiting gives up', async () => {
  const first = await open('ann')
  const gone = new AbortController()
  const second = open('ann', gone.signal)
  // Its query has ended before it waits.
  await vi.waitFor(() => expect(inUse()).toBe(1), 45_000)
  gone.abort()
  await expect(second).rejects.toMatchObject({ code: 'canceled' })
  first.destroy()
  await vi.waitFor(() => expect(inUse()).toBe(0), 45_000)
  expect(opened.database.pool.options.max).toBe(2)
})
