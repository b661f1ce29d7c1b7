import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { joinList, splitList } from './value-list.ts'

test('a quoted value without end is none', () => {
  expect(splitList('a,"b')).toBeUndefined()
  expect(splitList('"a,b')).toBeUndefined()
  expect(splitList('"a"b,c')).toBeUndefined()
})

test('empty items are dropped unless they are quoted', () => {
  expect(splitList('')).toEqual([])
  expect(splitList(',,')).toEqual([])
  expect(splitList('a, ,b,')).toEqual(['a', 'b'])
  expect(splitList('"",a')).toEqual(['', 'a'])
})

test('a value with a comma or a quote is quoted', () => {
  expect(splitList('"a,b",c')).toEqual(['a,b', 'c'])
  expect(splitList('"say ""hi""",x')).toEqual(['say "hi"', 'x'])
  expect(splitList('5" screw,7" screw')).toEqual(['5" screw', '7" screw'])
})

test('any values that are joined are split again', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' })), (values) => {
      expect(splitList(joinList(values))).toEqual(values)
    }),
  )
})
