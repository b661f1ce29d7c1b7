/** Tests the lists of what an undo leaves as it is. */
import { describe, expect, it } from 'vitest'
import { firstOf } from './first-of.ts'

describe('what an undo leaves as it is', () => {
  it('is listed as a whole if it is short', () => {
    expect(firstOf(['a', 'b'], 2)).toEqual({ shown: ['a', 'b'], more: 0 })
  })

  it('is cut after five, with the number of the others, also of those that were not sent', () => {
    expect(firstOf(['a', 'b', 'c', 'd', 'e', 'f'], 40)).toEqual({
      shown: ['a', 'b', 'c', 'd', 'e'],
      more: 35,
    })
  })

  it('counts the records of the groups that are not listed', () => {
    const groups = [10, 20, 30, 40, 50, 60, 70].map((records) => ({ records }))
    expect(firstOf(groups, 280, ({ records }) => records)).toMatchObject({ more: 130 })
  })
})
