/**
 * Plans random shops of up to six orders, and compares their lateness with the least of all sequences of the orders (the
 * same on all machines), each made as soon as its machines and its material allow.
 */
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { latenessOf } from '../../src/planner/lateness.ts'
import { solve } from '../../src/planner/solve.ts'
import { day } from '../../src/planner/time.ts'
import { scale } from '../support/scale.ts'
import { type FixtureRow, plannerInput } from './fixture-input.ts'
import { current, date, row } from './random-network.ts'

const days = fc.integer({ min: 1, max: 5 })
const job = fc.record({
  quantity: fc.integer({ min: 1, max: 20 }),
  /** Days of its first and its second step. */
  first: days,
  second: days,
  due: fc.integer({ min: 1, max: 14 }),
  /** Day on which the material of each step is available. */
  firstMaterial: fc.integer({ min: 0, max: 6 }),
  secondMaterial: fc.integer({ min: 0, max: 8 }),
  color: fc.constantFrom('red', 'blue'),
})
type Job = typeof job extends fc.Arbitrary<infer One> ? One : never

/** What is different from shop to shop; without all of it, one machine makes each order in one step. */
interface Kind {
  readonly machines?: number
  readonly steps?: 2
  /** Whether the material of each order is bought from today on, or is on order. */
  readonly material?: 'bought' | 'on order'
  /** Whether all orders need the same material, with some in stock and the rest bought or on order. */
  readonly shared?: 'bought' | 'on order'
  /** Days of a changeover between colors; the machine begins with red. */
  readonly changeover?: number
}

const plant = { location: 'plant' }

function rowsOf(
  jobs: readonly Job[],
  { machines = 1, steps, material, shared, changeover }: Kind,
): readonly FixtureRow[] {
  const colors = changeover === undefined ? {} : { setupmatrix: 'colors', setup: 'red' }
  return [
    row('location', { name: 'plant' }),
    row('supplier', { name: 'shop' }),
    row('setupmatrix', { name: 'colors' }),
    row('setuprule', { setupmatrix: 'colors', duration: (changeover ?? 0) * day, priority: 1 }),
    row('resource', { name: 'first', maximum: machines, ...colors }),
    row('resource', { name: 'second', maximum: machines }),
    ...(shared === undefined ? [] : steel(jobs, shared)),
    ...jobs.flatMap(({ quantity, due, color, ...own }, index) => {
      const item = `item ${index}`
      const sizes = { sizeminimum: quantity }
      const made = steps === undefined ? { item, ...sizes } : { owner: item, priority: 1 }
      const setup = changeover === undefined ? {} : { setup: color }
      return [
        row('item', { name: item }),
        row('demand', {
          name: `order ${index}`,
          item,
          ...plant,
          quantity,
          minshipment: quantity,
          due: date(due),
          priority: 1,
          status: 'open',
        }),
        ...(steps === undefined
          ? []
          : [row('operation', { name: item, type: 'routing', item, ...plant, ...sizes })]),
        ...stepOf(`first ${index}`, 'first', own.first, { ...made, ...plant }, setup),
        ...materialOf(`first ${index}`, quantity, own.firstMaterial, material),
        ...(shared === undefined
          ? []
          : [row('operationmaterial', { operation: `first ${index}`, item: 'steel', quantity: -1 })]),
        ...(steps === undefined
          ? []
          : [
              ...stepOf(`second ${index}`, 'second', own.second, { owner: item, priority: 2, ...plant }, {}),
              ...materialOf(`second ${index}`, quantity, own.secondMaterial, material),
            ]),
      ]
    }),
  ]
}

const stepOf = (
  name: string,
  resource: string,
  length: number,
  fields: FixtureRow['fields'],
  setup: FixtureRow['fields'],
): readonly FixtureRow[] => [
  row('operation', { name, type: 'fixed_time', duration: length * day, ...fields }),
  row('operationresource', { operation: name, resource, quantity: 1, ...setup }),
]

function materialOf(
  operation: string,
  quantity: number,
  available: number,
  kind: Kind['material'],
): readonly FixtureRow[] {
  if (kind === undefined) return []
  const item = `material of ${operation}`
  const source = { item, ...plant, supplier: 'shop' }
  const used = [
    row('item', { name: item }),
    row('operationmaterial', { operation, item, quantity: -1, type: 'start' }),
    row('itemsupplier', { ...source, priority: 1, leadtime: (kind === 'bought' ? available : 60) * day }),
  ]
  if (kind === 'bought') return used
  const dates = { startdate: date(available - 1), enddate: date(available) }
  return [
    ...used,
    row('operationplan', { reference: item, type: 'PO', status: 'confirmed', ...source, quantity, ...dates }),
  ]
}

/** Returns how much steel is there from which day on in total; in the end it is enough for all orders. */
function steelOf(
  jobs: readonly Job[],
  kind: Kind['shared'],
): readonly { readonly from: number; readonly total: number }[] {
  const all = jobs.reduce((sum, { quantity }) => sum + quantity, 0)
  const third = Math.floor(all / 3)
  const [soon, late] = [jobs[0]!.firstMaterial + 1, jobs[1]!.firstMaterial + 8]
  const some = kind === 'bought' ? [] : [{ from: soon, total: 2 * third }]
  return [{ from: 0, total: third }, ...some, { from: late, total: all }]
}

function steel(jobs: readonly Job[], kind: Kind['shared']): readonly FixtureRow[] {
  const source = { item: 'steel', ...plant, supplier: 'shop' }
  const totals = steelOf(jobs, kind)
  const leadtime = (kind === 'bought' ? totals.at(-1)!.from : 60) * day
  const receipts = kind === 'bought' ? [] : totals.slice(1)
  return [
    row('item', { name: 'steel' }),
    row('buffer', { item: 'steel', ...plant, onhand: totals[0]!.total }),
    row('itemsupplier', { ...source, priority: 1, leadtime }),
    ...receipts.map(({ from, total }, index) =>
      row('operationplan', {
        reference: `steel ${index}`,
        type: 'PO',
        status: 'confirmed',
        ...source,
        quantity: total - totals[index]!.total,
        startdate: date(from - 1),
        enddate: date(from),
      }),
    ),
  ]
}

/** Returns the least quantity-days of lateness of all sequences of the orders. */
function leastLateness(
  jobs: readonly Job[],
  { machines = 1, steps, material: own, shared, changeover = 0 }: Kind,
): number {
  let least = Infinity
  const waits = own !== undefined
  const totals = shared === undefined ? undefined : steelOf(jobs, shared)
  for (const sequence of sequencesOf(jobs)) {
    const free = Array.from({ length: machines }, () => 0)
    let [color, secondFree, late, used] = ['red', 0, 0, 0]
    for (const one of sequence) {
      free.sort((a, b) => a - b)
      const changed = free[0]! + (one.color === color ? 0 : changeover)
      used += one.quantity
      const material = totals?.find(({ total }) => total >= used)?.from ?? (waits ? one.firstMaterial : 0)
      free[0] = Math.max(changed, material) + one.first
      color = one.color
      let end = free[0]
      if (steps === 2)
        end = secondFree = Math.max(end, secondFree, waits ? one.secondMaterial : 0) + one.second
      late += one.quantity * Math.max(0, end - one.due)
    }
    least = Math.min(least, late)
  }
  return least
}

const sequencesOf = (jobs: readonly Job[]): readonly (readonly Job[])[] =>
  jobs.length === 0
    ? [[]]
    : jobs.flatMap((first, at) =>
        sequencesOf(jobs.toSpliced(at, 1)).map((others) => others.toSpliced(0, 0, first)),
      )

const kinds: readonly (readonly [name: string, kind: Kind])[] = [
  ['one machine', {}],
  ['two machines side by side', { machines: 2 }],
  ['one machine that waits for material that is bought', { material: 'bought' }],
  ['one machine that waits for material on order', { material: 'on order' }],
  ['two steps', { steps: 2 }],
  ['two steps that wait for material', { steps: 2, material: 'bought' }],
  ['changeovers between colors', { changeover: 1 }],
  ['changeovers while material is awaited', { changeover: 1, material: 'bought' }],
  ['one machine and material that the orders share', { shared: 'bought' }],
  ['one machine and material on order that the orders share', { shared: 'on order' }],
  ['two machines and material that the orders share', { machines: 2, shared: 'on order' }],
  ['changeovers and material that the orders share', { changeover: 1, shared: 'on order' }],
]

it.each(kinds)('the plan of small shops is about as good as their best sequence: %s', (_name, kind) => {
  const shops = fc.sample(fc.array(job, { minLength: 3, maxLength: 6 }), {
    numRuns: scale({ short: 12, full: 200 }),
    seed: 7,
  })
  const worse = shops.map((jobs) => {
    const { deliveries } = solve(plannerInput(rowsOf(jobs, kind), { current }))
    const least = leastLateness(jobs, kind)
    const lateness = latenessOf(deliveries)
    // Sequences that differ between the machines may be better; these do not make up for worse shops.
    return least === 0 ? 1 + lateness : Math.max(1, lateness / least)
  })
  expect(worse.reduce((sum, one) => sum + one, 0) / worse.length).toBeLessThan(1.02)
  expect(Math.max(...worse)).toBeLessThan(1.25)
})
