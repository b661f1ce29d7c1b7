import { expect, test } from 'vitest'
import { processorClock } from '../../test/support/processor-time.ts'
import { parseAccept, parseMediaType } from './accept.ts'

test('quotes hold commas, semicolons and escaped quotes', () => {
  const ranges = parseAccept('text/html;title="a, b; \\"c\\"";q=0.5, application/json')
  expect(ranges.map(({ type, quality }) => [type, quality])).toEqual([
    ['text/html', 0.5],
    ['application/json', 1],
  ])
  expect(ranges[0]?.params.get('title')).toBe('a, b; "c"')
  expect(parseMediaType('multipart/form-data; boundary="a;b"').params.get('boundary')).toBe('a;b')
})

test('a header of any length is read in no time, also with quotes that are not closed', () => {
  const processorMs = processorClock()
  for (const piece of ['"', '"\\', ',"', ';"', 'a/b;c="', '\\"']) {
    const header = piece.repeat(60_000 / piece.length)
    parseAccept(header)
    parseMediaType(header)
  }
  expect(processorMs()).toBeLessThan(1_000)
})
