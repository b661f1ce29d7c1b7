/**
 * The steps of routings whose steps are effective for a limited time. The materials of the routing itself, and its
 * product, belong to the first and the last step that are effective.
 */
import { never, type Seconds } from '../time.ts'
import { lastStep } from './last-step.ts'
import type { Dependency, FlowGroup, Operation, Step } from './nodes.ts'

/** Sets the periods of each routing with such steps, after its materials and its product are known. */
export function applyPeriods(operations: Iterable<Operation>, current: Seconds): void {
  // What ends exactly at the effective start has all of its work before it.
  const startOf = ({ effectiveStart }: Step): Seconds =>
    effectiveStart <= current ? effectiveStart : effectiveStart + 1
  for (const routing of operations) {
    const { kind, steps } = routing
    if (kind !== 'routing') continue
    if (!steps.some((step) => isDated(step, current))) {
      routing.steps = onePerOperation(steps)
      continue
    }
    const dates = new Set<Seconds>([-never])
    for (const step of steps) dates.add(startOf(step)).add(step.effectiveEnd)
    routing.periods = [...dates]
      .filter((date) => date !== never)
      .sort((a, b) => a - b)
      .map((from) => {
        const effective = onePerOperation(
          steps.filter((step) => from >= startOf(step) && from < step.effectiveEnd),
        )
        return {
          from,
          steps: effective.length === 0 ? onePerOperation(steps) : withMaterials(routing, effective),
        }
      })
  }
}

/** Returns the steps without repetitions: effective periods of a step may overlap. The first of them counts. */
function onePerOperation(steps: readonly Step[]): readonly Step[] {
  return steps.filter(
    ({ operation: { name } }, at) => steps.findIndex(({ operation }) => operation.name === name) === at,
  )
}

/** A step that is effective since a date in the past is not dated. */
const isDated = ({ effectiveStart, effectiveEnd }: Step, current: Seconds): boolean =>
  effectiveStart > current || effectiveEnd !== never

/** The steps that move the materials of a routing. */
interface Carriers {
  readonly first: Operation
  readonly last: Operation
}

/** Returns the steps of a routing at whose start and end its own materials are moved. */
export function carriersOf(steps: readonly Step[]): Carriers {
  const inside = new Set(steps.map(({ operation }) => operation))
  const first =
    steps.find(({ operation }) => operation.dependencies.every(({ on }) => !inside.has(on))) ?? steps[0]!
  return { first: first.operation, last: lastStep(steps)!.operation }
}

/** Returns whether a flow of a routing is moved by its first step. */
export const isAtStart = ({ consumes, flows }: FlowGroup): boolean =>
  flows[0]!.at === 'start' || (flows[0]!.at === 'transfer_batch' && consumes)

/** Returns some steps of a routing; if the first or the last one is another than usual, copies with its materials. */
function withMaterials(
  { steps: all, headerFlows, productFlows }: Operation,
  steps: readonly Step[],
): readonly Step[] {
  const flows = [...headerFlows, ...productFlows]
  const usual = carriersOf(all)
  const { first, last } = carriersOf(steps)
  if (flows.length === 0 || (first === usual.first && last === usual.last)) return steps
  const copies = new Map<Operation, Operation>()
  for (const { operation } of steps) {
    const moved = flows.filter((group) => (isAtStart(group) ? first : last) === operation)
    copies.set(operation, withFlows(operation, flows, moved))
  }
  const copyOf = (operation: Operation): Operation => copies.get(operation) ?? operation
  for (const copy of copies.values())
    copy.dependencies = copy.dependencies.map((dependency) => dependsOn(dependency, copyOf(dependency.on)))
  return steps.map((step) => stepOf(step, copyOf(step.operation)))
}

const stepOf = (step: Step, operation: Operation): Step => ({ ...step, operation })

const dependsOn = (dependency: Dependency, on: Operation): Dependency => ({ ...dependency, on })

/** Returns a copy of an operation, or of the alternates that it consists of, with some flows replaced by others. */
function withFlows(
  operation: Operation,
  before: readonly FlowGroup[],
  after: readonly FlowGroup[],
): Operation {
  const { flows, steps } = operation
  if (steps.length === 0)
    return { ...operation, flows: [...flows.filter((group) => !before.includes(group)), ...after] }
  return {
    ...operation,
    steps: steps.map((step) => stepOf(step, withFlows(step.operation, before, after))),
  }
}
