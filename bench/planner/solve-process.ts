/** Plans a generated model in a process of its own, cold as a task is; tells what it took, part by part. */
import { planResult } from '../../src/planner/result/plan-result.ts'
import { latenessOf } from '../../src/planner/lateness.ts'
import { solveInSteps } from '../../src/planner/solve.ts'
import type { Solution } from '../../src/planner/solution.ts'
import type { PlannerInput } from '../../src/planner/input.ts'
import { readMemory } from '../support/process-figures.ts'
import { type Kind, modelSize, planningModel } from './model.ts'

export interface SolveRequest {
  readonly demands: number
  readonly kind: Kind
}

/** Milliseconds of processor time, of all threads of the process. */
export interface SolveParts {
  /** Compiling the network, and existing orders. */
  readonly network: number
  readonly demands: number
  /** Safety stock; all buffers where nothing is constrained. */
  readonly stock: number
}

export interface SolveAnswer {
  readonly parts: SolveParts
  /** Telling the plan as rows; milliseconds. */
  readonly results: number
  readonly rows: number
  readonly orders: number
  /** Quantity times days. */
  readonly lateness: number
  /** Demands that are delivered in full in time. */
  readonly inTime: number
  /** Resident bytes at the peak of solving, and with the results; undefined where that cannot be measured. */
  readonly memory: number | undefined
  readonly memoryOfResults: number | undefined
}

/** Milliseconds of processor time since the last call. */
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
  let demands = 0
  // Everything but the last step of the demands, after which comes what follows them.
  const until = isConstrained(input) ? 1 : 0.5
  while (step.done !== true) {
    const before = step.value
    step = steps.next()
    if (step.done !== true && before < until) demands += lap()
  }
  return { solution: step.value, parts: { network, demands, stock: lap() } }
}

const isConstrained = ({ settings: { constraints } }: PlannerInput): boolean =>
  constraints.capacity || constraints.manufacturingLeadTime || constraints.purchasingLeadTime

async function run({ demands, kind }: SolveRequest): Promise<SolveAnswer> {
  const input = planningModel(modelSize(demands, kind), kind)
  const { solution, parts } = solveInParts(input)
  const memory = (await readMemory(process.pid))?.peak
  const lap = stopwatch()
  const lists: readonly Iterable<unknown>[] = Object.values(planResult(solution))
  const rows = lists.reduce((sum, list) => sum + lengthOf(list), 0)
  const results = lap()
  const memoryOfResults = (await readMemory(process.pid))?.peak
  return {
    parts,
    results,
    rows,
    orders: solution.plan.orders.length,
    lateness: latenessOf(solution.deliveries),
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
