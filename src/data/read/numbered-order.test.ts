/** Tests that order references are sorted by the number at their end, by an index that every scenario has. */
import { Buffer } from 'node:buffer'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestContext, createTestDatabase, type TestDatabase } from '../../../test/support/database.ts'
import { scenarioWork } from '../../../test/support/scenarios.ts'
import { requireEntity } from '../../model/model.ts'
import { copyScenario } from '../../scenarios/copy-scenario.ts'
import { backupScenario } from '../../scenarios/dump/backup-scenario.ts'
import { restoreScenario } from '../../scenarios/dump/restore-scenario.ts'
import { promoteScenario } from '../../scenarios/promote-scenario.ts'
import { codecFor, indexedTextLimit } from '../codecs.ts'
import type { DataContext } from '../context.ts'
import { type ListAnswer, listFormatByName, parseRead, readList } from './index.ts'
import { planPageEnd, planRead } from './plan-read.ts'

const mixed = ['', 'A-', 'MO-', 'PO 2-']
  .flatMap((prefix) => [1, 2, 9, 10, 11, 99, 100, 101, 1000, 12345678901234567890123n].map((n) => prefix + n))
  .concat(['a-9', 'mo-9', 'stock', 'Ärmel9', 'Ärmel10'])
// Enough orders for PostgreSQL to prefer an index.
const filling = Array.from({ length: 3000 }, (_, index) => `z${index}`)

let opened: TestDatabase
let context: DataContext

beforeAll(async () => {
  opened = await createTestDatabase()
  context = createTestContext(opened.database)
  const shuffled = [...filling, ...mixed].toReversed()
  await opened.database.query({
    text: `INSERT INTO "default"."operationplan" ("reference", "type")
      SELECT r, CASE WHEN r LIKE 'PO%' THEN 'PO' ELSE 'MO' END FROM unnest($1::text[]) AS r`,
    values: [`{${shuffled.map((reference) => `"${reference}"`).join(',')}}`],
  })
  await opened.database.query({ text: 'ANALYZE "default"."operationplan"' })
})
afterAll(() => opened[Symbol.asyncDispose]())

const request = (query: string, entity = 'input.operationplan') =>
  parseRead(context.model, requireEntity(context.model, entity), new URLSearchParams(query), {
    timeZone: 'UTC',
  })

async function references(query: string, entity?: string, scenario = 'default'): Promise<readonly string[]> {
  return (await page(query, entity, scenario)).found
}

async function page(
  query: string,
  entity?: string,
  scenario = 'default',
): Promise<{ readonly found: readonly string[]; readonly links: ListAnswer['links'] }> {
  const options = { timeout: 30, indent: 0 }
  const asked = request(`fields=reference&${query}`, entity)
  const { body, links } = await readList(
    { ...context, scenario },
    asked,
    listFormatByName.get('json')!,
    options,
  )
  const chunks: Buffer[] = []
  if (Buffer.isBuffer(body)) chunks.push(body)
  else for await (const chunk of body) chunks.push(chunk)
  const records: { readonly reference: string }[] = JSON.parse(Buffer.concat(chunks).toString())
  return { found: records.map(({ reference }) => reference), links }
}

/** Compares by the text before the number, then by the number: the expected order of the expressions. */
function compare(one: string, other: string): number {
  const [a, b] = [one, other].map((text) => /^(.*?)(\d*)$/.exec(text)!)
  const prefixes = Buffer.compare(Buffer.from(a![1]!), Buffer.from(b![1]!))
  return prefixes || a![2]!.length - b![2]!.length || Number(a![2]! > b![2]!) - Number(a![2]! < b![2]!)
}

const expected = [...mixed, ...filling].toSorted(compare)

describe('a list of orders', () => {
  test('comes in the order of numbers, in both directions', async () => {
    expect(expected.slice(0, 8)).toEqual(['1', '2', '9', '10', '11', '99', '100', '101'])
    expect(expected.indexOf('MO-9') + 1).toBe(expected.indexOf('MO-10'))
    expect(await references('')).toEqual(expected)
    expect(await references('ordering=reference')).toEqual(expected)
    expect(await references('ordering=-reference')).toEqual(expected.toReversed())
    expect(await references('ordering=type,-reference&type=MO')).toEqual(
      expected.filter((reference) => !reference.startsWith('PO')).toReversed(),
    )
  })

  test('of one type as well, with conditions and pages by number', async () => {
    const purchases = expected.filter((reference) => reference.startsWith('PO'))
    expect(await references('', 'input.purchaseorder')).toEqual(purchases)
    expect(await references('reference__startswith=MO-&limit=3&offset=2')).toEqual(['MO-9', 'MO-10', 'MO-11'])
    expect(await references('limit=4&offset=2000')).toEqual(expected.slice(2000, 2004))
  })

  test.each(['reference', '-reference', 'type,reference'])(
    'is complete in pages of a cursor by %s',
    async (by) => {
      const whole = await references(`ordering=${by}`)
      const visited: string[] = []
      let cursor: string | undefined = ''
      for (let pages = 0; cursor !== undefined && pages < 10; pages += 1) {
        const query = new URLSearchParams({ ordering: by, page_size: '700', cursor })
        const { found, links } = await page(query.toString())
        visited.push(...found)
        cursor = links.find(({ rel }) => rel === 'next')?.params['cursor']
      }
      expect(visited).toEqual(whole)
      expect(visited).toHaveLength(expected.length)
    },
  )

  test('is found by the exact reference alone', async () => {
    expect(await references('reference=MO-9')).toEqual(['MO-9'])
    expect(await references('reference__in=mo-9,MO-10,MO-010')).toEqual(['MO-10', 'mo-9'])
  })
})

describe('a list of what refers to orders', () => {
  beforeAll(async () => {
    await opened.database.query({
      text: `UPDATE "default"."operationplan" SET "owner" = r.owner FROM (VALUES ('z1', 'MO-9'), ('z2', 'MO-10'),
        ('z3', 'MO-100'), ('z4', 'PO 2-9'), ('z5', 'MO-1000')) AS r (reference, owner) WHERE "operationplan"."reference" = r.reference`,
    })
  })

  test('comes in the order of their numbers, in both directions and in pages of a cursor', async () => {
    const sorted = ['z1', 'z2', 'z3', 'z5', 'z4']
    expect(await references('ordering=owner&owner__isnull=false')).toEqual(sorted)
    expect(await references('ordering=-owner&owner__isnull=false')).toEqual(sorted.toReversed())
    expect((await references('ordering=owner')).slice(0, 6)).toEqual([...sorted, '1'])
    for (const by of ['owner', '-owner']) {
      const whole = await references(`ordering=${by}`)
      const visited: string[] = []
      let cursor: string | undefined = ''
      for (let pages = 0; cursor !== undefined && pages < 10; pages += 1) {
        const query = new URLSearchParams({ ordering: by, page_size: pages === 0 ? '2' : '900', cursor })
        const { found, links } = await page(query.toString())
        visited.push(...found)
        cursor = links.find(({ rel }) => rel === 'next')?.params['cursor']
      }
      expect([by, visited]).toEqual([by, whole])
    }
  })

  test('is so for every reference to an order', () => {
    const numbered = context.model.entities.flatMap((entity) =>
      entity.fields
        .filter(({ reference }) => reference?.entity === 'input.operationplan')
        .map((field) => field.numbered),
    )
    expect(numbered.length).toBeGreaterThan(5)
    expect(new Set(numbered)).toEqual(new Set([true]))
  })
})

async function explained(plan: {
  readonly text: string
  readonly values: readonly string[]
}): Promise<string> {
  const { rows } = await opened.database.query<{ 'QUERY PLAN': string }>({
    text: `EXPLAIN ${plan.text}`,
    values: [...plan.values],
  })
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}

const index = 'operationplan_reference_order_idx'

describe('the index of the order', () => {
  test.each(['ordering=reference', 'ordering=-reference'])('is read for pages of %s', async (order) => {
    const first = await explained(planRead(context, request(`${order}&limit=20`)))
    expect(first).toContain(index)
    expect(first).not.toContain('Sort')
    const { links } = await page(`${order}&page_size=20&cursor=`)
    const cursor = links.find(({ rel }) => rel === 'next')!.params['cursor']!
    const asked = request(`${order}&page_size=20&cursor=${cursor}`)
    const end = await explained(planPageEnd(context, asked, 20))
    expect(end).toMatch(new RegExp(`${index}[^]*Index Cond`))
    const { after, ...others } = asked
    const bounded = await explained(planRead(context, { ...others, ...(after && { until: after }) }))
    expect(bounded).toMatch(/Index Cond: \(ROW/)
  })

  test('takes the longest reference that is accepted', async () => {
    const field = requireEntity(context.model, 'input.operationplan').fieldByName.get('reference')!
    // Random characters, because PostgreSQL compresses others.
    const longest = randomBytes(indexedTextLimit(field))
      .toString('base64')
      .slice(0, indexedTextLimit(field) - 1)
    const codec = codecFor(context.model, field)
    expect(codec.parse(`${longest}x`, { timeZone: 'UTC' })).toBe(`${longest}x`)
    expect(codec.parse(`${longest}xy`, { timeZone: 'UTC' })).toMatchObject({
      message: { code: 'too_long_to_index', params: { limit: 1300 } },
    })
    const text = 'INSERT INTO "default"."operationplan" ("reference") VALUES ($1)'
    await opened.database.query({ text, values: [`${longest}x`] })
    const { rows } = await opened.database.query({
      text: 'DELETE FROM "default"."operationplan" WHERE "reference" = $1 RETURNING 1',
      values: [`${longest}x`],
    })
    expect(rows).toHaveLength(1)
  })

  test('stays with copies, backups and promoted scenarios', async () => {
    const { database } = opened
    const work = scenarioWork(database)
    const copied = { source: 'default', destination: 'scenario2', force: false, user: null }
    await copyScenario(work, copied)
    const folder = await mkdtemp(join(tmpdir(), 'numbered-'))
    try {
      const { path } = await backupScenario(work, { scenario: 'scenario2', folder })
      await restoreScenario(work, { path, scenario: 'scenario1', user: null })
    } finally {
      await rm(folder, { recursive: true })
    }
    await promoteScenario(work, { source: 'scenario1', destination: 'default', user: null })
    const { rows } = await database.query<{ schema: string }>({
      text: `SELECT schemaname AS "schema" FROM pg_indexes WHERE indexname = $1
        AND schemaname IN ('default', 'scenario1', 'scenario2') ORDER BY 1`,
      values: [index],
    })
    expect(rows.map(({ schema }) => schema)).toEqual(['default', 'scenario1', 'scenario2'])
    for (const scenario of ['default', 'scenario1', 'scenario2']) {
      expect(await references('', 'input.operationplan', scenario)).toEqual(expected)
    }
  })
})
