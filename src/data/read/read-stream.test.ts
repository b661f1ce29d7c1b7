import { setTimeout as delay } from 'node:timers/promises'
import type { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createTestContext, createTestDatabase, type TestDatabase } from '../../../test/support/database.ts'
import { ServiceError } from '../../errors/service-error.ts'
import { requireEntity } from '../../model/model.ts'
import { freeChunk } from '../chunk-stream.ts'
import type { DataContext } from '../context.ts'
import { listFormatByName, parseRead, readList } from './index.ts'
import { fetchTexts, runPlan } from './read-stream.ts'

const rowCount = 60_000
const options = { timeout: 60, indent: 0 }
let opened: TestDatabase
let context: DataContext

beforeAll(async () => {
  opened = await createTestDatabase()
  context = createTestContext(opened.database)
  await opened.database.query({
    text: `INSERT INTO "default".demand (name, description, quantity)
      SELECT 'demand ' || lpad(n::text, 6, '0'), repeat('é', 200), n FROM generate_series(1, ${rowCount}) n`,
  })
  await opened.database.query({ text: 'ANALYZE "default".demand' })
})
afterAll(async () => {
  await opened[Symbol.asyncDispose]()
})

async function openList(
  query = '',
  format = 'json',
  overrides: Partial<DataContext> = {},
): Promise<Readable> {
  const entity = requireEntity(context.model, 'input.demand')
  const request = parseRead(context.model, entity, new URLSearchParams(query), { timeZone: 'UTC' })
  const { body } = await readList(
    { ...context, ...overrides },
    request,
    listFormatByName.get(format)!,
    options,
  )
  if (Buffer.isBuffer(body)) throw new Error('A stream was expected.')
  return body
}

/** Returns the number of other statements that the server is executing in this database. */
async function running(): Promise<number> {
  const { rows } = await opened.database.query<{ count: number }>({
    text: `SELECT count(*) FROM pg_stat_activity
      WHERE datname = current_database() AND state <> 'idle' AND pid <> pg_backend_pid() AND backend_type = 'client backend'`,
  })
  return rows[0]!.count
}

const idle = (): Promise<void> =>
  vi.waitFor(async () => {
    expect(await running()).toBe(0)
    expect(opened.database.pool.totalCount - opened.database.pool.idleCount).toBe(0)
  }, 45_000)

async function drain(body: Readable): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of body) chunks.push(chunk)
  return Buffer.concat(chunks)
}

test('a client that goes away ends its query and gives the connection back', async () => {
  for (const format of ['json', 'csv']) {
    const body = await openList('', format)
    await new Promise((resolve) => body.once('data', resolve))
    body.destroy()
    await idle()
  }
  expect((await drain(await openList('fields=name'))).length).toBeGreaterThan(rowCount)
})

test('a query that is never read is ended by an abort, too', async () => {
  const controller = new AbortController()
  const body = await openList('', 'json', { signal: controller.signal })
  const failed = new Promise((resolve) => body.once('error', resolve))
  controller.abort()
  expect(await failed).toBeInstanceOf(ServiceError)
  await idle()
})

test('an abort before the first byte rejects', async () => {
  const controller = new AbortController()
  const waiting = fetchTexts(
    opened.database,
    { text: 'SELECT pg_sleep(30)::text', values: [], settings: {} },
    { signal: controller.signal, timeout: 60 },
  )
  const streaming = runPlan(
    opened.database,
    { text: 'SELECT pg_sleep(30)::text', values: [], settings: {} },
    { head: '', separator: '', tail: '' },
    { signal: controller.signal, timeout: 60 },
  )
  const outcomes = Promise.allSettled([waiting, streaming])
  await vi.waitFor(async () => expect(await running()).toBe(2), 45_000)
  controller.abort()
  expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  await idle()
  await expect(openList('', 'json', { signal: controller.signal })).rejects.toThrow('Canceled.')
})

test('an error in the middle is an error of the stream', async () => {
  const body = await runPlan(
    opened.database,
    {
      text: `SELECT repeat('x', 1000) || (1 / (2000 - n))::text FROM generate_series(1, 3000) n`,
      values: [],
      settings: {},
    },
    { head: '', separator: '\n', tail: '' },
    { timeout: 60 },
  )
  if (Buffer.isBuffer(body)) throw new Error('A stream was expected.')
  await expect(drain(body)).rejects.toThrow('division by zero')
  await idle()
})

test('a client that reads nothing for as long as the time limit is cut off', async () => {
  const entity = requireEntity(context.model, 'input.demand')
  const request = parseRead(context.model, entity, [], { timeZone: 'UTC' })
  const { body } = await readList(context, request, listFormatByName.get('json')!, {
    timeout: 0.5,
    indent: 0,
  })
  if (Buffer.isBuffer(body)) throw new Error('A stream was expected.')
  const error = await new Promise((resolve) => body.once('error', resolve))
  expect(error).toBeInstanceOf(ServiceError)
  await idle()
})

test('all records arrive, in order, whole, in every format', async () => {
  const records: { name: string; description: string }[] = JSON.parse(
    (await drain(await openList())).toString(),
  )
  expect(records).toHaveLength(rowCount)
  expect(records.at(0)?.name).toBe('demand 000001')
  expect(records.at(-1)).toMatchObject({ name: 'demand 060000', description: 'é'.repeat(200) })
  expect(records.every(({ name }, index) => name.endsWith(String(index + 1)))).toBe(true)
  const lines = (await drain(await openList('ordering=-quantity', 'ndjson'))).toString().trim().split('\n')
  expect(lines).toHaveLength(rowCount)
  expect(JSON.parse(lines[0]!)).toMatchObject({ quantity: rowCount })
  const csv = (await drain(await openList('', 'csv'))).toString().trim().split('\n')
  expect(csv).toHaveLength(rowCount + 1)
  expect(csv.at(-1)).toContain('é'.repeat(200))
})

test('a slow reader keeps the server waiting instead of filling memory', async () => {
  const body = await openList()
  let received = 0
  let most = 0
  let pauses = 0
  for await (const chunk of body) {
    received += chunk.length
    most = Math.max(most, body.readableLength)
    if (pauses < 20) {
      pauses += 1
      await delay(5)
    }
  }
  expect(received).toBeGreaterThan(rowCount * 400)
  expect(most).toBeLessThan(2 * 1024 * 1024)
})

test('a connection keeps neither long statements prepared nor many that are long together', async () => {
  await using single = await createTestDatabase({ poolSize: 1 })
  const prepared = async (): Promise<number> => {
    const text = 'SELECT coalesce(sum(length("statement")), 0)::text FROM pg_prepared_statements'
    const [length] = await fetchTexts(single.database, { text, values: [], settings: {} }, { timeout: 5 })
    return Number(length)
  }
  const run = (padding: number, count: number) =>
    Promise.all(
      Array.from({ length: count }, (_, index) => {
        const text = `SELECT '${'x'.repeat(padding)} ${index}'`
        return fetchTexts(single.database, { text, values: [], settings: {} }, { timeout: 5 })
      }),
    )
  await run(20_000, 5)
  expect(await prepared()).toBeLessThan(20_000)
  await run(15_000, 60)
  const length = await prepared()
  expect([length > 100_000, length < 300_000]).toEqual([true, true])
})

test('a connection keeps a limited number of statements prepared, and goes on using them', async () => {
  await using single = await createTestDatabase({ poolSize: 1 })
  for (let round = 0; round < 2; round += 1) {
    for (let n = 0; n < 130; n += 1) {
      const plan = { text: `SELECT ($1::int + ${n})::text`, values: [String(round)], settings: {} }
      expect(await fetchTexts(single.database, plan, { timeout: 5 })).toEqual([String(round + n)])
    }
  }
  const prepared = { text: 'SELECT count(*)::text FROM pg_prepared_statements', values: [], settings: {} }
  expect(Number((await fetchTexts(single.database, prepared, { timeout: 5 }))[0])).toBeLessThanOrEqual(101)
  const broken = { text: 'SELECT nothing FROM nowhere', values: [], settings: {} }
  await expect(fetchTexts(single.database, broken, { timeout: 5 })).rejects.toThrow('nowhere')
  await expect(fetchTexts(single.database, broken, { timeout: 5 })).rejects.toThrow('nowhere')
  expect(await fetchTexts(single.database, prepared, { timeout: 5 })).toHaveLength(1)
})

/** Reads a page and frees its memory. */
async function readAndFree(limit: number): Promise<Buffer> {
  const entity = requireEntity(context.model, 'input.demand')
  const query = new URLSearchParams({ limit: String(limit) })
  const request = parseRead(context.model, entity, query, { timeZone: 'UTC' })
  const { body } = await readList(context, request, listFormatByName.get('json')!, options)
  if (!Buffer.isBuffer(body)) throw new Error('A buffer was expected.')
  expect(JSON.parse(body.toString())).toHaveLength(limit)
  freeChunk(body)
  return body
}

test('the memory of a page can be freed, and a small result takes no chunk', async () => {
  expect(await readAndFree(50)).toHaveLength(0)
  expect((await readAndFree(1)).length).toBeGreaterThan(100)
})

test('settings of a read end with it', async () => {
  await using single = await createTestDatabase({ poolSize: 1 })
  const ask = { text: `SELECT current_setting('statement_timeout')`, values: [], settings: {} }
  expect(await fetchTexts(single.database, ask, { timeout: 7 })).toEqual(['7s'])
  const { rows } = await single.database.query<{ statement_timeout: string }>({
    text: 'SHOW statement_timeout',
  })
  expect(rows).toEqual([{ statement_timeout: '0' }])
})
