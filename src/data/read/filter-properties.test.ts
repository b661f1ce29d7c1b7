import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestContext, createTestDatabase, type TestDatabase } from '../../../test/support/database.ts'
import { requireEntity } from '../../model/model.ts'
import type { DataContext } from '../context.ts'
import { type ListAnswer, listFormatByName, parseRead, readList } from './index.ts'

let opened: TestDatabase
let context: DataContext

beforeAll(async () => {
  opened = await createTestDatabase()
  context = createTestContext(opened.database)
})
afterAll(async () => {
  await opened[Symbol.asyncDispose]()
})

interface Row {
  readonly name: string
  readonly description: string | null
  readonly quantity: number | null
  readonly due: string | null
}

async function store(rows: readonly Row[]): Promise<void> {
  await opened.database.query({ text: 'TRUNCATE "default".demand CASCADE' })
  await opened.database.query({
    text: `INSERT INTO "default".demand (name, description, quantity, due)
      SELECT * FROM jsonb_to_recordset($1::jsonb) AS r(name text, description text, quantity float8, due timestamp)`,
    values: [JSON.stringify(rows)],
  })
}

async function read(params: readonly (readonly [string, string])[]): Promise<readonly [Row[], ListAnswer]> {
  const request = parseRead(context.model, requireEntity(context.model, 'input.demand'), params, {
    timeZone: 'UTC',
  })
  const answer = await readList(context, request, listFormatByName.get('json')!, { timeout: 30, indent: 0 })
  if (!Buffer.isBuffer(answer.body)) throw new Error('The answer is larger than expected.')
  return [JSON.parse(answer.body.toString()), answer]
}

/**
 * Text of a small alphabet, so that values often match; includes letters with a special meaning in LIKE, CSV, arrays
 * and SQL.
 */
const word = fc.string({
  unit: fc.constantFrom('a', 'b', 'A', '%', '_', '\\', '"', ',', "'", '{', 'é', 'É', ' '),
  minLength: 1,
  maxLength: 5,
})
const stored = word.map((text) => text.trim()).filter((text) => text !== '')
const quantity = fc.oneof(
  fc.integer({ min: -3, max: 3 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
)
const due = fc
  .integer({ min: 0, max: 50 })
  .map((day) => new Date(Date.UTC(2026, 0, 1 + day, day)).toISOString().slice(0, 19))
const rows = fc.uniqueArray(
  fc.record({
    name: stored,
    description: fc.option(stored),
    quantity: fc.option(quantity.map((value) => value + 0)),
    due: fc.option(due),
  }),
  { selector: ({ name }) => name, maxLength: 30 },
)

const quoted = (values: readonly (string | number)[]): string =>
  values.map((value) => `"${String(value).replaceAll('"', '""')}"`).join(',')

/** The same filters in JavaScript, by parameter. */
const textFilters: Readonly<Record<string, (value: string | null, given: string) => boolean>> = {
  description: (value, given) => value === given.trim(),
  description__ne: (value, given) => value !== given.trim(),
  description__contains: (value, given) => value?.includes(given) ?? false,
  description__icontains: (value, given) => value?.toLowerCase().includes(given.toLowerCase()) ?? false,
  description__startswith: (value, given) => value?.startsWith(given) ?? false,
  description__endswith: (value, given) => value?.endsWith(given) ?? false,
}

const sortedNames = (found: readonly Row[]): string[] => found.map(({ name }) => name)

/** Order of collation C: by the bytes of UTF-8. */
const byBytes = (a: Row, b: Row): number => Buffer.compare(Buffer.from(a.name), Buffer.from(b.name))

test('text filters find what the same filters in JavaScript find', async () => {
  await fc.assert(
    fc.asyncProperty(rows, fc.array(word, { minLength: 1, maxLength: 8 }), async (data, words) => {
      await store(data)
      const sorted = data.toSorted(byBytes)
      for (const given of words) {
        for (const [parameter, matches] of Object.entries(textFilters)) {
          // A blank alone is no filter in lookups of whole values.
          if (given.trim() === '' && ['description', 'description__ne'].includes(parameter)) continue
          const [found] = await read([[parameter, given]])
          const expected = sorted.filter(({ description }) => matches(description, given))
          expect([parameter, given, ...sortedNames(found)]).toEqual([
            parameter,
            given,
            ...sortedNames(expected),
          ])
        }
      }
      const list = words.map((given) => given.trim())
      const [found] = await read([['description__in', quoted(list)]])
      expect(sortedNames(found)).toEqual(
        sortedNames(sorted.filter(({ description }) => description !== null && list.includes(description))),
      )
    }),
    { numRuns: 25 },
  )
})

const compare: Readonly<Record<string, (value: number, given: number) => boolean>> = {
  exact: (value, given) => value === given,
  gt: (value, given) => value > given,
  gte: (value, given) => value >= given,
  lt: (value, given) => value < given,
  lte: (value, given) => value <= given,
}

test('number filters find what the same filters in JavaScript find', async () => {
  await fc.assert(
    fc.asyncProperty(rows, quantity, quantity, async (data, first, second) => {
      await store(data)
      const sorted = data.toSorted(byBytes)
      for (const [lookup, matches] of Object.entries(compare)) {
        const [found] = await read([[`quantity__${lookup}`, String(first)]])
        const expected = sorted.filter(({ quantity }) => quantity !== null && matches(quantity, first))
        expect([lookup, ...sortedNames(found)]).toEqual([lookup, ...sortedNames(expected)])
      }
      const [different] = await read([['quantity__ne', String(first)]])
      expect(sortedNames(different)).toEqual(sortedNames(sorted.filter(({ quantity }) => quantity !== first)))
      const [between] = await read([['quantity__range', `${first},${second}`]])
      expect(sortedNames(between)).toEqual(
        sortedNames(
          sorted.filter(({ quantity }) => quantity !== null && quantity >= first && quantity <= second),
        ),
      )
      const numbers = new Map(data.map((row) => [row.name, row.quantity]))
      const [all] = await read([])
      expect(new Map(all.map((row) => [row.name, row.quantity]))).toEqual(numbers)
    }),
    { numRuns: 40 },
  )
})

const orderings = [
  '',
  '-name',
  'due',
  '-due,quantity',
  'quantity,-due',
  '-description',
  'description,-quantity,due',
]

test('a page by its place holds the records that stand there in the whole list, whatever the order', async () => {
  await fc.assert(
    fc.asyncProperty(
      rows,
      fc.constantFrom(...orderings),
      fc.integer({ min: 1, max: 7 }),
      async (data, ordering, limit) => {
        await store(data)
        const [whole] = await read([['ordering', ordering]])
        for (let offset = 0; offset <= data.length; offset += 1) {
          const [found] = await read([
            ['ordering', ordering],
            ['limit', String(limit)],
            ['offset', String(offset)],
          ])
          expect(found).toEqual(whole.slice(offset, offset + limit))
        }
      },
    ),
    { numRuns: 20 },
  )
})

test('the pages of a cursor visit every record once, in order, whatever the order', async () => {
  await fc.assert(
    fc.asyncProperty(
      rows,
      fc.constantFrom(...orderings),
      fc.integer({ min: 1, max: 7 }),
      async (data, ordering, size) => {
        await store(data)
        const [whole] = await read([['ordering', ordering]])
        const visited: Row[] = []
        let cursor: string | undefined = ''
        for (let page = 0; cursor !== undefined && page <= data.length; page += 1) {
          const [found, { links }]: readonly [Row[], ListAnswer] = await read([
            ['ordering', ordering],
            ['page_size', String(size)],
            ['cursor', cursor],
          ])
          expect(found.length).toBeLessThanOrEqual(size)
          visited.push(...found)
          cursor = links.find(({ rel }) => rel === 'next')?.params['cursor']
        }
        expect(cursor).toBeUndefined()
        expect(visited).toEqual(whole)
        expect(visited).toHaveLength(data.length)
      },
    ),
    { numRuns: 40 },
  )
})

test('records added while a cursor is on its way push none off the pages', async () => {
  await store(['b', 'd', 'f', 'h'].map((name) => ({ name, description: null, quantity: 1, due: null })))
  const [first, { links }] = await read([
    ['page_size', '2'],
    ['cursor', ''],
  ])
  expect(sortedNames(first)).toEqual(['b', 'd'])
  await opened.database.query({ text: `INSERT INTO "default".demand (name) VALUES ('a'), ('c'), ('e')` })
  const [second] = await read([
    ['page_size', '2'],
    ['cursor', links[0]!.params['cursor']!],
  ])
  expect(sortedNames(second)).toEqual(['e', 'f'])
})
