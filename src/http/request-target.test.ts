import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ServiceError } from '../errors/service-error.ts'
import { dataPath, parameter, parseRequestTarget, queryText } from './request-target.ts'

const demand = { scenario: 'default', app: 'input', entity: 'demand' }

describe('the request target', () => {
  it.each(['/api/input/demand/%zz/', '/api/input/demand/%', '/api/input/demand/%ff/', '/api/%c3/demand/'])(
    'refuses the malformed escape of %s',
    (url) => {
      expect(() => parseRequestTarget(url)).toThrow(ServiceError)
      expect(() => parseRequestTarget(url)).toThrow(expect.objectContaining({ status: 400 }))
    },
  )

  it('refuses a malformed escape in a parameter', () => {
    expect(() => parseRequestTarget('/api/input/demand/?name=50%')).toThrow(/percent/)
  })

  it.each([
    '/api/input/demand/',
    '/api/input/demand',
    '//api//input///demand//',
    '/default/api/input/demand/',
    'http://planner.example:8000/api/input/demand/',
  ])('finds the list at %s', (url) => {
    expect(parseRequestTarget(url)).toMatchObject({ ...demand, kind: 'list', key: '', query: [] })
  })

  it.each([
    ['/api/input/demand/order 1/', 'order 1'],
    ['/api/input/demand/order%201', 'order 1'],
    ['/api/input/demand/a/b/', 'a/b'],
    ['/api/input/demand//a//b//', 'a/b'],
    ['/api/input/demand/a%2Fb/', 'a/b'],
    ['/api/input/demand/%2F%2Fa%2F%2F/', '//a//'],
    ['/api/input/demand/what%3F%23/?a=b', 'what?#'],
    ['/api/input/demand/a+b/', 'a+b'],
    ['/api/input/demand/%E2%82%AC/', '€'],
    ['/api/input/demand/..%2F..%2Fetc/', '../../etc'],
    ['/api/input/demand/api/', 'api'],
  ])('reads the key of %s', (url, key) => {
    expect(parseRequestTarget(url)).toMatchObject({ ...demand, kind: 'detail', key })
  })

  it.each([
    ['/scenario1/api/input/item/x/', { scenario: 'scenario1', entity: 'item', key: 'x', kind: 'detail' }],
    ['/scenario1/api/', { scenario: 'scenario1', kind: 'index' }],
    ['/api/', { scenario: 'default', kind: 'index' }],
    ['/api', { scenario: 'default', kind: 'index' }],
    ['/', { kind: 'other', path: [] }],
    ['/api/input/', { kind: 'other', path: ['api', 'input'] }],
    ['/execute/api/backup/', { scenario: 'default', kind: 'other', path: ['execute', 'api', 'backup'] }],
    [
      '/scenario1/execute/api/backup/',
      { scenario: 'scenario1', kind: 'other', path: ['execute', 'api', 'backup'] },
    ],
    ['/static/api/input/demand/', { scenario: 'default', kind: 'other' }],
    ['/api/api/demand/', { scenario: 'default', app: 'api', entity: 'demand' }],
  ])('tells what %s is', (url, expected) => {
    expect(parseRequestTarget(url)).toMatchObject(expected)
  })

  it('decodes parameters and keeps their order', () => {
    const { query } = parseRequestTarget('/api/input/demand/?a=1+2&b=%2B&&c&a=x%3Dy=z')
    expect(query).toEqual([
      ['a', '1 2'],
      ['b', '+'],
      ['c', ''],
      ['a', 'x=y=z'],
    ])
    expect(parameter(query, 'a')).toBe('x=y=z')
    expect(parameter(query, 'd')).toBeUndefined()
  })

  it('keeps question marks in parameters', () => {
    const { path, query } = parseRequestTarget('/login/company/callback/?code=a?b&state=c')
    expect(path).toEqual(['login', 'company', 'callback'])
    expect([parameter(query, 'code'), parameter(query, 'state')]).toEqual(['a?b', 'c'])
    expect(queryText('/login/company/callback/?code=a?b&state=c')).toBe('code=a?b&state=c')
    expect(queryText('/login/company/callback/')).toBe('')
  })

  it('round-trips every key', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 3_000 }), (key) => {
        fc.pre(key.isWellFormed())
        expect(parseRequestTarget(dataPath('default', 'input', 'demand', key))).toMatchObject({
          ...demand,
          kind: 'detail',
          key,
        })
      }),
    )
  })

  it('round-trips keys made of the characters that URLs treat specially', () => {
    const special = fc.string({ unit: fc.constantFrom(...Array.from('/?#%&+;=. \\:@"\u0001')), minLength: 1 })
    fc.assert(
      fc.property(special, fc.constantFrom('default', 'scenario1'), (key, scenario) => {
        expect(parseRequestTarget(dataPath(scenario, 'input', 'item', key))).toMatchObject({ scenario, key })
      }),
    )
  })
})
