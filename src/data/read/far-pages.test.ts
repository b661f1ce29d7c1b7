/** Tests pages far from the beginning of a list, which are read from known positions. */
import { Buffer } from 'node:buffer'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createTestContext, createTestDatabase, type TestDatabase } from '../../../test/support/database.ts'
import { lockWaits } from '../../../test/support/lock-waits.ts'
import { deleteWhere, write } from '../../../test/support/records.ts'
import { scenarioWork } from '../../../test/support/scenarios.ts'
import { until } from '../../../test/support/wait.ts'
import { requireEntity } from '../../model/model.ts'
import { copyScenario } from '../../scenarios/copy-scenario.ts'
import { promoteScenario } from '../../scenarios/promote-scenario.ts'
import type { DataContext } from '../context.ts'
import { KnownLists } from './far-pages.ts'
import { listFormatByName, parseRead, readList } from './index.ts'
import { planKeys } from './plan-read.ts'

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

const requestOf = (query: string) =>
  parseRead(
    context.model,
    requireEntity(context.model, 'input.item'),
    new URLSearchParams(`fields=name&${query}`),
    {
      timeZone: 'UTC',
    },
  )

async function page(query: string, format = 'json', scenario = 'default'): Promise<string> {
  const options = { timeout: 30, indent: 0 }
  const { body } = await readList(
    { ...context, scenario },
    requestOf(query),
    listFormatByName.get(format)!,
    options,
  )
  expect(Buffer.isBuffer(body)).toBe(true)
  return Buffer.isBuffer(body) ? body.toString() : ''
}

async function namesOn(query: string, scenario?: string): Promise<readonly unknown[]> {
  const records: readonly unknown[] = JSON.parse(await page(query, 'json', scenario))
  return records.map((record) => Object(record).name)
}

/** Reads a page until its position is known, and returns its names. */
async function knownNamesOn(query: string, scenario?: string): Promise<readonly unknown[]> {
  await namesOn(query, scenario)
  await namesOn(query, scenario)
  return namesOn(query, scenario)
}

/** Changes items like another program that does not change the counter: shows which records are read. */
const unseen = (text: string): Promise<unknown> => opened.database.query({ text })
const removeFirst = `DELETE FROM "default".item WHERE name = '${nameOf(0)}'`
const restoreFirst = `INSERT INTO "default".item (name) VALUES ('${nameOf(0)}')`

const range = (first: number, end: number): readonly string[] =>
  Array.from({ length: end - first }, (_, index) => nameOf(first + index))

it('a page contains the same records however often it is read, forward and backward', async () => {
  for (const offset of [10_500, 10_500, 10_500, 10_502, 11_600, 10_400, 10_000]) {
    expect(await namesOn(`limit=3&offset=${offset}`)).toEqual(range(offset, offset + 3))
    const last = items - 1 - offset
    const backward = range(last - 2, last + 1).toReversed()
    expect(await namesOn(`ordering=-name&limit=3&offset=${offset}`)).toEqual(backward)
  }
})

it('a list with a filter has its own positions', async () => {
  const most = range(0, items).filter((_, index) => index % 12 > 0)
  for (const offset of [10_500, 10_500, 10_500, 10_900]) {
    const query = `category=most&limit=3&offset=${offset}`
    expect(await namesOn(query)).toEqual(most.slice(offset, offset + 3))
  }
})

it('pages of other formats are read from the same position', async () => {
  for (const offset of [10_500, 10_500, 10_501]) {
    expect(await page(`limit=2&offset=${offset}`, 'csv')).toBe(
      `name\n${nameOf(offset)}\n${nameOf(offset + 1)}\n`,
    )
  }
})

it('fields after the key do not sort, because keys are unique', async () => {
  expect(requestOf('ordering=category,-name,description').ordering.map(({ field }) => field.name)).toEqual([
    'category',
    'name',
  ])
  for (const offset of [10_500, 10_500, 10_501]) {
    const last = items - 1 - offset
    const backward = range(last - 2, last + 1).toReversed()
    expect(await namesOn(`ordering=-name,description&limit=3&offset=${offset}`)).toEqual(backward)
  }
})

it('a page after the end is empty, and the last one is short', async () => {
  for (let time = 0; time < 3; time += 1) {
    expect(await namesOn(`limit=3&offset=${items}`)).toEqual([])
    expect(await namesOn(`limit=3&offset=${items - 1}`)).toEqual([nameOf(items - 1)])
    expect(await namesOn(`limit=3&offset=${items + 5}`)).toEqual([])
    expect(await page(`limit=3&offset=${items + 5}`, 'csv')).toBe('name\n')
  }
})

it('the end of a list is known until the list changes', async () => {
  const query = `limit=3&offset=${items}&name__ne=other`
  expect(await knownNamesOn(query)).toEqual([])
  await unseen(`INSERT INTO "default".item (name) VALUES ('z')`)
  expect(await namesOn(query)).toEqual([])
  await write(context, 'input.item', [{ name: 'zz' }])
  expect(await namesOn(query)).toEqual(['z', 'zz'])
  await deleteWhere(context, 'input.item', `t.name IN ('z', 'zz')`)
  expect(await namesOn(query)).toEqual([])
})

it('a written record moves the records after it at once', async () => {
  const before = await knownNamesOn('limit=3&offset=11000')
  await write(context, 'input.item', [{ name: 'a first one' }])
  expect(await namesOn('limit=3&offset=11000')).toEqual(range(10_999, 11_002))
  expect(await namesOn('limit=3&offset=11001')).toEqual(before)
  await deleteWhere(context, 'input.item', `t.name = 'a first one'`)
  expect(await namesOn('limit=3&offset=11000')).toEqual(before)
})

it('a record that is committed while a page is read does not move it half', async () => {
  const query = 'limit=3&offset=11100'
  const before = await knownNamesOn(query)
  // Several connections prepare the statement, so that it waits when it is executed.
  await Promise.all([namesOn(query), namesOn(query), namesOn(query), namesOn(query)])
  const reading = await opened.database.withTransaction(async (client) => {
    await client.query('LOCK TABLE "default".item IN ACCESS EXCLUSIVE MODE')
    const begun = namesOn(query)
    await until('the page waits for the table', async () => (await lockWaits(opened.database)) > 0)
    await client.query(`INSERT INTO "default".item (name) VALUES ('a first one')`)
    await client.query(
      `WITH s AS (INSERT INTO "default".changeset (channel) VALUES ('api') RETURNING id)
        INSERT INTO "default".changesetentity (changeset, entity, created, updated, deleted)
        SELECT id, 'input.item', 1, 0, 0 FROM s`,
    )
    return { begun }
  })
  expect(await reading.begun).toEqual(range(11_099, 11_102))
  await deleteWhere(context, 'input.item', `t.name = 'a first one'`)
  expect(await namesOn(query)).toEqual(before)
})

it('pages that are read during writes are those of a moment', async () => {
  const query = 'limit=5&offset=11200'
  const [shown, moved] = [range(11_200, 11_205), range(11_199, 11_204)]
  const added = `${nameOf(11_201)} b`
  const possible = [shown, [moved[0], moved[1], moved[2], added, moved[3]]]
  const ended = new AbortController()
  const read = async (): Promise<void> => {
    while (!ended.signal.aborted) expect(possible).toContainEqual(await namesOn(query))
  }
  const change = async (): Promise<void> => {
    for (let time = 0; time < 20; time += 1) {
      await write(context, 'input.item', [{ name: 'a first one' }, { name: added }])
      await deleteWhere(context, 'input.item', `t.name IN ('a first one', '${added}')`)
    }
  }
  await Promise.all([change().finally(() => ended.abort()), read(), read()])
})

it('records before a known position are not passed again', async () => {
  const before = await knownNamesOn('limit=3&offset=11500')
  await unseen(removeFirst)
  expect(await namesOn('limit=3&offset=11500')).toEqual(before)
  await unseen(restoreFirst)
})

it('no position is sought in a list that has changed since the previous page', async () => {
  const query = 'limit=3&offset=11500&name__ne=third'
  const before = await namesOn(query)
  await unseen(removeFirst)
  expect(await namesOn(query)).toEqual(range(11_501, 11_504))
  await unseen(restoreFirst)
  await write(context, 'input.item', [{ name: 'zz' }])
  expect(await namesOn(query)).toEqual(before)
  await unseen(removeFirst)
  expect(await namesOn(query)).toEqual(range(11_501, 11_504))
  await unseen(restoreFirst)
  await deleteWhere(context, 'input.item', `t.name = 'zz'`)
})

it('a position expires', async () => {
  const before = await knownNamesOn('limit=3&offset=11500&name__ne=fourth')
  await unseen(removeFirst)
  const later = Date.now() + 10_000
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => later)
  try {
    expect(await namesOn('limit=3&offset=11500&name__ne=fourth')).not.toEqual(before)
  } finally {
    clock.mockRestore()
    await unseen(restoreFirst)
  }
})

it('a copied and a promoted scenario have their own positions', async () => {
  const query = 'limit=3&offset=11300'
  const before = await knownNamesOn(query)
  const copied = { source: 'default', destination: 'scenario1', force: true, user: null }
  await knownNamesOn(query, 'scenario1')
  await copyScenario(scenarioWork(opened.database), copied)
  expect(await knownNamesOn(query, 'scenario1')).toEqual(before)
  await write({ ...context, scenario: 'scenario1' }, 'input.item', [{ name: 'a first one' }])
  expect(await knownNamesOn(query, 'scenario1')).toEqual(range(11_299, 11_302))
  expect(await knownNamesOn(query)).toEqual(before)
  await promoteScenario(scenarioWork(opened.database), {
    source: 'scenario1',
    destination: 'default',
    user: null,
  })
  expect(await namesOn(query)).toEqual(range(11_299, 11_302))
  await copyScenario(scenarioWork(opened.database), copied)
  expect(await namesOn(query, 'scenario1')).toEqual(range(11_299, 11_302))
  await deleteWhere(context, 'input.item', `t.name = 'a first one'`)
  expect(await namesOn(query)).toEqual(before)
})

it('passed records are not converted to JSON', async () => {
  const { text, values } = planKeys(context, requestOf('limit=3'), { counter: `SELECT ''`, known: '' }, 1_000)
  const { rows } = await opened.database.query<{ 'QUERY PLAN': string }>({
    text: `EXPLAIN (VERBOSE) ${text}`,
    values: [...values],
  })
  const plan = rows.map((line) => line['QUERY PLAN'])
  const limited = plan.findIndex((line) => line.includes('Limit'))
  expect(limited).toBeGreaterThan(0)
  expect(plan.slice(limited).filter((line) => line.includes('Output') && line.includes('json'))).toEqual([])
})

it('the number of known lists and of their positions is limited, and expired lists are removed', () => {
  let now = 0
  const known = new KnownLists(() => now)
  for (let list = 0; list < 30; list += 1) known.keep(`list ${list}`, 'counter')
  expect(known.size).toBe(20)
  expect(known.find('list 9')).toBeUndefined()
  const list = known.find('list 29')!
  for (let offset = 0; offset < 150; offset += 1) list.add({ offset, key: nameOf(offset) })
  expect(list.size).toBe(100)
  expect(list.nearest(10)).toBeUndefined()
  expect(list.nearest(70)).toEqual({ offset: 70, key: nameOf(70) })
  now = 10_000
  known.keep('another', 'counter')
  expect(known.size).toBe(1)
})
