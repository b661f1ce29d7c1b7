/**
 * Tests reading for every entity: every request to a list is computed a second time, in JavaScript, from the records
 * of the whole list. The short form sends a third of the requests of the full form.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Entity, keyField } from '../../../src/model/entity.ts'
import type { Field } from '../../../src/model/field.ts'
import { requireEntity } from '../../../src/model/model.ts'
import { type ApiServer, mapSome, recordOf, recordsOf, startApiServer } from '../../support/api.ts'
import { detailUnless } from '../../support/detail.ts'
import {
  detailPath,
  entities,
  isTypical,
  listPath,
  oracleType,
  storeEverything,
  treeOfField,
} from '../../support/entity-suite.ts'
import { keyOf } from '../../support/examples.ts'
import {
  compareValues,
  listItem,
  lookupsOf,
  operandsOf,
  oracle,
  type Value,
} from '../../support/lookup-oracle.ts'
import { scale } from '../../support/scale.ts'
import type { JsonRecord } from '../../support/records.ts'

let server: ApiServer
const lists = new Map<string, readonly JsonRecord[]>()

beforeAll(async () => {
  server = await startApiServer()
  await storeEverything(server)
  await mapSome(entities, async (entity) => {
    lists.set(entity.name, await server.api.list(listPath(entity)))
  })
}, 120_000)
afterAll(() => server[Symbol.asyncDispose]())

const listOf = (entity: Entity): readonly JsonRecord[] => lists.get(entity.name)!

function valueOf(record: JsonRecord, field: Field): Value {
  const value = record[field.name]
  if (
    value === null ||
    typeof value === 'string' ||
    typeof value === 'number' ||
    typeof value === 'boolean'
  ) {
    return value
  }
  throw new Error(`${field.name} holds ${JSON.stringify(value)}`)
}

const url = (entity: Entity, params: Readonly<Record<string, string>>): string =>
  `${listPath(entity)}?${new URLSearchParams(params).toString()}`

const readable = (entity: Entity): readonly Field[] => entity.fields.filter(({ writeOnly }) => !writeOnly)
const comparable = (entity: Entity): readonly Field[] =>
  readable(entity).filter(({ type }) => type !== 'json')

/** Returns the first and the last value of a field. */
function probes(entity: Entity, field: Field): readonly Value[] {
  const values = listOf(entity).map((record) => valueOf(record, field))
  const filled = values.filter((value) => value !== null && value !== '')
  return [...new Set([filled[0], filled.at(-1)])].filter((value) => value !== undefined)
}

interface Question {
  readonly name: string
  readonly text: string
  readonly operands: readonly Value[]
}

/** Returns one request per lookup and value. */
function questions(entity: Entity, field: Field): readonly Question[] {
  const values = probes(entity, field)
  if (values.length === 0) return []
  return lookupsOf[oracleType(field)].flatMap((lookup) =>
    operandsOf(lookup, values).map((operands) => ({
      name: lookup === 'exact' ? field.name : `${field.name}__${lookup}`,
      text: operands.length === 1 ? String(operands[0]) : operands.map(listItem).join(','),
      operands,
    })),
  )
}

/**
 * One of this many lookups, faulty parameters and orders is tested. An odd number, because ascending and descending
 * orders alternate.
 */
const share = scale({ short: 3, full: 1 })
const someOf = <Item>(items: readonly Item[]): readonly Item[] =>
  items.filter((_, index) => index % share === 0)

const lookupOf = ({ name }: Question): string => name.split('__')[1] ?? 'exact'

/** Values that no codec of the type accepts. */
const nonsense: Readonly<Record<string, string>> = {
  number: 'many',
  integer: '1.5',
  identity: 'first',
  date: 'tomorrow',
  datetime: '2026-13-01',
  time: '25:00',
  duration: 'long',
  choice: 'no such choice',
  boolean: 'maybe',
}

/** Returns the text before the number at the end of a reference, and the length of the reference in characters. */
const numberedParts = (value: Value): readonly [start: string, length: number] => [
  String(value).replace(/[0-9]+$/, ''),
  Array.from(String(value)).length,
]

/** Compares two values as lists sort them: numbers at the end of references are sorted as numbers. */
function compareSorted(field: Field, one: Value, other: Value): number {
  const type = oracleType(field)
  if (!field.numbered) return compareValues(one, other, type)
  const [[start, length], [otherStart, otherLength]] = [numberedParts(one), numberedParts(other)]
  return compareValues(start, otherStart, type) || length - otherLength || compareValues(one, other, type)
}

describe.each(entities.map((entity) => ({ name: entity.name, entity })))('reading $name', ({ entity }) => {
  const isMain = isTypical(entity)

  it('gives every record with every field, in the order of the key', async () => {
    const records = listOf(entity)
    expect(records.length).toBeGreaterThan(0)
    const names = readable(entity).map((field) => field.name)
    for (const record of records) expect(Object.keys(record).slice(0, names.length)).toEqual(names)
    const sorted = [...records].sort((one, other) =>
      compareSorted(keyField(entity), keyOf(entity, one), keyOf(entity, other)),
    )
    expect(records).toEqual(sorted)
    const first = recordOf(await server.api.get(detailPath(entity, records[0]!)))
    expect(first).toEqual(records[0])
  })

  it('finds by every lookup of every field what the contract says', async () => {
    const asked = comparable(entity).flatMap((field) =>
      questions(entity, field).map((question) => ({ field, question })),
    )
    await mapSome(someOf(asked), async ({ field, question }) => {
      const response = await server.api.get(url(entity, { [question.name]: question.text }))
      const test = oracle[lookupOf(question)]!
      const expected = listOf(entity).filter((record) =>
        test(valueOf(record, field), question.operands, oracleType(field)),
      )
      expect(
        recordsOf(response).map((record) => keyOf(entity, record)),
        `?${question.name}=${question.text}`,
      ).toEqual(expected.map((record) => keyOf(entity, record)))
    })
  })

  it('refuses lookups that a type does not have, and values of another type, by the name of the parameter', async () => {
    const all = new Set(Object.values(lookupsOf).flat())
    const bad = readable(entity).flatMap((field) => {
      const type = oracleType(field)
      const missing = [...all].filter((lookup) => lookup !== 'exact' && !lookupsOf[type].includes(lookup))
      const wrong = nonsense[type]
      return [
        missing.slice(0, 2).map((lookup) => [`${field.name}__${lookup}`, '1'] as const),
        type === 'json' ? [[field.name, '{}'] as const] : [],
        wrong === undefined ? [] : [[field.name, wrong] as const],
        wrong === undefined || !lookupsOf[type].includes('in') ? [] : [[`${field.name}__in`, wrong] as const],
      ].flat()
    })
    await mapSome(someOf(bad), async ([name, text]) => {
      const { status, json } = await server.api.get(url(entity, { [name]: text }))
      expect({ status, json }, `?${name}=${text}`).toEqual({
        status: 400,
        json: { [name]: [expect.any(String)] },
      })
    })
  })

  it('finds what stands below a record of a tree', detailUnless(isMain), async () => {
    for (const field of readable(entity)) {
      const tree = treeOfField(entity, field)
      if (tree === undefined) continue
      const nodes = listOf(tree)
      const parent = new Map(nodes.map((node) => [keyOf(tree, node), node[tree.tree!]]))
      const top = nodes.find((node) => [...parent.values()].includes(keyOf(tree, node)))
      const key = keyOf(tree, top ?? nodes[0]!)
      const below = (value: unknown): boolean =>
        value === key || (parent.get(String(value)) != null && below(parent.get(String(value))))
      const found = await server.api.list(url(entity, { [`${field.name}__isdescendantof`]: String(key) }))
      const expected = listOf(entity).filter((record) => below(record[field.name]))
      expect(found, `for ${field.name}`).toEqual(expected)
    }
  })

  it('follows a reference one level', async () => {
    for (const field of readable(entity)) {
      if (field.reference === undefined) continue
      const target = requireEntity(server.service.models.current(), field.reference.entity)
      const targets = listOf(target)
      const followed = target.fields.find(
        ({ name, type, writeOnly }) =>
          type === 'text' &&
          !writeOnly &&
          name !== target.key &&
          targets.some((record) => record[name] !== null),
      )
      if (followed === undefined) continue
      const value = String(targets.find((record) => record[followed.name] !== null)?.[followed.name])
      const keys = new Set(
        targets.filter((record) => record[followed.name] === value).map((record) => keyOf(target, record)),
      )
      const found = await server.api.list(url(entity, { [`${field.name}__${followed.name}`]: value }))
      const expected = listOf(entity).filter((record) => {
        const reference = valueOf(record, field)
        return (typeof reference === 'string' || typeof reference === 'number') && keys.has(reference)
      })
      expect(found, `${field.name}__${followed.name}=${value}`).toEqual(expected)
    }
  })

  it('gives nothing for a key that does not exist', detailUnless(isMain), async () => {
    const unknown = keyField(entity).type === 'identity' ? '999999999' : 'nobody has this key'
    expect(await server.api.list(url(entity, { [entity.key]: unknown }))).toEqual([])
    const { status, json } = await server.api.get(`${listPath(entity)}${encodeURIComponent(unknown)}/`)
    expect({ status, json }).toEqual({ status: 404, json: { detail: expect.any(String) } })
  })

  it(
    'joins filters by and, takes the last of a repeated one and no filter for an empty value',
    detailUnless(isMain),
    async () => {
      const [first, ...others] = listOf(entity)
      const key = keyOf(entity, first!)
      const both = { [entity.key]: String(key), [`${entity.key}__isnull`]: 'true' }
      expect(await server.api.list(url(entity, both))).toEqual([])
      const repeated = `${url(entity, { [entity.key]: 'x1' })}&${entity.key}=${encodeURIComponent(key)}`
      expect(await server.api.list(repeated)).toEqual([first])
      expect(await server.api.list(url(entity, { [entity.key]: '' }))).toEqual(listOf(entity))
      const two = [first!, ...others.slice(0, 1)]
      const keys = two.map((record) => listItem(keyOf(entity, record))).join(',')
      expect(await server.api.list(url(entity, { [`${entity.key}__in`]: keys }))).toEqual(two)
    },
  )

  it('sorts by every field in both directions, empty values last, the key deciding ties', async () => {
    const orders = comparable(entity).flatMap((field) => [
      { field, sign: 1, text: field.name },
      { field, sign: -1, text: `-${field.name}` },
    ])
    await mapSome(someOf(orders), async ({ field, sign, text }) => {
      const sorted = [...listOf(entity)].sort((one, other) => {
        const [a, b] = [valueOf(one, field), valueOf(other, field)]
        const byValue =
          a === null || b === null
            ? Number(a === null) - Number(b === null)
            : sign * compareSorted(field, a, b)
        return byValue || compareSorted(keyField(entity), keyOf(entity, one), keyOf(entity, other))
      })
      const found = await server.api.list(url(entity, { ordering: text }))
      expect(
        found.map((record) => keyOf(entity, record)),
        `for ${text}`,
      ).toEqual(sorted.map((record) => keyOf(entity, record)))
    })
    expect((await server.api.get(url(entity, { ordering: 'nonsense' }))).status).toBe(400)
  })

  it('gives out only the fields asked for', detailUnless(isMain), async () => {
    const names = readable(entity).map(({ name }) => name)
    const two = [names.at(-1)!, entity.key]
    const found = await server.api.list(url(entity, { fields: two.join(',') }))
    expect(found).toEqual(
      listOf(entity).map((record) => Object.fromEntries(two.map((name) => [name, record[name]]))),
    )
    const { status, json } = await server.api.get(url(entity, { fields: 'nonsense' }))
    expect({ status, json }).toEqual({ status: 400, json: { fields: [expect.any(String)] } })
    for (const { name } of entity.fields.filter(({ writeOnly }) => writeOnly)) {
      expect((await server.api.get(url(entity, { fields: name }))).status).toBe(400)
      expect((await server.api.get(url(entity, { ordering: name }))).status).toBe(400)
    }
  })

  it('gives pages by limit and offset, and by number', detailUnless(isMain), async () => {
    const all = listOf(entity)
    const slice = await server.api.get(url(entity, { limit: '2', offset: '1' }))
    expect(recordsOf(slice)).toEqual(all.slice(1, 3))
    expect(slice.headers.get('x-total-count')).toBe(String(all.length))
    const page = await server.api.get(url(entity, { page: '2', page_size: '3' }))
    expect(recordsOf(page)).toEqual(all.slice(3, 6))
    const link = page.headers.get('link')
    expect(/rel="next"/.test(link ?? '')).toBe(all.length > 6)
    expect(link).toContain('rel="last"')
    for (const params of [
      { limit: '-1' },
      { limit: 'x' },
      { page: '0' },
      { limit: '1', offset: '-1' },
      { cursor: 'x' },
    ]) {
      expect((await server.api.get(url(entity, params))).status, `for ${JSON.stringify(params)}`).toBe(400)
    }
  })

  it(
    'gives everything once when a cursor is followed, in the order of a field that may be empty too',
    detailUnless(isMain),
    async () => {
      const nullable = comparable(entity).findLast(
        (field) => field.nullable && new Set(probes(entity, field)).size > 1,
      )
      for (const ordering of [entity.key, ...(nullable === undefined ? [] : [`-${nullable.name}`])]) {
        const expected = await server.api.list(url(entity, { ordering }))
        const found: JsonRecord[] = []
        let next: string | undefined = url(entity, { ordering, cursor: '', page_size: '3' })
        while (next !== undefined) {
          const response = await server.api.get(next)
          found.push(...recordsOf(response))
          expect(found.length).toBeLessThanOrEqual(expected.length)
          const link = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1]
          next = link === undefined ? undefined : link.replace(server.url, '')
        }
        expect(found, `for ${ordering}`).toEqual(expected)
      }
    },
  )

  it(
    'names parameters that it does not know, and refuses them when told to be strict',
    detailUnless(isMain),
    async () => {
      const asked = url(entity, { nonsense: '1', other__nonsense: '2' })
      const ignored = await server.api.get(asked)
      expect(recordsOf(ignored)).toEqual(listOf(entity))
      expect(ignored.headers.get('x-ignored-parameters')).toBe('nonsense, other__nonsense')
      const strict = await server.api.get(asked, { headers: { prefer: 'handling=strict' } })
      expect(strict.status).toBe(400)
      expect(Object.keys(Object(strict.json))).toEqual(['nonsense', 'other__nonsense'])
      // An existing field with an unknown lookup is intended as a filter.
      const lookup = `${entity.key}__nonsense`
      const refused = await server.api.get(url(entity, { [lookup]: '2' }))
      expect([refused.status, Object.keys(Object(refused.json))]).toEqual([400, [lookup]])
    },
  )

  it(
    'answers HEAD like GET without a body, and 304 to whoever has it already',
    detailUnless(isMain),
    async () => {
      const [record] = listOf(entity)
      const detail = detailPath(entity, record!)
      expect((await server.api.get(detail)).headers.get('etag')).toMatch(/^"[\w-]{27}"$/)
      for (const path of [listPath(entity), detail]) {
        const get = await server.api.get(path)
        const head = await server.api.request('HEAD', path)
        expect([head.status, head.text]).toEqual([200, ''])
        for (const name of ['content-type', 'etag'])
          expect(head.headers.get(name)).toBe(get.headers.get(name))
        const etag = get.headers.get('etag')
        if (etag === null) continue
        const again = await server.api.get(path, { headers: { 'if-none-match': etag } })
        expect([again.status, again.text]).toEqual([304, ''])
        const changed = await server.api.get(path, { headers: { 'if-none-match': '"something else"' } })
        expect(changed.status).toBe(200)
      }
    },
  )

  it('tells by OPTIONS what it is', detailUnless(isMain), async () => {
    const response = await server.api.request('OPTIONS', listPath(entity))
    const description = recordOf(response)
    expect(description['key']).toBe(entity.key)
    expect(Object.keys(Object(description['fields'])).sort()).toEqual(
      expect.arrayContaining(
        readable(entity)
          .map(({ name }) => name)
          .sort(),
      ),
    )
    expect(response.headers.get('allow')).toContain('GET, HEAD, OPTIONS')
  })

  it('comes as CSV, NDJSON and as a page as well', detailUnless(isMain), async () => {
    const all = listOf(entity)
    const csv = await server.api.get(url(entity, { format: 'csv' }))
    expect([csv.status, csv.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8'])
    const lines = await server.api.get(url(entity, { format: 'ndjson' }))
    expect(
      lines.text
        .trimEnd()
        .split('\n')
        .map((line): unknown => JSON.parse(line)),
    ).toEqual(all)
    for (const path of [listPath(entity), detailPath(entity, all[0]!)]) {
      const page = await server.api.get(`${path}?format=api`)
      expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    }
    expect((await server.api.get(url(entity, { format: 'nonsense' }))).status).toBe(404)
  })
})
