import { expect, it } from 'vitest'
import { changedValues } from './changed-values.ts'

it('tells what there was before a deletion, and what there is after an addition, without blanks', () => {
  const record = { name: 'SO', quantity: 2, steps: ['a', 'b'], batch: null }
  expect(changedValues('delete', record)).toEqual([
    { name: 'name', before: 'SO', after: null },
    { name: 'quantity', before: 2, after: null },
    { name: 'steps', before: ['a', 'b'], after: null },
  ])
  expect(changedValues('add', record)).toEqual([
    { name: 'name', before: null, after: 'SO' },
    { name: 'quantity', before: null, after: 2 },
    { name: 'steps', before: null, after: ['a', 'b'] },
  ])
})

it('tells both values of a change', () => {
  expect(changedValues('change', { batch: [null, 'x'] })).toEqual([
    { name: 'batch', before: null, after: 'x' },
  ])
  expect(changedValues('change', null)).toEqual([])
})
