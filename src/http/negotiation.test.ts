import { describe, expect, it } from 'vitest'
import { negotiate } from './negotiation.ts'
import { parseQuery } from './request-target.ts'

const chrome =
  'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8,application/signed-exchange;v=b3;q=0.7'

const ask = (accept: string | undefined, query = '', records = true) =>
  negotiate({ query: parseQuery(query), accept, records })

describe('negotiation', () => {
  it.each(['image/png', 'application/xml', 'application/json;q=0', 'text/*;q=0, image/*', 'audio/*'])(
    'cannot satisfy "%s"',
    (accept) => {
      expect(() => ask(accept)).toThrow(expect.objectContaining({ status: 406 }))
    },
  )

  it('does not know every format', () => {
    expect(() => ask(undefined, 'format=yaml')).toThrow(expect.objectContaining({ status: 404 }))
    expect(() => ask(undefined, 'format=yaml')).toThrow(/"yaml".*json, api, csv/)
    expect(() => ask(undefined, 'format=csv', false)).toThrow(expect.objectContaining({ status: 404 }))
    expect(() => ask('text/csv', '', false)).toThrow(expect.objectContaining({ status: 406 }))
    expect(() => ask('text/csv', '', false)).toThrow(/Available: application\/json, text\/html/)
  })

  it.each([
    [undefined, 'json'],
    ['', 'json'],
    ['*/*', 'json'],
    ['nonsense', 'json'],
    ['application/*', 'json'],
    ['application/json', 'json'],
    ['APPLICATION/JSON', 'json'],
    ['application/json, text/plain, */*', 'json'],
    ['text/html, application/json;q=0.9', 'api'],
    ['text/html;q=0.8, application/json;q=0.9', 'json'],
    ['application/json, text/html', 'json'],
    ['text/html, application/json', 'api'],
    ['*/*, text/csv', 'csv'],
    ['text/html;q=0, */*;q=0.1', 'json'],
    ['application/json;q=0, */*', 'api'],
    ['application/x-ndjson', 'ndjson'],
    ['application/jsonl', 'ndjson'],
    [chrome, 'api'],
  ])('answers "%s" with %s', (accept, format) => {
    expect(ask(accept).format).toBe(format)
  })

  it('puts the parameter before the header', () => {
    expect(ask(chrome, 'format=json')).toEqual({ format: 'json', contentType: 'application/json', indent: 0 })
    expect(ask('image/png', 'format=json').format).toBe('json')
    expect(ask('application/json', 'format=api').format).toBe('api')
    expect(ask(undefined, 'format=&name=x').format).toBe('json')
    expect(ask(undefined, 'format=csv&format=ndjson').format).toBe('ndjson')
  })

  it('pretty-prints and names the charset when the client asks', () => {
    expect(ask('application/json; indent=4; charset=UTF-8')).toEqual({
      format: 'json',
      contentType: 'application/json; charset=utf-8',
      indent: 4,
    })
    expect(ask('application/json;indent="2"').indent).toBe(2)
    expect(ask('application/json; indent=999').indent).toBe(10)
    expect(ask('application/json; indent=-1').indent).toBe(0)
    expect(ask('application/json; indent=4', 'format=json').indent).toBe(4)
    expect(ask('text/html; indent=4').indent).toBe(0)
  })

  it('always names the charset of text', () => {
    expect(ask('text/csv').contentType).toBe('text/csv; charset=utf-8')
    expect(ask('application/xhtml+xml').contentType).toBe('text/html; charset=utf-8')
    expect(ask('application/jsonl').contentType).toBe('application/jsonl')
  })
})
