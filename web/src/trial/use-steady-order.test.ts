import { expect, it } from 'vitest'
import { isRankedOrder, steadyOrder } from './use-steady-order.ts'

const keyOf = (name: string): string => name

it('results that are shown keep their places, and new ones come after them', () => {
  expect(steadyOrder(['best', 'first', 'second'], ['second', 'first'], keyOf)).toEqual([
    'second',
    'first',
    'best',
  ])
})

it('results that no longer exist leave the list', () => {
  expect(steadyOrder(['second'], ['first', 'second'], keyOf)).toEqual(['second'])
})

it('results in the order in which they were found are not called ranked', () => {
  const ranked = ['best', 'first']
  expect(isRankedOrder(ranked, steadyOrder(ranked, ['first'], keyOf), keyOf)).toBe(false)
  expect(isRankedOrder(ranked, steadyOrder(ranked, ['best'], keyOf), keyOf)).toBe(true)
})
