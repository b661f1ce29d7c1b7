/** Tests the benefit of a time budget for improving a plan, and the properties that improving preserves. */
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  chainedJobShop,
  gapOf,
  jobShops,
  knownJobShop,
  levelByLevel,
  mixedJobShop,
} from '../../bench/planner/job-shops.ts'
import { objectiveOf } from '../../src/planner/improve/objective.ts'
import { latenessOf } from '../../src/planner/lateness.ts'
import { solve } from '../../src/planner/solve.ts'
import type { Solution } from '../../src/planner/solution.ts'
import { day, hour } from '../../src/planner/time.ts'
import { detail } from '../support/detail.ts'
import { isFull, scale } from '../support/scale.ts'
import { type FixtureRow, plannerInput } from './fixture-input.ts'
import { violationsOf } from './judge.ts'
import { planTables } from './plan-tables.ts'
import { current, date, networks, row } from './random-network.ts'

/** Returns a budget that is spent after `count` checks: the same on every machine. */
const questions = (count: number) => {
  let asked = 0
  return { spent: () => asked++ / count }
}

const plan = (rows: readonly FixtureRow[], budget = 0): Solution =>
  solve(plannerInput(rows, { current }), budget === 0 ? {} : { improve: questions(budget) })

const summary = ({ plan: { orders } }: Solution): readonly unknown[] =>
  orders.map(({ operation, quantity, start, end }) => [operation.name, quantity, start, end])

/** Returns the lateness by priority, the most urgent first. */
function latenessByPriority({ deliveries }: Solution): readonly number[] {
  const levels = Map.groupBy(deliveries, ({ demand }) => demand.priority + (demand.firm ? 0 : 1e9))
  return [...levels.keys()].sort((a, b) => a - b).map((level) => latenessOf(levels.get(level)!))
}

/**
 * The short form takes a small shop, one in which little is gained, and one with a large gap. Their mean gaps
 * are nearer to the bars than those of all.
 */
const tried = [...jobShops].filter(([name]) => isFull || ['ft10', 'la16', 'swv01'].includes(name))
/** With several priorities a shop takes three times as long: the short form takes the least and the most late of the three. */
const mixed = tried.filter(([name]) => isFull || name !== 'la16')

describe('job shops', () => {
  it('are on average at most 4 % longer than the best plans known without a budget', () => {
    const gaps = tried.map(([name, best]) => gapOf(solve(knownJobShop(name)), best))
    expect(gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length).toBeLessThanOrEqual(0.04)
  })

  it('are planned the same way every time', () => {
    const [one, other] = [0, 1].map(() => solve(knownJobShop('ft10'), { improve: questions(500) }))
    expect(summary(one!)).toEqual(summary(other!))
    expect(one!.improvement).toEqual(other!.improvement)
  })

  it('say what was gained', () => {
    const { improvement } = solve(knownJobShop('orb01'), { improve: questions(2_000) })
    expect(improvement!.tried).toBeGreaterThan(1_000)
    expect(improvement!.after.lateness).toBeLessThan(improvement!.before.lateness)
  })
})

describe('job shops with orders of several priorities', () => {
  it('are never later than level by level, and a quarter less late in the median', () => {
    const shares = mixed.map(([name]) => {
      const before = levelByLevel.get(name)!
      const solution = solve(mixedJobShop(knownJobShop(name)))
      expect(latenessByPriority(solution)[0]).toBe(0)
      return objectiveOf(solution.deliveries) / before
    })
    expect(Math.max(...shares)).toBeLessThanOrEqual(1.01)
    expect(shares.sort((a, b) => a - b)[Math.floor(shares.length / 2)]).toBeLessThanOrEqual(0.75)
  })
})

/** Returns the mean gap of the job shops. */
const mean = (steps: number): number => {
  const gaps = tried.map(([name, best]) =>
    gapOf(solve(chainedJobShop(knownJobShop(name)), steps === 0 ? {} : { improve: questions(steps) }), best),
  )
  return gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length
}

describe('job shops whose steps are linked by stock', () => {
  it('are on average at most 5 % longer than the best plans known without a budget', detail, () => {
    expect(mean(0)).toBeLessThanOrEqual(0.05)
  })

  it('and at most 4 % with one', () => expect(mean(1_500)).toBeLessThanOrEqual(0.04))

  it('obey every constraint where levels share parts, stock and lots', () => {
    fc.assert(
      fc.property(networks, (rows) => {
        const equal = rows.map((each) =>
          each.model === 'input.demand' ? row('demand', { ...each.fields, priority: 1 }) : each,
        )
        expect(violationsOf(equal, current, planTables(plan(equal)))).toEqual([])
      }),
      { numRuns: scale({ short: 20, full: 60 }) },
    )
  })
})

describe('a plan that is improved', () => {
  it('obeys every constraint whenever it is stopped', () => {
    fc.assert(
      fc.property(networks, fc.integer({ min: 1, max: 60 }), (rows, budget) => {
        expect(violationsOf(rows, current, planTables(plan(rows, budget)))).toEqual([])
      }),
      {
        numRuns: scale({ short: 20, full: 100 }),
        endOnFailure: true,
        interruptAfterTimeLimit: 30_000,
        markInterruptAsFailure: false,
      },
    )
  }, 240_000)

  it('is not later as a whole, nor for the most urgent of the priorities that it changes', () => {
    fc.assert(
      fc.property(networks, (rows) => {
        const solution = plan(rows, 60)
        const { before, after } = solution.improvement!
        expect(after.lateness).toBeLessThanOrEqual(before.lateness + 1e-3)
        const gains = latenessByPriority(solution)
        const changes = latenessByPriority(plan(rows)).map((lateness, level) => gains[level]! - lateness)
        const first = changes.find((change) => Math.abs(change) > 1e-3)
        expect(first ?? 0).toBeLessThanOrEqual(0)
      }),
      // One network in some hundreds takes a minute. Shrinking it would take a minute for each attempt.
      {
        numRuns: scale({ short: 15, full: 60 }),
        endOnFailure: true,
        interruptAfterTimeLimit: 30_000,
        markInterruptAsFailure: false,
      },
    )
  }, 240_000)

  it('is the one without a budget where that is better for a more urgent priority', () => {
    const [rows] = fc.sample(networks, { seed: -2130909853, path: '12', numRuns: 1 })
    const solution = plan(rows!, 60)
    expect(latenessByPriority(solution)).toEqual(latenessByPriority(plan(rows!)))
    const { tried, changes, before, after } = solution.improvement!
    expect([changes.length, after]).toEqual([0, before])
    expect(tried).toBeGreaterThan(0)
  })

  it('is no longer looked for once nobody wants it', () => {
    const wanted = new AbortController()
    let asked = 0
    const spent = (): number => {
      asked += 1
      if (asked === 200) wanted.abort()
      return asked / 1e6
    }
    const planning = (): Solution =>
      solve(knownJobShop('ft10'), { improve: { spent }, signal: wanted.signal })
    expect(planning).toThrow('aborted')
    expect(asked).toBeLessThan(1_000)
  })
})

const press = (orders: readonly (readonly [name: string, colour: string, due: number])[]): FixtureRow[] => [
  row('location', { name: 'plant' }),
  row('setupmatrix', { name: 'colours' }),
  row('setuprule', { setupmatrix: 'colours', priority: 1, duration: 8 * hour }),
  row('resource', { name: 'press', maximum: 1, setupmatrix: 'colours', setup: 'white', location: 'plant' }),
  ...['red', 'blue'].flatMap((colour) => [
    row('item', { name: colour }),
    row('operation', {
      name: `press ${colour}`,
      item: colour,
      location: 'plant',
      type: 'fixed_time',
      duration: day,
    }),
    row('operationresource', { operation: `press ${colour}`, resource: 'press', quantity: 1, setup: colour }),
  ]),
  ...orders.map(([name, colour, due]) =>
    row('demand', {
      name,
      item: colour,
      location: 'plant',
      quantity: 1,
      due: date(due),
      priority: 1,
      status: 'open',
    }),
  ),
]

describe('where changing over takes time', () => {
  it('work with the same setup is brought together as long as nothing gets later', () => {
    const orders = Array.from(
      { length: 8 },
      (_, index) => [`order ${index}`, index % 2 === 0 ? 'red' : 'blue', 30 + 2 * index] as const,
    )
    const solution = plan(press(orders), 3_000)
    const { before, after } = solution.improvement!
    expect(before.lateness).toBe(0)
    expect(after.lateness).toBe(0)
    expect(after.changeovers).toBeLessThanOrEqual(before.changeovers / 2)
    expect(violationsOf(press(orders), current, planTables(solution))).toEqual([])
  })

  it('work that is brought together is not earlier than that needs', () => {
    const orders = Array.from(
      { length: 10 },
      (_, index) => [`order ${index}`, index % 2 === 0 ? 'red' : 'blue', 6 + 1.5 * index] as const,
    )
    const solution = plan(press(orders), 3_000)
    expect(solution.improvement!.after.changeovers).toBeLessThan(solution.improvement!.before.changeovers)
    const runs = solution.plan.orders
      .filter(({ uses }) => uses.length > 0)
      .toSorted((a, b) => a.begin - b.begin)
    const early = runs.filter(({ end, demand }, at) => {
      const next = runs[at + 1]
      return end < demand!.due - 60 && (next === undefined || end < next.start - 60)
    })
    expect(early.map(({ demand, begin, end }) => [demand!.name, begin, end])).toEqual([])
  })

  it('late work is brought together without a budget', () => {
    const orders = Array.from(
      { length: 8 },
      (_, index) => [`order ${index}`, index % 2 === 0 ? 'red' : 'blue', 4] as const,
    )
    // The best sequence: four of one color, then four of the other, with two changeovers of a third of a day.
    expect(latenessOf(plan(press(orders)).deliveries)).toBeCloseTo(13)
  })
})

const order = (name: string, item: string, due: number, priority: number): FixtureRow =>
  row('demand', {
    name,
    item,
    location: 'plant',
    quantity: 1,
    due: date(due),
    priority,
    status: 'open',
    minshipment: 1,
  })

describe('a late order in a network', () => {
  const rivals = [
    row('location', { name: 'plant' }),
    row('resource', { name: 'cell', maximum: 1, location: 'plant' }),
    ...['small', 'large'].flatMap((item) => [
      row('item', { name: item }),
      row('operation', {
        name: `make ${item}`,
        item,
        location: 'plant',
        type: 'fixed_time',
        duration: (item === 'small' ? 1 : 6) * day,
      }),
      row('operationresource', { operation: `make ${item}`, resource: 'cell', quantity: 1 }),
    ]),
  ]
  it('goes before what keeps it waiting when that is no more urgent', () => {
    const rows = [
      ...rivals,
      order('a', 'large', 2, 1),
      ...[3, 4, 5].map((due) => order(`b${due}`, 'small', due, 1)),
    ]
    // The small orders are on time, the large one runs from the 3rd to the 9th day. In order of due dates the
    // lateness would be 16.
    expect(latenessByPriority(plan(rows))[0]).toBeCloseTo(7)
  })

  it('waits for what is more urgent, whatever that costs', () => {
    const rows = [
      ...rivals,
      order('a', 'large', 2, 1),
      ...[3, 4, 5].map((due) => order(`b${due}`, 'small', due, 2)),
    ]
    expect(latenessByPriority(plan(rows, 500))).toEqual(latenessByPriority(plan(rows)))
  })
})
