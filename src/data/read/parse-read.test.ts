import { expect, test } from 'vitest'
import { ServiceError } from '../../errors/service-error.ts'
import type { Entity } from '../../model/entity.ts'
import type { Field } from '../../model/field.ts'
import { buildModel, requireEntity } from '../../model/model.ts'
import { visibleFields } from '../record-sql.ts'
import { allows, type Condition, leavesOf, valueType } from './condition.ts'
import { type Lookup, lookups } from './lookups.ts'
import { parseRead, type ReadRequest } from './parse-read.ts'

const model = buildModel()

function parse(entity: string, query: string, strict = false): ReadRequest {
  return parseRead(model, requireEntity(model, entity), new URLSearchParams(query), {
    timeZone: 'Europe/Brussels',
    strict,
  })
}

/** Returns the message codes of the error of a query, by parameter. */
function faults(entity: string, query: string, strict = false): Record<string, readonly string[]> {
  try {
    parse(entity, query, strict)
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    return Object.fromEntries(
      Object.entries(error.fields ?? {}).map(([name, messages]) => [name, messages.map(({ code }) => code)]),
    )
  }
  return {}
}

const shown = ({ via, field, lookup, value }: Condition): unknown[] => [
  ...(via === undefined ? [] : [via.field.name]),
  field.name,
  lookup.name,
  value,
]

const values = (entity: string, query: string): unknown[] =>
  leavesOf(parse(entity, query).conditions).map(shown)

test('values of the wrong type are refused, all at once and by parameter', () => {
  expect(faults('input.demand', 'quantity=x&due__gt=2026-02-30&status=gone&priority=1.5&name=fine')).toEqual({
    quantity: ['invalid_number'],
    due__gt: ['invalid_datetime'],
    status: ['invalid_choice'],
    priority: ['invalid_integer'],
  })
  expect(faults('input.demand', 'maxlateness=soon&quantity__isnull=maybe')).toEqual({
    maxlateness: ['invalid_duration'],
    quantity__isnull: ['invalid_boolean'],
  })
  expect(faults('input.calendarbucket', 'monday=5&starttime=25:00')).toEqual({
    monday: ['invalid_boolean'],
    starttime: ['invalid_time'],
  })
  expect(faults('input.demand', 'name=a%00b&description__contains=%00&search=%00')).toEqual({
    name: ['nul_character'],
    description__contains: ['nul_character'],
    search: ['nul_character'],
  })
})

test('a range needs exactly two values', () => {
  expect(faults('input.demand', 'quantity__range=1')).toEqual({ quantity__range: ['invalid_range'] })
  expect(faults('input.demand', 'quantity__range=1,2,3')).toEqual({ quantity__range: ['invalid_range'] })
  expect(faults('input.demand', 'quantity__range=1,x')).toEqual({ quantity__range: ['invalid_number'] })
  expect(values('input.demand', 'quantity__range=1,2')).toEqual([['quantity', 'range', [1, 2]]])
})

test('the offset of a time may have its plus sign as it is, which an address decodes as a blank', () => {
  for (const due of ['2027-01-01T02:00:00+05:30', '2027-01-01+02:00+05:30', '2027-01-01T02:00:00.0%2B05:30'])
    expect(values('input.demand', `due__lt=${due}`)).toEqual([['due', 'lt', '2026-12-31T21:30:00']])
  expect(values('input.demand', 'due__lt=2027-01-01+02:00')).toEqual([['due', 'lt', '2027-01-01T02:00:00']])
})

test('a lookup that the type does not have is refused', () => {
  expect(
    faults('input.demand', 'quantity__contains=5&name__gt=a&status__contains=o&owner__isdescendantof=x'),
  ).toEqual({
    quantity__contains: ['invalid_lookup'],
    name__gt: ['invalid_lookup'],
    status__contains: ['invalid_lookup'],
    owner__isdescendantof: ['invalid_lookup'],
  })
})

test('a lookup that there is not is refused with those that there are, also along a reference', () => {
  expect(
    faults(
      'input.demand',
      'item__nope=2&item__location__name=3&name__regex=x&due__year=2026&item__cost__near=1',
    ),
  ).toEqual({
    item__nope: ['invalid_lookup'],
    item__location__name: ['invalid_lookup'],
    name__regex: ['invalid_lookup'],
    due__year: ['invalid_lookup'],
    item__cost__near: ['invalid_lookup'],
  })
})

test('a field without lookups is refused as such', () => {
  expect(faults('input.demand', 'plan=1&plan__contains=1')).toEqual({
    plan: ['not_filterable'],
    plan__contains: ['not_filterable'],
  })
})

test('bad paging, orders, fields and cursors are refused', () => {
  for (const query of ['limit=0', 'limit=-1', 'limit=x', 'limit=1.5', 'offset=-1', 'page=0', 'page_size=0']) {
    expect([query, faults('input.demand', query)]).toEqual([
      query,
      { [query.split('=')[0]!]: ['invalid_page'] },
    ])
  }
  expect(faults('input.demand', 'page=1&limit=5')).toEqual({ limit: ['conflicting_paging'] })
  expect(faults('input.demand', 'cursor=&offset=5')).toEqual({ offset: ['conflicting_paging'] })
  expect(faults('input.demand', 'ordering=name,nope')).toEqual({ ordering: ['unknown_order'] })
  expect(faults('input.demand', 'ordering=plan')).toEqual({ ordering: ['unknown_order'] })
  expect(faults('input.demand', 'fields=nope')).toEqual({ fields: ['unknown_output_field'] })
  // Lists within records exist in JSON only.
  expect(faults('input.manufacturingorder', 'fields=reference,resources')).toEqual({
    fields: ['list_as_output_field'],
  })
  expect(faults('input.purchaseorder', 'fields=resources')).toEqual({ fields: ['unknown_output_field'] })
  const other = Buffer.from('["-due,name",["2026-01-01T00:00:00","a"]]').toString('base64url')
  const wrong = Buffer.from('["name",[{}]]').toString('base64url')
  for (const cursor of ['x', '!!', other, wrong, Buffer.from('[["name"],["a"]]').toString('base64url')]) {
    expect([cursor, faults('input.demand', `cursor=${cursor}`)]).toEqual([
      cursor,
      { cursor: ['invalid_page'] },
    ])
  }
})

test('fields that are never given out cannot be filtered, sorted or asked for', () => {
  expect(parse('common.user', 'password=x&password__startswith=a').ignored).toEqual([
    'password',
    'password__startswith',
  ])
  expect(parse('common.apikey', 'user__password__startswith=a').ignored).toEqual([
    'user__password__startswith',
  ])
  expect(faults('common.user', 'ordering=password&fields=password')).toEqual({
    ordering: ['unknown_order'],
    fields: ['unknown_output_field'],
  })
})

test('unknown parameters are named, or refused when strict', () => {
  const query = 'nope=1&name=x&constructor=1&__proto__=2'
  expect(parse('input.demand', query).ignored).toEqual(['nope', 'constructor', '__proto__'])
  expect(Object.keys(faults('input.demand', 'nope=1&name=x', true))).toEqual(['nope'])
  expect(faults('input.demand', 'format=csv&indent=4&dryrun=1&limit=5', true)).toEqual({})
})

test('the last of a repeated parameter counts, and an empty value is no filter', () => {
  expect(values('input.demand', 'name=a&quantity=&name=b&source=%20')).toEqual([['name', 'exact', 'b']])
  expect(values('input.demand', 'name=a&name=')).toEqual([])
})

test('values are read by the codecs', () => {
  expect(values('input.demand', 'due=2026-06-01T12:00:00Z&maxlateness=P1DT2H&quantity__in=1,2.50')).toEqual([
    ['due', 'exact', '2026-06-01T14:00:00'],
    ['maxlateness', 'exact', '1 days 02:00:00'],
    ['quantity', 'in', [1, 2.5]],
  ])
  expect(values('input.demand', 'name__in="a,b",c&customer__contains= x ')).toEqual([
    ['name', 'in', ['a,b', 'c']],
    ['customer', 'contains', ' x '],
  ])
})

test('limits of storing are no limits of searching', () => {
  expect(values('input.demand', 'priority__lt=9999999999')).toEqual([['priority', 'lt', 9_999_999_999]])
  expect(values('common.bucketdetail', 'id__gte=0')).toEqual([['id', 'gte', 0]])
  expect(faults('input.demand', `name=${'x'.repeat(5000)}`)).toEqual({})
})

test('references are followed one level', () => {
  expect(values('input.demand', 'item__category=c&item__cost__gte=5&item__isdescendantof=top')).toEqual([
    ['item', 'category', 'exact', 'c'],
    ['item', 'cost', 'gte', 5],
    ['item', 'isdescendantof', 'top'],
  ])
  expect(faults('input.demand', 'item__cost=x&item__cost__contains=1')).toEqual({
    item__cost: ['invalid_number'],
    item__cost__contains: ['invalid_lookup'],
  })
})

test('a field named like a parameter is still a field to filter by', () => {
  expect(values('input.operation', 'search=MINCOST')).toEqual([['search', 'exact', 'MINCOST']])
  expect(faults('input.operation', 'search=two words')).toEqual({ search: ['invalid_choice'] })
  expect(parse('input.operation', 'search=MINCOST').search).toEqual([])
  expect(parse('input.operationmaterial', 'offset=3600').conditions).toHaveLength(1)
  const paged = parse('input.operationmaterial', 'offset=4&limit=2')
  expect([paged.conditions, paged.paging]).toEqual([[], { kind: 'slice', limit: 2, offset: 4, by: 'limit' }])
})

const samples: Readonly<Record<string, string>> = {
  text: 'abc',
  number: '1.5',
  integer: '3',
  identity: '7',
  boolean: 'true',
  datetime: '2026-01-02T03:04:05',
  date: '2026-01-02',
  time: '08:30:00',
  duration: '1 02:00:00',
}

/** Returns the error of a lookup on a field, or the name of the lookup if it takes a value, two values or a flag. */
function outcome(entity: Entity, field: Field, lookup: Lookup): unknown {
  const sample = samples[valueType(model, field)] ?? field.choices?.[0] ?? '{}'
  const name = `${field.name}__${lookup.name}`
  const queries = [sample, `${sample},${sample}`, 'true'].map((value) =>
    new URLSearchParams([[name, value]]).toString(),
  )
  const taken = queries.find((query) => faults(entity.name, query)[name] === undefined)
  return taken === undefined
    ? faults(entity.name, queries[0]!)[name]
    : leavesOf(parse(entity.name, taken).conditions).map(({ lookup }) => lookup.name)
}

test('every lookup takes a value of every type it is for, on every field of the model', () => {
  for (const entity of model.entities) {
    for (const field of visibleFields(entity)) {
      const outcomes = lookups.map((lookup) => [lookup.name, outcome(entity, field, lookup)])
      const known = lookups.filter((lookup) => allows(model, entity, field, lookup))
      const refused = known.length === 0 ? 'not_filterable' : 'invalid_lookup'
      const expected = lookups.map((lookup) => [
        lookup.name,
        [known.includes(lookup) ? lookup.name : refused],
      ])
      expect([entity.name, field.name, outcomes]).toEqual([entity.name, field.name, expected])
    }
  }
})

test('a field named as a reserved parameter goes before it', () => {
  for (const query of ['search__exact=PRIORITY&offset__exact=60', 'search=PRIORITY&offset=60']) {
    expect(values('input.operationmaterial', query)).toEqual([
      ['search', 'exact', 'PRIORITY'],
      ['offset', 'exact', '0 days 00:01:00'],
    ])
  }
  expect(parse('input.operationmaterial', 'search=PRIORITY').search).toEqual([])
})
