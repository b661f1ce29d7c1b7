/**
 * Classic job shop instances as models: a routing per job, a step per operation, a resource per machine, an hour per
 * unit of time. All jobs are due when the best known plan has finished the last one. The gap is how much longer our
 * plan takes.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  emptyRows,
  type OperationResourceRow,
  type OperationRow,
  type PlannerInput,
} from '../../src/planner/input.ts'
import type { Solution } from '../../src/planner/solution.ts'
import { hour } from '../../src/planner/time.ts'

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

/** Start of all plans. */
export const current = Date.UTC(2024, 0, 1) / 1000

/** A model with one location and nothing to make. */
export const emptyShop: PlannerInput = {
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
  ...emptyRows(),
  locations: [{ name: 'shop' }],
}

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
    ...emptyShop,
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

/**
 * Weighted lateness of the job shops with orders of priority 1, 2, 3, 1, 2, 3 and so on, if each level is planned
 * after the previous one. Measured before levels were planned together.
 */
export const levelByLevel: ReadonlyMap<string, number> = new Map([
  ['ft06', 0.3],
  ['ft10', 10.7],
  ['la01', 6.6],
  ['la16', 17.5],
  ['la21', 28.8],
  ['abz7', 27.2],
  ['orb01', 13.1],
  ['swv01', 23.6],
  ['yn1', 47.4],
])

/** Returns the same shop with orders of three priorities. */
export function mixedJobShop(input: PlannerInput): PlannerInput {
  return { ...input, demands: input.demands.map((demand, at) => ({ ...demand, priority: 1 + (at % 3) })) }
}

/**
 * Returns the same shop where each step may also run on the following machines, `ways` in total, and a lower bound of
 * its makespan in hours: the longest job, and the mean work of the machines. All jobs are due then.
 */
export function flexibleJobShop(
  input: PlannerInput,
  ways: number,
): { readonly input: PlannerInput; readonly bound: number } {
  const count = input.resources.length
  const work = new Map<string, number>()
  for (const { owner, duration } of input.operations) {
    if (typeof owner === 'string') work.set(owner, (work.get(owner) ?? 0) + (duration ?? 0) / hour)
  }
  const total = [...work.values()].reduce((sum, hours) => sum + hours, 0)
  const bound = Math.max(Math.ceil(total / count), ...work.values())
  const loads = input.loads.flatMap((load): OperationResourceRow[] => {
    const first = input.resources.findIndex(({ name }) => name === load.resource)
    return Array.from({ length: ways }, (_, way) => ({
      ...load,
      name: 'any',
      priority: way + 1,
      resource: input.resources[(first + way) % count]!.name,
    }))
  })
  const demands = input.demands.map((demand) => ({ ...demand, due: current + bound * hour }))
  return { input: { ...input, loads, demands }, bound }
}

/** Returns how much longer than the best known plan a plan takes, as a share of it. */
export function gapOf({ deliveries }: Solution, best: number): number {
  const ends = deliveries.flatMap(({ shipments }) => shipments.map(({ order }) => order.end))
  return (Math.max(...ends) - current) / (best * hour) - 1
}
