import { expect, it } from 'vitest'
import { lookOf } from './reports.ts'
import { stockMark } from './stock-mark.ts'

const inventory = lookOf('inventory')!

it.each([
  ['endonhand', { endonhand: 9.99, safetystock: 10 }, 'below'],
  ['startonhand', { startonhand: 9, endonhand: 20, safetystock: 10 }, 'below'],
  ['endonhand', { endonhand: 10, safetystock: 10 }, undefined],
  // Both are shown as 10.
  ['endonhand', { endonhand: 9.999, safetystock: 10 }, undefined],
  ['endonhand', { endonhand: 0, safetystock: 0 }, undefined],
  ['endonhand', { endonhand: -1, safetystock: 10 }, 'negative'],
  ['endonhand', { endonhand: -1, safetystock: null }, 'negative'],
  ['endonhand', { endonhand: null, safetystock: 10 }, undefined],
  ['produced', { produced: 1, safetystock: 10 }, undefined],
])('marks %s of %j: %s', (measure, figures, mark) => {
  expect(stockMark(inventory, measure, figures)).toBe(mark)
})

it('marks nothing in reports without stock', () => {
  expect(stockMark(lookOf('resource')!, 'endonhand', { endonhand: -1 })).toBeUndefined()
})
