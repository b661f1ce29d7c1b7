/** Tests the reasons that a plan reports for late orders: without the constraint, the order would be earlier. */
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { planResult } from '../../src/planner/result/plan-result.ts'
import type { ConstraintResult } from '../../src/planner/result/result.ts'
import type { Delivery } from '../../src/planner/search/delivery.ts'
import { solve } from '../../src/planner/solve.ts'
import type { Solution } from '../../src/planner/solution.ts'
import { day, hour } from '../../src/planner/time.ts'
import { scale } from '../support/scale.ts'
import { type FixtureRow, plannerInput, secondsOf } from './fixture-input.ts'
import { current, networks, sampledNetworks } from './random-network.ts'
import { buys, date, demand, makes, plan, plant, row } from './small-plans.ts'

type Rows = readonly FixtureRow[]

const solved = (rows: Rows): Solution => solve(plannerInput(rows, { current }))

const sample = sampledNetworks(scale({ short: 45, full: 400 }))
const made = new Map<Rows, Solution>()

/** Returns the plan of a network of the sample, which is made once. */
function solvedOnce(rows: Rows): Solution {
  const solution = made.get(rows) ?? solved(rows)
  made.set(rows, solution)
  return solution
}

/** Returns quantity times days late. An undelivered quantity counts as a year late. */
function latenessOf({ demand: of, shipments }: Delivery): number {
  let [sum, left] = [0, of.quantity]
  for (const { order, quantity } of shipments) {
    sum += (Math.max(0, order.end - of.due) * quantity) / day
    left -= quantity
  }
  return sum + Math.max(0, left) * 365
}

const changed = (
  rows: Rows,
  model: string,
  isMeant: (fields: FixtureRow['fields']) => boolean,
  fields: FixtureRow['fields'],
): Rows =>
  rows.map((each) =>
    each.model === `input.${model}` && isMeant(each.fields)
      ? { ...each, fields: { ...each.fields, ...fields } }
      : each,
  )

const none = { leadtime: 0, hard_safety_leadtime: undefined, effective_start: undefined }
/** Returns the item of a purchase or a transport, by its name. */
const itemOf = (owner: string): string | undefined => /^(?:Purchase|Ship) (.*?) (?:@|from) /.exec(owner)?.[1]

/** Returns the rows without the constraint that a reason names. */
function relaxed(rows: Rows, { name, owner }: ConstraintResult): Rows {
  const ofItem = ({ item }: FixtureRow['fields']): boolean => item === itemOf(owner)
  const named = ({ name: given }: FixtureRow['fields']): boolean => given === owner
  if (name === 'overload') return changed(rows, 'resource', named, { constrained: false })
  if (name === 'purchasing lead time') return changed(rows, 'itemsupplier', ofItem, none)
  if (name === 'distribution lead time') return changed(rows, 'itemdistribution', ofItem, none)
  if (name === 'manufacturing lead time')
    return changed(rows, 'operation', named, { duration: 0, duration_per: 0, fence: undefined })
  const here = ({ item, location }: FixtureRow['fields']): boolean =>
    `${String(item)} @ ${String(location)}` === owner
  return changed(rows, 'buffer', here, { onhand: 1000 })
}

/** Number of late orders that are tested. */
const sampled = scale({ short: 50, full: 200 })

/** Returns whether a reason binds only together with others. */
const isTogether = ({ description }: ConstraintResult): boolean => description.includes('Only without')

/**
 * Relaxes the first reason of each late order of random networks, and returns its effect on the order. If no single
 * reason binds, relaxes those that bind together.
 */
function outcomes(networksTried: readonly Rows[], most: number): readonly ('earlier' | 'not')[] {
  const found: ('earlier' | 'not')[] = []
  for (const rows of networksTried) {
    const solution = solvedOnce(rows)
    const reasons = Map.groupBy(planResult(solution).constraints, (reason) => reason.demand)
    for (const delivery of solution.deliveries) {
      if (found.length === most) return found
      const before = latenessOf(delivery)
      const { name } = delivery.demand
      // No plan can relax that an order was due before the plan starts.
      const told = reasons.get(name)?.filter((one) => one.name !== 'overdue') ?? []
      const [reason] = told
      if (before === 0 || reason === undefined) continue
      const binding = isTogether(reason) ? told.filter(isTogether) : [reason]
      const after = solved(binding.reduce(relaxed, rows)).deliveries.find(
        (other) => other.demand.name === name,
      )!
      found.push(latenessOf(after) < before - 1e-6 ? 'earlier' : 'not')
    }
  }
  return found
}

/** Returns the names of the reasons of an order for an item that takes ten days to buy. */
function namesOf(fields: FixtureRow['fields']): readonly string[] {
  const solution = plan(
    plant,
    row('item', { name: 'bike' }),
    row('supplier', { name: 'shop' }),
    buys({ item: 'bike', leadtime: 10 * day }),
    demand(fields),
  )
  return [...planResult(solution).constraints].map(({ name }) => name)
}

/** Returns a crew that works on weekdays between two times of day. */
const shift = (name: string, starttime: string, endtime: string): Rows => [
  row('calendar', { name, defaultvalue: 0 }),
  row('calendarbucket', { calendar: name, value: 1, saturday: false, sunday: false, starttime, endtime }),
  row('resource', { name: `${name} crew`, maximum: 1, available: name }),
]

/** Returns bikes that two crews make together, from frames that one crew makes from tubes with a lead time. */
const overlapping = (leadtime: number): Rows => [
  plant,
  ...shift('early', '08:00:00', '15:59:59'),
  ...shift('late', '14:00:00', '21:59:59'),
  row('item', { name: 'bike' }),
  row('item', { name: 'frame' }),
  row('item', { name: 'tube' }),
  row('supplier', { name: 'shop' }),
  buys({ item: 'tube', leadtime }),
  makes({ name: 'weld', item: 'frame', type: 'time_per', duration: 0, duration_per: day / 24 }),
  row('operationmaterial', { operation: 'weld', item: 'tube', quantity: -1 }),
  row('operationresource', { operation: 'weld', resource: 'late crew', quantity: 1 }),
  makes({ type: 'time_per', duration: 0, duration_per: day / 24 }),
  row('operationmaterial', { operation: 'make', item: 'frame', quantity: -1 }),
  row('operationresource', { operation: 'make', resource: 'early crew', quantity: 1 }),
  row('operationresource', { operation: 'make', resource: 'late crew', quantity: 1 }),
  ...Array.from({ length: 15 }, (_, index) =>
    demand({ name: `order ${index}`, quantity: 4, due: date(4 + 2 * index) }),
  ),
]

const reasonsOf = (...rows: Rows): readonly unknown[] =>
  [...planResult(plan(plant, row('item', { name: 'bike' }), ...rows)).constraints].map(
    ({ name, owner, days }) => [name, owner, days],
  )

describe('the reason of a late order', () => {
  it('makes it earlier when it alone is relaxed', () => {
    const found = outcomes(sample, sampled)
    expect(found).toHaveLength(sampled)
    // Other orders may use the capacity that becomes free.
    expect(found.filter((outcome) => outcome === 'earlier').length).toBeGreaterThanOrEqual(0.95 * sampled)
  })

  it('makes a line earlier that ships together with others', () => {
    const joint = { owner: 'customer order', policy: 'alltogether' }
    const few = scale({ short: 20, full: 150 })
    const found = outcomes(
      sample.map((rows) => changed(rows, 'demand', () => true, joint)),
      few,
    )
    expect(found).toHaveLength(few)
    expect(found.filter((outcome) => outcome === 'earlier').length).toBeGreaterThanOrEqual(0.95 * few)
  })

  it('is there for every late order', () => {
    for (const rows of fc.sample(networks, { numRuns: scale({ short: 20, full: 60 }), seed: 3 })) {
      const solution = solved(rows)
      const explained = new Set([...planResult(solution).constraints].map((reason) => reason.demand))
      const late = solution.deliveries.filter((delivery) => latenessOf(delivery) > 0)
      const names = late.map((delivery) => delivery.demand.name)
      expect(names.filter((name) => !explained.has(name))).toEqual([])
    }
  })

  it('is there too where the orders of a finished plan were placed once more', () => {
    const placedAgain = [41, 119].flatMap((seed) => fc.sample(networks, { numRuns: 1, seed }))
    for (const rows of placedAgain) {
      const late = solved(rows).deliveries.filter((delivery) => latenessOf(delivery) > 0)
      expect(late.length).toBeGreaterThan(0)
      expect(late.filter(({ reasons }) => reasons.length === 0)).toEqual([])
    }
  })

  it('names the others that bind together with it as they are named themselves', () => {
    let pairs = 0
    for (const rows of sample) {
      const joint = [...planResult(solvedOnce(rows)).constraints].filter(
        ({ together }) => together !== undefined,
      )
      for (const members of Map.groupBy(joint, ({ demand }) => demand).values())
        for (const one of members)
          for (const other of members) {
            if (one === other) continue
            pairs += 1
            expect(one.together?.split(', ')).toContain(other.owner)
          }
    }
    expect(pairs).toBeGreaterThan(0)
  })

  it('costs no more days than the order is late', () => {
    const solution = plan(
      plant,
      row('item', { name: 'bike' }),
      row('item', { name: 'frame' }),
      row('supplier', { name: 'shop' }),
      row('operation', { name: 'build', type: 'routing', item: 'bike', location: 'plant' }),
      makes({ name: 'weld', item: undefined, owner: 'build', priority: 1 }),
      makes({ name: 'paint', item: undefined, owner: 'build', priority: 2 }),
      row('operationmaterial', { operation: 'weld', item: 'frame', quantity: -1 }),
      buys({ item: 'frame', leadtime: 10 * day }),
      demand({ due: date(5), minshipment: 1 }),
    )
    const [reason] = planResult(solution).constraints
    expect(reason).toMatchObject({
      name: 'purchasing lead time',
      description:
        '"Purchase frame @ plant from shop" would have had to start 7 days earlier than it can. Without this alone, the order would be 7 days earlier.',
    })
  })

  it('of an order that is not planned in full says so instead of a number of days', () => {
    const solution = plan(
      plant,
      row('item', { name: 'bike' }),
      makes({}),
      row('operationmaterial', { operation: 'make', item: 'frame', quantity: -1 }),
      row('buffer', { item: 'frame', location: 'plant', onhand: 3 }),
      demand({ due: date(5), quantity: 5, minshipment: 1 }),
    )
    const [reason, ...others] = planResult(solution).constraints
    expect(others).toEqual([])
    expect(reason?.description).toBe(
      'There is not enough of "frame @ plant", and nothing can bring more. Without this alone, the order would be planned in full.',
    )
  })

  it('costs no more days than the order is late where it would be there long before it is due', () => {
    const solution = plan(
      row('calendar', { name: 'day shift', defaultvalue: 0 }),
      row('calendarbucket', { calendar: 'day shift', value: 1, starttime: '08:00:00', endtime: '15:59:59' }),
      row('location', { name: 'plant', available: 'day shift' }),
      row('item', { name: 'bike' }),
      makes({ duration: hour, fence: 16 * hour }),
      demand({ due: date(2), minshipment: 1 }),
    )
    // Without the operation it would be there at the end of the shift of the day before.
    const [reason] = planResult(solution).constraints
    expect(reason).toMatchObject({ name: 'manufacturing lead time', days: 9 / 24 })
  })

  it('makes all but one of many earlier that are made in the few hours in which two shifts overlap', () => {
    const [before, after] = [solved(overlapping(3 * day)), solved(overlapping(0))]
    const blamed = new Set(
      [...planResult(before).constraints]
        .filter(({ name }) => name === 'purchasing lead time')
        .map((reason) => reason.demand),
    )
    expect(blamed.size).toBe(15)
    const gains = before.deliveries
      .map((delivery, index) => ({
        name: delivery.demand.name,
        gain: latenessOf(delivery) - latenessOf(after.deliveries[index]!),
      }))
      .filter(({ name }) => blamed.has(name))
    // Other orders may use the capacity that becomes free.
    expect(gains.filter(({ gain }) => gain <= 0).length).toBeLessThanOrEqual(1)
  })

  it('is the longest lead times where an order has more parts than are evaluated', () => {
    const parts = Array.from({ length: 40 }, (_, index) => ({
      item: `part ${index}`,
      leadtime: index < 38 ? day / 2 : 40 * day,
    }))
    const solution = plan(
      plant,
      row('item', { name: 'bike' }),
      row('supplier', { name: 'shop' }),
      makes({ duration: day / 24 }),
      ...parts.flatMap(({ item, leadtime }) => [
        row('item', { name: item }),
        row('operationmaterial', { operation: 'make', item, quantity: -1 }),
        buys({ item, leadtime }),
      ]),
      demand({ due: date(1) }),
    )
    const found = [...planResult(solution).constraints]
    const purchases = found.filter(({ name }) => name === 'purchasing lead time')
    expect(purchases.map(({ owner }) => owner).toSorted()).toEqual([
      expect.stringContaining('part 38'),
      expect.stringContaining('part 39'),
    ])
    for (const { days } of purchases) expect(days).toBeCloseTo(39, 0)
  })

  it('is not the supply under way that comes in time for a part of it', () => {
    const solution = plan(
      plant,
      makes({ duration: 4 * day }),
      row('operationplan', {
        reference: '1',
        type: 'MO',
        status: 'confirmed',
        operation: 'make',
        quantity: 6,
        startdate: date(-1),
        enddate: date(2),
      }),
      demand({ quantity: 10, due: date(2) }),
    )
    const told = [...planResult(solution).constraints].map(({ name, owner }) => [name, owner])
    expect(told).toEqual([['manufacturing lead time', 'make']])
  })

  it('is nothing but that it is overdue, where it was due before the plan begins', () => {
    const solution = plan(
      plant,
      row('item', { name: 'bike' }),
      row('buffer', { item: 'bike', location: 'plant', onhand: 5 }),
      demand({ due: date(-3) }),
    )
    expect([...planResult(solution).constraints].map(({ name }) => name)).toEqual(['overdue'])
  })

  it('is that something is not effective, where that alone makes it late', () => {
    const late = demand({ due: date(5) })
    expect(reasonsOf(makes({ effective_start: date(8) }), late)).toEqual([['effective dates', 'make', 3]])
    const supplier = 'Purchase bike @ plant from shop'
    expect(reasonsOf(buys({ effective_start: date(7) }), late)).toEqual([['effective dates', supplier, 2]])
    // Nothing is awaited when the only supplier cannot deliver before it ends.
    const ended = reasonsOf(buys({ leadtime: 2 * day, effective_end: date(1) }), late)
    expect(ended).toEqual([['effective dates', supplier, expect.any(Number)]])
  })

  it('is the maximum lateness too, where something is not effective until later than that', () => {
    const late = demand({ due: date(5), maxlateness: 2 * day })
    const solution = plan(plant, row('item', { name: 'bike' }), makes({ effective_start: date(30) }), late)
    const found = [...planResult(solution).constraints]
    expect(found.map(({ name, enddate }) => [name, enddate])).toEqual([
      ['effective dates', secondsOf(date(30))],
      ['maximum lateness', secondsOf(date(7))],
    ])
  })

  it('is the maximum lateness where the order is given up for it, as given or five years', () => {
    expect(namesOf({ due: date(-6 * 365) })).toEqual(['maximum lateness', 'overdue'])
    expect(namesOf({ due: date(-4 * 365) })).toEqual(['purchasing lead time', 'overdue'])
    expect(namesOf({ due: date(5), maxlateness: 2 * day })).toEqual([
      'purchasing lead time',
      'maximum lateness',
    ])
    expect(namesOf({ due: date(5), maxlateness: 9 * day })).toEqual(['purchasing lead time'])
  })
})
