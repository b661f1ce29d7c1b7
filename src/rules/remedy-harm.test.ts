/** Tests which remedies make other sales orders worse. */
import { expect, it } from 'vitest'
import { harmOf, isHarmful, type RemedyEffect } from './remedy-harm.ts'

const effect = (quantityDays: number, late = 0, short = 0): RemedyEffect => ({
  keyfigures: {
    before: { quantity_days_late: 100, short: 1 },
    after: { quantity_days_late: 100 + quantityDays, short: 1 + short },
  },
  others: { late },
})

it.each([
  ['less lateness in all', effect(-20), false],
  ['a difference that no screen shows', effect(0.01), false],
  ['more lateness in all', effect(20), true],
  ['less lateness in all, but a sales order on time becomes late', effect(-20, 1), true],
  ['less lateness in all, but a sales order is no longer delivered in full', effect(-20, 0, 1), true],
  ['fewer sales orders short', effect(-20, 0, -1), false],
] as const)('%s', (_what, remedy, expected) => {
  expect(isHarmful(remedy)).toBe(expected)
})

it('tells how much worse', () => {
  expect(harmOf(effect(20, 2, 1))).toEqual({ quantityDays: 20, late: 2, short: 1 })
  expect(harmOf(effect(-20, 0, -1))).toEqual({ quantityDays: 0, late: 0, short: 0 })
})
