import { Buffer } from 'node:buffer'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestContext, createTestDatabase, type TestDatabase } from '../../../test/support/database.ts'
import { ServiceError } from '../../errors/service-error.ts'
import { requireEntity } from '../../model/model.ts'
import type { DataContext } from '../context.ts'
import { recordEtag } from '../etag.ts'
import { visibleFields } from '../record-sql.ts'
import {
  fieldEquals,
  type ListAnswer,
  listEtag,
  listFormatByName,
  parseRead,
  readCount,
  readEverything,
  readList,
  readRecord,
} from './index.ts'

let opened: TestDatabase
let context: DataContext
const options = { timeout: 30, indent: 0 }

beforeAll(async () => {
  opened = await createTestDatabase()
  context = createTestContext(opened.database)
  await opened.database.query({
    text: `
      INSERT INTO "default".location (name, owner) VALUES ('world', NULL), ('europe', 'world'), ('ghent', 'europe'), ('asia', 'world');
      INSERT INTO "default".customer (name) VALUES ('ACME');
      INSERT INTO "default".item (name, category, cost) VALUES ('chair', 'furniture', 5), ('lamp', NULL, 0.1);
      INSERT INTO "default".demand (name, item, customer, location, due, quantity, priority, maxlateness, delay, description, lastmodified, plan) VALUES
        ('d1', 'chair', 'ACME', 'ghent', '2026-12-01', 5, 1, '1 day 02:00', '-26:00', '100% "wool"', '2026-01-01 10:00:00.250000', '{"pegging": [1]}'),
        ('d2', 'lamp', NULL, 'asia', '2026-11-01 08:30', 0.1, 10, '36:00', '00:00:00.5', 'under_score', '2026-01-02', NULL),
        ('D3', NULL, NULL, NULL, NULL, NULL, 2, NULL, NULL, E'back\\\\slash', '2026-01-03', NULL);
      INSERT INTO "default".operationplan (reference, type, status, quantity, item, startdate, enddate) VALUES
        ('PO1', 'PO', 'confirmed', 3, 'chair', '2026-05-01', '2026-05-08'), ('MO1', 'MO', 'proposed', 1, NULL, '2026-05-01', NULL);
      INSERT INTO "default".calendar (name) VALUES ('week');
      INSERT INTO "default".calendarbucket (calendar, starttime) VALUES ('week', '08:00');
    `,
  })
})
afterAll(async () => {
  await opened[Symbol.asyncDispose]()
})

const entityOf = (name: string) => requireEntity(context.model, name)
const request = (entity: string, query: string) =>
  parseRead(context.model, entityOf(entity), new URLSearchParams(query), { timeZone: 'UTC' })

async function bodyText({ body }: ListAnswer): Promise<string> {
  if (Buffer.isBuffer(body)) return body.toString()
  const chunks: Buffer[] = []
  for await (const chunk of body) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

const answer = (entity: string, query: string, format = 'json', indent = 0) =>
  readList(context, request(entity, query), listFormatByName.get(format)!, { ...options, indent })

const text = async (entity: string, query: string, format = 'json', indent = 0) =>
  bodyText(await answer(entity, query, format, indent))

async function names(query: string): Promise<unknown[]> {
  const records: { name: string }[] = JSON.parse(await text('input.demand', query))
  return records.map(({ name }) => name)
}

test('a scenario without schema gives an error before the first byte, and no connection is lost', async () => {
  const lost = { ...context, scenario: 'nowhere' }
  await expect(
    readList(lost, request('input.demand', ''), listFormatByName.get('json')!, options),
  ).rejects.toThrow('nowhere')
  await expect(
    readList(lost, request('input.demand', 'limit=5'), listFormatByName.get('json')!, options),
  ).rejects.toThrow('nowhere')
  expect(await names('name=d1')).toEqual(['d1'])
})

test('a statement that takes too long is ended', async () => {
  const slow = {
    ...context,
    storages: new Map([
      ['input.demand', { relation: () => `(SELECT d.*, pg_sleep(10) FROM "default".demand d)` }],
    ]),
  }
  const reading = readList(slow, request('input.demand', 'priority=1'), listFormatByName.get('json')!, {
    timeout: 0.05,
    indent: 0,
  })
  await expect(reading).rejects.toSatisfy(
    (error) => error instanceof ServiceError && error.code === 'statement_timeout',
  )
  expect(await names('name=d1')).toEqual(['d1'])
})

test('a list of nothing is an empty array', async () => {
  expect(await text('input.supplier', '')).toBe('[]')
  expect(await text('input.supplier', '', 'ndjson')).toBe('')
  expect(await text('input.supplier', 'fields=name,source', 'csv')).toBe('name,source\n')
  expect(JSON.parse(await text('input.supplier', '', 'json', 4))).toEqual([])
})

test('every entity shows its visible fields in the order of their declaration', async () => {
  for (const entity of context.model.entities) {
    const header = visibleFields(entity).map(({ name }) => name)
    const [names] = (await text(entity.name, '', 'csv')).split('\n')
    expect([entity.name, names]).toEqual([entity.name, header.join(',')])
    const records: object[] = JSON.parse(await text(entity.name, 'limit=1'))
    expect(records.map((record) => Object.keys(record))).toEqual(records.map(() => header))
  }
})

test('values look as the API promises', async () => {
  const [record] = JSON.parse(await text('input.demand', 'name=d1'))
  expect(record).toEqual({
    source: null,
    lastmodified: '2026-01-01T10:00:00.250000',
    name: 'd1',
    owner: null,
    description: '100% "wool"',
    category: null,
    subcategory: null,
    customer: 'ACME',
    item: 'chair',
    location: 'ghent',
    due: '2026-12-01T00:00:00',
    status: 'open',
    operation: null,
    quantity: 5,
    priority: 1,
    minshipment: null,
    maxlateness: '1 02:00:00',
    policy: 'independent',
    batch: null,
    delay: '-1 02:00:00',
    plannedquantity: null,
    deliverydate: null,
    plan: { pegging: [1] },
  })
  expect(await text('input.demand', 'name=d2&fields=quantity,maxlateness,delay')).toBe(
    '[{"quantity":0.1,"maxlateness":"1 12:00:00","delay":"00:00:00.500000"}]',
  )
  expect(await text('input.calendarbucket', 'fields=starttime,monday,value')).toBe(
    '[{"starttime":"08:00:00","monday":true,"value":0}]',
  )
})

test('the formats give the same records', async () => {
  expect(await text('input.demand', 'fields=name,quantity', 'json', 2)).toBe(
    '[\n  {\n    "name": "D3",\n    "quantity": null\n  },\n  {\n    "name": "d1",\n    "quantity": 5\n  },\n  {\n    "name": "d2",\n    "quantity": 0.1\n  }\n]',
  )
  expect(await text('input.demand', 'fields=name', 'ndjson')).toBe(
    '{"name":"D3"}\n{"name":"d1"}\n{"name":"d2"}\n',
  )
  expect(await text('input.demand', 'name__startswith=d&fields=name,due,delay,description', 'csv')).toBe(
    'name,due,delay,description\nd1,2026-12-01 00:00:00,-1 02:00:00,"100% ""wool"""\nd2,2026-11-01 08:30:00,00:00:00.500000,under_score\n',
  )
  expect(await text('input.calendarbucket', 'fields=monday,starttime', 'csv')).toBe(
    'monday,starttime\ntrue,08:00:00\n',
  )
})

test('a typed view shows its own type only, aliases read their column', async () => {
  expect(await text('input.purchaseorder', 'fields=reference,ordering_date,receipt_date')).toBe(
    '[{"reference":"PO1","ordering_date":"2026-05-01T00:00:00","receipt_date":"2026-05-08T00:00:00"}]',
  )
  expect(await readCount(context, request('input.purchaseorder', ''), options)).toBe(1)
  expect(await readRecord(context, entityOf('input.purchaseorder'), 'MO1', options)).toBeUndefined()
  expect(await text('input.purchaseorder', 'ordering_date__gte=2026-05-02')).toBe('[]')
})

test('filters find what they say', async () => {
  const found: Readonly<Record<string, readonly string[]>> = {
    '': ['D3', 'd1', 'd2'],
    'name=D1': [],
    'name__in=d1,D3,zzz': ['D3', 'd1'],
    'name__in=,': [],
    'name__ne=d1': ['D3', 'd2'],
    'customer__ne=ACME': ['D3', 'd2'],
    'customer__isnull=true': ['D3', 'd2'],
    'customer__isnull=0': ['d1'],
    'description__contains=%25': ['d1'],
    'description__contains=_': ['d2'],
    'description__icontains=WOOL': ['d1'],
    'description__icontains=R_S': ['d2'],
    'description__icontains=%5C': ['D3'],
    'description__startswith=100%25': ['d1'],
    'description__endswith=_score': ['d2'],
    'description__endswith=%5Cslash': ['D3'],
    'item=unknown': [],
    'item__category=furniture': ['d1'],
    'item__category__isnull=true': ['D3', 'd2'],
    'item__category__ne=furniture': ['D3', 'd2'],
    'item__cost__lt=1': ['d2'],
    'location__isdescendantof=europe': ['d1'],
    'location__isdescendantof=world': ['d1', 'd2'],
    'location__isdescendantof=nowhere': [],
    'location__owner__isdescendantof=world': ['d1', 'd2'],
    'due__range=2026-11-01,2026-11-30': ['d2'],
    'due__lt=2026-11-01T08:30:00': [],
    'maxlateness=129600': ['d2'],
    'maxlateness__gte=P1DT2H': ['d1', 'd2'],
    'delay__lt=0': ['d1'],
    'quantity__in=0.1,7': ['d2'],
    'quantity__range=0.1,5': ['d1', 'd2'],
    'priority__gt=1&priority__lte=2': ['D3'],
    'search=acme': ['d1'],
    'search=WOOL d1': ['d1'],
    'search=wool d2': [],
    'search=r_s': ['d2'],
    'ordering=-name': ['d2', 'd1', 'D3'],
    'ordering=due': ['d2', 'd1', 'D3'],
    'ordering=-due': ['d1', 'd2', 'D3'],
    'ordering=status,-priority': ['d2', 'D3', 'd1'],
    'limit=1&offset=1': ['d1'],
    'page=2&page_size=2': ['d2'],
    'page=9': [],
  }
  for (const [query, expected] of Object.entries(found)) {
    expect([query, ...(await names(query))]).toEqual([query, ...expected])
    const csv = await text('input.demand', query === '' ? 'fields=name' : `${query}&fields=name`, 'csv')
    expect([query, ...csv.split('\n').slice(1, -1)]).toEqual([query, ...expected])
  }
  expect(JSON.parse(await text('input.location', 'name__isdescendantof=europe&fields=name'))).toEqual([
    { name: 'europe' },
    { name: 'ghent' },
  ])
})

test('a circle in a tree does not keep the filter from ending', async () => {
  await opened.database.query({
    text: `INSERT INTO scenario1.location (name) VALUES ('a'), ('b'); UPDATE scenario1.location SET owner = CASE name WHEN 'a' THEN 'b' ELSE 'a' END`,
  })
  const circle = await readList(
    { ...context, scenario: 'scenario1' },
    request('input.location', 'name__isdescendantof=a&fields=name'),
    listFormatByName.get('json')!,
    options,
  )
  expect(JSON.parse(await bodyText(circle))).toEqual([{ name: 'a' }, { name: 'b' }])
})

test('pages tell how many records there are and where the others stand', async () => {
  const middle = await answer('input.demand', 'limit=1&offset=1')
  expect(middle.total).toEqual({ count: 3, exact: true })
  expect(Object.fromEntries(middle.links.map(({ rel, params }) => [rel, params['offset']]))).toEqual({
    first: '0',
    prev: '0',
    next: '2',
    last: '2',
  })
  const second = await answer('input.demand', 'page=2&page_size=2&name__ne=nothing')
  expect(second.total).toEqual({ count: 3, exact: true })
  expect(second.links.map(({ rel, params }) => [rel, params['page']])).toEqual([
    ['first', '1'],
    ['prev', '1'],
    ['last', '2'],
  ])
})

test('one record is found by its exact key', async () => {
  const demand = entityOf('input.demand')
  expect(await readRecord(context, demand, 'D1', options)).toBeUndefined()
  expect(await readRecord(context, demand, 'd1 ', options)).toBeUndefined()
  expect(await readRecord(context, demand, 'd1\0', options)).toBeUndefined()
  expect(await readRecord(context, entityOf('input.calendarbucket'), 'x', options)).toBeUndefined()
  expect(JSON.parse((await readRecord(context, demand, 'd1', options))!)).toMatchObject({ name: 'd1' })
  const only = [fieldEquals(demand, 'priority', 2)]
  expect(await readRecord(context, demand, 'd1', { ...options, only })).toBeUndefined()
})

test('conditions of the service hold whatever is asked for', async () => {
  const demand = entityOf('input.demand')
  const scoped = parseRead(context.model, demand, [['priority__gt', '0']], {
    timeZone: 'UTC',
    only: [fieldEquals(demand, 'name', 'd2')],
  })
  expect(await readCount(context, scoped, options)).toBe(1)
})

test('SQL in any position stays a value or is refused', async () => {
  const hostile = [
    `'; DROP TABLE "default".demand; --`,
    `\\'; SELECT 1; --`,
    `" OR 1=1 --`,
    `$1`,
    `E'\\x27`,
    `{a,"b}`,
  ]
  const before = await readCount(context, readEverything(entityOf('input.demand')), options)
  for (const value of hostile) {
    const given = encodeURIComponent(value)
    const parameters = [
      'name',
      'name__in',
      'name__ne',
      'name__contains',
      'name__icontains',
      'name__startswith',
    ]
    parameters.push('name__endswith', 'item__category', 'location__isdescendantof', 'search')
    for (const parameter of parameters) {
      for (const format of ['json', 'csv']) {
        const listed = encodeURIComponent(`"${value.replaceAll('"', '""')}"`)
        const query = `${parameter}=${parameter === 'name__in' ? listed : given}&fields=name`
        const lines = (await text('input.demand', query, format)).split('\n')
        expect(lines.length).toBeLessThanOrEqual(parameter === 'name__ne' ? 5 : 2)
      }
    }
    for (const parameter of [
      'ordering',
      'fields',
      'limit',
      'offset',
      'cursor',
      'quantity',
      'due',
      'status',
    ]) {
      expect(() => request('input.demand', `${parameter}=${given}`)).toThrow(ServiceError)
    }
    expect(request('input.demand', `${given}=1`).ignored).toEqual([value])
    expect(await readRecord(context, entityOf('input.demand'), value, options)).toBeUndefined()
    const lost = { ...context, scenario: value }
    await expect(readRecord(lost, entityOf('input.demand'), 'd1', options)).rejects.toThrow('demand')
  }
  expect(await readCount(context, readEverything(entityOf('input.demand')), options)).toBe(before)
})

/** Records a change set in the same way as the write path. */
async function noteChange(entity: string, id: number): Promise<void> {
  await opened.database.query({
    text: `
      WITH s AS (INSERT INTO "default".changeset (id, channel) OVERRIDING SYSTEM VALUE VALUES (${id}, 'api'))
      INSERT INTO "default".changesetentity VALUES ('${entity}', ${id}, 1, 0, 0)`,
  })
}

test('the tag of a list changes with every change set, also a late one, and with the model', async () => {
  const demands = request('input.demand', '')
  const tag = () => listEtag(context, demands, 'json', options)
  const tags = [await tag()]
  await noteChange('input.demand', 100)
  tags.push(await tag())
  await noteChange('input.demand', 50)
  tags.push(await tag())
  expect(new Set(tags).size).toBe(3)
  await noteChange('input.customer', 101)
  expect(await tag()).toBe(tags[2])
  const followed = request('input.demand', 'customer__source=x')
  const followedTag = await listEtag(context, followed, 'json', options)
  await noteChange('input.customer', 102)
  expect(await listEtag(context, followed, 'json', options)).not.toBe(followedTag)
  expect(await listEtag(context, demands, 'csv', options)).not.toBe(tags[2])
  expect(await listEtag({ ...context, scenario: 'scenario1' }, demands, 'json', options)).not.toBe(tags[2])
  expect(await listEtag(context, request('common.user', ''), 'json', options)).toBeUndefined()
  expect(recordEtag('{}')).toMatch(/^"[\w-]{27}"$/)
})
