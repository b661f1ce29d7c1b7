/** Tests paths of record screens: each key has its own, and none is that of another screen. */
import { expect, it } from 'vitest'
import { keyOfSegment, recordPath, segmentOfKey } from './record-path.ts'

const keys = ['SO-1', 'new', 'import', '!new', '!!import', 'newer', '!', '!x', 'a/b', '50 %']

it.each(keys)('the key %s is read from its segment', (key) => {
  expect(keyOfSegment(segmentOfKey(key))).toBe(key)
})

it('keys have segments of their own, which no other screen has', () => {
  const segments = keys.map(segmentOfKey)
  expect(new Set(segments).size).toBe(keys.length)
  for (const other of ['new', 'import']) expect(segments).not.toContain(other)
})

it.each([
  ['SO-1', '/data/item/SO-1'],
  ['a/b %', '/data/item/a%2Fb%20%25'],
  ['new', '/data/item/!new'],
  ['!new', '/data/item/!!new'],
])('the path of %s is %s', (key, path) => {
  expect(recordPath('/data/item', key)).toBe(path)
})
