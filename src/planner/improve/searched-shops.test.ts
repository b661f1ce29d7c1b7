import { describe, expect, it } from 'vitest'
import { knownJobShop } from '../../../bench/planner/job-shops.ts'
import { solve } from '../solve.ts'
import { never } from '../time.ts'
import { SearchedShops, type Start } from './searched-shops.ts'
import type { Sequence, Shop } from './shop.ts'

const { orders } = solve(knownJobShop('ft06')).plan
/** An order on a machine. */
const first = orders.find(({ uses }) => uses.length > 0)!
const { operation } = first
const [combination] = operation.combinations!

/** Two steps of two jobs on one machine with a changeover. */
const shop = (): Shop => ({
  size: 2,
  effortOfStep: 1,
  release: Float64Array.of(0, 0),
  material: Float64Array.of(0, 0),
  wayFrom: Int32Array.of(0, 1, 2),
  seconds: Float64Array.of(10, 20),
  fits: [undefined, undefined],
  fitSources: [undefined, undefined],
  beforeFrom: Int32Array.of(0, 0, 0),
  before: Int32Array.of(),
  lag: Float64Array.of(),
  useFrom: Int32Array.of(0, 1, 2),
  uses: Int32Array.of(0, 0),
  setup: Int32Array.of(0, 1),
  machines: [{ firstLane: 0, lanes: 1, initial: -1, changeover: Float64Array.of(0, 5, 5, 0), setups: 2 }],
  lanes: 1,
  supplies: [{ first: 0, dates: Float64Array.of(0, 10), totals: Float64Array.of(1, 3) }],
  supplyDates: 2,
  takeFrom: Int32Array.of(0, 1, 2),
  takes: Int32Array.of(0, 0),
  taken: Float64Array.of(1, 2),
  jobs: [
    { due: 10, alone: 10, quantity: 1, last: [0] },
    { due: 20, alone: 20, quantity: 1, last: [1] },
  ],
})

/** The same shop with calendars. */
const timed = (quantity = 3): Shop => ({
  ...shop(),
  fits: [undefined, (from) => ({ begin: from, end: from + 20 })],
  fitSources: [undefined, { operation, quantity, combination: combination! }],
})

const start = (change: Partial<Start> = {}): Start => ({
  shop: shop(),
  steps: Int32Array.of(0, 1),
  others: [first],
  ...change,
})

const found: readonly Sequence[] = [{ steps: Int32Array.of(1, 0), ways: Int32Array.of(0, 1) }]

function searched(begun: Start): SearchedShops {
  const shops = new SearchedShops()
  shops.add(begun, found)
  return shops
}

describe('a search', () => {
  it('is not repeated for the same work', () => {
    expect(searched(start()).find(start())).toBe(found)
    expect(searched(start({ shop: timed() })).find(start({ shop: timed() }))).toBe(found)
  })

  it('is not repeated although the other orders have been removed and planned again since', () => {
    const removed = { ...first }
    const shops = searched(start({ shop: timed(), others: [removed] }))
    // As when the plan is made in another way.
    removed.uses = []
    expect(shops.find(start({ shop: timed(), others: [{ ...first }] }))).toBe(found)
  })

  it.each<[string, Partial<Shop>]>([
    ['release dates', { release: Float64Array.of(0, never) }],
    ['material', { material: Float64Array.of(0, never) }],
    [
      'dates of material',
      { supplies: [{ first: 0, dates: Float64Array.of(0, 11), totals: Float64Array.of(1, 3) }] },
    ],
    ['quantities of material', { taken: Float64Array.of(1, 1) }],
    ['durations', { seconds: Float64Array.of(10, 21) }],
    [
      'predecessors',
      { beforeFrom: Int32Array.of(0, 0, 1), before: Int32Array.of(0), lag: Float64Array.of(0) },
    ],
    ['machines of the steps', { useFrom: Int32Array.of(0, 1, 1), uses: Int32Array.of(0) }],
    ['setups', { setup: Int32Array.of(0, 0) }],
    ['changeovers', { machines: [{ ...shop().machines[0]!, changeover: Float64Array.of(0, 6, 5, 0) }] }],
    ['number of lanes', { lanes: 2, machines: [{ ...shop().machines[0]!, lanes: 2 }] }],
    ['due dates', { jobs: [shop().jobs[0]!, { ...shop().jobs[1]!, due: 21 }] }],
    ['weights', { jobs: [shop().jobs[0]!, { ...shop().jobs[1]!, quantity: 2 }] }],
    ['ends without competition', { jobs: [shop().jobs[0]!, { ...shop().jobs[1]!, alone: 21 }] }],
    ['last steps', { jobs: [shop().jobs[0]!, { ...shop().jobs[1]!, last: [0, 1] }] }],
    ['calendars', timed()],
  ])('is repeated for other %s', (_, change) => {
    expect(searched(start()).find(start({ shop: { ...shop(), ...change } }))).toBeUndefined()
  })

  it('is repeated from another sequence', () => {
    expect(searched(start()).find(start({ steps: Int32Array.of(1, 0) }))).toBeUndefined()
  })

  it.each<[string, Start]>([
    ['other quantities', start({ shop: timed(4) })],
    ['other orders', start({ shop: timed(), others: [] })],
    ['another date of another order', start({ shop: timed(), others: [{ ...first, end: first.end + 1 }] })],
  ])('with calendars is repeated for %s', (_, changed) => {
    expect(searched(start({ shop: timed() })).find(changed)).toBeUndefined()
  })

  it('is forgotten after many others', () => {
    const shops = searched(start())
    for (let count = 0; count < 100; count += 1) shops.add(start({ steps: Int32Array.of(1, 0) }), [])
    expect(shops.find(start())).toBeUndefined()
  })
})
