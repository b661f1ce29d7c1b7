import { assert, double, property, record } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { proposeStock, type StockFacts } from './propose-stock.ts'
import { normalQuantile, reorderQuantity, roundUp, safetyStock, variationOf } from './safety-stock.ts'

const amount = double({ min: 0, max: 1e6, noNaN: true })
const variation = record({ mean: amount, deviation: amount })
const level = double({ min: 0.5, max: 0.9999, noNaN: true })

const buffer: StockFacts = {
  id: 1,
  item: 'chair',
  location: 'shop',
  description: null,
  category: null,
  subcategory: null,
  group: null,
  cost: 20,
  minimum: 10,
  calendar: null,
  excluded: null,
  weeks: 8,
  quantities: [12, 8, 10, 14, 6, 10, 11, 9],
  whole: true,
  supply: 'PO',
  standardDays: 14,
  sizeMinimum: 1,
  sizeMultiple: 12,
  sizeMaximum: null,
  windowDays: 7,
  observed: 0,
  observedDays: null,
  observedDeviationDays: null,
}
const target = { serviceLevel: 0.95, leadTimeVariation: 0.2 }

describe('the quantile of the normal distribution', () => {
  it.each([
    [0.5, 0],
    [0.9, 1.2815515655446],
    [0.95, 1.6448536269515],
    [0.97575, 1.97292],
    [0.99, 2.3263478740408],
    [0.9999, 3.7190164854557],
  ])('of %d is %d', (probability, z) => {
    expect(normalQuantile(probability)).toBeCloseTo(z, 4)
  })

  it('never falls while the probability rises', () => {
    assert(
      property(level, level, (one, other) => {
        const [lower, higher] = one < other ? [one, other] : [other, one]
        expect(normalQuantile(higher)).toBeGreaterThanOrEqual(normalQuantile(lower) - 1e-8)
      }),
    )
  })
})

describe('safety stock', () => {
  it('follows the formula: z * sqrt(L * σd² + d² * σL²)', () => {
    const found = safetyStock(0.95, { mean: 100, deviation: 20 }, { mean: 4, deviation: 0.5 })
    expect(found).toBeCloseTo(1.644854 * Math.sqrt(4 * 400 + 10_000 * 0.25), 3)
  })

  it('never falls if service level, demand, lead time or one of their deviations rises', () => {
    assert(
      property(level, variation, variation, amount, amount, (service, demand, leadTime, more, longer) => {
        const least = safetyStock(service, demand, leadTime) * (1 - 1e-9)
        const higher = service + (0.9999 - service) / 2
        const raised = [
          safetyStock(higher, demand, leadTime),
          safetyStock(service, { ...demand, mean: demand.mean + more }, leadTime),
          safetyStock(service, { ...demand, deviation: demand.deviation + more }, leadTime),
          safetyStock(service, demand, { ...leadTime, mean: leadTime.mean + longer }),
          safetyStock(service, demand, { ...leadTime, deviation: leadTime.deviation + longer }),
        ]
        for (const value of raised) expect(value).toBeGreaterThanOrEqual(least - 1e-6)
      }),
    )
  })

  it('is not needed for demand and lead times that do not vary', () => {
    expect(safetyStock(0.99, { mean: 100, deviation: 0 }, { mean: 4, deviation: 0 })).toBe(0)
  })
})

describe('the variation of demand', () => {
  it('counts weeks without demand as zero', () => {
    expect(variationOf([10, 20], 4)).toEqual(variationOf([10, 0, 20, 0], 4))
    expect(variationOf([10, 20], 4).mean).toBe(7.5)
    expect(variationOf([4, 8], 2)).toEqual({ mean: 6, deviation: Math.sqrt(8) })
  })

  it('is zero without weeks', () => {
    expect(variationOf([], 0)).toEqual({ mean: 0, deviation: 0 })
    expect(variationOf([5], 1)).toEqual({ mean: 5, deviation: 0 })
  })
})

describe('quantities', () => {
  it('are rounded up to whole units, or to three digits for items measured in fractions', () => {
    expect(roundUp(8.2, true)).toBe(9)
    expect(roundUp(9.000_000_000_001, true)).toBe(9)
    expect(roundUp(0.012_34, false)).toBe(0.0124)
    expect(roundUp(12_341, false)).toBe(12_400)
    expect(roundUp(0, false)).toBe(0)
  })

  it('of reorders follow batching window and lot sizes', () => {
    const none = { minimum: null, multiple: null, maximum: null, window: null }
    expect(reorderQuantity(10, none, true)).toBeNull()
    expect(reorderQuantity(10, { ...none, window: 2.5 }, true)).toBe(25)
    expect(reorderQuantity(10, { ...none, window: 2.5, multiple: 12 }, true)).toBe(36)
    expect(reorderQuantity(10, { ...none, minimum: 100 }, true)).toBe(100)
    expect(reorderQuantity(10, { ...none, minimum: 100, maximum: 60 }, true)).toBe(60)
  })
})

describe('a proposal', () => {
  it('has safety stock, reorder point, reorder quantity and the change of the stock value', () => {
    const { proposed, reorder_point: point, ...rest } = proposeStock(buffer, target)
    // Mean 10 and deviation sqrt(6) per week; lead time of 2 weeks with a deviation of 0.4: 1.645 * sqrt(12 + 16).
    expect(proposed).toBe(9)
    expect(point).toBe(29)
    expect(rest).toMatchObject({ present: 10, reorder_quantity: 12, value_change: -20, obstacle: null })
  })

  it('uses the lead times of completed orders if there are enough', () => {
    const facts = { ...buffer, observed: 5, observedDays: 21, observedDeviationDays: 0 }
    expect(proposeStock(facts, target).lead_time).toEqual({
      days: 21,
      deviation_days: 0,
      source: 'observed',
      orders: 5,
      supply: 'PO',
    })
    expect(proposeStock({ ...facts, observed: 4 }, target).lead_time).toMatchObject({
      days: 14,
      source: 'standard',
    })
  })

  it.each([
    ['unlimited', { excluded: 'unlimited' }],
    ['batch', { excluded: 'batch' }],
    ['calendar', { excluded: 'calendar' }],
    ['short_history', { weeks: 7, quantities: [1, 2, 3, 4, 5, 6, 7] }],
    ['rare_demand', { weeks: 20, quantities: [100, 3, 4] }],
    ['no_lead_time', { standardDays: null }],
  ] satisfies [string, Partial<StockFacts>][])('is not made: %s', (obstacle, facts) => {
    expect(proposeStock({ ...buffer, ...facts }, target)).toMatchObject({
      proposed: null,
      reorder_point: null,
      value_change: null,
      obstacle,
    })
  })
})
