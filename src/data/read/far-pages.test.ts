/** Tests pages far from the beginning of a list, which are read from known positions. */
import { Buffer } from 'node:buffer'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestContext, createTestDatabase, type TestDatabase } from '../../../test/support/database.ts'
import { deleteWhere, write } from '../../../test/support/records.ts'
import { requireEntity } from '../../model/model.ts'
import type { DataContext } from '../context.ts'
import { listFormatByName, parseRead, readList } from './index.ts'

const items = 12_000
const nameOf = (index: number): string => `item ${String(index).padStart(5, '0')}`
let opened: TestDatabase
let context: DataContext

beforeAll(async () => {
  opened = await createTestDatabase()
  context = createTestContext(opened.database)
  await opened.database.query({
    text: `INSERT INTO "default".item (name, category)
      SELECT 'item ' || lpad(n::text, 5, '0'), CASE WHEN n % 12 > 0 THEN 'most' END FROM generate_series(0, ${items - 1}) AS n`,
  })
})
afterAll(() => opened[Symbol.asyncDispose]())

async function page(query: string, format = 'json'): Promise<string> {
  const entity = requireEntity(context.model, 'input.item')
  const request = parseRead(context.model, entity, new URLSearchParams(`fields=name&${query}`), {
    timeZone: 'UTC',
  })
  const { body } = await readList(context, request, listFormatByName.get(format)!, { timeout: 30, indent: 0 })
  expect(Buffer.isBuffer(body)).toBe(true)
  return Buffer.isBuffer(body) ? body.toString() : ''
}

async function namesOn(query: string): Promise<readonly unknown[]> {
  const records: readonly unknown[] = JSON.parse(await page(query))
  return records.map((record) => Object(record).name)
}

const range = (first: number, end: number): readonly string[] =>
  Array.from({ length: end - first }, (_, index) => nameOf(first + index))

it('a page contains the same records however often it is read, forward and backward', async () => {
  for (const offset of [10_500, 10_500, 10_502, 11_600, 10_400, 10_000]) {
    expect(await namesOn(`limit=3&offset=${offset}`)).toEqual(range(offset, offset + 3))
    const last = items - 1 - offset
    const backward = range(last - 2, last + 1).toReversed()
    expect(await namesOn(`ordering=-name&limit=3&offset=${offset}`)).toEqual(backward)
  }
})

it('a list with a filter has its own positions', async () => {
  const most = range(0, items).filter((_, index) => index % 12 > 0)
  for (const offset of [10_500, 10_500, 10_900]) {
    const query = `category=most&limit=3&offset=${offset}`
    expect(await namesOn(query)).toEqual(most.slice(offset, offset + 3))
  }
})

it('pages of other formats are read from the same position', async () => {
  for (const offset of [10_500, 10_501]) {
    expect(await page(`limit=2&offset=${offset}`, 'csv')).toBe(
      `name\n${nameOf(offset)}\n${nameOf(offset + 1)}\n`,
    )
  }
})

it('a page after the end is empty, and the last one is short', async () => {
  expect(await namesOn(`limit=3&offset=${items}`)).toEqual([])
  expect(await namesOn(`limit=3&offset=${items - 1}`)).toEqual([nameOf(items - 1)])
  expect(await namesOn(`limit=3&offset=${items + 5}`)).toEqual([])
})

it('a written record moves the records after it at once', async () => {
  const before = await namesOn('limit=3&offset=11000')
  await write(context, 'input.item', [{ name: 'a first one' }])
  expect(await namesOn('limit=3&offset=11000')).toEqual(range(10_999, 11_002))
  expect(await namesOn('limit=3&offset=11001')).toEqual(before)
  await deleteWhere(context, 'input.item', `t.name = 'a first one'`)
  expect(await namesOn('limit=3&offset=11000')).toEqual(before)
})

it('records before a known position are not passed again', async () => {
  const before = await namesOn('limit=3&offset=11500')
  // Another program that does not change the counter shows which records are read.
  await opened.database.query({ text: `DELETE FROM "default".item WHERE name = $1`, values: [nameOf(0)] })
  expect(await namesOn('limit=3&offset=11500')).toEqual(before)
})
