/** Tests what the name of stock can mean. */
import { expect, it } from 'vitest'
import { meaningsOf } from './stock-key.ts'

it('means an item and a location', () => {
  expect(meaningsOf(['Frame', 'Plant'])).toEqual([['Frame', 'Plant']])
})

it('means names with the separator, or a batch', () => {
  expect(meaningsOf(['A', 'B', 'Plant'])).toEqual([
    ['A', 'B @ Plant'],
    ['A @ B', 'Plant'],
    ['A', 'B'],
  ])
  expect(meaningsOf(['A', 'B', 'C', 'D'])).toHaveLength(6)
})
