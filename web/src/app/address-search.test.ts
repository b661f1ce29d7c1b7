/** Tests that an address gives a screen the texts that a link contains. */
import { describe, expect, it } from 'vitest'
import { withQuery } from '../platform/api/paths.ts'
import { parseAddress, writeAddress } from './address-search.ts'

describe('the parameters of an address', () => {
  it.each([
    '1000',
    '007',
    '1e3',
    '-1',
    '10902.50',
    'true',
    'false',
    'null',
    '["A',
    '[1]',
    '"A"',
    '{}',
    '  5',
  ])('keep the name %s as text, from a plain link and from the router', (name) => {
    expect(parseAddress(withQuery('', { location: name }))).toEqual({ location: name })
    expect(parseAddress(writeAddress({ location: name }))).toEqual({ location: name })
  })

  it('keep lists and objects, such as the filter of a grid', () => {
    const search = { filter: { and: [{ field: 'due', lookup: 'lt', value: '2026-01-01' }] }, rules: [] }
    expect(parseAddress(writeAddress(search))).toEqual(search)
    expect(parseAddress('?filter=%7B%22and%22')).toEqual({ filter: '{"and"' })
  })

  it('keep a text that is JSON as text', () => {
    for (const text of ['["A"]', '{"a":1}', '"A"', '"007"', '"[1]"']) {
      expect(parseAddress(writeAddress({ search: text }))).toEqual({ search: text })
      expect(parseAddress(writeAddress({ filter: text }))).toEqual({ filter: text })
    }
  })

  it('are read from addresses of earlier releases, which quoted names like numbers and lists', () => {
    expect(parseAddress('?location="007"&item="[1]"&search="true"')).toEqual({
      location: '007',
      item: '[1]',
      search: 'true',
    })
  })

  it('leave out what is undefined', () => {
    expect(writeAddress({ search: undefined })).toBe('')
    expect(writeAddress({ late: true, days: 14, search: undefined })).toBe('?late=true&days=14')
  })
})
