/** Plans a generated model in a separate process, cold like a task; returns the cost of each part. */
import { planResult } from '../../src/planner/result/plan-result.ts'
import { latenessOf } from '../../src/planner/lateness.ts'
import { solveInSteps } from '../../src/planner/solve.ts'
import type { Solution } from '../../src/planner/solution.ts'
import type { PlannerInput } from '../../src/planner/input.ts'
import { readMemory } from '../support/process-figures.ts'
import { lowerBound } from './lower-bound.ts'
import { type Kind, modelSize, planningModel } from './model.ts'

export interface SolveRequest {
  readonly demands: number
  readonly kind: Kind
}

/** Processor time of all threads of the process, in milliseconds. */
export interface SolveParts {
  /** Compiling the network and adding existing orders. */
  readonly network: number
  readonly demands: number
  /** Safety stock; all buffers in plans without constraints. */
  readonly stock: number
}

export interface SolveAnswer {
  readonly parts: SolveParts
  /** Converting the plan to rows, in milliseconds. */
  readonly results: number
  readonly rows: number
  readonly orders: number
  /** Lateness as quantity times days. */
  readonly lateness: number
  /** Quantity-days that any plan has at least. */
  readonly leastLateness: number
  /** Number of demands that are delivered in full and on time. */
  readonly inTime: number
  /** Resident bytes at the peak of solving, and including the results; undefined if it cannot be measured. */
  readonly memory: number | undefined
  readonly memoryOfResults: number | undefined
}

/** Returns a function that returns the processor time since its last call, in milliseconds. */
function stopwatch(): () => number {
  let before = process.cpuUsage()
  return () => {
    const { user, system } = process.cpuUsage(before)
    before = process.cpuUsage()
    return (user + system) / 1000
  }
}

function solveInParts(input: PlannerInput): { solution: Solution; parts: SolveParts } {
  const lap = stopwatch()
  const steps = solveInSteps(input)
  let step = steps.next()
  const network = lap()
  // The first step after the demands is followed by the subsequent passes.
  const until = isConstrained(input) ? 1 : 0.5
  while (step.done !== true && step.value < until) step = steps.next()
  const demands = lap()
  while (step.done !== true) step = steps.next()
  return { solution: step.value, parts: { network, demands, stock: lap() } }
}

const isConstrained = ({ settings: { constraints } }: PlannerInput): boolean =>
  constraints.capacity || constraints.manufacturingLeadTime || constraints.purchasingLeadTime

async function run({ demands, kind }: SolveRequest): Promise<SolveAnswer> {
  const input = planningModel(modelSize(demands, kind), kind)
  const { solution, parts } = solveInParts(input)
  const memory = (await readMemory(process.pid))?.peak
  const lap = stopwatch()
  const { loads: _, ...tables } = planResult(solution)
  const lists: readonly Iterable<unknown>[] = Object.values(tables)
  const rows = lists.reduce((sum, list) => sum + lengthOf(list), 0)
  const results = lap()
  const memoryOfResults = (await readMemory(process.pid))?.peak
  return {
    parts,
    results,
    rows,
    orders: solution.plan.orders.length,
    lateness: latenessOf(solution.deliveries),
    leastLateness: lowerBound(input),
    inTime: solution.deliveries.filter((delivery) => latenessOf([delivery]) === 0).length,
    memory,
    memoryOfResults,
  }
}

function lengthOf(list: Iterable<unknown>): number {
  const rows = list[Symbol.iterator]()
  let length = 0
  while (rows.next().done !== true) length += 1
  return length
}

process.once('message', (request: SolveRequest) => {
  void run(request).then((answer) => process.send?.(answer, () => process.exit(0)))
})
