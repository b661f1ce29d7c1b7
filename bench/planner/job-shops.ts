/**
 * Classic job shop instances as models: a routing per job, a step per operation, a resource per machine, an hour per
 * unit of time. All jobs are due when the best known plan has finished the last one. The gap is how much longer our
 * plan takes.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { OperationResourceRow, OperationRow, PlannerInput } from '../../src/planner/input.ts'
import { solve, type SolveOptions } from '../../src/planner/solve.ts'
import type { Solution } from '../../src/planner/solution.ts'
import { hour } from '../../src/planner/time.ts'
import type { Figure } from '../support/figures.ts'

/** Best known makespan of each instance. All except the last are proven optimal. */
export const jobShops: ReadonlyMap<string, number> = new Map([
  ['ft06', 55],
  ['ft10', 930],
  ['la01', 666],
  ['la16', 945],
  ['la21', 1046],
  ['abz7', 656],
  ['orb01', 1059],
  ['swv01', 1407],
  ['yn1', 885],
])

const current = Date.UTC(2024, 0, 1) / 1000

/** Parses an instance in the common format: numbers of jobs and machines, then pairs of machine and duration for each job. */
export function jobShopInput(text: string, due: number): PlannerInput {
  const lines = text.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'))
  const [head = [], ...jobs] = lines.map((line) => line.trim().split(/\s+/).map(Number))
  const [, machines = 0] = head
  const operations: OperationRow[] = []
  const loads: OperationResourceRow[] = []
  for (const [job, numbers] of jobs.entries()) {
    operations.push({ name: `job ${job}`, type: 'routing', location: 'shop' })
    for (let step = 0; step < machines; step += 1) {
      const name = `job ${job} step ${step}`
      const duration = numbers[2 * step + 1]! * hour
      operations.push({
        name,
        type: 'fixed_time',
        duration,
        location: 'shop',
        owner: `job ${job}`,
        priority: step + 1,
      })
      loads.push({ operation: name, resource: `machine ${numbers[2 * step]!}`, quantity: 1 })
    }
  }
  return {
    settings: {
      current,
      constraints: { capacity: true, manufacturingLeadTime: true, purchasingLeadTime: true },
      plantype: 1,
      autoFence: 0,
      moveApprovedEarly: false,
      moveApprovedLate: false,
      administrativeLeadTime: 0,
      deliveryDuration: 0,
    },
    locations: [{ name: 'shop' }],
    resources: Array.from({ length: machines }, (_, machine) => ({ name: `machine ${machine}`, maximum: 1 })),
    items: jobs.map((_, job) => ({ name: `product ${job}` })),
    operations,
    loads,
    demands: jobs.map((_, job) => ({
      name: `order ${job}`,
      item: `product ${job}`,
      location: 'shop',
      operation: `job ${job}`,
      quantity: 1,
      due: current + due * hour,
      priority: 1,
    })),
    calendars: [],
    suppliers: [],
    suboperations: [],
    dependencies: [],
    materials: [],
    setupRules: [],
    skills: [],
    buffers: [],
    itemSuppliers: [],
    itemDistributions: [],
    orders: [],
  }
}

/** Returns the model of an instance in this folder. */
export function knownJobShop(name: string): PlannerInput {
  const text = readFileSync(join(import.meta.dirname, 'job-shops', `${name}.txt`), 'utf8')
  return jobShopInput(text, jobShops.get(name)!)
}

const made = (name: string): string => `part of ${name}`

/** Returns the same shop without routings: each step makes a separate item, which the next step consumes from stock. */
export function chainedJobShop(input: PlannerInput): PlannerInput {
  const steps = input.operations.filter(({ type }) => type !== 'routing')
  const lasts = new Map(steps.map(({ name, owner }) => [owner ?? '', made(name)]))
  return {
    ...input,
    items: steps.map(({ name }) => ({ name: made(name) })),
    operations: steps.map(({ name, duration }) => ({
      name,
      type: 'fixed_time',
      duration,
      location: 'shop',
      item: made(name),
    })),
    materials: steps.flatMap(({ name, owner }, at) => {
      const before = steps[at - 1]
      const makes = { operation: name, item: made(name), quantity: 1, type: 'end' }
      return before === undefined || before.owner !== owner
        ? [makes]
        : [makes, { operation: name, item: made(before.name), quantity: -1, type: 'start' }]
    }),
    demands: input.demands.map((demand) => ({
      ...demand,
      operation: null,
      item: lasts.get(demand.operation ?? '') ?? demand.item,
    })),
  }
}

/** Returns how much longer than the best known plan a plan takes, as a share of it. */
export function gapOf({ deliveries }: Solution, best: number): number {
  const ends = deliveries.flatMap(({ shipments }) => shipments.map(({ order }) => order.end))
  return (Math.max(...ends) - current) / (best * hour) - 1
}

/** Maximum mean gap by the number of seconds for improving. */
const budgets: ReadonlyMap<number, number> = new Map([
  [0, 0.04],
  [5, 0.02],
])

/** Variants of linking the steps of a job. */
const links: readonly (readonly [name: string, make: (input: PlannerInput) => PlannerInput])[] = [
  ['job shop', (input) => input],
  ['job shop by stock', chainedJobShop],
]

/** Returns the gap of each instance, and the mean, without and with time for improving the plan. */
export function jobShopFigures(report: (message: string) => void): readonly Figure[] {
  return links.flatMap(([link, make]) =>
    [...budgets].flatMap(([budget, limit]) => {
      const gaps = [...jobShops].map(([name, best]) => {
        const begun = performance.now()
        const spent = (): number => (performance.now() - begun) / 1000 / budget
        const options: SolveOptions = budget === 0 ? {} : { improve: { spent } }
        const gap = gapOf(solve(make(knownJobShop(name)), options), best)
        const took = Math.round(performance.now() - begun)
        report(`${link} ${name}, ${budget} s: ${percent(gap)} above the best known, ${took} ms`)
        return figure(`${link} ${name}, budget ${budget} s`, gap)
      })
      const mean = gaps.reduce((sum, { ours }) => sum + ours, 0) / gaps.length
      const bar = { text: `≤ ${percent(limit)}`, met: mean <= 100 * limit }
      return gaps.concat({ ...figure(`${link}, mean, budget ${budget} s`, mean / 100), bar })
    }),
  )
}

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`

const figure = (work: string, gap: number): Figure => ({
  work,
  rows: 1,
  records: 1,
  unit: '%',
  ours: Math.round(10_000 * gap) / 100,
  against: 'above the best known',
})
