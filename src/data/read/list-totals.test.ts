import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestContext, createTestDatabase, type TestDatabase } from '../../../test/support/database.ts'
import { write } from '../../../test/support/records.ts'
import { requireEntity } from '../../model/model.ts'
import type { DataContext } from '../context.ts'
import { createListTotals, listFormatByName, type ListTotals, parseRead, readList } from './index.ts'

let opened: TestDatabase
let context: DataContext
let totals: ListTotals
let now = 0
const counted = { timeout: 30, countTimeout: 5 }

beforeAll(async () => {
  opened = await createTestDatabase()
  context = createTestContext(opened.database)
})
beforeEach(async () => {
  totals = createListTotals(() => now)
  await opened.database.query({
    text: `DELETE FROM "default".item; INSERT INTO "default".item (name, category) VALUES ('a', 'x'), ('b', 'x'), ('c', 'y')`,
  })
})
afterAll(async () => {
  await opened[Symbol.asyncDispose]()
})

const request = (query: string) =>
  parseRead(
    context.model,
    requireEntity(context.model, 'input.item'),
    new URLSearchParams(`limit=1&${query}`),
    {
      timeZone: 'UTC',
    },
  )
const totalOf = (query = '', options: Partial<Parameters<ListTotals['totalOf']>[2]> = {}) =>
  totals.totalOf(context, request(query), { ...counted, ...options })
const addItem = (name: string) => write(context, 'input.item', [{ name }])

/** Adds a record by SQL, without changing the change counter. */
const addUnnoticed = (name: string) =>
  opened.database.query({ text: `INSERT INTO "default".item (name) VALUES ('${name}')` })

/** Makes every statement that reads items take longer. */
const slowly = async (run: () => Promise<void>, seconds = 0.2): Promise<void> => {
  await opened.database.query({
    text: `ALTER TABLE "default".item RENAME TO item_kept;
      CREATE VIEW "default".item AS SELECT k.* FROM "default".item_kept k, LATERAL (SELECT pg_sleep(${seconds})) s`,
  })
  try {
    await run()
  } finally {
    await opened.database.query({
      text: `DROP VIEW "default".item; ALTER TABLE "default".item_kept RENAME TO item`,
    })
  }
}

const finder = () => totals.finderOf(context, request(''), counted)

async function readCounter(sql = ''): Promise<string> {
  const { rows } = await opened.database.query<{ counter: string }>({ text: `SELECT (${sql}) AS counter` })
  return rows[0]!.counter
}

test('records are counted again only after the change counter has changed', async () => {
  expect(await totalOf()).toEqual({ count: 3, exact: true })
  await addUnnoticed('d')
  expect(await totalOf()).toEqual({ count: 3, exact: true })
  await addItem('e')
  expect(await totalOf()).toEqual({ count: 5, exact: true })
})

test('each filter has a total of its own, pages and orders of one list share it', async () => {
  expect(await totalOf('category=x')).toEqual({ count: 2, exact: true })
  expect(await totalOf('category=y')).toEqual({ count: 1, exact: true })
  await addUnnoticed('d')
  expect(await totalOf('category=x&offset=1&ordering=-name')).toEqual({ count: 2, exact: true })
})

test('what other programs write to the tables is found after ten seconds', async () => {
  await totalOf()
  await addUnnoticed('d')
  now += 11_000
  expect(await totalOf()).toEqual({ count: 4, exact: true })
})

test('a count that takes too long is estimated, unless an exact one is asked for', async () => {
  await opened.database.query({ text: 'ANALYZE "default".item' })
  await slowly(async () => {
    const estimated = await totalOf('', { countTimeout: 0.05 })
    expect(estimated.exact).toBe(false)
    expect(estimated.count).toBeGreaterThan(0)
    expect(await totalOf('', { countTimeout: 0.05, preference: 'exact' })).toEqual({ count: 3, exact: true })
    expect(await totalOf('category=x', { countTimeout: 0 })).toEqual({ count: 2, exact: true })
    await expect(totalOf('category=y', { timeout: 0.05, preference: 'exact' })).rejects.toMatchObject({
      code: 'statement_timeout',
    })
  })
})

test('an estimate that is asked for counts nothing', async () => {
  await opened.database.query({ text: 'ANALYZE "default".item' })
  await slowly(async () => {
    expect((await totalOf('', { preference: 'estimated', countTimeout: 20, timeout: 20 })).exact).toBe(false)
  }, 60)
})

test('the total of a page that is known needs the change counter only, which comes with the page', async () => {
  expect(finder().counter).toBeUndefined()
  expect(await finder().find()).toEqual({ count: 3, exact: true })
  const known = finder()
  const before = await readCounter(known.counter)
  await addUnnoticed('d')
  expect(await known.find(before)).toEqual({ count: 3, exact: true })
  await addItem('e')
  const changed = finder()
  expect(await changed.find(await readCounter(changed.counter))).toEqual({ count: 5, exact: true })
})

test('pages are counted exactly by whoever writes between them', async () => {
  const format = listFormatByName.get('json')!
  const page = async () => {
    const options = { timeout: 30, indent: 0, total: totals.finderOf(context, request(''), counted) }
    const { body, total } = await readList(context, request(''), format, options)
    if (!(body instanceof Buffer)) throw new Error('A page is small.')
    return [JSON.parse(body.toString()).length, total]
  }
  const all: unknown[] = []
  for (const name of ['d', 'e', 'f']) {
    all.push(await page(), await page())
    await addItem(name)
  }
  const counts = [3, 3, 4, 4, 5, 5]
  expect(all).toEqual(counts.map((count) => [1, { count, exact: true }]))
})
