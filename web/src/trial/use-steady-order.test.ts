import { expect, it } from 'vitest'
import { steadyOrder } from './use-steady-order.ts'

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
