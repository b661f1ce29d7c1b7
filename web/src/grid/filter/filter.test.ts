/** Tests filters as trees, as parameters, and in URLs. */
import { describe, expect, it } from 'vitest'
import { withFilter } from '../state/change-search.ts'
import { filterOfSearch, readGridSearch } from '../state/grid-search.ts'
import { pruned, readFilter } from './filter-model.ts'
import { filterParams } from './filter-params.ts'
import { operatorOf, operatorsOf } from './operators.ts'
import { resolveDates } from './resolve-dates.ts'
import { withMidnight } from './words.ts'

const readNames = (text: string) => filterOfSearch(readGridSearch({ name__in: text }))
const names = (...value: readonly string[]) => ({ and: [{ field: 'name', lookup: 'in', value }] })

describe('filters', () => {
  it('offer texts that have words as choices first, and parts of texts after that', () => {
    const lookups = ['exact', 'ne', 'in', 'icontains', 'startswith', 'isnull']
    const name = { type: 'text', lookups, choices: [{ value: 'late', label: 'Auftrag verspätet' }] } as const
    const offered = operatorsOf(name).map((operator) => operator.name)
    expect(offered.slice(0, 4)).toEqual(['anyOf', 'is', 'isNot', 'contains'])
    expect(offered).toHaveLength(new Set(offered).size)
    expect(operatorsOf({ ...name, choices: undefined })[0]?.name).toBe('contains')
    expect(operatorOf(name, { field: 'name', lookup: 'in', value: ['late'] })?.arity).toBe('list')
  })

  it('are plain parameters where that says it all', () => {
    const filter = readFilter({
      and: [
        { field: 'status', lookup: 'in', value: ['open', 'a,b'] },
        { field: 'quantity', lookup: 'gte', value: 5 },
      ],
    })
    expect(filterParams(filter!)).toEqual([
      ['status__in', 'open,"a,b"'],
      ['quantity__gte', '5'],
    ])
  })

  it('are a tree where groups need it, without groups that hold nothing', () => {
    const filter = { and: [{ or: [{ field: 'a', lookup: 'exact', value: 1 }, { and: [] }] }] }
    expect(filterParams(filter)).toEqual([
      ['filter', JSON.stringify({ and: [{ or: [{ field: 'a', lookup: 'exact', value: 1 }] }] })],
    ])
    expect(pruned({ and: [{ or: [] }] })).toEqual({ and: [] })
    const condition = { field: 'a', lookup: 'exact', value: 1 }
    expect(pruned({ and: [{ not: { and: [{ or: [] }] } }, condition] })).toEqual({ and: [condition] })
    expect(filterParams({ and: [{ not: { and: [] } }] })).toEqual([])
  })

  it('are read from addresses with care', () => {
    expect(readFilter('{"field":"a","value":1}')).toEqual({
      and: [{ field: 'a', lookup: 'exact', value: 1 }],
    })
    for (const bad of ['{', '5', '{"and":[5]}', '{"and":[{"field":5}]}', '{"field":"a","value":{}}'])
      expect(readFilter(bad), bad).toBeUndefined()
    expect(filterOfSearch(readGridSearch({ filter: '{' }))).toEqual({ unreadable: '{' })
  })

  it('have the lists of the API, in which values with a comma are quoted', () => {
    expect(readNames('"a,b",c')).toEqual(names('a,b', 'c'))
    expect(readNames('a, ,"say ""hi""",')).toEqual(names('a', 'say "hi"'))
    expect(readNames('a,"b')).toEqual({ unreadable: 'name__in=a,"b' })
    expect(filterParams(names(' a', ''))).toEqual([['name__in', '" a",""']])
  })

  it('come from links as plain lookups, and stay when they are changed', () => {
    const search = readGridSearch({ item__category: 'A', due__isnull: 'false', ordering: '-due', view: 3 })
    expect(filterOfSearch(search)).toEqual({
      and: [
        { field: 'item__category', lookup: 'exact', value: 'A' },
        { field: 'due', lookup: 'isnull', value: false },
      ],
    })
    expect(withFilter(search, { and: [] })).toEqual({ ordering: '-due', view: 3, filter: { and: [] } })
  })
})

const due = (lookup: string, value: string) => ({ field: 'due', lookup, value })
const field = (name: string) => ({ name, type: name === 'day' ? 'date' : 'datetime' })

describe('dates of filters', () => {
  const now = new Date(2026, 10, 27, 15, 30)
  const resolved = (lookup: string, value: string | readonly string[], name = 'due') =>
    resolveDates({ field: name, lookup, value }, (path) => Object(field(path)), 'iso', now)

  it('are whole days where no time is given', () => {
    const [day, next] = ['2026-12-18T00:00:00', '2026-12-19T00:00:00']
    expect(resolved('lte', '2026-12-18')).toEqual(due('lt', next))
    expect(resolved('gt', '2026-12-18')).toEqual(due('gte', next))
    expect(resolved('lt', '2026-12-18')).toEqual(due('lt', day))
    expect(resolved('gte', '2026-12-18')).toEqual(due('gte', day))
    expect(resolved('exact', '2026-12-18')).toEqual({ and: [due('gte', day), due('lt', next)] })
    expect(resolved('range', ['2026-12-18', '2026-12-18'])).toEqual({
      and: [due('gte', day), due('lt', next)],
    })
  })

  it('are whole days also in lists of dates and where they are excluded', () => {
    const day = (from: string, to: string) => ({
      and: [due('gte', `2026-12-${from}T00:00:00`), due('lt', `2026-12-${to}T00:00:00`)],
    })
    expect(resolved('in', ['2026-12-18', '2026-12-20'])).toEqual({ or: [day('18', '19'), day('20', '21')] })
    expect(resolved('in', '2026-12-18')).toEqual({ or: [day('18', '19')] })
    expect(resolved('ne', '2026-12-18')).toEqual({ not: day('18', '19') })
    expect(resolved('ne', '2026-12-18T12:00:00')).toEqual(due('ne', '2026-12-18T12:00:00'))
  })

  it('are all kept by a lookup that has no rule for whole days', () => {
    expect(resolved('between_days', ['2026-12-18', '2026-12-19'])).toEqual({
      ...due('between_days', ''),
      value: ['2026-12-18T00:00:00', '2026-12-19T00:00:00'],
    })
  })

  it('are moments where a time is given', () => {
    expect(resolved('lte', '2026-12-18T12:00:00')).toEqual(due('lte', '2026-12-18T12:00:00'))
    expect(resolved('exact', '2026-12-18T00:00:00')).toEqual(due('exact', '2026-12-18T00:00:00'))
    expect(resolved('gt', 'now')).toEqual(due('gt', '2026-11-27T15:30:00'))
  })

  it('show that a moment at midnight is no whole day', () => {
    expect(withMidnight('18.12.2026', '2026-12-18')).toBe('18.12.2026')
    expect(withMidnight('18.12.2026', '2026-12-18T00:00:00')).toBe('18.12.2026 00:00')
  })

  it('may be words, which mean another day tomorrow', () => {
    expect(resolved('lt', 'today+7')).toEqual(due('lt', '2026-12-04T00:00:00'))
    expect(resolved('lte', 'eom')).toEqual(due('lt', '2026-12-01T00:00:00'))
    expect(resolved('lte', 'heute', 'day')).toEqual({ field: 'day', lookup: 'lte', value: '2026-11-27' })
  })

  it('stay as they are if they are none', () => {
    expect(resolved('lte', 'nonsense')).toEqual(due('lte', 'nonsense'))
    expect(resolved('isnull', [])).toEqual({ field: 'due', lookup: 'isnull', value: [] })
  })
})
