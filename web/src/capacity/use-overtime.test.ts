import { describe, expect, it } from 'vitest'
import { changesDelivery } from '../trial/change-counts.tsx'
import { byGainThenCost } from './use-overtime.ts'

const option = (gain: number, cost: number | null) => ({ gain, option: { cost } })

describe('the order of overtime options', () => {
  it('starts with the largest gain, whatever it costs', () => {
    const tried = [option(10, 100), option(16, 900), option(12, null)]
    expect(tried.toSorted(byGainThenCost).map(({ gain }) => gain)).toEqual([16, 12, 10])
  })

  it('takes the cheaper of two options that save as many quantity-days as shown', () => {
    const tried = [option(16.3, 2176), option(16.1, null), option(15.9, 1360)]
    expect(tried.toSorted(byGainThenCost).map((one) => one.option.cost)).toEqual([1360, 2176, null])
  })
})

const changing = (...changes: readonly ('later' | 'earlier' | 'new')[]) => ({
  demands: changes.map((change) => ({ change })),
})

describe('the effect of an option', () => {
  it('is the change of a delivery date, later ones included', () => {
    expect(changesDelivery(changing('earlier'))).toBe(true)
    expect(changesDelivery(changing('later'))).toBe(true)
    expect(changesDelivery(changing('new'))).toBe(false)
    expect(changesDelivery(changing())).toBe(false)
  })
})
